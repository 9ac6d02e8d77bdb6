// Asking for a run, and what is told about the runs.
import type { Db } from '../../platform/db/connect.ts'
import type { MirrorRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import { noteChanges } from './changes.ts'
import type { Mirror } from './mirror.ts'
import { jobOf, mirrorJob, readStates, stateOf, type Progress } from './state.ts'

/** Compares everything, soon. */
export async function requestRun(registry: Registry, mirrors: readonly Mirror[]): Promise<void> {
  await transaction(registry.database, async (db) => {
    for (const mirror of mirrors) {
      const { id } = await stateOf(db, mirror)
      await noteChanges(db, id, [''])
      // At once, also when it is in the pause after a failure.
      await enqueue(db, mirrorJob, { id }, { id: jobOf(id) })
    }
  })
}

type Verdict = 'never_run' | 'ok' | 'inconsistent' | 'error'

export interface MirrorStatus {
  url: string
  status: Verdict
  reason: string | null
  isRunning: boolean
  lastCompleted: string | null
  nextRun: string | null
  progress: Progress
  /** Paths that wait to be looked at. */
  waiting: number
  /** Since when the oldest of them waits. */
  waitingSince: string | null
  /** A token is kept for it. */
  hasSecret: boolean
}

export async function readStatuses(db: Db, repository: Repository): Promise<MirrorStatus[]> {
  const rows = await readStates(db, repository)
  const waiting = await countWaiting(db, repository)
  return rows.map((row) => toStatus(row, waiting.get(row.id)))
}

interface Overall {
  status: Verdict
  lastCompleted: string | null
  targets: MirrorStatus[]
}

/** Of all mirrors of a repository together: the worst, and the newest. */
export function overallOf(targets: MirrorStatus[]): Overall {
  const worst = (['error', 'inconsistent', 'ok'] as const).find((verdict) =>
    targets.some(({ status }) => status === verdict),
  )
  const times = targets.flatMap(({ lastCompleted }) => lastCompleted ?? []).sort()
  return { status: worst ?? 'never_run', lastCompleted: times.at(-1) ?? null, targets }
}

interface Waiting {
  count: number
  oldest: string
}

async function countWaiting(db: Db, { id }: Repository): Promise<Map<string, Waiting>> {
  const rows = await db
    .selectFrom('mirror_changes')
    .innerJoin('mirrors', 'mirrors.id', 'mirror_changes.mirror_id')
    .select(({ fn }) => [
      'mirror_id',
      fn.countAll<number>().as('count'),
      fn.min('mirror_changes.noted').as('oldest'),
    ])
    .where('mirrors.repository_id', '=', id)
    .groupBy('mirror_id')
    .execute()
  return new Map(rows.map((row) => [row.mirror_id, { count: Number(row.count), oldest: row.oldest }]))
}

const toStatus = (row: MirrorRow, waiting: Waiting | undefined): MirrorStatus => ({
  url: row.url,
  // Only run.ts writes it.
  status: row.state as Verdict,
  reason: row.reason,
  isRunning: row.running_since !== null,
  lastCompleted: row.completed_at,
  nextRun: row.next_run_at,
  progress: JSON.parse(row.progress) as Progress,
  waiting: waiting?.count ?? 0,
  waitingSince: waiting ? timeOf(waiting.oldest) : null,
  hasSecret: row.secret !== null,
})

/** Ids of this kind begin with the milliseconds at which they were made. */
const timeOf = (id: string) => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString()
