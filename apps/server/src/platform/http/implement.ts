// implement(area, handlers): binds each endpoint of a contract to what it needs and what it does. A forgotten endpoint, a
// missing `allow` or a wrong answer does not compile.
import type { Area, Endpoint, Input, Output, Shape } from '@bindery/contracts'
import type { IncomingMessage } from 'node:http'

/** What a handler may know of the request beside its parsed input. */
export interface CallContext<Actor> {
  actor: Actor
  requestId: string
  origin: string
  isSecure: boolean
  raw: IncomingMessage
  /** Adds a header to the reply, e.g. a cookie. */
  setHeader(name: string, value: string): void
}

export interface Handler<S extends Shape, Action, Actor, Services> {
  allow: Action
  handle(input: Input<S> & CallContext<Actor>, services: Services): Output<S> | Promise<Output<S>>
}

type ShapeOf<E> = E extends Endpoint<infer S> ? S : never

export type Handlers<A extends Area, Action, Actor, Services> = {
  [K in keyof A]: Handler<ShapeOf<A[K]>, Action, Actor, Services>
}

/** One endpoint with its handler, the types of its input erased: they were checked by implement. */
export interface BoundEndpoint<Action, Actor, Services> {
  endpoint: Endpoint
  allow: Action
  handle(input: Input<Shape> & CallContext<Actor>, services: Services): unknown
}

export function implement<A extends Area, Action, Actor, Services>(
  area: A,
  handlers: Handlers<A, Action, Actor, Services>,
): BoundEndpoint<Action, Actor, Services>[] {
  return Object.entries(area).map(([name, endpoint]) => {
    // `handlers` has exactly the keys of `area`; the mapped type says so, Object.entries forgets it.
    const { allow, handle } = handlers[name as keyof A] as unknown as Handler<Shape, Action, Actor, Services>
    return { endpoint, allow, handle }
  })
}
