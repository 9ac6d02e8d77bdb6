import { listRepositories, virtualConfig, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'

/** The virtual repositories through which one reaches what this one holds. */
export async function listReaching(services: Services, repository: Repository): Promise<string[]> {
  const all = await listRepositories(services.registry)
  return all.filter((one) => one.kind === 'virtual' && reaches(all, one, repository)).map((one) => one.key)
}

/** Directly, or through virtual repositories in between. Circles are refused when they are saved. */
export function reaches(
  all: readonly Repository[],
  virtual: Repository,
  wanted: Pick<Repository, 'id'>,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (virtual.kind !== 'virtual' || seen.has(virtual.key)) return false
  const { repositories } = virtualConfig(virtual)
  const inside = all.filter((one) => repositories.includes(one.key))
  const before = new Set([...seen, virtual.key])
  return inside.some((one) => one.id === wanted.id || reaches(all, one, wanted, before))
}
