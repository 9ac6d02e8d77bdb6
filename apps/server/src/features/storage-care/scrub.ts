// Reads every blob again, slowly, and compares its digest with its name: a disk forgets without telling anybody.
import { setTimeout as wait } from 'node:timers/promises'
import { ScrubSettings, type ScrubRun, type ScrubState } from '@bindery/contracts'
import type { Doer } from '../../access/audit.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { JobContext } from '../../platform/jobs/worker.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import { hashBlob } from '../../registry/garbage/adopt.ts'
import { beginRun, withRun, type Run } from '../../registry/storage-runs.ts'
import type { Services } from '../feature.ts'
import { listFindings } from './findings.ts'
import { defineTask, readTask, saveSettings, takeTurn } from './requests.ts'

export const scrubTask = defineTask('scrub-storage')

const day = 86_400_000
const megabyte = 1024 * 1024
const step = 200

const settings = liveSetting(
  'scrub',
  ScrubSettings.extend({
    isOn: ScrubSettings.shape.isOn.default(true),
    everyDays: ScrubSettings.shape.everyDays.default(7),
    megabytesPerSecond: ScrubSettings.shape.megabytesPerSecond.default(20),
  }),
)

type Result = Pick<ScrubRun, 'checked' | 'missing' | 'damaged'>

export async function readScrub(services: Services): Promise<ScrubState> {
  const given = await services.access.live.get(settings)
  const task = await readTask<Result>(services, scrubTask, intervalOf(given))
  const whole = task.runs.find(({ finishedAt, failure }) => finishedAt !== null && failure === null)
  return {
    settings: given,
    ...task,
    expected: whole?.checked ?? { count: 0, bytes: 0 },
    findings: await listFindings(services.database.db),
  }
}

export const saveScrub = (services: Services, by: Doer, given: ScrubSettings) =>
  saveSettings(services, by, settings, given, 'storage.scrub-settings-changed')

export async function scrubStorage(
  services: Services,
  _payload: unknown,
  context: JobContext,
): Promise<void> {
  const { access, clock } = services
  const given = await access.live.get(settings)
  const result: Result = { checked: { count: 0, bytes: 0 }, missing: 0, damaged: 0 }
  const begun = await takeTurn(services, scrubTask, intervalOf(given), (db, { by }) =>
    beginRun(db, scrubTask.job, { by, now: clock.now(), result }),
  )
  if (begun) await withRun(services, begun, (run) => scrub(services, given, run, context))
}

async function scrub(
  services: Services,
  given: ScrubSettings,
  { result, tell }: Run<Result>,
  { signal }: JobContext,
): Promise<void> {
  const pace = paceOf(given.megabytesPerSecond, signal)
  for (let after = ''; ;) {
    const blobs = await nextBlobs(services.database.db, after)
    const last = blobs.at(-1)
    if (last === undefined) return
    const known = await knownFindings(services.database.db, after, last.sha256)
    for (const blob of blobs) {
      signal.throwIfAborted()
      const problem = await checkBlob(services, blob.sha256, pace)
      if (problem === undefined && known.has(blob.sha256)) await dropFinding(services, blob.sha256)
      if (problem !== undefined && (await keepFinding(services, blob, problem))) result[problem] += 1
      result.checked = { count: result.checked.count + 1, bytes: result.checked.bytes + blob.size }
      await tell()
    }
    after = last.sha256
  }
}

/** Garbage is not looked at: it may go at any moment. */
const nextBlobs = (db: Db, after: string) =>
  db
    .selectFrom('blobs')
    .select(['sha256', 'size'])
    .where('sha256', '>', after)
    .where('unreferenced_at', 'is', null)
    .orderBy('sha256')
    .limit(step)
    .execute()

type Problem = 'missing' | 'damaged'

async function checkBlob(
  { registry }: Services,
  sha256: string,
  pace: (bytes: number) => Promise<void>,
): Promise<Problem | undefined> {
  try {
    const found = await hashBlob(registry, sha256, pace)
    if (found === undefined) return 'missing'
    return found.sha256 === sha256 ? undefined : 'damaged'
  } catch (error) {
    // The disk itself says that it cannot read it.
    if (error instanceof Error && 'code' in error && error.code === 'EIO') return 'damaged'
    throw error
  }
}

async function knownFindings(db: Db, after: string, last: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('blob_findings')
    .select('sha256')
    .where('sha256', '>', after)
    .where('sha256', '<=', last)
    .execute()
  return new Set(rows.map((row) => row.sha256))
}

/** It was mended. */
const dropFinding = ({ database }: Services, sha256: string) =>
  transaction(database, (db) => db.deleteFrom('blob_findings').where('sha256', '=', sha256).execute())

/** False when the blob was collected as garbage while it was read: then there is nothing to be missed. */
async function keepFinding(
  { clock, database, log }: Services,
  { sha256, size }: { sha256: string; size: number },
  problem: Problem,
): Promise<boolean> {
  const found_at = clock.now().toISOString()
  const isWanted = await transaction(database, async (db) => {
    const row = await db
      .selectFrom('blobs')
      .select('sha256')
      .where('sha256', '=', sha256)
      .where('unreferenced_at', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return false
    await db
      .insertInto('blob_findings')
      .values({ sha256, problem, size, found_at })
      .onConflict((on) => on.column('sha256').doUpdateSet({ problem, found_at }))
      .execute()
    return true
  })
  if (isWanted) log.error('Stored bytes are not what they should be', { sha256, problem })
  return isWanted
}

/** Waits so long after each piece that the rate is kept on the average. */
function paceOf(megabytesPerSecond: number, signal: AbortSignal): (bytes: number) => Promise<void> {
  const began = performance.now()
  let read = 0
  return async (bytes) => {
    read += bytes
    const ahead = (read / (megabytesPerSecond * megabyte)) * 1000 - (performance.now() - began)
    if (ahead > 10) await wait(ahead, undefined, { signal, ref: false })
  }
}

const intervalOf = ({ isOn, everyDays }: ScrubSettings) => (isOn ? everyDays * day : null)
