// One run of a mirror, as a job: takes the paths that may differ, oldest first, until none is left. When the other side cannot
// be used the paths stay, the reason is kept for the administrator, and the next try comes after a pause that grows.
import type { Db } from '../../platform/db/connect.ts'
import type { MirrorRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { backoff } from '../../platform/jobs/backoff.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobContext } from '../../platform/jobs/worker.ts'
import type { Registry } from '../registry.ts'
import { forgetChanges, keepPlace, nextChanges, noteChanges, type Change } from './changes.ts'
import { inParallel } from './in-parallel.ts'
import { findMirror, type Mirror } from './mirror.ts'
import { pullAll } from './pull.ts'
import { pushChange } from './push.ts'
import { forgetRemoved } from './removed.ts'
import { parallel, type Run } from './run.ts'
import { jobOf, lockState, mirrorJob, noProgress, planRun, wakeMirror, type Progress } from './state.ts'

export async function runMirror(registry: Registry, payload: unknown, context: JobContext): Promise<void> {
  // Written by wakeMirror.
  const { id } = payload as { id: string }
  const mirror = await findMirror(registry, id)
  if (!mirror?.isEnabled || !(await begin(registry, mirror, id))) return
  const refusals: string[] = []
  const run = startRun(registry, mirror, id, context, refusals)
  try {
    const isWhole = await settleAll(run, mirror, id)
    await finish(registry, mirror, id, run, { refusal: refusals[0], isWhole })
  } catch (error) {
    // Whoever has taken the job over tells the rest.
    if (context.signal.aborted) throw error
    if (registry.mirrors.closing.aborted) await putOff(registry, id, run)
    else await fail(registry, mirror, id, run, error)
  }
}

/** Returns whether there is something to do. */
const begin = (registry: Registry, mirror: Mirror, id: string): Promise<boolean> =>
  transaction(registry.database, async (db) => {
    const now = registry.clock.now()
    const state = await lockState(db, id)
    if (!state) return false
    if (state.next_run_at !== null && state.next_run_at <= now.toISOString()) await noteChanges(db, id, [''])
    const hasWork = (await nextChanges(db, id)).length > 0
    await planRun(db, mirror, now)
    if (hasWork) await update(db, id, { running_since: now.toISOString() })
    return hasWork
  })

function startRun(
  registry: Registry,
  mirror: Mirror,
  id: string,
  context: JobContext,
  refusals: string[],
): Run {
  const { database } = registry
  const progress = { ...noProgress }
  const signal = AbortSignal.any([context.signal, registry.mirrors.closing])
  const write = (also?: (db: Db) => Promise<void>) =>
    transaction(database, async (db) => {
      await update(db, id, { progress: JSON.stringify(progress) })
      await also?.(db)
    })
  let toldAt = performance.now()
  const nowAndThen = async (also?: (db: Db) => Promise<void>) => {
    if (performance.now() - toldAt < 1000) return
    toldAt = performance.now()
    await write(also)
  }
  return {
    target: { registry, mirror, signal, authorization: mirror.authorization() },
    db: database.db,
    signal,
    progress,
    refused(path, error) {
      progress.refused++
      refusals.push(`${path}: ${error.message}`.slice(0, 1000))
      refusals.length = Math.min(refusals.length, 1)
    },
    tell: () => nowAndThen(),
    reached: (change, folder) => nowAndThen((db) => keepPlace(db, id, change, folder)),
  }
}

/** Returns whether everything was compared, from the first folder to the last. */
async function settleAll(run: Run, mirror: Mirror, id: string): Promise<boolean> {
  let isWhole = false
  for (;;) {
    const changes = await nextChanges(run.db, id)
    if (changes.length === 0) return isWhole
    const whole = changes.find(({ path }) => path === '')
    const done: Change[] = []
    const settleOne = async (change: Change) => {
      await (mirror.kind === 'pull' ? pullAll(run) : pushChange(run, change))
      isWhole ||= change.path === '' && change.after === ''
      done.push(...(change === whole ? settledBy(whole, changes) : [change]))
    }
    try {
      await inParallel(whole ? [whole] : changes, parallel, run.signal, settleOne)
    } finally {
      await transaction(run.target.registry.database, (db) => forgetChanges(db, id, done))
    }
  }
}

/** Comparing everything settles all that was noted before it began: the first time, if it went on where it was. */
const settledBy = (whole: Change, changes: readonly Change[]) =>
  changes.filter(({ noted }) => whole.after === '' || noted <= whole.noted)

interface Outcome {
  /** Of the first file that the other side did not take. */
  refusal: string | undefined
  /** Everything was compared. */
  isWhole: boolean
}

/** Of a mirror that was taken away meanwhile nothing is told. */
async function finish(
  registry: Registry,
  mirror: Mirror,
  id: string,
  { progress }: Run,
  outcome: Outcome,
): Promise<void> {
  await transaction(registry.database, async (db) => {
    const now = registry.clock.now()
    const before = await lockState(db, id)
    if (!before) return
    await update(db, id, {
      ...verdict(before, progress, outcome),
      running_since: null,
      completed_at: now.toISOString(),
      failures: 0,
      progress: JSON.stringify(progress),
    })
    if (mirror.isFederated) await forgetRemoved(db, mirror.repository, now)
    await planRun(db, mirror, now)
    // After the job was written: whoever noted something before that is seen here, whoever comes later wakes it.
    if ((await nextChanges(db, id)).length > 0) await wakeMirror(db, id, now)
  })
}

/** What was refused once is forgotten only when everything was compared again. */
function verdict(before: MirrorRow, { refused }: Progress, { refusal, isWhole }: Outcome) {
  if (refusal !== undefined)
    return { state: 'inconsistent', reason: `Files that were refused: ${refused}. ${refusal}` }
  if (before.state === 'inconsistent' && !isWhole) return {}
  return { state: 'ok', reason: null }
}

async function fail(
  registry: Registry,
  mirror: Mirror,
  id: string,
  { progress }: Run,
  error: unknown,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  registry.database.log.warn('A mirror could not be brought up to date; trying again later', {
    repository: mirror.repository.key,
    mirror: mirror.url,
    error,
  })
  await transaction(registry.database, async (db) => {
    const before = await lockState(db, id)
    if (!before) return
    const failures = before.failures + 1
    await update(db, id, {
      ...{ state: 'error', reason: reason.slice(0, 1000), running_since: null, failures },
      progress: JSON.stringify(progress),
    })
    const runAfter = new Date(registry.clock.now().getTime() + backoff(failures))
    await enqueue(db, mirrorJob, { id }, { id: jobOf(id), runAfter })
  })
}

/** The program stops: the next one goes on at once. */
async function putOff(registry: Registry, id: string, { progress }: Run): Promise<void> {
  await transaction(registry.database, async (db) => {
    await update(db, id, { running_since: null, progress: JSON.stringify(progress) })
    await enqueue(db, mirrorJob, { id }, { id: jobOf(id) })
  })
}

const update = (db: Db, id: string, set: Partial<MirrorRow>) =>
  db.updateTable('mirrors').set(set).where('id', '=', id).execute()
