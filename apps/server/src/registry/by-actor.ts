// What every change notes of whoever makes it, and asks about them.
import type { Actor } from '../access/actor.ts'
import { can, decide, type RepositoryAction } from '../access/rules/permissions.ts'
import { forbidden } from '../platform/errors.ts'
import type { Stamp } from './nodes.ts'
import type { Registry } from './registry.ts'
import type { Repository } from './repositories.ts'

export function requireRight(
  actor: Actor,
  action: RepositoryAction,
  repository: Repository,
  path: string,
): void {
  if (can(actor, action, repository, path)) return
  const decision = decide(actor, action, repository, path)
  if (!decision.allowed) throw forbidden(decision.why)
}

export const stampOf = (registry: Registry, actor: Actor): Stamp => ({
  at: registry.clock.now().toISOString(),
  by: actor.name,
})
