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
${accelerated}
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

/** As comments: it needs a folder that nginx may read, and a setting. */
const accelerated = `
  # Files at the speed of nginx itself: set BINDERY_ACCEL_REDIRECT=/bindery-blobs/, let nginx read the folder
  # blobs of the data folder, and take away the # in front of these lines.
  # proxy_set_header X-Sendfile-Type X-Accel-Redirect;   # beside the other headers below
  # location /bindery-blobs/ {
  #   internal;
  #   alias /var/lib/bindery/blobs/;
  #   etag off;
  #   if_modified_since off;
  #   add_header ETag $upstream_http_etag;
  #   add_header Last-Modified $upstream_http_last_modified;
  #   add_header X-Checksum-Sha1 $upstream_http_x_checksum_sha1;
  #   add_header X-Checksum-Sha256 $upstream_http_x_checksum_sha256;
  #   add_header X-Checksum-Md5 $upstream_http_x_checksum_md5;
  #   add_header X-Artifactory-Filename $upstream_http_x_artifactory_filename;
  # }`

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
