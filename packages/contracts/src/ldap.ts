// LDAP and Active Directory: servers in the order in which they are asked, and how their groups become ours.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PasswordTest } from './provider-test.ts'

export const LdapKey = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'Use letters, digits, dots, dashes and underscores')
export const LdapText = z.string().max(1024)
export const LdapAttribute = z
  .string()
  .regex(/^(?:[A-Za-z][A-Za-z0-9;-]{0,63})?$/, 'Use the name of an attribute, such as mail')
export const LdapUrl = z
  .string()
  .max(1024)
  .regex(/^ldaps?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i, 'Use ldap://host:port or ldaps://host:port')
const Pem = z
  .string()
  .max(100_000)
  .regex(
    /^\s*(?:-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*)?$/,
    'Paste a certificate in PEM form',
  )

export const LdapServerSettings = z.object({
  isEnabled: z.boolean().default(true),
  url: LdapUrl.describe(
    'ldap://host:port or ldaps://host:port, with the base DN behind it if all names share one',
  ),
  useStartTls: z
    .boolean()
    .default(false)
    .describe('Turns a plain connection into an encrypted one before anything is said'),
  caCertificate: Pem.default('').describe(
    'Certificates in PEM form that are trusted for this server beside those of the system',
  ),
  managerDn: LdapText.default('').describe('Who searches; empty searches anonymously'),
  userDnPattern: LdapText.default('').describe(
    'Such as uid={0},ou=people: the person’s DN without searching',
  ),
  searchBase: LdapText.default(''),
  searchFilter: LdapText.default('').describe('Such as (uid={0}); {0} is the user name'),
  searchSubtree: z.boolean().default(true),
  nameAttribute: LdapAttribute.default('').describe(
    'What becomes the user name here; empty takes the one of the filter',
  ),
  emailAttribute: LdapAttribute.default('mail'),
  autoCreateUsers: z.boolean().default(true),
  usesPaging: z.boolean().default(true),
  timeoutSeconds: z.number().int().min(1).max(60).default(5),
  poisoningProtection: z
    .boolean()
    .default(true)
    .describe('Kept for scripts; answers of a directory are never run'),
  allowProfile: z.boolean().default(false).describe('Whether people may see and change their profile here'),
})
export type LdapServerSettings = z.infer<typeof LdapServerSettings>

export const LdapServer = LdapServerSettings.extend({
  key: LdapKey,
  managerPassword: z.literal('').describe('Never told'),
  hasManagerPassword: z.boolean(),
})
export type LdapServer = z.infer<typeof LdapServer>

/** Left out or empty, the stored password stays, as long as the server stays. */
const ManagerPassword = z.string().max(1024).optional()

export const NewLdapServer = LdapServerSettings.extend({ key: LdapKey, managerPassword: ManagerPassword })
export type NewLdapServer = z.infer<typeof NewLdapServer>
const ChangedLdapServer = LdapServerSettings.extend({ managerPassword: ManagerPassword })

export const LdapStrategy = z.enum(['static', 'dynamic', 'hierarchical'])

export const LdapGroupMapping = z.object({
  name: LdapKey,
  server: LdapKey.describe('The key of the LDAP server'),
  strategy: LdapStrategy.default('static').describe(
    'static: groups list their members; dynamic: people list their groups; hierarchical: the DN of a person tells',
  ),
  baseDn: LdapText.default(''),
  searchSubtree: z.boolean().default(true),
  filter: LdapText.default('(objectClass=groupOfNames)'),
  nameAttribute: LdapAttribute.default('cn'),
  memberAttribute: LdapAttribute.default('member'),
  descriptionAttribute: LdapAttribute.default('description'),
  nesting: z
    .enum(['none', 'walk', 'active-directory'])
    .default('none')
    .describe(
      'Whether members of a group in a group count: not, by asking level by level, or by the rule of Active Directory',
    ),
  forceAttributeSearch: z.boolean().default(false).describe('Kept for scripts'),
})
export type LdapGroupMapping = z.infer<typeof LdapGroupMapping>
/** As it is told: every value is there. */
export const SavedLdapGroupMapping = LdapGroupMapping.extend({})

export const LdapGroup = z.object({
  name: z.string(),
  dn: z.string(),
  description: z.string(),
  exists: z.boolean().describe('Whether there is a group of this name here'),
})
export type LdapGroup = z.infer<typeof LdapGroup>

const LdapTest = z.object({
  server: NewLdapServer,
  mappings: z.array(LdapGroupMapping).max(50).optional().describe('Instead of those saved for this server'),
  user: z.string().min(1, 'This field is mandatory').max(256),
  password: z.string().max(1024).default('').describe('Empty looks the person up and does not sign in'),
})

const KeyParam = z.object({ key: z.string().max(64) })
const NameParam = z.object({ name: z.string().max(64) })

export const ldap = {
  read: endpoint('GET /ui/api/v1/ldap', 'LDAP servers in their order, and the mappings of their groups', {
    response: z.object({ servers: z.array(LdapServer), mappings: z.array(SavedLdapGroupMapping) }),
  }),
  createServer: endpoint('POST /ui/api/v1/ldap/servers', 'Add an LDAP server, after the others', {
    body: NewLdapServer,
    response: LdapServer,
    status: 201,
  }),
  changeServer: endpoint('PUT /ui/api/v1/ldap/servers/{key}', 'Change an LDAP server', {
    params: KeyParam,
    body: ChangedLdapServer,
    response: LdapServer,
  }),
  removeServer: endpoint('DELETE /ui/api/v1/ldap/servers/{key}', 'Remove an LDAP server and its mappings', {
    params: KeyParam,
  }),
  orderServers: endpoint('PUT /ui/api/v1/ldap/order', 'Set the order in which LDAP servers are asked', {
    body: z.object({ keys: z.array(LdapKey).max(100) }),
  }),
  test: endpoint('POST /ui/api/v1/ldap/test', 'Try an LDAP server with a person, saved or not', {
    body: LdapTest,
    response: PasswordTest,
  }),
  createMapping: endpoint('POST /ui/api/v1/ldap/mappings', 'Add a mapping of groups', {
    body: LdapGroupMapping,
    response: SavedLdapGroupMapping,
    status: 201,
  }),
  changeMapping: endpoint('PUT /ui/api/v1/ldap/mappings/{name}', 'Change a mapping of groups', {
    params: NameParam,
    body: LdapGroupMapping.omit({ name: true }),
    response: SavedLdapGroupMapping,
  }),
  removeMapping: endpoint('DELETE /ui/api/v1/ldap/mappings/{name}', 'Remove a mapping of groups', {
    params: NameParam,
  }),
  findGroups: endpoint('GET /ui/api/v1/ldap/mappings/{name}/groups', 'The groups that a mapping finds', {
    params: NameParam,
    response: z.array(LdapGroup),
  }),
  importGroups: endpoint('POST /ui/api/v1/ldap/mappings/{name}/import', 'Make groups here of groups there', {
    params: NameParam,
    body: z.object({ groups: z.array(z.string().max(256)).max(10_000) }),
    response: z.object({ imported: z.array(z.string()) }),
  }),
}
