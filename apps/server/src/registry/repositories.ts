// Repositories: the things with a key, a kind and a package type. How they are made and changed is in change-repositories.ts.
import { buildInfoFormat } from '../access/rules/build-rules.ts'
import type { Db } from '../platform/db/connect.ts'
import type { RepositoryRow } from '../platform/db/schema.ts'
import { fillConfig, type RepositoryConfig, type Settings } from './config/read.ts'
import type { FederatedConfig, LocalConfig, RemoteConfig, VirtualConfig } from './config/members.ts'
import type { RepositoryKind } from './config/package-types.ts'
import { trashKey } from '../access/rules/rules.ts'
import type { Registry } from './registry.ts'

export type { RepositoryKind } from './config/package-types.ts'

export interface Repository {
  id: string
  key: string
  kind: RepositoryKind
  /** The package type: `npm`, `maven` … */
  format: string
  description: string
  createdAt: string
  /** Empty when it belongs to none. */
  projectKey: string
  environments: string[]
  /** Every member of its kind and type, defaults filled in. Read it by localConfig, remoteConfig and virtualConfig. */
  config: RepositoryConfig
  /** Of a remote one: what was learned from its upstream until then counts as old. */
  zappedAt?: Date
  /** What was fetched from the upstream of a remote one, under its own key: to be read and deleted, nothing else. */
  isCache?: true
  /** Which section of permissions speaks of it, when it is not that of files. */
  section?: 'build'
}

const cacheSuffix = '-cache'

/** `<key>-cache` is the cache of the remote repository `<key>`; no other key ends like this. */
export async function findRepository(registry: Registry, key: string): Promise<Repository | undefined> {
  if (!key.endsWith(cacheSuffix)) return findStored(registry, key)
  const remote = await findStored(registry, key.slice(0, -cacheSuffix.length))
  return remote?.kind === 'remote' ? cacheOf(remote) : undefined
}

/** In the order of the keys, those that exist. */
export async function findRepositories(registry: Registry, keys: readonly string[]): Promise<Repository[]> {
  if (!registry.database.isShared)
    return (await Promise.all(keys.map((key) => findStored(registry, key)))).filter(
      (one) => one !== undefined,
    )
  if (keys.length === 0) return []
  const rows = await registry.database.db
    .selectFrom('repositories')
    .selectAll()
    .where('key', 'in', keys)
    .execute()
  const found = new Map(rows.map((row) => [row.key, toRepository(row)]))
  return keys.flatMap((key) => found.get(key) ?? [])
}

/** The cache is its own cache. */
export const cacheOf = (remote: Repository): Repository =>
  remote.isCache ? remote : { ...remote, key: `${remote.key}${cacheSuffix}`, isCache: true }

/** Holds what is deployed to it. */
export const isLocal = ({ kind }: Pick<Repository, 'kind'>) => kind === 'local' || kind === 'federated'

/** If it is in memory and nobody else may have changed it; caches are not. */
export function recallRepository(registry: Registry, key: string): Repository | undefined {
  // Projects and environments move this counter when they give a repository to another.
  return registry.database.isShared
    ? undefined
    : registry.repositories.peek(key, '', registry.access.generation)
}

async function findStored(registry: Registry, key: string): Promise<Repository | undefined> {
  if (registry.database.isShared) return readRepository(registry, key)
  const { generation } = registry.access
  return (
    recallRepository(registry, key) ??
    registry.repositories.make(key, '', generation, () => readRepository(registry, key))
  )
}

/** Without the trash can, which nobody publishes to or installs from. */
export async function listRepositories(registry: Registry): Promise<Repository[]> {
  const rows = await registry.database.db
    .selectFrom('repositories')
    .selectAll()
    .where('key', '<>', trashKey)
    .orderBy('key')
    .execute()
  return rows.map(toRepository)
}

export const localConfig = (repository: Repository): LocalConfig => view(repository, 'local', 'federated')
export const federatedConfig = (repository: Repository): FederatedConfig => view(repository, 'federated')
export const remoteConfig = (repository: Repository): RemoteConfig => view(repository, 'remote')
export const virtualConfig = (repository: Repository): VirtualConfig => view(repository, 'virtual')

function view<T>(repository: Repository, ...kinds: RepositoryKind[]): T {
  if (!kinds.includes(repository.kind))
    throw new Error(`${repository.key} is ${repository.kind}, not ${kinds[0]}`)
  // fillConfig gave it all members of its kind.
  return repository.config as T
}

/** Stands for a repository that the reader may not know of. */
export const unknownRepository = (key: string, format: string): Repository => ({
  id: '',
  key,
  kind: 'local',
  format,
  description: '',
  createdAt: '',
  projectKey: '',
  environments: [],
  config: fillConfig('local', format, {}),
})

async function readRepository(registry: Registry, key: string): Promise<Repository | undefined> {
  const row = await registry.database.db
    .selectFrom('repositories')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst()
  return row && toRepository(row)
}

export async function findRepositoryById(db: Db, id: string): Promise<Repository | undefined> {
  const row = await db.selectFrom('repositories').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toRepository(row)
}

export function toRepository(row: RepositoryRow): Repository {
  // Only change-repositories.ts writes these columns.
  const kind = row.kind as RepositoryKind
  return {
    id: row.id,
    key: row.key,
    kind,
    format: row.format,
    description: row.description,
    createdAt: row.created_at,
    projectKey: row.project_key,
    environments: JSON.parse(row.environments) as string[],
    config: fillConfig(kind, row.format, JSON.parse(row.settings) as Settings),
    ...(row.zapped_at !== null && { zappedAt: new Date(row.zapped_at) }),
    ...(row.format === buildInfoFormat && { section: 'build' as const }),
  }
}
