// Where an upstream keeps something, and whose request it is.
import { remoteConfig, type Repository } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'

export const fileAddress = (remote: Repository, path: string) => addressBelow(remote, encodePath(path))

/** The same to show: parameters that are added to each question may hold a secret. */
export const placeBeyond = (remote: Repository, path: string) => `${baseOf(remote)}/${encodePath(path)}`

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/')

const baseOf = (remote: Repository) => remoteConfig(remote).url.replace(/\/+$/, '')

export function addressBelow(remote: Repository, below: string): string {
  return withQuery(remote, `${baseOf(remote)}/${below}`)
}

/** A document may name any address; only those of the upstream itself are believed. */
export function sourceAddress(remote: Repository, source: string | undefined): string | undefined {
  const upstream = URL.parse(remoteConfig(remote).url)
  const named = source === undefined ? null : URL.parse(source)
  return named && upstream && named.origin === upstream.origin ? withQuery(remote, named.href) : undefined
}

function withQuery(remote: Repository, address: string): string {
  const params = remoteConfig(remote).queryParams.replace(/^\?/, '')
  return params === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${params}`
}

/** Whose requests have passed here already: two installations that point at each other must not go round for ever. */
export const viaHeader = 'x-bindery-via'

export function viaOf({ headers, registry }: RegistryRequest): Record<string, string> {
  const before = headers[viaHeader]
  const via = typeof before === 'string' ? `${before.slice(0, 1000)}, ${registry.nodeId}` : registry.nodeId
  return { [viaHeader]: via }
}

/** The request passed through here before: our upstream is, by some way, ourselves. */
export const isRoundTrip = ({ headers, registry }: RegistryRequest) =>
  String(headers[viaHeader] ?? '')
    .split(',')
    .some((one) => one.trim() === registry.nodeId)
