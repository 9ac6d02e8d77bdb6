// Repositories: the things with a key and a format. Local ones for now; remote and virtual resolve behind the same calls.
import { changeAccess } from '../access/rules/access-version.ts'
import { forgetTarget } from '../access/rules/permission-targets.ts'
import { badRequest, conflict, notFound } from '../platform/errors.ts'
import type { Db } from '../platform/db/connect.ts'
import { isUniqueViolation, transaction } from '../platform/db/transaction.ts'
import { newId } from '../platform/ids.ts'
import type { RepositoryRow } from '../platform/db/schema.ts'
import { announce } from './events.ts'
import type { Registry } from './registry.ts'

export type RepositoryKind = 'local' | 'remote' | 'virtual'

export interface Repository {
  id: string
  key: string
  kind: RepositoryKind
  format: string
  description: string
  createdAt: string
}

export interface NewRepository {
  key: string
  kind: 'local'
  format: string
  description: string
}

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
// These stand at the same place of a URL as a key does.
const reserved = new Set(['api', 'webapp', 'ui', 'list', 'repo'])

/** What a new installation begins with. */
export const defaultRepositories = [
  { key: 'generic-local', format: 'generic', description: 'Files of any kind' },
  { key: 'npm-local', format: 'npm', description: 'npm packages published here' },
] as const

export async function findRepository(registry: Registry, key: string): Promise<Repository | undefined> {
  if (!registry.database.isShared) {
    const known = registry.repositories.peek(key, '')
    if (known) return known
    return registry.repositories.make(key, '', 0, () => readRepository(registry, key))
  }
  return readRepository(registry, key)
}

export async function listRepositories(registry: Registry): Promise<Repository[]> {
  const rows = await registry.database.db.selectFrom('repositories').selectAll().orderBy('key').execute()
  return rows.map(toRepository)
}

export async function createRepository(registry: Registry, wanted: NewRepository): Promise<Repository> {
  return transaction(registry.database, async (db, after) => {
    const row = await insertRepository(db, registry, wanted)
    await announce(db, 'repository-created', { repository: row.key })
    after(() => registry.repositories.forget(row.key))
    return toRepository(row)
  }).catch((error: unknown) => {
    if (isUniqueViolation(error))
      throw conflict(
        `There is a repository named ${wanted.key} already (upper and lower case count as the same).`,
      )
    throw error
  })
}

export async function insertRepository(
  db: Db,
  registry: Registry,
  wanted: NewRepository,
): Promise<RepositoryRow> {
  if (!keyPattern.test(wanted.key) || reserved.has(wanted.key.toLowerCase()) || wanted.key.endsWith('-cache'))
    throw badRequest(
      'A repository key has up to 64 letters, digits, dots, dashes and underscores, starts with a letter or digit, is not a reserved word and does not end in -cache.',
      'key',
    )
  if (!registry.formats.has(wanted.format))
    throw badRequest(
      `There is no package format ${JSON.stringify(wanted.format)}. Known: ${[...registry.formats.keys()].join(', ')}.`,
      'format',
    )
  const row: RepositoryRow = {
    id: newId(),
    key: wanted.key,
    folded_key: wanted.key.toLowerCase(),
    kind: wanted.kind,
    format: wanted.format,
    description: wanted.description,
    settings: '{}',
    project_key: '',
    environments: '[]',
    created_at: registry.clock.now().toISOString(),
  }
  await db.insertInto('repositories').values(row).execute()
  return row
}

export async function removeRepository(registry: Registry, key: string): Promise<void> {
  await changeAccess(registry.access, 'rules', async (db, after) => {
    const { numDeletedRows } = await db.deleteFrom('repositories').where('key', '=', key).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('repository', key)
    await forgetTarget(db, key)
    await announce(db, 'repository-deleted', { repository: key })
    after(() => {
      registry.repositories.forgetAll()
      registry.files.forgetAll()
      registry.documents.forgetAll()
    })
  })
}

async function readRepository(registry: Registry, key: string): Promise<Repository | undefined> {
  const row = await registry.database.db
    .selectFrom('repositories')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst()
  return row && toRepository(row)
}

const toRepository = (row: RepositoryRow): Repository => ({
  id: row.id,
  key: row.key,
  // Only createRepository writes this column.
  kind: row.kind as RepositoryKind,
  format: row.format,
  description: row.description,
  createdAt: row.created_at,
})
