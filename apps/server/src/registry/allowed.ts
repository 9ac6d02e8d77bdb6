// Whether somebody may do something to a repository, and to which one it is then done. Reading a virtual repository means
// reading some of its members; what is written to it goes to the one that it names.
import type { Actor } from '../access/actor.ts'
import { can, type RepositoryAction } from '../access/rules/permissions.ts'
import { badRequest } from '../platform/errors.ts'
import type { Registry } from './registry.ts'
import { findRepository, isLocal, listRepositories, virtualConfig, type Repository } from './repositories.ts'
import { physicalMembers } from './virtual/members.ts'

export async function mayRead(
  registry: Registry,
  actor: Actor,
  repository: Repository,
  path?: string,
): Promise<boolean> {
  if (repository.kind !== 'virtual') return can(actor, 'read', repository, path)
  const members = await physicalMembers(registry, repository)
  return members.some((one) => can(actor, 'read', one, path))
}

/** All that somebody may read something of. Members are looked up in the list itself, not one by one. */
export async function listReadable(registry: Registry, actor: Actor): Promise<Repository[]> {
  const all = await listRepositories(registry)
  const byKey = new Map(all.map((one) => [one.key, one]))
  return all.filter((one) => isReadable(byKey, actor, one, new Set()))
}

function isReadable(
  byKey: ReadonlyMap<string, Repository>,
  actor: Actor,
  repository: Repository,
  seen: Set<string>,
): boolean {
  if (can(actor, 'read', repository)) return true
  // Circles are refused when a virtual repository is saved; this is for one that slipped through.
  if (repository.kind !== 'virtual' || seen.has(repository.key)) return false
  seen.add(repository.key)
  const members = virtualConfig(repository).repositories.map((key) => byKey.get(key))
  return members.some((one) => one !== undefined && isReadable(byKey, actor, one, seen))
}

/** Where it is done. For one who may not know of the repository it stays the same, and the refusal follows. */
export async function placeFor(
  registry: Registry,
  actor: Actor,
  action: RepositoryAction,
  repository: Repository,
): Promise<Repository> {
  if (isLocal(repository) || action === 'read' || action === 'manage') return repository
  if (!(await mayRead(registry, actor, repository))) return repository
  if (repository.kind === 'virtual') return deploymentTarget(registry, repository)
  if (repository.isCache && action !== 'deploy') return repository
  throw badRequest(
    repository.isCache
      ? `${repository.key} is the cache of a remote repository: files come there from its upstream only.`
      : `${repository.key} is a remote repository: it takes nothing but what its upstream has. Its cache is at ${repository.key}-cache.`,
  )
}

async function deploymentTarget(registry: Registry, virtual: Repository): Promise<Repository> {
  const { defaultDeploymentRepo } = virtualConfig(virtual)
  const target =
    defaultDeploymentRepo === '' ? undefined : await findRepository(registry, defaultDeploymentRepo)
  if (target) return target
  throw badRequest(
    `The virtual repository ${virtual.key} has no default deployment repository. Deploy to one of its local members, or ask an administrator to name one.`,
  )
}
