// Making, changing and deleting repositories, one or many, all or nothing. These changes run one after the other on all
// nodes together, so that two of them cannot make a circle of virtual repositories.
import { audit, type Doer } from '../access/audit.ts'
import { changeAccess } from '../access/rules/access-version.ts'
import { forgetTarget } from '../access/rules/permission-targets.ts'
import type { Db } from '../platform/db/connect.ts'
import type { RepositoryRow } from '../platform/db/schema.ts'
import { isUniqueViolation } from '../platform/db/transaction.ts'
import { badRequest, conflict, notFound } from '../platform/errors.ts'
import { refuseTrashCan } from './built-in.ts'
import { requireKeyPairs, requirePlaces, requireProxies } from './config/check.ts'
import { findPackageType } from './config/package-types.ts'
import {
  changedNames,
  changedRow,
  settingsOf,
  toRow,
  type NewRepository,
  type RepositoryChange,
} from './config/rows.ts'
import { dropMember, requireSoundVirtuals } from './config/virtuals.ts'
import { announce } from './events.ts'
import { keepMembers } from './mirrors/members.ts'
import { forgetGone } from './mirrors/mirror.ts'
import { forgetPackages } from './packages.ts'
import type { Registry } from './registry.ts'
import { toRepository, type Repository } from './repositories.ts'

export async function createRepository(
  registry: Registry,
  by: Doer,
  wanted: NewRepository,
): Promise<Repository> {
  const [made] = await createRepositories(registry, by, [wanted])
  if (!made) throw new Error('nothing was made')
  return made
}

export function createRepositories(
  registry: Registry,
  by: Doer,
  wanted: readonly NewRepository[],
): Promise<Repository[]> {
  const keys = wanted.map(({ key }) => key)
  return changeAccess(registry.access, 'people', async (db, after) => {
    const rows = await insertRepositories(db, registry, wanted)
    await requirePlaces(db, rows)
    await settle(db, registry, by, { kind: 'repository.created', rows, before: [] })
    for (const [index, row] of rows.entries())
      await keepMembers(db, registry, row, wanted[index]?.config ?? {})
    for (const repository of keys) await announce(db, 'repository-created', { repository })
    after(() => registry.repositories.forgetAll())
    return rows.map(toRepository)
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw conflict(
      `Case insensitive repository key already exists: ${keys.join(', ')}. Choose another key; upper and lower case count as the same.`,
    )
  })
}

/** Inside a transaction; for what is built in. What others give goes through createRepositories. */
export async function insertRepositories(
  db: Db,
  registry: Registry,
  wanted: readonly NewRepository[],
): Promise<RepositoryRow[]> {
  const rows = wanted.map((one) => toRow(registry, one))
  if (rows.length > 0) await db.insertInto('repositories').values(rows).execute()
  return rows
}

/** What is not given stays. Kind and package type cannot change. */
export async function updateRepositories(
  registry: Registry,
  by: Doer,
  changes: readonly RepositoryChange[],
): Promise<Repository[]> {
  for (const { key } of changes) refuseTrashCan(key)
  return changeAccess(registry.access, 'people', async (db, after) => {
    const before = await rowsOf(db, changes)
    const pairs = before.map(({ row, config }) => ({
      ...{ row, config },
      changed: changedRow(registry, row, config),
    }))
    const rows = pairs.map(({ changed }) => changed)
    await requirePlaces(
      db,
      pairs.flatMap(({ row, changed }) => (isMoved(changed, row) ? [changed] : [])),
    )
    await db
      .insertInto('repositories')
      .values(rows)
      .onConflict((on) =>
        on.column('id').doUpdateSet((update) => ({
          description: update.ref('excluded.description'),
          settings: update.ref('excluded.settings'),
          project_key: update.ref('excluded.project_key'),
          environments: update.ref('excluded.environments'),
        })),
      )
      .execute()
    const were = before.map(({ row }) => row)
    await settle(db, registry, by, { kind: 'repository.updated', rows, before: were })
    for (const { changed, config } of pairs) {
      await keepMembers(db, registry, changed, config)
      if (changed.kind === 'federated') await forgetGone(db, registry, toRepository(changed))
    }
    after(() => {
      registry.repositories.forgetAll()
      forgetPackages(registry)
    })
    return rows.map(toRepository)
  })
}

