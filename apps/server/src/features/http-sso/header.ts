// Whom a proxy names in a header. Believed only when the proxy itself is at the other end of the connection: everything
// else that a request says about where it came from, its sender can write.
import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import type { HttpSso } from '@bindery/contracts'
import { isListed, toBlockList } from '../../platform/networks.ts'

export type NamedByProxy =
  | { kind: 'not-a-proxy' | 'no-header' | 'ambiguous' | 'not-a-name' }
  | { kind: 'named'; name: string }

export function readProxyHeader(settings: HttpSso, request: IncomingMessage): NamedByProxy {
  if (!isTrustedPeer(settings, request)) return { kind: 'not-a-proxy' }
  const wanted = settings.header.toLowerCase()
  const alike = request.rawHeaders
    .filter((_, index) => index % 2 === 0)
    .filter((name) => flat(name) === flat(wanted))
  if (alike.length === 0) return { kind: 'no-header' }
  // A proxy replaces the header it knows; twice, or as Remote_User beside Remote-User, the other one is the visitor's.
  if (alike.length > 1 || alike[0]?.toLowerCase() !== wanted) return { kind: 'ambiguous' }
  const value = request.headers[wanted]
  const name = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return name === '' || name.length > 128 || /[\s,;\p{Cc}]/u.test(name)
    ? { kind: 'not-a-name' }
    : { kind: 'named', name }
}

export const isTrustedPeer = (settings: HttpSso, request: IncomingMessage) =>
  settings.proxies.length > 0 && isListed(listOf(settings), request.socket.remoteAddress)

/** Made once for each state of the settings, because every request asks. */
const lists = new WeakMap<HttpSso, BlockList>()

function listOf(settings: HttpSso): BlockList {
  const list = lists.get(settings) ?? toBlockList(settings.proxies)
  lists.set(settings, list)
  return list
}

/** Programs behind CGI and some proxies cannot tell the two apart, so neither do we. */
const flat = (name: string) => name.toLowerCase().replaceAll('_', '-')
