// Bytes without a row, as a crash between storing the bytes and writing the rows leaves them. They are given a row, dated
// as garbage, so that there is one way only in which bytes are ever removed.
import { StreamingDigests } from '../../platform/digests.ts'
import type { Digests } from '../../platform/blobs/blob-store.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Walk } from './mark.ts'
import { knownDigests, type Store } from './sweep.ts'

const step = 500
/** Younger ones belong to uploads that are under way. */
const youngest = 60 * 60 * 1000

interface Adopted {
  adopted: number
  /** Bytes whose digest is not the name they lie under: left alone, to be looked at by a person. */
  damaged: string[]
}

export async function adoptOrphans(registry: Store, { signal, tell }: Walk = {}): Promise<Adopted> {
  const found: Adopted = { adopted: 0, damaged: [] }
  const before = registry.clock.now().getTime() - youngest
  let batch: string[] = []
  let looked = 0
  const adoptBatch = async () => {
    signal?.throwIfAborted()
    for (const sha256 of await withoutRow(registry, batch)) await adopt(registry, sha256, found)
    looked += batch.length
    batch = []
    await tell?.(looked)
  }
  for await (const { sha256, modifiedAt } of registry.blobs.list()) {
    if (modifiedAt.getTime() <= before) batch.push(sha256)
    if (batch.length === step) await adoptBatch()
  }
  await adoptBatch()
  return found
}

async function withoutRow({ database }: Store, digests: string[]): Promise<string[]> {
  if (digests.length === 0) return []
  const known = await knownDigests(database.db, digests)
  return digests.filter((sha256) => !known.has(sha256))
}

async function adopt(registry: Store, sha256: string, found: Adopted): Promise<void> {
  const digests = await hashBlob(registry, sha256)
  if (digests === undefined) return
  if (digests.sha256 !== sha256) return void found.damaged.push(sha256)
  const now = registry.clock.now().toISOString()
  await transaction(registry.database, (db) =>
    db
      .insertInto('blobs')
      .values({ ...digests, created_at: now, unreferenced_at: now })
      // An upload wrote its rows meanwhile.
      .onConflict((on) => on.column('sha256').doNothing())
      .execute(),
  )
  found.adopted += 1
}

/** Undefined when the bytes are not there. `pace` is awaited after each piece with its size. */
export async function hashBlob(
  { blobs }: Pick<Store, 'blobs'>,
  sha256: string,
  pace?: (bytes: number) => Promise<void>,
): Promise<(Digests & { size: number }) | undefined> {
  const opened = await blobs.open(sha256)
  if (opened === undefined) return undefined
  const digests = new StreamingDigests()
  try {
    for await (const chunk of opened.stream) {
      await digests.update(chunk)
      await pace?.(chunk.byteLength)
    }
    return await digests.finish()
  } finally {
    digests.abandon()
    opened.stream.destroy()
  }
}
