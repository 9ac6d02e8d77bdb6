// The job that counts. It reads in steps, so that nobody waits for it, and writes all numbers at its end in one go: until
// then the old ones stay.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { StorageSumRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { JobContext } from '../../platform/jobs/worker.ts'
import { measureRepository } from '../../registry/repository-size.ts'
import type { Services } from '../feature.ts'
import { isDue, newestEvent } from './due.ts'
import { changeState, storageState } from './state.ts'

const step = 5000
const keptDays = 400

export async function compute(services: Services, _payload: unknown, { signal }: JobContext): Promise<void> {
  const { access, clock, database } = services
  const event = await newestEvent(database.db)
  if (!isDue(await access.live.get(storageState), event, clock.now())) return
  const startedAt = clock.now().toISOString()
  const started = performance.now()
  await changeState(services, ({ requestedAt }) => ({ requestedAt: requestedAt ?? startedAt, files: 0 }))
  try {
    const sums = await measureAll(services, signal)
    const binaries = await measureBlobs(database.db, signal)
    await keep(services, { startedAt, event, started }, sums, binaries)
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    await changeState(services, () => ({ failure }))
    throw error
  }
}

async function measureAll(services: Services, signal: AbortSignal): Promise<StorageSumRow[]> {
  const { db } = services.database
  const repositories = await db.selectFrom('repositories').select('id').execute()
  const sums: StorageSumRow[] = []
  const tell = progress(services)
  let counted = 0
  for (const { id } of repositories) {
    const size = await measureRepository(db, id, signal, (files) => tell(counted + files))
    counted += size.files
    const { files, folders, bytes } = size
    const counted_at = services.clock.now().toISOString()
    sums.push({ repository_id: id, files, folders, bytes, counted_at })
  }
  return sums
}

/** Written once a second at most: it is for people. */
function progress(services: Services): (files: number) => Promise<void> {
  let told = performance.now()
  return async (files) => {
    if (performance.now() - told < 1000) return
    told = performance.now()
    await changeState(services, () => ({ files }))
  }
}

interface Blobs {
  count: number
  bytes: number
}

async function measureBlobs(db: Db, signal: AbortSignal): Promise<Blobs> {
  const sum: Blobs = { count: 0, bytes: 0 }
  for (let after = ''; ;) {
    signal.throwIfAborted()
    const part = await db
      .selectFrom((from) =>
        from
          .selectFrom('blobs')
          .select(['sha256', 'size'])
          .where('sha256', '>', after)
          .orderBy('sha256')
          .limit(step)
          .as('some'),
      )
      .select([
        sql<number>`count(*)`.as('count'),
        sql<number | null>`sum(size)`.as('bytes'),
        sql<string | null>`max(sha256)`.as('last'),
      ])
      .executeTakeFirstOrThrow()
    sum.count += Number(part.count)
    sum.bytes += Number(part.bytes ?? 0)
    if (part.last === null || Number(part.count) < step) return sum
    after = part.last
    await nextTurn()
  }
}

async function keep(
  { access, clock, database }: Services,
  { startedAt, event, started }: { startedAt: string; event: number; started: number },
  sums: StorageSumRow[],
  binaries: Blobs,
): Promise<void> {
  const now = clock.now()
  const day = now.toISOString().slice(0, 10)
  const oldest = new Date(now.getTime() - keptDays * 86_400_000).toISOString().slice(0, 10)
  await transaction(database, async (db, after) => {
    const known = await knownIds(db)
    const present = sums.filter((sum) => known.has(sum.repository_id))
    const total = { repository_id: '', bytes: binaries.bytes }
    await db.deleteFrom('storage_sums').execute()
    await inParts(present, (rows) => db.insertInto('storage_sums').values(rows).execute())
    await db
      .deleteFrom('storage_days')
      .where((eb) => eb.or([eb('day', '=', day), eb('day', '<', oldest)]))
      .execute()
    const samples = [...present, total].map(({ repository_id, bytes }) => ({ day, repository_id, bytes }))
    await inParts(samples, (rows) => db.insertInto('storage_days').values(rows).execute())
    await access.live.change(db, after, storageState, ({ requestedAt }) => ({
      computedAt: now.toISOString(),
      // Asked again meanwhile: the job runs once more.
      requestedAt: requestedAt !== null && requestedAt > startedAt ? requestedAt : null,
      files: 0,
      failure: null,
      binaries,
      seconds: (performance.now() - started) / 1000,
      event,
    }))
  })
}

/** A repository may have been deleted while it was counted. */
async function knownIds(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('repositories').select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

async function inParts<T>(rows: T[], write: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) await write(rows.slice(start, start + 500))
}
