// The SHA-512 of files, for formats whose documents tell it. It takes as long as all other digests together, so a large upload
// has it only where its format needs it; bytes that come there by another way are read once more.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { StagedBlob } from '../platform/blobs/blob-store.ts'
import { transaction } from '../platform/db/transaction.ts'
import { formatOf, type Registry } from './registry.ts'
import type { Repository } from './repositories.ts'

/** Before the blob's row is written. */
export async function completeSha512(
  registry: Registry,
  repository: Repository,
  staged: StagedBlob,
): Promise<void> {
  if (staged.sha512 === '' && formatOf(registry, repository).needsSha512)
    staged.sha512 = await hashStream(staged.read())
}

/** Of bytes that are stored; does nothing where it is known, or where the bytes are gone. */
export async function fillSha512(registry: Registry, sha256: string): Promise<void> {
  const { database, blobs } = registry
  const row = await database.db
    .selectFrom('blobs')
    .select('sha512')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (row?.sha512 !== '') return
  const opened = await blobs.open(sha256)
  if (opened === undefined) return
  const sha512 = await hashStream(opened.stream)
  await transaction(database, (db) =>
    db.updateTable('blobs').set({ sha512 }).where('sha256', '=', sha256).execute(),
  )
}

async function hashStream(stream: Readable): Promise<string> {
  const running = createHash('sha512')
  for await (const chunk of stream) running.update(chunk)
  return running.digest('base64')
}
