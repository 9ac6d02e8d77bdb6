// Small blobs lie in the database, large ones in the store behind. A row is durable with the rows that need it: it
// costs neither a file nor a sync of its own (docs/adr/0011-small-blobs-are-rows.md).
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { prepare } from '../db/prepare.ts'
import type { BlobContentRow } from '../db/schema.ts'
import { hashAll } from '../digests.ts'
import type { BlobStore, StagedBlob, StageOptions } from './blob-store.ts'
import { ByteCache } from './byte-cache.ts'
import { refuseAbove } from './disk.ts'
import { isDigest } from './folders.ts'
import { partOf } from './staged.ts'

/** Beyond, writing twice (to the log and to its place) costs more than a file. */
export const rowLimit = 32 * 1024

const cacheBytes = 4 * 1024 * 1024
const pageSize = 500

export function keepSmallInDatabase(database: Database, large: BlobStore): BlobStore {
  const cache = new ByteCache(cacheBytes)
  let removals = 0

  async function find(sha256: string): Promise<Buffer | undefined> {
    const kept = cache.find(sha256)
    if (kept !== undefined || !isDigest(sha256)) return kept
    const before = removals
    const row = await findContent.find(database.db, { sha256 })
    if (row === undefined) return undefined
    const bytes = asBuffer(row.content)
    // Removed meanwhile: then it must not come back to life here.
    if (removals === before) cache.put(sha256, bytes)
    return bytes
  }

  return {
    stage: (source, options = {}) => stage(large, source, options),
    async open(sha256, range) {
      const bytes = await find(sha256)
      if (bytes === undefined) return large.open(sha256, range)
      return { stream: streamOf(partOf(bytes, range)), size: bytes.byteLength }
    },
    peek: (sha256) => cache.find(sha256) ?? large.peek(sha256),
    readSmall: async (sha256) => (await find(sha256)) ?? large.readSmall(sha256),
    has: async (sha256) => (await find(sha256)) !== undefined || large.has(sha256),
    async setAside(db, given) {
      const digests = given.filter(isDigest)
      if (digests.length === 0) return
      await db.deleteFrom('blob_contents').where('sha256', 'in', digests).execute()
      removals += 1
      for (const sha256 of digests) cache.remove(sha256)
      await large.setAside(db, digests)
    },
    // A row comes back by itself when its transaction fails. Memory is not asked: it may be older than the transaction.
    async bringBack(db, sha256) {
      if (!isDigest(sha256)) return false
      const row = await db
        .selectFrom('blob_contents')
        .select('sha256')
        .where('sha256', '=', sha256)
        .executeTakeFirst()
      return row !== undefined || large.bringBack(db, sha256)
    },
    listAside: () => large.listAside(),
    dropAside: (sha256) => large.dropAside(sha256),
    async *list() {
      yield* listRows(database)
      yield* large.list()
    },
    close: () => large.close(),
  }
}

async function stage(
  large: BlobStore,
  source: AsyncIterable<Uint8Array> | Buffer,
  options: StageOptions,
): Promise<StagedBlob> {
  const { limit = Infinity } = options
  if (Buffer.isBuffer(source)) {
    refuseAbove(limit, source.byteLength)
    return source.byteLength > rowLimit ? large.stage(source, options) : stageRow(source)
  }
  const iterator = source[Symbol.asyncIterator]()
  const collected: Uint8Array[] = []
  let size = 0
  while (size <= Math.min(rowLimit, limit)) {
    const next = await iterator.next()
    if (next.done) return stageRow(Buffer.concat(collected, size))
    collected.push(Buffer.from(next.value))
    size += next.value.byteLength
  }
  return large.stage(resume(collected, iterator), options)
}

async function* resume(
  collected: Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* collected.splice(0)
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

function stageRow(bytes: Buffer): StagedBlob {
  const blob = { ...hashAll(bytes), size: bytes.byteLength }
  return {
    ...blob,
    bytes,
    isRow: true,
    read: (range) => streamOf(partOf(bytes, range)),
    keep: async () => {},
    async keepIn(db) {
      const created_at = new Date().toISOString()
      await insertContent.run(db, { sha256: blob.sha256, content: bytes, created_at })
    },
    discard: async () => {},
  }
}

const insertContent = prepare((db, row: BlobContentRow) =>
  db
    .insertInto('blob_contents')
    .values(row)
    .onConflict((on) => on.column('sha256').doNothing()),
)

const findContent = prepare((db, { sha256 }: { sha256: string }) =>
  db.selectFrom('blob_contents').select('content').where('sha256', '=', sha256),
)

async function* listRows({ db }: Database) {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('blob_contents')
      .select(['sha256', 'created_at', sql<number>`length(content)`.as('size')])
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(pageSize)
      .execute()
    for (const { sha256, size, created_at } of rows) yield { sha256, size, modifiedAt: new Date(created_at) }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.sha256
  }
}

const streamOf = (bytes: Buffer) => Readable.from([bytes], { objectMode: false })

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)
