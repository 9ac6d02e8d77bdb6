// Configurations for the web servers that people put in front: one pure function each, from the same settings. All of them
// keep encoded slashes, take bodies of any size without storing them first, and say which host and scheme were asked for.
import type { ReverseProxySettings } from '../reverse-proxy.ts'
import { apache } from './apache.ts'
import { caddy } from './caddy.ts'
import { ingress } from './ingress.ts'
import { nginx } from './nginx.ts'
import type { WebServer } from './servers.ts'
import { traefik } from './traefik.ts'

const writers: Record<WebServer, (settings: ReverseProxySettings) => string> = {
  nginx,
  apache,
  caddy,
  traefik,
  ingress,
}

export const configurationFor = (server: WebServer, settings: ReverseProxySettings): string =>
  `${writers[server]({ ...settings, serverName: settings.serverName || 'bindery.example.org' }).trim()}\n`

/** What the test of the public address can find wrong, by the name of its step. */
const subjects: Record<string, Record<WebServer, RegExp>> = {
  'Host header': {
    nginx: /Host \$http_host/,
    apache: /ProxyPreserveHost/,
    caddy: /reverse_proxy/,
    traefik: /passHostHeader/,
    ingress: /host:/,
  },
  'Forwarded scheme': {
    nginx: /X-Forwarded-Proto/,
    apache: /X-Forwarded-Proto/,
    caddy: /reverse_proxy/,
    traefik: /entryPoints:/,
    ingress: /tls:/,
  },
  'Encoded slashes': {
    nginx: /proxy_pass/,
    apache: /AllowEncodedSlashes/,
    caddy: /reverse_proxy/,
    traefik: /allowEncodedSlash/,
    ingress: /path: \//,
  },
  'Large bodies': {
    nginx: /client_max_body_size/,
    apache: /LimitRequestBody/,
    caddy: /reverse_proxy/,
    traefik: /readTimeout/,
    ingress: /proxy-body-size/,
  },
}

/** The line, counted from 1, that takes care of what a step of the test looks at. */
export function lineFor(step: string, server: WebServer, configuration: string): number | undefined {
  const pattern = subjects[step]?.[server]
  const index = pattern === undefined ? -1 : configuration.split('\n').findIndex((line) => pattern.test(line))
  return index === -1 ? undefined : index + 1
}
