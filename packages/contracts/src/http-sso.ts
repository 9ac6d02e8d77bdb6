// HTTP SSO: a proxy in front of us signs people in and names them in a header.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Header = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{1,63}$/, 'Use the name of a header, such as X-Remote-User')

const address = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'Use addresses or networks, such as 10.0.0.5 or 10.1.0.0/16',
)

export const HttpSso = z.object({
  isEnabled: z.boolean().default(false),
  header: Header.default('REMOTE_USER').describe('The header that holds the user name'),
  proxies: z
    .array(address)
    .max(100)
    .default([])
    .describe(
      'Who is believed: addresses and networks of the proxies themselves. From anybody else the header is ignored',
    ),
  autoCreateUsers: z.boolean().default(false),
  syncLdapGroups: z.boolean().default(false).describe('Whether groups are looked up in LDAP'),
  allowProfile: z.boolean().default(false),
})
export type HttpSso = z.infer<typeof HttpSso>
/** As it is told: every value is there. */
export const SavedHttpSso = HttpSso.extend({})

export const WireHttpSso = z.object({
  http_sso_proxied: z.boolean().default(false),
  auto_create_user: z.boolean().default(false),
  allow_user_to_access_profile: z.boolean().default(false),
  remote_user_request_variable: Header.default('REMOTE_USER'),
  sync_ldap_groups: z.boolean().default(false),
  trusted_proxies: z.array(address).max(100).optional().describe('Left out: those that are set stay'),
})
export type WireHttpSso = z.infer<typeof WireHttpSso>
/** As it is told: every value is there. */
export const SavedWireHttpSso = WireHttpSso.extend({})

export const httpSso = {
  isEnabled: endpoint('GET /ui/api/v1/ui/httpsso', 'Whether HTTP SSO is enabled', {
    response: z.object({ enabled: z.boolean() }),
  }),
  read: endpoint('GET /ui/api/v1/http-sso', 'The settings of HTTP SSO', { response: SavedHttpSso }),
  change: endpoint('PUT /ui/api/v1/http-sso', 'Change the settings of HTTP SSO', {
    body: HttpSso,
    response: SavedHttpSso,
  }),
  test: endpoint('POST /ui/api/v1/http-sso/test', 'What this very request tells about its sender', {
    body: HttpSso,
    response: z.object({
      peer: z.string().describe('Who connected: a proxy, or the browser itself'),
      isTrusted: z.boolean(),
      header: z.string().nullable().describe('What the header holds, when it is there'),
      verdict: z.string(),
    }),
  }),
  readSettings: endpoint('GET /access/api/v1/httpsso', 'Read the HTTP SSO settings', {
    response: SavedWireHttpSso,
  }),
  putSettings: endpoint('PUT /access/api/v1/httpsso', 'Change the HTTP SSO settings', {
    body: WireHttpSso,
    response: SavedWireHttpSso,
  }),
}
