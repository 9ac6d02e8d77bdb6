import { artifactoryPermissions } from '@bindery/contracts'
import type { Access } from '../../access/access.ts'
import type { Doer } from '../../access/audit.ts'
import {
  changePermission,
  createPermission,
  findPermission,
  getPermission,
  removePermission,
} from '../../access/rules/permission-store.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import { implement, type Services } from '../feature.ts'
import { fromV1, fromV2, toV1, toV2 } from './permission-json.ts'

export const endpoints = implement(artifactoryPermissions, {
  list: {
    allow: 'read-identities',
    handle: ({ origin }, services) => listAll(services, `${origin}/artifactory/api/v2/security/permissions`),
  },
  get: {
    allow: 'read-identities',
    handle: async ({ params }, { database }) => {
      const { row, sections } = await getPermission(database.db, params.name)
      return toV2(row.name, sections)
    },
  },
  create: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      await createPermission(access, call, call.params.name, fromV2(call.body))
      return new PlainReply(text(201, ''))
    },
  },
  update: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const before = await getPermission(access.database.db, call.params.name)
      await changePermission(access, call, call.params.name, { sections: fromV2(call.body, before.sections) })
      return new PlainReply(text(200, ''))
    },
  },
  remove: {
    allow: 'write-identities',
    handle: (call, { access }) => remove(access, call, call.params.name),
  },
  listV1: {
    allow: 'read-identities',
    handle: ({ origin }, services) => listAll(services, `${origin}/artifactory/api/security/permissions`),
  },
  getV1: {
    allow: 'read-identities',
    handle: async ({ params }, { database }) => {
      const { row, sections } = await getPermission(database.db, params.name)
      return toV1(row.name, sections)
    },
  },
  putV1: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const { name } = call.params
      const existing = await findPermission(access.database.db, name)
      if (existing) {
        const { sections } = await getPermission(access.database.db, name)
        await changePermission(access, call, name, { sections: fromV1(call.body, sections) })
      } else {
        await createPermission(access, call, name, fromV1(call.body))
      }
      return new PlainReply(text(201, ''))
    },
  },
  removeV1: {
    allow: 'write-identities',
    handle: (call, { access }) => remove(access, call, call.params.name),
  },
})

async function remove(access: Access, by: Doer, name: string): Promise<PlainReply> {
  await removePermission(access, by, name)
  return new PlainReply(text(200, `Permission Target '${name}' has been removed successfully.`))
}

async function listAll({ database }: Services, base: string): Promise<{ name: string; uri: string }[]> {
  const rows = await database.db.selectFrom('permissions').select('name').orderBy('name').execute()
  return rows.map(({ name }) => ({ name, uri: `${base}/${encodeURIComponent(name)}` }))
}
