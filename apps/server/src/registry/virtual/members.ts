// What stands behind a virtual repository, in the order in which it is asked.
import { can } from '../../access/rules/permissions.ts'
import type { RegistryRequest } from '../request.ts'
import { cacheOf, findRepositories, isLocal, virtualConfig, type Repository } from '../repositories.ts'
import type { Registry } from '../registry.ts'

/** Circles are refused when a virtual repository is saved; this is for one that slipped through. */
const deepest = 20

/**
 * The repositories that hold files: those that have priority first, then local ones, then remote ones, each in the order in
 * which they were listed. A repository that is not virtual stands for itself.
 */
export async function membersOf(registry: Registry, repository: Repository): Promise<Repository[]> {
  if (repository.kind !== 'virtual') return [repository]
  const flat = await flatten(registry, repository, deepest)
  const unique = [...new Map(flat.map((member) => [member.id, member])).values()]
  return unique.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** The same, with the cache in place of each remote one: repositories whose nodes can be read as they are. */
export async function physicalMembers(registry: Registry, repository: Repository): Promise<Repository[]> {
  return (await membersOf(registry, repository)).map((one) => (one.kind === 'remote' ? cacheOf(one) : one))
}

/** Those of them in which the reader may read something. */
export async function readableMembers({
  registry,
  repository,
  actor,
}: Pick<RegistryRequest, 'registry' | 'repository' | 'actor'>): Promise<Repository[]> {
  const members = await physicalMembers(registry, repository)
  return members.filter((one) => can(actor, 'read', one))
}

const rankOf = (member: Repository) => (member.config.priorityResolution ? 0 : 2) + (isLocal(member) ? 0 : 1)

async function flatten(registry: Registry, virtual: Repository, depth: number): Promise<Repository[]> {
  if (depth === 0) return []
  const members = await findRepositories(registry, virtualConfig(virtual).repositories)
  const inner = await Promise.all(
    members.map(async (one) => (one.kind === 'virtual' ? flatten(registry, one, depth - 1) : [one])),
  )
  return inner.flat()
}
