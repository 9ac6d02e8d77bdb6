import { artifactoryUsers } from '@bindery/contracts'
import type { z } from 'zod'
import { changeAccess } from '../../access/rules/access-version.ts'
import { audit } from '../../access/audit.ts'
import { checkPassword } from '../../access/sign-in/check-password.ts'
import { findUserIds } from '../../access/people/memberships.ts'
import { prepareNewPassword, replacePassword } from '../../access/sign-in/password-change.ts'
import {
  changeUser,
  createUser,
  findUser,
  getUser,
  removeUser,
  type UserChange,
} from '../../access/people/users.ts'
import { hasPrivilege, withFlags } from '../../access/people/wire-privileges.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { UserRow } from '../../platform/db/schema.ts'
import { implement } from '../feature.ts'

type Body = z.output<typeof artifactoryUsers.put.shape.body>

export const endpoints = implement(artifactoryUsers, {
  list: {
    allow: 'read-identities',
    handle: async ({ origin }, { database }) => {
      const rows = await database.db.selectFrom('users').select(['name', 'realm']).orderBy('name').execute()
      return rows.map(({ name, realm }) => ({
        name,
        uri: `${origin}/artifactory/api/security/users/${encodeURIComponent(name)}`,
        realm,
      }))
    },
  },
  get: {
    allow: 'read-identities',
    handle: async ({ params }, { database }) => toJson(database.db, await getUser(database.db, params.name)),
  },
  put: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const { params, body } = call
      const existing = await findUser(access.database.db, params.name)
      if (existing) {
        await changeUser(access, call, params.name, { ...replaced, ...toChange(body, '') })
        return new PlainReply(text(200, ''))
      }
      if (body.password === undefined && body.internalPasswordDisabled !== true)
        throw badRequest('A new user needs a password, unless its internal password is disabled.', 'password')
      const { password, ...change } = toChange(body, '')
      await createUser(access, call, {
        name: params.name,
        email: change.email ?? null,
        password,
        isAdmin: change.isAdmin ?? false,
        privileges: change.privileges ?? [],
        isProfileUpdatable: change.isProfileUpdatable ?? true,
        hasUiAccess: change.hasUiAccess ?? true,
        isPasswordDisabled: change.isPasswordDisabled ?? false,
        groups: change.groups ?? [],
      })
      return new PlainReply(text(201, ''))
    },
  },
  post: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const user = await getUser(access.database.db, call.params.name)
      await changeUser(access, call, user.name, toChange(call.body, user.privileges))
      return new PlainReply(text(200, ''))
    },
  },
  remove: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const { name } = await getUser(access.database.db, call.params.name)
      await removeUser(access, call, name)
      return new PlainReply(text(200, `The user: '${name}' has been removed successfully.`))
    },
  },
  expirePassword: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      await changeUser(access, call, call.params.name, { mustChangePassword: true })
      return new PlainReply(text(200, `Password for user: '${call.params.name}' has been expired.`))
    },
  },
  unexpirePassword: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      await changeUser(access, call, call.params.name, { mustChangePassword: false })
      return new PlainReply(text(200, `Password for user: '${call.params.name}' has been unexpired.`))
    },
  },
  expireMany: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      await changeAccess(access, 'people', async (db) => {
        const ids = await findUserIds(db, call.body)
        if (ids.size > 0)
          await db
            .updateTable('users')
            .set({ must_change_password: 1 })
            .where('id', 'in', [...ids.values()])
            .execute()
        for (const name of ids.keys())
          await audit(access, db, call, { kind: 'password.expired', target: name })
      })
      return new PlainReply(text(200, 'The passwords of the specified users have been expired.'))
    },
  },
  expireAll: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      await changeAccess(access, 'people', async (db) => {
        await setForAll(db, 1)
        await audit(access, db, call, { kind: 'password.expired', target: 'all users' })
      })
      return new PlainReply(text(200, 'The passwords of all users have been expired.'))
    },
  },
  unexpireAll: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      await changeAccess(access, 'people', async (db) => {
        await setForAll(db, 0)
        await audit(access, db, call, { kind: 'password.unexpired', target: 'all users' })
      })
      return new PlainReply(text(200, 'The passwords of all users have been unexpired.'))
    },
  },
  // Open, because a password that has expired lets nobody in otherwise; the old one is asked for under the limits of sign-in.
  changePassword: {
    allow: 'public',
    handle: async (call, { access }) => {
      const { userName, oldPassword, newPassword1, newPassword2 = newPassword1 } = call.body
      if (newPassword1 !== newPassword2)
        throw badRequest('The two new passwords are not the same.', 'newPassword2')
      const place = { address: call.address, device: undefined }
      const user = await checkPassword(access, { name: userName, password: oldPassword, ...place })
      if (!user) throw new AppError('not-signed-in', 'The user name or the current password is wrong.')
      if (user.realm !== 'internal')
        throw badRequest('The password of this account is kept elsewhere. Change it there.', 'userName')
      const passwordHash = await prepareNewPassword(access, user, newPassword1)
      await changeAccess(access, 'people', (db, after) =>
        replacePassword(access, db, after, { actor: user, address: call.address }, user, {
          passwordHash,
          how: 'changed',
        }),
      )
      return new PlainReply(text(200, 'Password has been successfully changed'))
    },
  },
})

/** What a replaced user is when the body does not say. */
const replaced: UserChange = {
  isAdmin: false,
  isProfileUpdatable: true,
  hasUiAccess: true,
  isPasswordDisabled: false,
}

function toChange(body: Body, privileges: string): UserChange {
  return {
    ...(body.email !== undefined && { email: body.email === '' ? null : body.email }),
    ...(body.password !== undefined && { password: body.password }),
    ...(body.admin !== undefined && { isAdmin: body.admin }),
    ...(body.profileUpdatable !== undefined && { isProfileUpdatable: body.profileUpdatable }),
    ...(body.disableUIAccess !== undefined && { hasUiAccess: !body.disableUIAccess }),
    ...(body.internalPasswordDisabled !== undefined && { isPasswordDisabled: body.internalPasswordDisabled }),
    ...(body.groups && { groups: body.groups }),
    privileges: withFlags(privileges, {
      policies: body.policyManager,
      watches: body.watchManager,
      reports: body.reportsManager,
    }),
  }
}

/** Clients compare the whole structure: nothing more, and no `groups` when there are none. */
async function toJson(db: Db, user: UserRow) {
  const groups = await db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .select('groups.name')
    .where('memberships.user_id', '=', user.id)
    .orderBy('groups.name')
    .execute()
  return {
    name: user.name,
    email: user.email ?? '',
    admin: user.is_admin === 1,
    profileUpdatable: user.is_profile_updatable === 1,
    disableUIAccess: user.has_ui_access === 0,
    internalPasswordDisabled: user.is_password_disabled === 1,
    ...(user.last_signed_in_at !== null && { lastLoggedIn: user.last_signed_in_at }),
    realm: user.realm,
    ...(groups.length > 0 && { groups: groups.map(({ name }) => name) }),
    watchManager: hasPrivilege(user.privileges, 'watches'),
    reportsManager: hasPrivilege(user.privileges, 'reports'),
    policyManager: hasPrivilege(user.privileges, 'policies'),
    shouldInvite: false,
  }
}

const setForAll = (db: Db, must_change_password: number) =>
  db
    .updateTable('users')
    .set({ must_change_password })
    .where('realm', '=', 'internal')
    .where('password_hash', 'is not', null)
    .execute()
