// What every change notes of whoever makes it, and asks about them.
import type { Actor } from '../access/actor.ts'
import { notSignedIn } from '../access/authenticate.ts'
import { can, decide, type RepositoryAction } from '../access/rules/permissions.ts'
import { forbidden, type AppError } from '../platform/errors.ts'
import type { Stamp } from './nodes.ts'
import type { Properties } from './properties.ts'
import { formatOf, type Registry } from './registry.ts'
import type { Repository } from './repositories.ts'

export function requireRight(
  actor: Actor,
  action: RepositoryAction,
  repository: Repository,
  path: string,
): void {
  if (can(actor, action, repository, path)) return
  refuse(actor, action, repository, path)
}

/** For something in the folder that was named in the call: what lies in it unseen is not told by a refusal either. */
export function requireRightInside(
  actor: Actor,
  action: RepositoryAction,
  repository: Repository,
  path: string,
  folder: string,
): void {
  if (can(actor, action, repository, path)) return
  if (can(actor, 'read', repository, path)) refuse(actor, action, repository, path)
  const place = folder === '' ? repository.key : `${repository.key}/${folder}`
  throw noRight(
    actor,
    `User ${actor.name} may not see everything in ${place}, so this cannot be done to all of it. Name what is seen piece by piece, or ask an administrator.`,
  )
}

function refuse(actor: Actor, action: RepositoryAction, repository: Repository, path: string): void {
  const decision = decide(actor, action, repository, path)
  if (!decision.allowed) throw noRight(actor, decision.why)
}

/** Whoever has not said who they are is asked to: clients renew or ask for credentials at no other answer. */
export const noRight = ({ userId }: Actor, why: string): AppError =>
  userId === null ? notSignedIn('Sign in first: anonymous users may not do this.') : forbidden(why)

/**
 * Of the properties in the address of an upload. As in Artifactory, the file is stored without those one may not set; a tag
 * of the format is part of publishing.
 */
export function permittedProperties(
  registry: Registry,
  { actor, repository, path }: { actor: Actor; repository: Repository; path: string },
  given: Properties,
): Properties {
  if (given.size === 0 || can(actor, 'annotate', repository, path)) return given
  const { tagProperty } = formatOf(registry, repository)
  return new Map([...given].filter(([key]) => key === tagProperty))
}

/** Who did it, as events tell. */
export const byOf = ({ name, origins }: Actor) => ({ actor: name, ...(origins && { origins }) })

export const stampOf = (registry: Registry, actor: Actor): Stamp => ({
  at: actor.changedAt ?? registry.clock.now().toISOString(),
  by: actor.name,
})
