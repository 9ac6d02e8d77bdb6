// One call of the management API as one typed value: the server implements it, the web app calls it,
// and the OpenAPI document is made from it.
import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Shape {
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  response?: z.ZodType
  /** When it is neither 200 with an answer nor 204 without one. */
  status?: 200 | 201 | 202
  /** The last placeholder takes all that follows, slashes included, and arrives as it was sent: still percent-encoded. */
  takesRest?: true
}

export interface Endpoint<S extends Shape = Shape> {
  method: Method
  /** With `{name}` placeholders, as in OpenAPI. */
  path: string
  summary: string
  shape: S
}

export type Area = Record<string, Endpoint>

export function endpoint<const S extends Shape>(
  route: `${Method} /${string}`,
  summary: string,
  shape: S,
): Endpoint<S> {
  const space = route.indexOf(' ')
  // The template type guarantees the method before the first space.
  return { method: route.slice(0, space) as Method, path: route.slice(space + 1), summary, shape }
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Given<T> = T extends z.ZodType ? z.input<T> : undefined

/** What a handler receives, after parsing. */
export interface Input<S extends Shape> {
  params: Parsed<S['params']>
  query: Parsed<S['query']>
  body: Parsed<S['body']>
}

/** What a caller passes: only the parts that the endpoint has. */
export type CallInput<S extends Shape> = {
  [K in 'params' | 'query' | 'body' as S[K] extends z.ZodType ? K : never]: Given<S[K]>
}

export type Output<S extends Shape> = S['response'] extends z.ZodType ? z.output<S['response']> : void
