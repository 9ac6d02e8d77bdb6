import type { ReverseProxySettings } from '../reverse-proxy.ts'
import { certificateOf, dockerPath, indent, isBySubDomain, repositoriesByPort, usesHttp } from './parts.ts'

export function apache(settings: ReverseProxySettings): string {
  const { httpPort, httpsPort, useHttps } = settings
  const hosts = [
    ...(usesHttp(settings) ? [host(settings, httpPort, false, bySubDomain(settings))] : []),
    ...(useHttps ? [host(settings, httpsPort, true, bySubDomain(settings))] : []),
    ...repositoriesByPort(settings).map(
      ({ repository, port }) =>
        `Listen ${port}\n${host(settings, port, useHttps, rewrite(`RewriteRule ^/v2/(.*)$ ${dockerPath(repository)}/v2/$1 [PT]`))}`,
    ),
  ]
  return `# Bindery behind Apache. First: a2enmod proxy proxy_http headers rewrite${useHttps ? ' ssl' : ''}
${hosts.join('\n\n')}`
}

function host(settings: ReverseProxySettings, port: number, isSecure: boolean, rules: string): string {
  const { serverName, upstream } = settings
  const { certificate, key } = certificateOf(settings)
  const tls = `SSLEngine on
SSLCertificateFile ${certificate}
SSLCertificateKeyFile ${key}
`
  return `<VirtualHost *:${port}>
  ServerName ${serverName}
${indent(isBySubDomain(settings) ? `ServerAlias *.${serverName}\n` : '', 2)}${indent(isSecure ? tls : '', 2)}  # Encoded slashes (%2F) are passed on as they came; "nocanon" below belongs to it.
  AllowEncodedSlashes NoDecode
  # Packages of any size.
  LimitRequestBody 0
  ProxyPreserveHost On
  RequestHeader set X-Forwarded-Proto "${isSecure ? 'https' : 'http'}"
${indent(rules, 2)}  ProxyPass / http://${upstream}/ nocanon timeout=900
  ProxyPassReverse / http://${upstream}/
</VirtualHost>`
}

const rewrite = (rules: string) => `RewriteEngine On\n${rules}\n`

const bySubDomain = (settings: ReverseProxySettings) =>
  isBySubDomain(settings)
    ? rewrite(
        `RewriteCond %{HTTP_HOST} ^([^.]+)\\.${settings.serverName.replaceAll('.', String.raw`\.`)}
RewriteRule ^/v2/(.*)$ /artifactory/api/docker/%1/v2/$1 [PT]`,
      )
    : ''
