import { ldap, type LdapGroupMapping, type NewLdapServer } from '@bindery/contracts'
import { implement, type Services } from '../feature.ts'
import { importGroups, listDirectoryGroups } from './import-groups.ts'
import {
  changeServer,
  createServer,
  ldapSettings,
  orderServers,
  readLdap,
  removeMapping,
  removeServer,
  saveMapping,
  toAsk,
  toStored,
} from './settings.ts'
import { tryServer } from './try-server.ts'

export const endpoints = implement(ldap, {
  read: { allow: 'administer', handle: (_call, services) => readLdap(services) },
  createServer: {
    allow: 'administer',
    handle: (call, services) => createServer(services, call, call.body),
  },
  changeServer: {
    allow: 'administer',
    handle: (call, services) => changeServer(services, call, { ...call.body, key: call.params.key }),
  },
  removeServer: {
    allow: 'administer',
    handle: (call, services) => removeServer(services, call, call.params.key),
  },
  orderServers: {
    allow: 'administer',
    handle: (call, services) => orderServers(services, call, call.body.keys),
  },
  test: {
    allow: 'administer',
    worksReadOnly: true,
    handle: async ({ body }, services) =>
      tryServer(services, { ...body, ...(await asGiven(services, body)) }),
  },
  createMapping: {
    allow: 'administer',
    handle: (call, services) => saveMapping(services, call, call.body, true),
  },
  changeMapping: {
    allow: 'administer',
    handle: (call, services) => saveMapping(services, call, { ...call.body, name: call.params.name }, false),
  },
  removeMapping: {
    allow: 'administer',
    handle: (call, services) => removeMapping(services, call, call.params.name),
  },
  findGroups: {
    allow: 'administer',
    handle: ({ params }, services) => listDirectoryGroups(services, params.name),
  },
  importGroups: {
    allow: 'administer',
    handle: async (call, services) => ({
      imported: await importGroups(services, call, call.params.name, call.body.groups),
    }),
  },
})

/** The form as it stands, with what is stored where it leaves something out. */
async function asGiven(
  services: Services,
  given: { server: NewLdapServer; mappings?: LdapGroupMapping[] | undefined },
) {
  const { access } = services
  const stored = await access.live.get(ldapSettings)
  const before = stored.servers.find(({ key }) => key === given.server.key)
  const mappings = given.mappings ?? stored.mappings.filter(({ server }) => server === given.server.key)
  return { server: toAsk(access.vault, toStored(services, given.server, before)), mappings }
}
