import type { ReverseProxySettings } from '../reverse-proxy.ts'
import { dockerPath, indent, isBySubDomain, repositoriesByPort, usesHttp } from './parts.ts'

export function caddy(settings: ReverseProxySettings): string {
  const { serverName, httpPort, httpsPort, useHttps } = settings
  const addresses = (host: string) =>
    [
      ...(usesHttp(settings) ? [`http://${host}:${httpPort}`] : []),
      ...(useHttps ? [`https://${host}:${httpsPort}`] : []),
    ].join(', ')
  const scheme = useHttps ? 'https' : 'http'
  const sites = [
    site(settings, addresses(serverName)),
    // The labels of a host are counted from its end: the one before the server's name is the repository.
    ...(isBySubDomain(settings)
      ? [
          site(
            settings,
            addresses(`*.${serverName}`),
            `/artifactory/api/docker/{labels.${serverName.split('.').length}}`,
          ),
        ]
      : []),
    ...repositoriesByPort(settings).map(({ repository, port }) =>
      site(settings, `${scheme}://${serverName}:${port}`, dockerPath(repository)),
    ),
  ]
  return `# Bindery behind Caddy. Save as /etc/caddy/Caddyfile, then: caddy reload
# Caddy keeps the Host header and encoded slashes, and says which scheme was asked for, by itself.
${sites.join('\n\n')}`
}

function site(settings: ReverseProxySettings, addresses: string, docker?: string): string {
  const { sslCertificate, sslKey, useHttps, upstream } = settings
  const own = useHttps && sslCertificate !== '' && sslKey !== ''
  const lines = [
    // Without a certificate of one's own, Caddy gets one.
    ...(own ? [`tls ${sslCertificate} ${sslKey}`] : []),
    ...(docker === undefined ? [] : [`rewrite /v2/* ${docker}{uri}`]),
    `reverse_proxy ${upstream} {
  # Answers that grow while they are sent are passed on at once.
  flush_interval -1
}`,
  ]
  return `${addresses} {
${indent(lines.join('\n'), 2)}
}`
}
