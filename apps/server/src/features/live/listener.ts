// Somebody who follows what happens: who they are, how we know, and how we find out that it is no longer so.
import type { IncomingMessage } from 'node:http'
import type { Topic } from '@bindery/contracts'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { authenticate } from '../../access/authenticate.ts'
import { loadActor } from '../../access/rules/load-actor.ts'
import { mayUse } from '../../access/rules/permissions.ts'
import { readCookie } from '../../access/sign-in/cookies.ts'
import { findAliveSessions, sessionCookie, sessionIdOf } from '../../access/sign-in/sessions.ts'
import { AppError } from '../../platform/errors.ts'
import type { EventStream } from './stream.ts'

export interface Listener {
  stream: EventStream
  topics: ReadonlySet<Topic>
  actor: Actor
  /** What the limit of streams counts: the user, or the place when nobody is signed in. */
  owner: string
  /** By name: the secret in the cookie may be replaced while the stream is open. */
  sessionId: string | undefined
  request: IncomingMessage
  address: string
}

/** The session that a request relies on, if it does. */
export function sessionOf({ headers }: IncomingMessage, actor: Actor): string | undefined {
  const isByHeader = headers.authorization !== undefined || headers['x-jfrog-art-api'] !== undefined
  const value = readCookie(headers.cookie, sessionCookie)
  return isByHeader || actor.userId === null || value === undefined ? undefined : sessionIdOf(value)
}

/** Who each listener is now; undefined for those whom we would not let in any more. */
export async function identifyAgain(
  access: Access,
  listeners: readonly Listener[],
): Promise<Map<Listener, Actor | undefined>> {
  const sessions = listeners.flatMap(({ sessionId }) => sessionId ?? [])
  const alive = await findAliveSessions(access, [...new Set(sessions)])
  const users = new Map<string, Promise<Actor | undefined>>()
  const found = new Map<Listener, Actor | undefined>()
  for (const listener of listeners) {
    const actor = await identifyOne(access, listener, alive, users)
    found.set(listener, actor && mayUse(actor, 'browse') ? actor : undefined)
  }
  return found
}

async function identifyOne(
  access: Access,
  { sessionId, actor, request, address }: Listener,
  alive: ReadonlySet<string>,
  users: Map<string, Promise<Actor | undefined>>,
): Promise<Actor | undefined> {
  if (sessionId === undefined || actor.userId === null) return identifyByRequest(access, request, address)
  if (!alive.has(sessionId)) return undefined
  const loading = users.get(actor.userId) ?? loadActor(access, actor.userId)
  users.set(actor.userId, loading)
  const loaded = await loading
  return loaded?.hasUiAccess ? loaded : undefined
}

async function identifyByRequest(
  access: Access,
  request: IncomingMessage,
  address: string,
): Promise<Actor | undefined> {
  try {
    return (await authenticate(access, request, () => address)).actor
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined
    throw error
  }
}

/** Whether both may do the same; actors are made anew with each change of anybody. */
export const hasSameRights = (a: Actor, b: Actor): boolean =>
  a === b || (a.userId === b.userId && rightsOf(a) === rightsOf(b))

const known = new WeakMap<Actor, string>()

function rightsOf(actor: Actor): string {
  const text = known.get(actor) ?? describe(actor)
  known.set(actor, text)
  return text
}

const describe = ({ isAdmin, groups, privileges, rules, scope }: Actor) =>
  JSON.stringify([
    isAdmin,
    groups,
    [...privileges].toSorted(),
    scope?.text,
    rules.all.map(({ section, target, actions, includes, excludes }) => [
      section,
      target,
      actions,
      includes.map(({ text }) => text),
      excludes.map(({ text }) => text),
    ]),
  ])
