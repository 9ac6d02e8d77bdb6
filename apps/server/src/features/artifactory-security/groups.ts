import { artifactoryGroups } from '@bindery/contracts'
import type { z } from 'zod'
import { changeGroup, createGroup, removeGroup, type GroupChange } from '../../access/people/groups.ts'
import { getGroup, memberNames } from '../../access/people/memberships.ts'
import { hasPrivilege, withFlags } from '../../access/people/wire-privileges.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import { implement } from '../feature.ts'

type Body = z.output<typeof artifactoryGroups.put.shape.body>

export const endpoints = implement(artifactoryGroups, {
  list: {
    allow: 'read-identities',
    handle: async ({ origin }, { database }) => {
      const rows = await database.db.selectFrom('groups').select('name').orderBy('name').execute()
      return rows.map(({ name }) => ({
        name,
        uri: `${origin}/artifactory/api/security/groups/${encodeURIComponent(name)}`,
      }))
    },
  },
  get: {
    allow: 'read-identities',
    handle: async ({ params, query }, { database }) => {
      const group = await getGroup(database.db, params.name)
      const members = query.includeUsers === 'true' ? await memberNames(database.db, group.id) : []
      return {
        name: group.name,
        description: group.description,
        autoJoin: group.is_auto_join === 1,
        adminPrivileges: group.is_admin === 1,
        realm: group.realm,
        realmAttributes: group.realm_attributes,
        externalId: group.external_id ?? '',
        watchManager: hasPrivilege(group.privileges, 'watches'),
        policyManager: hasPrivilege(group.privileges, 'policies'),
        reportsManager: hasPrivilege(group.privileges, 'reports'),
        ...(members.length > 0 && { userNames: members }),
      }
    },
  },
  put: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const { params, body } = call
      const existing = await access.database.db
        .selectFrom('groups')
        .select('id')
        .where('name', '=', params.name)
        .executeTakeFirst()
      const traits = { ...replaced, ...toChange(body, '') }
      const members = body.userNames ?? undefined
      if (existing) await changeGroup(access, call, params.name, { ...traits, members })
      else await createGroup(access, call, { name: params.name, ...traits, ...(members && { members }) })
      return new PlainReply(text(201, ''))
    },
  },
  post: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const { privileges } = await getGroup(access.database.db, call.params.name)
      await changeGroup(access, call, call.params.name, {
        ...toChange(call.body, privileges),
        members: call.body.userNames ?? undefined,
      })
      return new PlainReply(text(200, ''))
    },
  },
  remove: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      await removeGroup(access, call, call.params.name)
      return new PlainReply(text(200, `Group '${call.params.name}' has been removed successfully.`))
    },
  },
})

/** What a replaced group is when the body does not say. */
const replaced: GroupChange = {
  description: '',
  isAutoJoin: false,
  isAdmin: false,
  externalId: null,
  realmAttributes: '',
}

const toChange = (body: Body, privileges: string): GroupChange => ({
  ...(body.description !== undefined && { description: body.description }),
  ...(body.autoJoin !== undefined && { isAutoJoin: body.autoJoin }),
  ...(body.adminPrivileges !== undefined && { isAdmin: body.adminPrivileges }),
  ...(body.realm && { realm: body.realm }),
  ...(body.realmAttributes !== undefined && { realmAttributes: body.realmAttributes }),
  ...(body.externalId !== undefined && { externalId: body.externalId || null }),
  privileges: withFlags(privileges, {
    policies: body.policyManager,
    watches: body.watchManager,
    reports: body.reportsManager,
  }),
})
