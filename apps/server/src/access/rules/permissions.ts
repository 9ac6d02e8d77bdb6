// The only rule book. Pure: everything it needs is in the actor. Deny first.
import type { Actor } from './actor.ts'

export const repositoryActions = ['read', 'annotate', 'deploy', 'delete', 'manage'] as const
export type RepositoryAction = (typeof repositoryActions)[number]

/**
 * What a route of the management API declares. `public`: anybody. `browse`: anybody who may read at least something;
 * the handler then shows only what `can` allows. `signed-in`: any user. `administer`: administrators.
 */
export type PlatformAction = 'public' | 'browse' | 'signed-in' | 'administer'

export type Decision = { allowed: true } | { allowed: false; why: string }

export const can = (actor: Actor, action: RepositoryAction, repository: string): boolean =>
  actor.isAdmin || actor.grants.some((grant) => covers(grant, action, repository))

/** The same answer with its reason, for refusals. */
export function decide(actor: Actor, action: RepositoryAction, repository: string): Decision {
  if (can(actor, action, repository)) return { allowed: true }
  return {
    allowed: false,
    why: `User ${actor.name} may not ${verbs[action]} ${repository}: no grant allows it. Ask an administrator for the ${action} right on this repository.`,
  }
}

export function mayUse(actor: Actor, action: PlatformAction): boolean {
  if (action === 'public' || actor.isAdmin) return true
  if (action === 'signed-in') return actor.userId !== null
  if (action === 'browse') return actor.userId !== null || actor.grants.length > 0
  return false
}

const covers = (grant: Actor['grants'][number], action: RepositoryAction, repository: string) =>
  grant.action === action && (grant.repository === '*' || grant.repository === repository)

const verbs: Record<RepositoryAction, string> = {
  read: 'read from',
  annotate: 'change properties in',
  deploy: 'deploy to',
  delete: 'delete or overwrite in',
  manage: 'manage',
}
