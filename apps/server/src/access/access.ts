// What every question of access needs, passed as one value. Actors are remembered with the version they are true for
// (access-version.ts), so that no answer is ever stale.
import type { LoginRelatedData, SecuritySettings } from '@bindery/contracts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/connect.ts'
import type { UserRow } from '../platform/db/schema.ts'
import { LiveSettings, type LiveSetting } from '../platform/live-settings.ts'
import type { Log } from '../platform/log.ts'
import type { Vault } from '../platform/vault.ts'
import type { RememberedCredential } from './authenticate.ts'
import type { PasswordRealm } from './external/external-identity.ts'
import type { RequestIdentity } from './external/request-identities.ts'
import type { KnownActor } from './rules/load-actor.ts'
import { createRulesMemory, type RulesMemory, type RuleSource } from './rules/rules-memory.ts'
import { securitySetting } from './sign-in/security.ts'
import type { TokenUse } from './tokens/token-uses.ts'

/** Links of single sign-on: lists are joined, the first automatic one wins. */
export type SignInOffers = Pick<LoginRelatedData, 'samlAuthenticationData' | 'ssoProviderLink'>

/** Where an installation begins; later the security settings say (security.ts). */
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
  /** For what is worth a line: entries of the audit log, realms that cannot be reached. */
  log?: Log | undefined
  settings: AccessSettings
  /** What an administrator changes while the program runs. */
  live: LiveSettings
  vault: Vault
  /** The rules everyone signs in by; securityOf() reads them. */
  security: LiveSetting<SecuritySettings>
  /** Asked in this order after the internal users; filled by the features that connect them. */
  realms: PasswordRealm[]
  /** What the sign-in screen offers beside a password; filled by the features that connect providers. */
  signInOffers: (() => Promise<Partial<SignInOffers>>)[]
  /** Asked when a request carries no credential of its own. */
  requestIdentities: RequestIdentity[]
  /** By user id, each with the version that it is true for (access-version.ts). */
  actors: Map<string, KnownActor>
  rules: RulesMemory
  /** What gives rights beside permissions; filled by the features that have such things. */
  ruleSources: RuleSource[]
  /** Credentials that were checked at cost, by a keyed digest of them. */
  verified: Map<string, RememberedCredential>
  /** Checks of passwords that are under way, by the same kind of digest. */
  checking: Map<string, Promise<UserRow | undefined>>
  /** Passwords that were found right for a stored hash, by a digest of both. */
  rightPasswords: Set<string>
  /** How many guesses at one account or address are under way. */
  guessing: Map<string, number>
  /** Counts what forgetActors ends: what was being read meanwhile is out of date and not kept. */
  generation: number
  /** Counts changes of permissions. */
  rulesGeneration: number
  /** Tokens and their last use, not yet written. */
  tokenUses: Map<string, TokenUse>
  /** Likewise for browser sessions. */
  sessionUses: Map<string, string>
}

export function createAccess(options: {
  database: Database
  clock: Clock
  settings: AccessSettings
  vault: Vault
  log?: Log
}): Access {
  return {
    ...options,
    live: new LiveSettings(options.database),
    security: securitySetting(options.settings),
    realms: [],
    signInOffers: [],
    requestIdentities: [],
    actors: new Map(),
    rules: createRulesMemory(),
    ruleSources: [],
    verified: new Map(),
    checking: new Map(),
    rightPasswords: new Set(),
    guessing: new Map(),
    generation: 0,
    rulesGeneration: 0,
    tokenUses: new Map(),
    sessionUses: new Map(),
  }
}

/** Call after every change of credentials. Who changes users, groups or permissions uses access-version.ts, which calls it. */
export function forgetActors(access: Access): void {
  access.generation++
  access.verified.clear()
}
