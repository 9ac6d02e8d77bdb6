// A proxy that requests to other servers can go through, and which requests it is for.
import { type BlockList, isIP } from 'node:net'
import { isListed, toBlockList } from '../networks.ts'

export interface Proxy {
  key: string
  host: string
  port: number
  /** Empty: it asks for no credentials. */
  user: string
  password: string
  /** Hosts that it may send a request on to; they get its credentials, too. */
  redirectingHosts: string[]
  /** Hosts that are reached without it: names, `.domain` or `*.domain`, addresses, networks, or `*` for all. */
  noProxy: string[]
}

/** By name, or the platform's default when none is named. */
export type FindProxy = (key: string | undefined) => Promise<Proxy | undefined>

export const basicOf = ({ user, password }: Proxy) =>
  user === '' ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

export function isReachedWithout({ noProxy }: Pick<Proxy, 'noProxy'>, hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return isIP(host) === 0
    ? noProxy.some((entry) => matchesName(entry.toLowerCase(), host))
    : noProxy.includes('*') || isListed(networksIn(noProxy), host)
}

export const mayRedirectTo = ({ redirectingHosts }: Proxy, hostname: string) =>
  redirectingHosts.some((host) => host.toLowerCase() === hostname.toLowerCase())

/** Only its address, or an address with the number of bits that count. */
function isNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

function matchesName(entry: string, host: string): boolean {
  if (entry === '*' || entry === host) return true
  const domain = entry.replace(/^\*?\./, '')
  return domain !== entry && (host === domain || host.endsWith(`.${domain}`))
}

const networksIn = (entries: string[]): BlockList => toBlockList(entries.filter(isNetwork))
