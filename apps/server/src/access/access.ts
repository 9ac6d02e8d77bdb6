// What every question of access needs, passed as one value. Actors are remembered in memory only while this process
// is the only writer; with a shared database they are read anew, so that no answer is ever stale.
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/connect.ts'
import { anonymousActor, type Actor } from './actor.ts'
import { LiveSettings } from '../platform/live-settings.ts'
import type { Vault } from '../platform/vault.ts'
import type { VerifiedCredential } from './authenticate.ts'
import type { PasswordRealm } from './external-identity.ts'

export interface AccessSettings {
  anonymousAccess: boolean
  sessionHours: number
  /** Sessions that are not remembered end after so long without a request. */
  sessionIdleMinutes: number
  rememberMeDays: number
}

export interface Access {
  database: Database
  clock: Clock
  settings: AccessSettings
  /** What an administrator changes while the program runs. */
  live: LiveSettings
  vault: Vault
  /** Asked in this order after the internal users; filled by the features that connect them. */
  realms: PasswordRealm[]
  anonymous: Actor
  /** By user id; emptied whenever a user or grant changes. */
  actors: Map<string, Actor>
  /** Credentials that were checked at cost, by a keyed digest of them. */
  verified: Map<string, VerifiedCredential>
  /** Counts what forgetActors ends: what was being read meanwhile is out of date and not kept. */
  generation: number
  /** Tokens and the moment of their last use, not yet written. */
  tokenUses: Map<string, string>
  /** Likewise for browser sessions. */
  sessionUses: Map<string, string>
}

export function createAccess(options: {
  database: Database
  clock: Clock
  settings: AccessSettings
  vault: Vault
}): Access {
  return {
    ...options,
    live: new LiveSettings(options.database),
    realms: [],
    anonymous: anonymousActor(options.settings.anonymousAccess),
    actors: new Map(),
    verified: new Map(),
    generation: 0,
    tokenUses: new Map(),
    sessionUses: new Map(),
  }
}

/** Call after every change of users, grants or credentials. */
export function forgetActors(access: Access): void {
  access.generation++
  access.actors.clear()
  access.verified.clear()
}
