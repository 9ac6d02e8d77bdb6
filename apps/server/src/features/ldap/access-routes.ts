// The same settings as the Access API of the platform spells them, for scripts and Terraform. What it has no word for
// (StartTLS, certificates, nesting) stays as it was set here.
import {
  LdapGroupMapping,
  LdapServerSettings,
  ldapAccess,
  type LdapServer,
  type NewLdapServer,
  type WireLdapGroup,
  type WireLdapServer,
} from '@bindery/contracts'
import type { Doer } from '../../access/audit.ts'
import { implement, type Services } from '../feature.ts'
import { importGroups, listDirectoryGroups } from './import-groups.ts'
import {
  changeServer,
  createServer,
  getMapping,
  getServer,
  ldapSettings,
  readLdap,
  removeMapping,
  removeServer,
  saveMapping,
  toServer,
} from './settings.ts'

export const endpoints = implement(ldapAccess, {
  listSettings: {
    allow: 'administer',
    handle: async (_call, services) => (await readLdap(services)).servers.map(toWireServer),
  },
  readSettings: {
    allow: 'administer',
    handle: async ({ params }, services) =>
      toWireServer(toServer(getServer(await services.access.live.get(ldapSettings), params.key))),
  },
  addSettings: {
    allow: 'administer',
    handle: async (call, services) =>
      toWireServer(await createServer(services, call, fromWireServer(call.body, undefined))),
  },
  putSettings: { allow: 'administer', handle: (call, services) => putServer(services, call, call.body) },
  putSettingsByKey: {
    allow: 'administer',
    handle: (call, services) => putServer(services, call, { ...call.body, key: call.params.key }),
  },
  deleteSettings: {
    allow: 'administer',
    handle: (call, services) => removeServer(services, call, call.params.key),
  },
  listGroups: {
    allow: 'administer',
    handle: async (_call, services) => (await readLdap(services)).mappings.map(toWireGroup),
  },
  readGroups: {
    allow: 'administer',
    handle: async ({ params }, services) =>
      toWireGroup(getMapping(await services.access.live.get(ldapSettings), params.name)),
  },
  addGroups: {
    allow: 'administer',
    handle: async (call, services) =>
      toWireGroup(await saveMapping(services, call, fromWireGroup(call.body, undefined), true)),
  },
  putGroups: { allow: 'administer', handle: (call, services) => putGroup(services, call, call.body) },
  putGroupsByName: {
    allow: 'administer',
    handle: (call, services) => putGroup(services, call, { ...call.body, name: call.params.name }),
  },
  deleteGroups: {
    allow: 'administer',
    handle: (call, services) => removeMapping(services, call, call.params.name),
  },
  refreshGroups: {
    allow: 'administer',
    handle: async (call, services) => {
      const { name } = call.params
      if (call.query.operation !== 'UPDATE') await importGroups(services, call, name, 'all')
      const groups = await listDirectoryGroups(services, name)
      return groups.map(({ exists, ...group }) => ({ ...group, imported: exists }))
    },
  },
})

async function putServer(services: Services, by: Doer, given: WireLdapServer): Promise<WireLdapServer> {
  const before = getServer(await services.access.live.get(ldapSettings), given.key)
  return toWireServer(await changeServer(services, by, fromWireServer(given, before)))
}

async function putGroup(services: Services, by: Doer, given: WireLdapGroup): Promise<WireLdapGroup> {
  const before = getMapping(await services.access.live.get(ldapSettings), given.name)
  return toWireGroup(await saveMapping(services, by, fromWireGroup(given, before), false))
}

const toWireServer = (server: LdapServer): WireLdapServer => ({
  key: server.key,
  enabled: server.isEnabled,
  ldap_url: server.url,
  user_dn_pattern: server.userDnPattern,
  search: {
    search_filter: server.searchFilter,
    search_base: server.searchBase,
    search_sub_tree: server.searchSubtree,
    manager_dn: server.managerDn,
    manager_password: '',
  },
  auto_create_user: server.autoCreateUsers,
  email_attribute: server.emailAttribute,
  ldap_poisoning_protection: server.poisoningProtection,
  allow_user_to_access_profile: server.allowProfile,
  paging_support_enabled: server.usesPaging,
})

const fromWireServer = (wire: WireLdapServer, before: LdapServerSettings | undefined): NewLdapServer => ({
  ...(before ?? LdapServerSettings.parse({ url: wire.ldap_url })),
  key: wire.key,
  isEnabled: wire.enabled,
  url: wire.ldap_url,
  userDnPattern: wire.user_dn_pattern ?? '',
  searchFilter: wire.search?.search_filter ?? '',
  searchBase: wire.search?.search_base ?? '',
  searchSubtree: wire.search?.search_sub_tree ?? true,
  managerDn: wire.search?.manager_dn ?? '',
  managerPassword: wire.search?.manager_password ?? '',
  autoCreateUsers: wire.auto_create_user,
  emailAttribute: wire.email_attribute ?? '',
  poisoningProtection: wire.ldap_poisoning_protection,
  allowProfile: wire.allow_user_to_access_profile,
  usesPaging: wire.paging_support_enabled,
})

const strategies = { static: 'STATIC', dynamic: 'DYNAMIC', hierarchical: 'HIERARCHICAL' } as const

const toWireGroup = (mapping: LdapGroupMapping): WireLdapGroup => ({
  name: mapping.name,
  enabled_ldap: mapping.server,
  group_base_dn: mapping.baseDn,
  group_name_attribute: mapping.nameAttribute,
  group_member_attribute: mapping.memberAttribute,
  sub_tree: mapping.searchSubtree,
  force_attribute_search: mapping.forceAttributeSearch,
  filter: mapping.filter,
  description_attribute: mapping.descriptionAttribute,
  strategy: strategies[mapping.strategy],
})

const fromWireGroup = (wire: WireLdapGroup, before: LdapGroupMapping | undefined): LdapGroupMapping => ({
  ...(before ?? LdapGroupMapping.parse({ name: wire.name, server: wire.enabled_ldap })),
  name: wire.name,
  server: wire.enabled_ldap,
  baseDn: wire.group_base_dn ?? '',
  nameAttribute: wire.group_name_attribute,
  memberAttribute: wire.group_member_attribute,
  searchSubtree: wire.sub_tree,
  forceAttributeSearch: wire.force_attribute_search,
  filter: wire.filter,
  descriptionAttribute: wire.description_attribute,
  strategy: LdapGroupMapping.shape.strategy.parse(wire.strategy.toLowerCase()),
})
