// Keeps the entries of all archives findable: follows what was published by the events about it, and goes once through
// what was there before. How far it has come is kept, so a run that was cut off goes on where it was.
import { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { placeEvents, readEvents, readLastPosition } from '../../platform/jobs/events.ts'
import type { Registry } from '../registry.ts'
import { archiveKindOf } from './archive.ts'
import { ArchiveIndexer, type StoredArchive } from './index-archive.ts'

const setting = 'archive-index'
const step = 500

const Progress = z.object({
  /** The last event that was followed. */
  position: z.number(),
  /** The last file that was looked at of those that were there before; null when all were. */
  node: z.string().nullable(),
})
type Progress = z.infer<typeof Progress>

const Published = z.object({ path: z.string(), sha256: z.string() })
type Published = z.infer<typeof Published>

const Placed = z.object({ repository: z.string(), path: z.string() })

export async function keepArchiveIndex(registry: Registry, signal: AbortSignal): Promise<void> {
  const { database } = registry
  await placeEvents(database)
  let progress: Progress = (await readProgress(database.db)) ?? {
    position: await readLastPosition(database.db),
    node: '',
  }
  for (;;) {
    signal.throwIfAborted()
    const follow = progress.node === null ? followEvents : followNodes
    const next = await follow(registry, progress, signal)
    if (next === undefined) return
    await writeProgress(registry, next)
    progress = next
  }
}

/** Undefined when nothing is left to follow. */
async function followEvents(
  registry: Registry,
  { position }: Progress,
  signal: AbortSignal,
): Promise<Progress | undefined> {
  const events = await readEvents(registry.database.db, position, step)
  const last = events.at(-1)
  if (last === undefined) return undefined
  const payloads = (...kinds: string[]) =>
    events.filter(({ kind }) => kinds.includes(kind)).map(({ payload }) => payload)
  const published = payloads('published').map((payload) => Published.parse(payload))
  const placed = payloads('copied', 'moved').map((payload) => Placed.parse(payload))
  await indexMissing(registry, [...published, ...(await findFiles(registry.database.db, placed))], signal)
  return { position: last.position, node: null }
}

/** A file that got another name may be an archive by it. In folders that were copied or moved all keep their names. */
async function findFiles(db: Db, places: z.infer<typeof Placed>[]): Promise<Published[]> {
  const archives = places.filter(({ path }) => archiveKindOf(path) !== undefined)
  if (archives.length === 0) return []
  const rows = await db
    .selectFrom('nodes')
    .innerJoin('repositories', 'repositories.id', 'nodes.repository_id')
    .select(['nodes.path', 'nodes.sha256'])
    .where((where) =>
      where.or(
        archives.map(({ repository, path }) =>
          where.and([where('repositories.key', '=', repository), where('nodes.path', '=', path)]),
        ),
      ),
    )
    .execute()
  return rows.flatMap(({ path, sha256 }) => (sha256 === null ? [] : [{ path, sha256 }]))
}

async function followNodes(
  registry: Registry,
  { position, node }: Progress,
  signal: AbortSignal,
): Promise<Progress> {
  const nodes = await registry.database.db
    .selectFrom('nodes')
    .select(['id', 'path', 'sha256'])
    .where('id', '>', node ?? '')
    .orderBy('id')
    .limit(step)
    .execute()
  const files = nodes.flatMap(({ path, sha256 }) => (sha256 === null ? [] : [{ path, sha256 }]))
  await indexMissing(registry, files, signal)
  return { position, node: nodes.at(-1)?.id ?? null }
}

async function indexMissing(registry: Registry, files: Published[], signal: AbortSignal): Promise<void> {
  const archives = files.filter(({ path }) => archiveKindOf(path) !== undefined)
  const indexer = new ArchiveIndexer(registry)
  for (const archive of await findMissing(registry.database.db, archives)) {
    try {
      await indexer.add(archive, signal)
    } catch (error) {
      signal.throwIfAborted()
      // One whose bytes cannot be had must not hold up the others; it is found otherwise as ever.
      registry.database.log.warn('The entries of an archive could not be read', { ...archive, error })
    }
  }
  await indexer.flush()
}

/** Bytes that are still there and were not read yet, each once. */
async function findMissing(db: Db, files: { path: string; sha256: string }[]): Promise<StoredArchive[]> {
  if (files.length === 0) return []
  const paths = new Map(files.map(({ path, sha256 }) => [sha256, path]))
  const rows = await db
    .selectFrom('blobs')
    .leftJoin('indexed_archives', 'indexed_archives.sha256', 'blobs.sha256')
    .select(['blobs.sha256', 'blobs.size'])
    .where('blobs.sha256', 'in', [...paths.keys()])
    .where('indexed_archives.sha256', 'is', null)
    .execute()
  return rows.map((row) => ({ ...row, path: paths.get(row.sha256) ?? '' }))
}

async function readProgress(db: Db): Promise<Progress | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
  return row && Progress.parse(JSON.parse(row.value))
}

async function writeProgress({ database }: Registry, progress: Progress): Promise<void> {
  const value = JSON.stringify(progress)
  await transaction(database, (db) =>
    db
      .insertInto('settings')
      .values({ name: setting, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  )
}
