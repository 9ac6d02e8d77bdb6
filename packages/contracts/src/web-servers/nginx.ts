import type { ReverseProxySettings } from '../reverse-proxy.ts'
import { certificateOf, dockerPath, indent, isBySubDomain, repositoriesByPort, usesHttp } from './parts.ts'

export function nginx(settings: ReverseProxySettings): string {
  return `# Bindery behind nginx. Save as /etc/nginx/conf.d/bindery.conf, then: nginx -t && nginx -s reload
${[mainServer(settings), ...repositoriesByPort(settings).map((one) => portServer(settings, one))].join('\n\n')}`
}

function mainServer(settings: ReverseProxySettings): string {
  const { serverName, httpPort, httpsPort, useHttps } = settings
  const listens = [
    ...(usesHttp(settings) ? [`listen ${httpPort};`] : []),
    ...(useHttps ? [`listen ${httpsPort} ssl;`] : []),
  ]
  const escaped = serverName.replaceAll('.', String.raw`\.`)
  const names = isBySubDomain(settings) ? `${serverName} ~^(?<repository>[^.]+)\\.${escaped}$` : serverName
  const docker = isBySubDomain(settings)
    ? '    if ($repository) { rewrite ^/v2/(.*)$ /artifactory/api/docker/$repository/v2/$1 break; }\n'
    : ''
  return `server {
${indent(listens.join('\n'), 2)}
  server_name ${names};
${certificates(settings)}${common}
  location / {
${docker}${proxied(settings)}
  }
}`
}

/** One repository on a port of its own. */
function portServer(
  settings: ReverseProxySettings,
  { repository, port }: { repository: string; port: number },
) {
  return `server {
  listen ${port}${settings.useHttps ? ' ssl' : ''};
  server_name ${settings.serverName};
${certificates(settings)}${common}
  location / {
    rewrite ^/v2/(.*)$ ${dockerPath(repository)}/v2/$1 break;
${proxied(settings)}
  }
}`
}

const certificates = (settings: ReverseProxySettings) => {
  const { certificate, key } = certificateOf(settings)
  return settings.useHttps
    ? `  ssl_certificate ${certificate};
  ssl_certificate_key ${key};
  ssl_protocols TLSv1.2 TLSv1.3;
`
    : ''
}

const common = `  # Packages of any size, passed on as they arrive.
  client_max_body_size 0;
  proxy_request_buffering off;
  proxy_buffering off;
  proxy_read_timeout 900s;
  proxy_send_timeout 900s;
`

const proxied = ({
  upstream,
}: ReverseProxySettings) => `    # No path behind the address: encoded slashes (%2F) are passed on as they came.
    proxy_pass http://${upstream};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;`
