// Which scheme and host our links start with. A configured base URL wins; else the host that the request named,
// with X-Forwarded-* and the older X-JFrog-Override-Base-Url believed only from trusted proxies. Documents are kept per origin, so a forged Host
// reaches nobody but its sender.
import { isIP } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { badRequest } from '../errors.ts'
import { isListed, toBlockList } from '../networks.ts'

const hostPattern =
  /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]{0,252}[a-zA-Z0-9])?|\[[0-9a-fA-F:.]{2,45}\])(?::\d{1,5})?$/

export type OriginOf = (request: IncomingMessage) => string

/** The base URL is asked each time, because an administrator may change it. */
export function originReader(baseUrl: () => string | undefined, trustedProxies: string[]): OriginOf {
  const trusted = toBlockList(trustedProxies)
  return (request) => {
    const fixed = baseUrl()
    if (fixed) return fixed.replace(/\/+$/, '')
    const isTrusted = trustedProxies.length > 0 && isListed(trusted, request.socket.remoteAddress)
    const override = isTrusted && firstOf(request.headers['x-jfrog-override-base-url'])
    if (override) return overridden(override)
    const host = (isTrusted && firstOf(request.headers['x-forwarded-host'])) || request.headers.host
    if (host === undefined) return 'http://localhost'
    if (!hostPattern.test(host)) throw badRequest('The Host header is not a host name.')
    return `${schemeOf(request, isTrusted)}://${host}`
  }
}

/** The address of the platform; older proxies name that of its repositories. */
function overridden(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || !hostPattern.test(url.host))
    throw badRequest('The header X-JFrog-Override-Base-Url is not an address of this server.')
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/artifactory$/, '')}`
}

/** The address of the client, looking through trusted proxies. */
export function clientAddressReader(trustedProxies: string[]): (request: IncomingMessage) => string {
  const trusted = toBlockList(trustedProxies)
  return (request) => {
    // The types do not say so, yet a request that was broken off may have lost its socket.
    const socket: typeof request.socket | null = request.socket
    const direct = socket?.remoteAddress ?? 'unknown'
    if (trustedProxies.length === 0 || !isListed(trusted, direct)) return direct
    // Each proxy appends whom it saw. The last that is not one of ours is the client; what stands before it, it claims.
    const seen = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    return (
      seen
        .map((address) => address.trim())
        .findLast((address) => isIP(address) && !isListed(trusted, address)) ?? direct
    )
  }
}

function schemeOf(request: IncomingMessage, isTrusted: boolean): 'http' | 'https' {
  if (isTrusted) {
    const forwarded = firstOf(request.headers['x-forwarded-proto'])
    if (forwarded === 'http' || forwarded === 'https') return forwarded
  }
  return 'encrypted' in request.socket ? 'https' : 'http'
}

const firstOf = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim() || undefined
