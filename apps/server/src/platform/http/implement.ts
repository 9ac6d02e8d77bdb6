// implement(area, handlers): binds each endpoint of a contract to what it needs and what it does. A forgotten endpoint, a
// missing `allow` or a wrong answer does not compile.
import type { Area, Endpoint, Input, Output, Shape } from '@bindery/contracts'
import type { IncomingMessage } from 'node:http'
import type { WireReply } from './wire.ts'

/** What a handler may know of the request beside its parsed input. */
export interface CallContext<Actor> {
  actor: Actor
  requestId: string
  origin: string
  isSecure: boolean
  /** The client's, looking through trusted proxies. */
  address: string
  raw: IncomingMessage
  /** Adds a header to the reply; cookies add up, anything else replaces what was set before. */
  setHeader(name: string, value: string): void
}

/** An answer that is not JSON of the endpoint's schema: a redirect, a text, a page, a file. */
export class PlainReply {
  readonly reply: WireReply

  constructor(reply: WireReply) {
    this.reply = reply
  }
}

type Answer<S extends Shape> = Output<S> | PlainReply

export interface Handler<S extends Shape, Action, Actor, Services> {
  allow: Action
  /** For the few calls that pages of other sites make on purpose, such as the answer of an identity provider. */
  isOpenToOtherSites?: true
  /** For calls that prove themselves: their Authorization is no user's, so nobody is looked for behind it. */
  hasOwnCredentials?: true
  /** For what signs in or out, or changes nothing although its method says so: works in read-only mode too. */
  worksReadOnly?: true
  handle(input: Input<S> & CallContext<Actor>, services: Services): Answer<S> | Promise<Answer<S>>
}

type ShapeOf<E> = E extends Endpoint<infer S> ? S : never

export type Handlers<A extends Area, Action, Actor, Services> = {
  [K in keyof A]: Handler<ShapeOf<A[K]>, Action, Actor, Services>
}

/** One endpoint with its handler, the types of its input erased: they were checked by implement. */
export interface BoundEndpoint<Action, Actor, Services> {
  endpoint: Endpoint
  allow: Action
  isOpenToOtherSites: boolean
  hasOwnCredentials: boolean
  worksReadOnly: boolean
  handle(input: Input<Shape> & CallContext<Actor>, services: Services): unknown
}

/** An endpoint whose handler is loaded when it is first asked for. */
export interface OfferedEndpoint<Action, Actor, Services> {
  endpoint: Endpoint
  load(): Promise<BoundEndpoint<Action, Actor, Services>>
}

/**
 * Offers areas without loading what answers them: most processes are never asked for most calls, and loading all of them
 * would be a third of a start. `load` is the import of a module that implements just these areas.
 */
export function later<Action, Actor, Services>(
  areas: Area[],
  load: () => Promise<{ endpoints: BoundEndpoint<Action, Actor, Services>[] }>,
): OfferedEndpoint<Action, Actor, Services>[] {
  const find = async (endpoint: Endpoint) => {
    const found = (await load()).endpoints.find((one) => one.endpoint === endpoint)
    if (!found) throw new Error(`${endpoint.method} ${endpoint.path} is offered, but not implemented`)
    return found
  }
  return areas
    .flatMap((area) => Object.values(area))
    .map((endpoint) => {
      let found: ReturnType<typeof find> | undefined
      // A failure (no descriptors left, say) is not kept: whoever asks next tries again.
      const begin = () =>
        find(endpoint).catch((error: unknown) => {
          found = undefined
          throw error
        })
      return { endpoint, load: () => (found ??= begin()) }
    })
}

export function implement<A extends Area, Action, Actor, Services>(
  area: A,
  handlers: Handlers<A, Action, Actor, Services>,
): BoundEndpoint<Action, Actor, Services>[] {
  return Object.entries(area).map(([name, endpoint]) => {
    // `handlers` has exactly the keys of `area`; the mapped type says so, Object.entries forgets it.
    const {
      allow,
      handle,
      isOpenToOtherSites = false,
      hasOwnCredentials = false,
      worksReadOnly = false,
    } = handlers[name as keyof A] as unknown as Handler<Shape, Action, Actor, Services>
    return { endpoint, allow, handle, isOpenToOtherSites, hasOwnCredentials, worksReadOnly }
  })
}
