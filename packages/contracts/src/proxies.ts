// Proxies that requests to other servers go through, and the test of a way out or of the way in.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TestReport, TestStep } from './saml.ts'

const Host = z
  .string()
  .min(1, 'This field is mandatory')
  .max(255)
  .regex(/^[A-Za-z0-9_.:-]+$/, 'Give a host name or an address, without a scheme')

const HostList = z
  .array(z.string().regex(/^[A-Za-z0-9_.*:/-]{1,255}$/, 'Give host names, addresses or networks'))
  .max(200)

const settings = {
  key: z
    .string()
    .min(1, 'This field is mandatory')
    .max(64)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'A name has letters, digits, dots, dashes and underscores'),
  host: Host,
  port: z.number().int().min(1).max(65_535),
  user: z.string().max(256).default('').describe('Empty: the proxy asks for no credentials'),
  ntHost: z.string().max(255).default('').describe('Kept for scripts; NTLM is not spoken'),
  ntDomain: z.string().max(255).default('').describe('Kept for scripts; NTLM is not spoken'),
  isDefault: z.boolean().default(false).describe('The way out for whatever names no proxy of its own'),
  redirectingHosts: HostList.default([]).describe(
    'Hosts that the proxy may send a request on to; they are shown its credentials, too',
  ),
  noProxy: HostList.default([]).describe(
    'Reached without the proxy: names, .domain, addresses, networks, or * for everything',
  ),
}

export const GivenProxy = z.object({
  ...settings,
  password: z.string().max(1024).optional().describe('Left out: stays as it is; empty: none'),
})
export type GivenProxy = z.infer<typeof GivenProxy>

const LastTest = z.object({
  url: z.string(),
  at: z.string(),
  isPassed: z.boolean(),
  milliseconds: z.number().int(),
})

export const Proxy = z.object({
  ...settings,
  password: z.literal(''),
  hasPassword: z.boolean(),
  usedBy: z.array(z.string()).describe('Keys of the remote repositories that name it'),
  lastTest: LastTest.nullable().describe('Of the settings as they are saved'),
})
export type Proxy = z.infer<typeof Proxy>

/** What a setting about proxies is about: the way out, or the address that people come in by. */
export const ProxySettingType = z.enum(['proxy', 'baseUrl'])
export type ProxySettingType = z.infer<typeof ProxySettingType>

const WebAddress = z.url({ protocol: /^https?$/, error: 'Enter a valid URL' }).max(1000)

export const ConnectionTest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(ProxySettingType.enum.proxy),
    url: WebAddress.describe('What is fetched through the proxy'),
    settings: GivenProxy.describe('Saved or not; without a password, the stored one of this name'),
  }),
  z.object({
    type: z.literal(ProxySettingType.enum.baseUrl),
    url: WebAddress.describe('The address under which people reach this installation'),
  }),
])
export type ConnectionTest = z.infer<typeof ConnectionTest>

export const ConnectionReport = TestReport.extend({
  steps: z.array(TestStep.extend({ fix: z.string().optional().describe('What to change where it failed') })),
})
export type ConnectionReport = z.infer<typeof ConnectionReport>

/** What a request looked like when it arrived. */
export const EchoReply = z.object({
  nonce: z.string().describe('From the ticket, which only this installation can open'),
  path: z.string().describe('As it came, not decoded'),
  host: z.string(),
  forwardedHost: z.string(),
  forwardedProto: z.string(),
  isSecure: z.boolean(),
  origin: z.string().describe('What links would start with'),
  peer: z.string().describe('The address that the connection came from'),
})
export type EchoReply = z.infer<typeof EchoReply>

const EchoParams = z.object({ ticket: z.string().max(500) })

const KeyParam = z.object({ key: z.string().max(64) })

export const proxies = {
  list: endpoint('GET /ui/api/v1/proxies', 'List proxies', { response: z.array(Proxy) }),
  read: endpoint('GET /ui/api/v1/proxies/{key}', 'One proxy', { params: KeyParam, response: Proxy }),
  create: endpoint('POST /ui/api/v1/proxies', 'Add a proxy', {
    body: GivenProxy,
    response: Proxy,
    status: 201,
  }),
  change: endpoint('PUT /ui/api/v1/proxies/{key}', 'Change a proxy', {
    params: KeyParam,
    body: GivenProxy.omit({ key: true }),
    response: Proxy,
  }),
  remove: endpoint('DELETE /ui/api/v1/proxies/{key}', 'Remove a proxy that nothing uses', {
    params: KeyParam,
  }),
  test: endpoint(
    'POST /ui/api/v1/proxy-settings/test',
    'Try the way out through a proxy, or the way in through the base URL',
    { body: ConnectionTest, response: ConnectionReport },
  ),
  echo: endpoint(
    'GET /ui/api/v1/proxy-settings/echo/{ticket}',
    'How this request arrived, for the test of the base URL',
    { params: EchoParams, response: EchoReply },
  ),
  echoPath: endpoint(
    'GET /ui/api/v1/proxy-settings/echo/{ticket}/{path}',
    'The same, for an address with an encoded slash',
    { params: EchoParams.extend({ path: z.string().max(100) }), response: EchoReply },
  ),
  echoBody: endpoint('POST /ui/api/v1/proxy-settings/echo/{ticket}', 'The same, for a large body', {
    params: EchoParams,
    response: EchoReply,
    status: 200,
  }),
}