/** A local repository becomes a federated one, with all it holds; there is no way back. */
export async function federateRepository(registry: Registry, by: Doer, key: string): Promise<void> {
  refuseTrashCan(key)
  await changeAccess(registry.access, 'people', async (db, after) => {
    const row = await db.selectFrom('repositories').selectAll().where('key', '=', key).executeTakeFirst()
    if (!row) throw notFound('repository', key)
    if (row.kind !== 'local') throw badRequest(`${key} is a ${row.kind} repository, not a local one.`)
    if (findPackageType(row.format)?.kinds.includes('federated') !== true)
      throw badRequest(`There are no federated repositories of the package type ${row.format}.`)
    await db.updateTable('repositories').set({ kind: 'federated' }).where('id', '=', row.id).execute()
    const federated = { ...row, kind: 'federated' }
    await settle(db, registry, by, { kind: 'repository.updated', rows: [federated], before: [row] })
    after(() => registry.repositories.forgetAll())
  })
}

/** Everything in it goes along, and it vanishes from the virtual repositories that held it. */
export async function removeRepository(registry: Registry, by: Doer, key: string): Promise<void> {
  refuseTrashCan(key)
  await changeAccess(registry.access, 'rules', async (db, after) => {
    const { numDeletedRows } = await db.deleteFrom('repositories').where('key', '=', key).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('repository', key)
    await forgetTarget(db, key)
    const virtuals = await dropMember(db, key)
    await audit(registry.access, db, by, { kind: 'repository.deleted', target: key, detail: { virtuals } })
    await announce(db, 'repository-deleted', { repository: key })
    after(() => {
      registry.repositories.forgetAll()
      registry.files.forgetAll()
      forgetPackages(registry)
    })
  })
}

interface Written {
  kind: 'repository.created' | 'repository.updated'
  rows: readonly RepositoryRow[]
  before: readonly RepositoryRow[]
}

/** What must hold of all rows together, once they are written. */
async function settle(db: Db, registry: Registry, by: Doer, { kind, rows, before }: Written): Promise<void> {
  const were = new Map(before.map((row) => [row.id, row]))
  const changes = rows.map((row) => {
    const was = were.get(row.id)
    return { settings: settingsOf(row), before: was ? settingsOf(was) : {} }
  })
  await requireProxies(
    db,
    changes.map(({ settings }) => settings),
  )
  await requireKeyPairs(db, changes)
  if (rows.some((row) => row.kind === 'virtual'))
    await requireSoundVirtuals(
      db,
      rows.map((row) => row.key),
    )
  for (const row of rows) {
    const was = were.get(row.id)
    await audit(registry.access, db, by, {
      kind,
      target: row.key,
      detail: { kind: row.kind, format: row.format, ...(was && { changed: changedNames(was, row) }) },
    })
  }
}

async function rowsOf(
  db: Db,
  changes: readonly RepositoryChange[],
): Promise<{ row: RepositoryRow; config: RepositoryChange['config'] }[]> {
  const keys = changes.map(({ key }) => key)
  if (new Set(keys).size < keys.length) throw badRequest('A repository is named twice.', 'key')
  const rows = await db.selectFrom('repositories').selectAll().where('key', 'in', keys).execute()
  return changes.map(({ key, config }) => {
    const row = rows.find((one) => one.key === key)
    if (!row) throw notFound('repository', key)
    return { row, config }
  })
}

const isMoved = (row: RepositoryRow, before: RepositoryRow) =>
  row.project_key !== before.project_key || row.environments !== before.environments
