// The entries of one archive, as rows that searches find. Read within limits; an archive that breaks them, or cannot be read,
// is known by what was found until then, and never asked again. Rows belong to the bytes and go with them.
import { AppError } from '../../platform/errors.ts'
import type { ArchiveEntryRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { nameOf, parentOf } from '../paths.ts'
import type { Registry } from '../registry.ts'
import { walkArchive } from './archive.ts'
import { storedArchive } from './entry.ts'

export interface StoredArchive {
  sha256: string
  size: number
  /** Of one of the files with these bytes. */
  path: string
}

/** Less than whoever looks into one archive may ask for: nobody waits for this. */
const limits = { entries: 50_000, bytes: 2 * 1024 ** 3 }
/** So that others who write wait for milliseconds only. */
const piece = 500
const longestPath = 1000

export async function indexArchive(
  registry: Registry,
  archive: StoredArchive,
  signal?: AbortSignal,
): Promise<void> {
  let found = 0
  let rows: ArchiveEntryRow[] = []
  const write = async () => {
    await insertEntries(registry, rows)
    found += rows.length
    rows = []
  }
  try {
    for await (const { kind, path } of walkArchive(storedArchive(registry, archive), limits)) {
      signal?.throwIfAborted()
      if (kind === 'file' && isFit(path)) rows.push(rowOf(archive.sha256, path))
      if (rows.length === piece) await write()
    }
  } catch (error) {
    // Only what is wrong with the archive itself; anything else may be better next time.
    if (!(error instanceof AppError)) throw error
  }
  await write()
  await transaction(registry.database, (db) =>
    db
      .insertInto('indexed_archives')
      .values({ sha256: archive.sha256, entries: found, indexed_at: registry.clock.now().toISOString() })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute(),
  )
}

const rowOf = (sha256: string, path: string): ArchiveEntryRow => ({
  sha256,
  path: parentOf(path) || '.',
  name: nameOf(path),
})

/** PostgreSQL keeps no NUL, and nobody searches for a name of kilobytes. */
const isFit = (path: string) => path.length <= longestPath && !path.includes('\0') && nameOf(path) !== ''

async function insertEntries({ database }: Registry, rows: ArchiveEntryRow[]): Promise<void> {
  if (rows.length === 0) return
  await transaction(database, (db) =>
    db
      .insertInto('archive_entries')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}
