// LDAP settings as the Access API of the platform spells them.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LdapAttribute, LdapKey, LdapText, LdapUrl } from './ldap.ts'

export const WireLdapServer = z.object({
  key: LdapKey,
  enabled: z.boolean().default(true),
  ldap_url: LdapUrl,
  user_dn_pattern: LdapText.nullish(),
  search: z
    .object({
      search_filter: LdapText.nullish(),
      search_base: LdapText.nullish(),
      search_sub_tree: z.boolean().default(true),
      manager_dn: LdapText.nullish(),
      manager_password: z.string().max(1024).nullish(),
    })
    .nullish(),
  auto_create_user: z.boolean().default(true),
  email_attribute: LdapAttribute.nullish(),
  ldap_poisoning_protection: z.boolean().default(true),
  allow_user_to_access_profile: z.boolean().default(false),
  paging_support_enabled: z.boolean().default(true),
})
export type WireLdapServer = z.infer<typeof WireLdapServer>
/** As it is told: every value is there. */
export const SavedWireLdapServer = WireLdapServer.extend({})

export const WireLdapGroup = z.object({
  name: LdapKey,
  enabled_ldap: LdapKey,
  group_base_dn: LdapText.nullish(),
  group_name_attribute: LdapAttribute.default('cn'),
  group_member_attribute: LdapAttribute.default('uniqueMember'),
  sub_tree: z.boolean().default(true),
  force_attribute_search: z.boolean().default(false),
  filter: LdapText.default('(objectClass=groupOfNames)'),
  description_attribute: LdapAttribute.default('description'),
  strategy: z.enum(['STATIC', 'DYNAMIC', 'HIERARCHICAL']).default('STATIC'),
})
export type WireLdapGroup = z.infer<typeof WireLdapGroup>
/** As it is told: every value is there. */
export const SavedWireLdapGroup = WireLdapGroup.extend({})

const WireFoundGroup = z.object({
  name: z.string(),
  dn: z.string(),
  description: z.string(),
  imported: z.boolean(),
})

const KeyParam = z.object({ key: z.string().max(64) })
const NameParam = z.object({ name: z.string().max(64) })

const settings = '/access/api/v1/ldap/settings'
const groups = '/access/api/v1/ldap/groups'

export const ldapAccess = {
  listSettings: endpoint(`GET ${settings}`, 'List LDAP settings', { response: z.array(SavedWireLdapServer) }),
  readSettings: endpoint(`GET ${settings}/{key}`, 'Read one LDAP setting', {
    params: KeyParam,
    response: SavedWireLdapServer,
  }),
  addSettings: endpoint(`POST ${settings}`, 'Add an LDAP setting', {
    body: WireLdapServer,
    response: SavedWireLdapServer,
    status: 201,
  }),
  putSettings: endpoint(`PUT ${settings}`, 'Change an LDAP setting, named in the body', {
    body: WireLdapServer,
    response: SavedWireLdapServer,
  }),
  putSettingsByKey: endpoint(`PUT ${settings}/{key}`, 'Change an LDAP setting', {
    params: KeyParam,
    body: WireLdapServer.extend({ key: LdapKey.optional() }),
    response: SavedWireLdapServer,
  }),
  deleteSettings: endpoint(`DELETE ${settings}/{key}`, 'Remove an LDAP setting', { params: KeyParam }),
  listGroups: endpoint(`GET ${groups}`, 'List LDAP group settings', {
    response: z.array(SavedWireLdapGroup),
  }),
  readGroups: endpoint(`GET ${groups}/{name}`, 'Read one LDAP group setting', {
    params: NameParam,
    response: SavedWireLdapGroup,
  }),
  addGroups: endpoint(`POST ${groups}`, 'Add an LDAP group setting', {
    body: WireLdapGroup,
    response: SavedWireLdapGroup,
    status: 201,
  }),
  putGroups: endpoint(`PUT ${groups}`, 'Change an LDAP group setting, named in the body', {
    body: WireLdapGroup,
    response: SavedWireLdapGroup,
  }),
  putGroupsByName: endpoint(`PUT ${groups}/{name}`, 'Change an LDAP group setting', {
    params: NameParam,
    body: WireLdapGroup.extend({ name: LdapKey.optional() }),
    response: SavedWireLdapGroup,
  }),
  deleteGroups: endpoint(`DELETE ${groups}/{name}`, 'Remove an LDAP group setting', { params: NameParam }),
  refreshGroups: endpoint(
    `POST ${groups}/{name}/refresh`,
    'Find the groups of a setting and import those asked for',
    {
      params: NameParam,
      query: z.object({ operation: z.enum(['UPDATE', 'IMPORT', 'UPDATE_AND_IMPORT']).default('UPDATE') }),
      response: z.array(WireFoundGroup),
    },
  ),
}
