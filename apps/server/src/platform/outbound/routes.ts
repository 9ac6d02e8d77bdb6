// The way that a request takes to another server: straight, or through a proxy. Connections are kept by proxy; a proxy
// that was changed gets new ones.
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import type { Agent, Dispatcher, ProxyAgent } from 'undici'
import { AppError, quote } from '../errors.ts'
import type { OutboundPolicy } from './policy.ts'
import { basicOf, isReachedWithout, type FindProxy, type Proxy } from './proxy.ts'

/** A proxy, the name of one, `null` for none; left out: the platform's default, if there is one. */
export type WantedProxy = Proxy | string | null | undefined

/** A certificate of ours with its key, both PEM. */
export interface ClientIdentity {
  cert: string
  key: string
}

interface WantedWay {
  /** The address of this machine to go out from; not on the way through a proxy. */
  localAddress?: string | undefined
  identity?: ClientIdentity | undefined
  /** PEM: who may sign the certificate of the server, besides those whom this machine trusts. */
  authority?: string | undefined
}

export interface Route {
  dispatcher: Dispatcher
  proxy: Proxy | undefined
}

export class Routes {
  readonly #policy: OutboundPolicy
  /** By the address of this machine that they go out from, and by the certificates that they show and trust. */
  readonly #agents = new Map<string, Promise<Agent>>()
  /** By proxy and certificates. */
  readonly #proxyAgents = new Map<string, { of: string; agent: ProxyAgent }>()
  #find: FindProxy = async () => undefined

  constructor(policy: OutboundPolicy) {
    this.#policy = policy
  }

  use(find: FindProxy): void {
    this.#find = find
  }

  async choose(url: URL, wanted: WantedProxy, way: WantedWay = {}): Promise<Route> {
    const proxy = await this.#proxyFor(wanted)
    if (proxy === undefined || isReachedWithout(proxy, url.hostname))
      return { dispatcher: await this.#straight(way), proxy: undefined }
    await this.#policy.checkName(url.hostname)
    this.#policy.proxies.check(proxy.host)
    return { dispatcher: await this.#agentOf(proxy, way), proxy }
  }

  async close(): Promise<void> {
    await Promise.all([
      ...[...this.#agents.values()].map(async (agent) => (await agent).close()),
      ...[...this.#proxyAgents.values()].map(({ agent }) => agent.close()),
    ])
  }

  #straight(way: WantedWay): Promise<Agent> {
    const { localAddress = '' } = way
    if (localAddress !== '' && isIP(localAddress) === 0)
      throw new AppError('bad-gateway', `${quote(localAddress)} is not an IP address of this machine.`)
    const place = `${localAddress} ${nameOf(way)}`
    const known = this.#agents.get(place)
    const agent = known ?? this.#openStraight(localAddress, way)
    if (!known) agent.catch(() => this.#agents.delete(place))
    const oldest = putLast(this.#agents, place, agent)
    void oldest?.then((one) => one.close())
    return agent
  }

  // The library is loaded with the first request: it is large, and many processes never make one.
  async #openStraight(localAddress: string, way: WantedWay): Promise<Agent> {
    const { Agent } = await import('undici')
    return new Agent({
      connect: { ...secure(way), lookup: this.#policy.lookup, timeout: connectTimeout },
      ...(localAddress !== '' && { localAddress }),
      keepAliveTimeout: 10_000,
    })
  }

  async #proxyFor(wanted: WantedProxy): Promise<Proxy | undefined> {
    if (wanted === null) return undefined
    if (typeof wanted === 'object') return wanted
    const found = await this.#find(wanted)
    if (found === undefined && wanted !== undefined)
      throw new AppError(
        'bad-gateway',
        `There is no proxy named ${quote(wanted)}. Choose another for this request.`,
      )
    return found
  }

  async #agentOf(proxy: Proxy, way: WantedWay): Promise<ProxyAgent> {
    const { ProxyAgent } = await import('undici')
    const of = JSON.stringify([proxy.host, proxy.port, proxy.user, proxy.password])
    const place = `${proxy.key} ${nameOf(way)}`
    const kept = this.#proxyAgents.get(place)
    if (kept?.of === of) return kept.agent
    // What is under way on the old connections ends by itself.
    void kept?.agent.close()
    const agent = new ProxyAgent({
      ...proxyOptions(proxy),
      proxyTls: { ...verified, lookup: this.#policy.proxies.lookup },
      requestTls: secure(way),
    })
    const oldest = putLast(this.#proxyAgents, place, { of, agent })
    void oldest?.agent.close()
    return agent
  }
}

/** More than an installation has; each may hold some megabytes of certificates. */
const mostAgents = 50

/** Returns what has to go, because it was put there longest ago. */
function putLast<T>(all: Map<string, T>, name: string, value: T): T | undefined {
  all.delete(name)
  all.set(name, value)
  const [oldest] = all.size > mostAgents ? all : []
  if (oldest) all.delete(oldest[0])
  return oldest?.[1]
}

/** By content: a certificate that was renewed gets connections of its own. */
const nameOf = ({ identity, authority }: WantedWay) =>
  identity === undefined && authority === undefined
    ? ''
    : createHash('sha256').update([identity?.cert, identity?.key, authority].join('\0')).digest('hex')

const connectTimeout = 10_000

/** Said here, so that no variable of the environment says otherwise. */
const verified = { rejectUnauthorized: true }

/** Reading all authorities of a machine takes a tenth of a second: it is done once, not for each connection. */
const secure = ({ identity, authority }: WantedWay) =>
  authority === undefined
    ? { ...verified, ...identity }
    : {
        ...verified,
        secureContext: createSecureContext({
          ...identity,
          ca: [...getCACertificates('default'), authority],
        }),
      }

function proxyOptions(proxy: Proxy) {
  const host = proxy.host.includes(':') ? `[${proxy.host}]` : proxy.host
  const token = basicOf(proxy)
  return {
    uri: `http://${host}:${proxy.port}`,
    connectTimeout,
    keepAliveTimeout: 10_000,
    ...(token === undefined ? {} : { token }),
  }
}
