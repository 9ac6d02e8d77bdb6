import { accessUsers } from '@bindery/contracts'
import type { z } from 'zod'
import { changeAccess } from '../../access/rules/access-version.ts'
import { keepAnAdministrator } from '../../access/people/administrators.ts'
import { audit } from '../../access/audit.ts'
import { setInternalGroups, takeFromGroups } from '../../access/people/memberships.ts'
import { changeUser, createUser, getUser, removeUser, type UserChange } from '../../access/people/users.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { UserRow } from '../../platform/db/schema.ts'
import { implement } from '../feature.ts'
import { pageOfNames } from './names.ts'

type Traits = z.output<typeof accessUsers.patch.shape.body>

export const endpoints = implement(accessUsers, {
  list: {
    allow: 'read-identities',
    handle: async ({ query, origin }, { database }) => {
      const { rows, cursor } = await pageOfNames(database.db, 'users', query)
      const users = rows.map(({ name, realm, status }) => ({
        username: name,
        uri: `${origin}/access/api/v2/users/${encodeURIComponent(name)}`,
        realm,
        status,
      }))
      return { users, cursor }
    },
  },
  create: {
    allow: 'write-identities',
    handle: async (call, { access, database }) => {
      const { username, groups, ...traits } = call.body
      const change = toChange(traits)
      const user = await createUser(access, call, {
        name: username,
        email: change.email ?? null,
        password: change.password,
        isAdmin: change.isAdmin ?? false,
        isProfileUpdatable: change.isProfileUpdatable ?? true,
        hasUiAccess: change.hasUiAccess ?? true,
        isPasswordDisabled: change.isPasswordDisabled ?? false,
        status: change.status ?? 'enabled',
        groups: groups ?? [],
      })
      return toJson(database.db, user)
    },
  },
  get: {
    allow: 'read-identities',
    handle: async ({ params }, { database }) => toJson(database.db, await getUser(database.db, params.name)),
  },
  patch: {
    allow: 'write-identities',
    handle: async (call, { access, database }) =>
      toJson(database.db, await changeUser(access, call, call.params.name, toChange(call.body))),
  },
  patchGroups: {
    allow: 'write-identities',
    handle: (call, { access }) =>
      changeAccess(access, 'people', async (db) => {
        const user = await getUser(db, call.params.name)
        await takeFromGroups(db, user.id, call.body.remove)
        await setInternalGroups(db, user.id, call.body.add, 'add')
        await keepAnAdministrator(db)
        await audit(access, db, call, {
          kind: 'user.groups-changed',
          target: user.name,
          detail: { ...call.body },
        })
        return { groups: (await groupsOf(db, user.id)).map(({ name }) => name) }
      }),
  },
  remove: {
    allow: 'write-identities',
    handle: (call, { access }) => removeUser(access, call, call.params.name),
  },
})

const toChange = (traits: Traits): UserChange => ({
  ...(traits.email !== undefined && { email: traits.email === '' ? null : traits.email }),
  ...(traits.password !== undefined && { password: traits.password }),
  ...(traits.admin !== undefined && { isAdmin: traits.admin }),
  ...(traits.profile_updatable !== undefined && { isProfileUpdatable: traits.profile_updatable }),
  ...(traits.disable_ui_access !== undefined && { hasUiAccess: !traits.disable_ui_access }),
  ...(traits.internal_password_disabled !== undefined && {
    isPasswordDisabled: traits.internal_password_disabled,
  }),
  ...(traits.status !== undefined && { status: traits.status }),
})

async function toJson(db: Db, user: UserRow) {
  const groups = await groupsOf(db, user.id)
  return {
    username: user.name,
    email: user.email ?? '',
    groups: groups.map(({ name }) => name),
    admin: user.is_admin === 1,
    effective_admin: user.is_admin === 1 || groups.some((group) => group.is_admin === 1),
    profile_updatable: user.is_profile_updatable === 1,
    disable_ui_access: user.has_ui_access === 0,
    internal_password_disabled: user.is_password_disabled === 1,
    realm: user.realm,
    status: user.status,
    ...(user.last_signed_in_at !== null && { last_logged_in: user.last_signed_in_at }),
  }
}

const groupsOf = (db: Db, userId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .select(['groups.name', 'groups.is_admin'])
    .where('memberships.user_id', '=', userId)
    .orderBy('groups.name')
    .execute()
