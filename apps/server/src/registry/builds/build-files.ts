// Where the files of a build are now: files of repositories with the same bytes. Of several, the one that the build itself
// has deployed comes first, as its properties, repository and path tell.
import { chunks } from '../../access/people/memberships.ts'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Registry } from '../registry.ts'
import { cacheOf, listRepositories, type Repository } from '../repositories.ts'
import { isTrash } from '../trash/repository.ts'

interface WantedFile {
  name: string
  sha1: string
  sha256: string
  repository: string
  path?: string
}

export interface LinkedFile {
  nodeId: string
  repository: Repository
  path: string
  name: string
  size: number
  sha256: string
  sha1: string
  modifiedAt: string
  /** Whether the build itself has put it there, as properties or the path tell. */
  isOwn: boolean
}

interface LinkOptions {
  /** Properties of this build speak for a file. */
  build: { name: string; number: string }
  /** Only files of the repositories with these keys; a cache goes by the key of its remote repository, too. */
  sources?: readonly string[] | undefined
}

/** For each wanted file the place it is at, as far as the actor may read it; undefined when there is none. */
export async function linkFiles<T extends WantedFile>(
  registry: Registry,
  actor: Actor,
  wanted: readonly T[],
  options: LinkOptions,
): Promise<(LinkedFile | undefined)[]> {
  const repositories = await storedIn(registry, options.sources)
  const found = await findByDigest(registry.database.db, wanted, [...repositories.keys()])
  const readable = found.flatMap((row) => {
    const repository = repositories.get(row.repository_id)
    const blob = row.sha256 ?? ''
    return repository && can(actor, 'read', repository, row.path) ? [{ ...row, repository, blob }] : []
  })
  const ofBuild = await nodesOfBuild(registry.database.db, readable, options.build)
  const byDigest = Map.groupBy(
    readable.flatMap((row) => [row, { ...row, sha256: row.sha1 }]),
    (row) => row.sha256 ?? '',
  )
  return wanted.map((file) => {
    const digest = file.sha256 === '' ? file.sha1 : file.sha256
    const rank = (row: Found) => rankOf(file, row, ofBuild.has(row.id))
    const best = (byDigest.get(digest) ?? []).toSorted(
      (a, b) => rank(b) - rank(a) || (a.repository.key + a.path < b.repository.key + b.path ? -1 : 1),
    )[0]
    return best && toLinked(best, rank(best) >= rankOfOwn)
  })
}

interface FoundRow {
  id: string
  repository_id: string
  path: string
  name: string
  size: number
  modified_at: string
  sha256: string | null
  sha1: string
}

/** `blob` stays when the row stands for another of its digests. */
type Found = FoundRow & { repository: Repository; blob: string }

const toLinked = (
  { id, repository, path, name, size, modified_at, blob, sha1 }: Found,
  isOwn: boolean,
): LinkedFile => ({
  nodeId: id,
  repository,
  path,
  name,
  size,
  sha256: blob,
  sha1,
  modifiedAt: modified_at,
  isOwn,
})

/** By its properties, or by repository and path together. */
const rankOfOwn = 6

function rankOf(file: WantedFile, row: Found, isOfBuild: boolean): number {
  const isAtPath = file.path !== undefined && file.path !== '' && row.path === file.path
  return (
    (isOfBuild ? 8 : 0) +
    (row.repository.key === file.repository ? 4 : 0) +
    (isAtPath ? 2 : 0) +
    (row.name === file.name ? 1 : 0)
  )
}

/** Repositories that have files of their own, by their id. */
async function storedIn(
  registry: Registry,
  sources: readonly string[] | undefined,
): Promise<Map<string, Repository>> {
  const all = await listRepositories(registry)
  const stored = all.filter(
    (one) =>
      one.kind !== 'virtual' &&
      !isTrash(one) &&
      (sources === undefined || sources.includes(one.key) || sources.includes(cacheOf(one).key)),
  )
  return new Map(stored.map((one) => [one.id, one]))
}

async function findByDigest(
  db: Db,
  wanted: readonly WantedFile[],
  repositoryIds: readonly string[],
): Promise<FoundRow[]> {
  if (repositoryIds.length === 0) return []
  const [bySha256, bySha1] = [
    new Set(wanted.map((file) => file.sha256).filter((digest) => digest !== '')),
    new Set(wanted.filter((file) => file.sha256 === '').map((file) => file.sha1)),
  ]
  const found: FoundRow[] = []
  for (const some of chunks([...bySha256]))
    found.push(...(await files(db, 'blobs.sha256', some, repositoryIds)))
  for (const some of chunks([...bySha1].filter((digest) => digest !== '')))
    found.push(...(await files(db, 'blobs.sha1', some, repositoryIds)))
  return found
}

const files = (
  db: Db,
  column: 'blobs.sha1' | 'blobs.sha256',
  digests: readonly string[],
  repositoryIds: readonly string[],
): Promise<FoundRow[]> =>
  db
    .selectFrom('blobs')
    .innerJoin('nodes', 'nodes.sha256', 'blobs.sha256')
    .select(['nodes.id', 'nodes.repository_id', 'nodes.path', 'nodes.name', 'nodes.size', 'nodes.sha256'])
    .select(['nodes.modified_at', 'blobs.sha1'])
    .where(column, 'in', digests)
    .where('nodes.repository_id', 'in', repositoryIds)
    .execute()

/** Those that say by their properties that the build has deployed them. */
async function nodesOfBuild(
  db: Db,
  rows: readonly FoundRow[],
  { name, number }: LinkOptions['build'],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of chunks(rows)) {
    const ids = some.map((row) => row.id)
    const named = await db
      .selectFrom('properties as names')
      .innerJoin('properties as numbers', 'numbers.node_id', 'names.node_id')
      .select('names.node_id')
      .where('names.node_id', 'in', ids)
      .where('names.key', '=', 'build.name')
      .where('names.value', '=', name)
      .where('numbers.key', '=', 'build.number')
      .where('numbers.value', '=', number)
      .execute()
    for (const { node_id } of named) found.add(node_id)
  }
  return found
}
