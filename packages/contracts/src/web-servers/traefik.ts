import type { ReverseProxySettings } from '../reverse-proxy.ts'
import { certificateOf, dockerPath, isBySubDomain, repositoriesByPort, usesHttp } from './parts.ts'

interface Router {
  name: string
  rule: string
  entryPoint: string
  isSecure: boolean
  repository?: string
}

export function traefik(settings: ReverseProxySettings): string {
  const { useHttps, upstream } = settings
  const routers = routersOf(settings)
  const rewritten = routers.filter((router) => router.repository !== undefined)
  return `# Bindery behind Traefik: the static configuration (traefik.yml), then the dynamic one.
entryPoints:
${entryPoints(settings)
  .map(
    ({ name, port }) => `  ${name}:
    address: ":${port}"
    http:
      # Encoded slashes (%2F) are passed on as they came.
      encodedCharacters:
        allowEncodedSlash: true
    transport:
      respondingTimeouts:
        # Packages of any size, however long they take.
        readTimeout: 0`,
  )
  .join('\n')}
---
http:
  routers:
${routers.map((router) => routerText(router)).join('\n')}
${rewritten.length === 0 ? '' : `  middlewares:\n${rewritten.map((router) => middleware(router)).join('\n')}\n`}  services:
    bindery:
      loadBalancer:
        passHostHeader: true
        servers:
          - url: "http://${upstream}"
${useHttps ? tls(settings) : ''}`
}

function entryPoints(settings: ReverseProxySettings): { name: string; port: number }[] {
  const { httpPort, httpsPort, useHttps } = settings
  return [
    ...(usesHttp(settings) ? [{ name: 'web', port: httpPort }] : []),
    ...(useHttps ? [{ name: 'websecure', port: httpsPort }] : []),
    ...repositoriesByPort(settings).map(({ port }) => ({ name: `port-${port}`, port })),
  ]
}

function routersOf(settings: ReverseProxySettings): Router[] {
  const { serverName, useHttps, reverseProxyRepositories } = settings
  const host = (name: string) => `Host(\`${name}\`)`
  const main: Router[] = [
    ...(usesHttp(settings)
      ? [{ name: 'bindery', rule: host(serverName), entryPoint: 'web', isSecure: false }]
      : []),
    ...(useHttps
      ? [{ name: 'bindery-secure', rule: host(serverName), entryPoint: 'websecure', isSecure: true }]
      : []),
  ]
  // Traefik cannot put a part of the host into the path, so repositories are named one by one.
  const named = isBySubDomain(settings) ? reverseProxyRepositories : []
  return [
    ...main,
    ...named.flatMap(({ repository }) =>
      main.map(({ name, entryPoint, isSecure }) => ({
        name: `${name}-${repository}`,
        rule: `${host(`${repository}.${serverName}`)} && PathPrefix(\`/v2/\`)`,
        entryPoint,
        isSecure,
        repository,
      })),
    ),
    ...repositoriesByPort(settings).map(({ repository, port }) => ({
      name: `bindery-${repository}`,
      rule: `${host(serverName)} && PathPrefix(\`/v2/\`)`,
      entryPoint: `port-${port}`,
      isSecure: useHttps,
      repository,
    })),
  ]
}

const routerText = ({ name, rule, entryPoint, isSecure, repository }: Router) => `    ${name}:
      rule: "${rule}"
      entryPoints: [${entryPoint}]
${repository === undefined ? '' : `      middlewares: [${name}]\n`}${isSecure ? '      tls: {}\n' : ''}      service: bindery`

const middleware = ({ name, repository = '' }: Router) => `    ${name}:
      replacePathRegex:
        regex: "^/v2/(.*)"
        replacement: "${dockerPath(repository)}/v2/$1"`

const tls = (settings: ReverseProxySettings) => {
  const { certificate, key } = certificateOf(settings)
  return `tls:
  certificates:
    - certFile: ${certificate}
      keyFile: ${key}
`
}
