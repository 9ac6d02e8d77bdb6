// The entries of archives, as rows that searches find. Read within limits; an archive that breaks them, or cannot be read,
// is known by what was found until then, and never asked again. Rows belong to the bytes and go with them.
import { AppError } from '../../platform/errors.ts'
import type { ArchiveEntryRow, IndexedArchiveRow } from '../../platform/db/schema.ts'
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

/** Small archives share a transaction: one for each would cost more than all that is written in it. */
export class ArchiveIndexer {
  readonly #registry: Registry
  #entries: ArchiveEntryRow[] = []
  #archives: IndexedArchiveRow[] = []

  constructor(registry: Registry) {
    this.#registry = registry
  }

  async add(archive: StoredArchive, signal: AbortSignal): Promise<void> {
    let found = 0
    try {
      for await (const path of pathsIn(this.#registry, archive)) {
        signal.throwIfAborted()
        if (!isFit(path)) continue
        found += 1
        this.#entries.push(rowOf(archive.sha256, path))
        if (this.#entries.length === piece) await this.flush()
      }
    } catch (error) {
      // Only what is wrong with the archive itself; anything else may be better next time.
      if (!(error instanceof AppError)) throw error
    }
    const indexed_at = this.#registry.clock.now().toISOString()
    this.#archives.push({ sha256: archive.sha256, entries: found, indexed_at })
    if (this.#archives.length === piece) await this.flush()
  }

  /** Writes what was found so far. */
  async flush(): Promise<void> {
    const entries = this.#entries
    const archives = this.#archives
    this.#entries = []
    this.#archives = []
    if (entries.length + archives.length > 0) await write(this.#registry, entries, archives)
  }
}

async function* pathsIn(registry: Registry, archive: StoredArchive): AsyncGenerator<string> {
  const seen = registry.seenEntries.take(archive.sha256)
  if (seen !== undefined) {
    yield* seen
    return
  }
  for await (const { kind, path } of walkArchive(storedArchive(registry, archive), limits))
    if (kind === 'file') yield path
}

const rowOf = (sha256: string, path: string): ArchiveEntryRow => ({
  sha256,
  path: parentOf(path) || '.',
  name: nameOf(path),
})

/** PostgreSQL keeps no NUL, and nobody searches for a name of kilobytes. */
const isFit = (path: string) => path.length <= longestPath && !path.includes('\0') && nameOf(path) !== ''

async function write(
  { database }: Registry,
  entries: ArchiveEntryRow[],
  archives: IndexedArchiveRow[],
): Promise<void> {
  await transaction(database, async (db) => {
    // Those that were deleted meanwhile must not hold up the others; those that are there stay until this is written.
    const rows = await db
      .selectFrom('blobs')
      .select('sha256')
      .where('sha256', 'in', [...new Set([...entries, ...archives].map(({ sha256 }) => sha256))])
      .$if(database.engine === 'postgres', (query) => query.forKeyShare())
      .execute()
    const there = new Set(rows.map(({ sha256 }) => sha256))
    const kept = entries.filter(({ sha256 }) => there.has(sha256))
    const read = archives.filter(({ sha256 }) => there.has(sha256))
    if (kept.length > 0)
      await db
        .insertInto('archive_entries')
        .values(kept)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    if (read.length > 0)
      await db
        .insertInto('indexed_archives')
        .values(read)
        .onConflict((conflict) => conflict.column('sha256').doNothing())
        .execute()
  })
}
