// What is followed: a place of a repository that holds files, a virtual repository (what happens in its members), or the folder that a
// format keeps a package in, in all its repositories. Only what one may read can be followed, and is told of only as long as one may.
import type { FollowTarget } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import { trashKey } from '../../access/rules/rules.ts'
import type { FollowRow } from '../../platform/db/schema.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { ancestorsOf } from '../../registry/nodes.ts'
import { findNodeAt, findPlace, mayLookInto } from '../../registry/places.ts'
import { packageFolder } from '../../registry/registry.ts'
import { cacheOf, listRepositories, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { behind } from './behind.ts'

export type Place = Pick<FollowRow, 'repository_id' | 'format' | 'package' | 'path'>

/** What an index of the database takes in any alphabet. */
export const longestPath = 600

export async function findTarget(services: Services, actor: Actor, target: FollowTarget): Promise<Place> {
  const place = target.package === '' ? await findHeld(services, actor, target) : undefined
  const found = place ?? (await findPackage(services, actor, target.package))
  if (found.path.length > longestPath)
    throw badRequest(`Only paths of at most ${longestPath} characters can be followed.`, 'path')
  return found
}

/** By the repository that holds it, also when it was found through a virtual one. */
async function findHeld(services: Services, actor: Actor, asked: FollowTarget): Promise<Place> {
  const place = await findPlace(services, actor, asked)
  if (place.repository.key === trashKey) throw badRequest('What lies in the trash can cannot be followed.')
  if (place.path !== '') {
    const { holder, node } = await findNodeAt(services, actor, asked)
    return { repository_id: holder.id, format: '', package: '', path: node.path }
  }
  return { repository_id: place.repository.id, format: '', package: '', path: '' }
}

async function findPackage(services: Services, actor: Actor, packageId: string): Promise<Place> {
  const [format = '', name = ''] = packageId.split(/:\/\/(.*)/s)
  const path = packageFolder(services.registry, format, name)
  const rows = await services.database.db
    .selectFrom('packages')
    .select('repository_id')
    .where('format', '=', format)
    .where('name', '=', name)
    .execute()
  const holders = new Set(rows.map((row) => row.repository_id))
  const repositories = await listRepositories(services.registry)
  const isOpen = repositories.some(
    (one) => holders.has(one.id) && can(actor, 'read', holderOf(one), `${path}/`),
  )
  if (path === undefined || !isOpen) throw notFound('package', packageId)
  return { repository_id: null, format, package: name, path }
}

/** Asked again whenever something is told: rights come and go. */
export function isReadable(repositories: readonly Repository[], actor: Actor, place: Place): boolean {
  if (place.repository_id === null)
    return repositories.some(
      (one) => one.format === place.format && can(actor, 'read', holderOf(one), `${place.path}/`),
    )
  const repository = repositories.find(({ id }) => id === place.repository_id)
  if (!repository) return false
  return behind(repositories, repository).some((one) => mayLookInto(actor, holderOf(one), place.path))
}

/** What is fetched lies in the cache, which has rights of its own. */
export const holderOf = (repository: Repository): Repository =>
  repository.kind === 'remote' ? cacheOf(repository) : repository

export function describeTarget(repositories: readonly Repository[], place: Place): FollowTarget {
  if (place.repository_id === null)
    return { repository: '', path: '', package: `${place.format}://${place.package}` }
  const repository = repositories.find(({ id }) => id === place.repository_id)?.key ?? ''
  return { repository, path: place.path, package: '' }
}

/** The path itself and all folders above it, up to the repository. */
export const pathAndAbove = (path: string): string[] => ['', ...ancestorsOf(path)]
