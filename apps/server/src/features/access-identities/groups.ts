import { accessGroups } from '@bindery/contracts'
import type { z } from 'zod'
import {
  changeGroup,
  changeMembers,
  createGroup,
  removeGroup,
  type GroupChange,
} from '../../access/people/groups.ts'
import { getGroup, memberNames } from '../../access/people/memberships.ts'
import { hasPrivilege, withFlags } from '../../access/people/wire-privileges.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { GroupRow } from '../../platform/db/schema.ts'
import { implement } from '../feature.ts'
import { pageOfNames } from './names.ts'

type Traits = z.output<typeof accessGroups.patch.shape.body>

export const endpoints = implement(accessGroups, {
  list: {
    allow: 'read-identities',
    handle: async ({ query, origin }, { database }) => {
      const { rows, cursor } = await pageOfNames(database.db, 'groups', query)
      const groups = rows.map(({ name }) => ({
        group_name: name,
        uri: `${origin}/access/api/v2/groups/${encodeURIComponent(name)}`,
      }))
      return { groups, cursor }
    },
  },
  create: {
    allow: 'write-identities',
    handle: async (call, { access, database }) => {
      const { name, members, ...traits } = call.body
      const group = await createGroup(access, call, { name, ...toChange(traits, ''), members: members ?? [] })
      return toJson(database.db, group)
    },
  },
  get: {
    allow: 'read-identities',
    handle: async ({ params }, { database }) => toJson(database.db, await getGroup(database.db, params.name)),
  },
  patch: {
    allow: 'write-identities',
    handle: async (call, { access, database }) => {
      const { privileges } = await getGroup(database.db, call.params.name)
      return toJson(
        database.db,
        await changeGroup(access, call, call.params.name, toChange(call.body, privileges)),
      )
    },
  },
  patchMembers: {
    allow: 'write-identities',
    handle: async (call, { access, database }) => {
      await changeMembers(access, call, call.params.name, call.body.add, call.body.remove)
      const { id } = await getGroup(database.db, call.params.name)
      return { members: await memberNames(database.db, id) }
    },
  },
  remove: {
    allow: 'write-identities',
    handle: (call, { access }) => removeGroup(access, call, call.params.name),
  },
})

const toChange = (traits: Traits, privileges: string): GroupChange => ({
  ...(traits.description !== undefined && { description: traits.description ?? '' }),
  ...(traits.auto_join !== undefined && { isAutoJoin: traits.auto_join }),
  ...(traits.admin_privileges !== undefined && { isAdmin: traits.admin_privileges }),
  ...(traits.external_id !== undefined && { externalId: traits.external_id || null }),
  ...(traits.realm && { realm: traits.realm }),
  ...(traits.realm_attributes !== undefined && { realmAttributes: traits.realm_attributes ?? '' }),
  privileges: withFlags(privileges, {
    resources: traits.manage_resources,
    policies: traits.policy_manager,
    reports: traits.reports_manager,
    watches: traits.watch_manager,
  }),
})

async function toJson(db: Db, group: GroupRow) {
  return {
    name: group.name,
    description: group.description,
    auto_join: group.is_auto_join === 1,
    admin_privileges: group.is_admin === 1,
    external_id: group.external_id ?? '',
    realm: group.realm,
    realm_attributes: group.realm_attributes,
    manage_resources: hasPrivilege(group.privileges, 'resources'),
    manage_webhook: false,
    policy_manager: hasPrivilege(group.privileges, 'policies'),
    policy_viewer: false,
    reports_manager: hasPrivilege(group.privileges, 'reports'),
    watch_manager: hasPrivilege(group.privileges, 'watches'),
    members: await memberNames(db, group.id),
  }
}
