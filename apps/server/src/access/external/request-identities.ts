// Other ways to know who sends a request than what the sender shows: a proxy in front of us that names them. Asked when a
// request carries no credential of its own.
import type { IncomingMessage } from 'node:http'
import type { Access } from '../access.ts'
import type { Actor } from '../actor.ts'
import { loadActor } from '../rules/load-actor.ts'

export interface RequestIdentity {
  /** False, without waiting for anything, when userIdOf is sure to know nothing. */
  mayKnow(request: IncomingMessage): boolean
  /** Undefined when it knows nothing about the sender. */
  userIdOf(request: IncomingMessage): Promise<string | undefined>
}

export async function actorOfRequest(access: Access, request: IncomingMessage): Promise<Actor | undefined> {
  for (const identity of access.requestIdentities) {
    const userId = await identity.userIdOf(request)
    const actor = userId === undefined ? undefined : await loadActor(access, userId)
    if (actor?.hasUiAccess) return actor
  }
  return undefined
}
