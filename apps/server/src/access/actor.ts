// Whoever asks: a user (by password, token or browser session), or nobody in particular. Everything that the rule book
// needs is in here, so that an answer costs no query.
import type { Privilege } from '@bindery/contracts'
import { emptyRules, type Rules } from './rules/rules.ts'
import type { ScopeRestriction } from './tokens/token-scope.ts'

export interface Actor {
  /** Null for the anonymous actor. No row has it when a token's name is no user: see token-actor.ts. */
  userId: string | null
  name: string
  /** By the own mark or through a group. */
  isAdmin: boolean
  mustChangePassword: boolean
  /** The names of the groups that count for this actor. */
  groups: readonly string[]
  privileges: ReadonlySet<Privilege>
  /** False: no browser session. */
  hasUiAccess: boolean
  rules: Rules
  /** What a token leaves of it; asked first, and never adds anything. */
  scope?: ScopeRestriction | undefined
  /** The token that was presented, if it was one. */
  token?: PresentedToken | undefined
  /** Another installation passes on what was done in these repositories; see registry/mirrors/origins.ts. */
  origins?: readonly string[]
  /** When it was done there, in a federated repository. */
  changedAt?: string
}

interface PresentedToken {
  id: string
  expiresAt: string | null
}

/** May do nothing but what is public: anonymous access is off. */
export const nobody: Actor = {
  userId: null,
  name: 'anonymous',
  isAdmin: false,
  mustChangePassword: false,
  groups: [],
  privileges: new Set(),
  hasUiAccess: true,
  rules: emptyRules,
}

/** Work that the program starts by itself: default repositories, schedules. */
export const systemActor: Actor = { ...nobody, name: 'system', isAdmin: true }
