// The web server in front of this one, as far as it must be told about us.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { webServers } from './web-servers/servers.ts'

export { webServers, type WebServer } from './web-servers/servers.ts'

/** How clients of container registries name a repository: by sub-domain, by port, or in the path. */
export const dockerMethods = ['SUBDOMAIN', 'PORTPERREPO', 'REPOPATHPREFIX'] as const
export const DockerReverseProxyMethod = z.enum(dockerMethods)
export type DockerReverseProxyMethod = z.infer<typeof DockerReverseProxyMethod>

const Port = z.number().int().min(1).max(65_535)
/** Goes into a configuration file as it stands, so that nothing may end a line or a word. */
const FilePath = z
  .string()
  .max(1000)
  .regex(/^[^\s;{}"'`#]*$/, 'A path has no blanks, quotes, braces or semicolons')

export const ReverseProxyRepository = z.object({
  repository: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'Give the key of a repository'),
  port: Port,
})

export const ReverseProxySettings = z.object({
  serverName: z
    .string()
    .max(253)
    .regex(
      /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*)?$/,
      'Give a host name, without a scheme or a port',
    )
    .default(''),
  dockerReverseProxyMethod: DockerReverseProxyMethod.default('REPOPATHPREFIX'),
  reverseProxyRepositories: z
    .array(ReverseProxyRepository)
    .max(200)
    .default([])
    .describe(
      'With PORTPERREPO, the port of each; with SUBDOMAIN, for web servers that need them one by one',
    ),
  useHttps: z.boolean().default(false),
  useHttp: z.boolean().default(true),
  httpsPort: Port.default(443),
  httpPort: Port.default(80),
  sslCertificate: FilePath.default('').describe(
    'Where the certificate lies on the machine of the web server',
  ),
  sslKey: FilePath.default(''),
  upstream: z
    .string()
    .max(260)
    .regex(/^(?:[A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\]):\d{1,5}$/, 'Give a host and a port, such as 127.0.0.1:8082')
    .default('127.0.0.1:8082')
    .describe('Where the web server finds this one'),
})
export type ReverseProxySettings = z.infer<typeof ReverseProxySettings>
/** As they are told: every value is there. */
export const SavedReverseProxySettings = ReverseProxySettings.extend({})

/** What pages need to tell people how to reach a repository. */
export const ReverseProxyData = ReverseProxySettings.omit({
  sslCertificate: true,
  sslKey: true,
  upstream: true,
})

const { shape } = ReverseProxySettings
/** The same as Artifactory has it: the server behind is a host and a port, and HTTPS is called SSL. */
export const WireWebServer = z.object({
  key: z.string().max(64).optional(),
  webServerType: z.string().max(64).optional().describe('Every one has the same settings'),
  serverName: shape.serverName.unwrap().optional(),
  artifactoryServerName: z
    .string()
    .max(253)
    .regex(/^(?:[A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])$/, 'Give a host')
    .optional(),
  artifactoryPort: Port.optional(),
  sslCertificate: shape.sslCertificate.unwrap().optional(),
  sslKey: shape.sslKey.unwrap().optional(),
  dockerReverseProxyMethod: shape.dockerReverseProxyMethod.unwrap().optional(),
  useHttps: z.boolean().optional(),
  useHttp: z.boolean().optional(),
  sslPort: Port.optional(),
  httpPort: Port.optional(),
})
export type WireWebServer = z.infer<typeof WireWebServer>

const webServer = '/ui/api/v1/ui/system/configuration/webServer'
const wireWebServer = '/artifactory/api/system/configuration/webServer'

export const reverseProxy = {
  read: endpoint(`GET ${webServer}`, 'The settings for the web server in front', {
    response: SavedReverseProxySettings,
  }),
  save: endpoint(`PUT ${webServer}`, 'Change the settings for the web server in front', {
    body: ReverseProxySettings,
    response: SavedReverseProxySettings,
  }),
  data: endpoint('GET /ui/api/v1/ui/setMeUp/reverseProxyData', 'How clients reach repositories through it', {
    response: ReverseProxyData,
  }),
  wireRead: endpoint(`GET ${wireWebServer}`, 'The settings for the web server in front', {
    response: WireWebServer,
  }),
  wireSave: endpoint(`POST ${wireWebServer}`, 'Change some settings for the web server in front', {
    body: WireWebServer,
    response: WireWebServer,
  }),
  configuration: endpoint(
    'GET /artifactory/api/system/configuration/reverseProxy/{webServer}',
    'The configuration for a web server, as text',
    { params: z.object({ webServer: z.enum(webServers) }) },
  ),
}
