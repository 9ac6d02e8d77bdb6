// How mirrors do, as rows: what the administrator is told, and when the next run is due. One job for each mirror, so that
// never two runs of it go on at once, on whatever node.
import type { Db } from '../../platform/db/connect.ts'
import type { MirrorRow } from '../../platform/db/schema.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { newId } from '../../platform/ids.ts'
import type { Repository } from '../repositories.ts'
import { nextRun } from './cron.ts'
import type { Mirror } from './mirror.ts'

export const mirrorJob = 'mirror'

export interface Progress {
  /** Files that were looked at. */
  looked: number
  sent: number
  bytes: number
  removed: number
  /** Files that the other side refused. */
  refused: number
}

export const noProgress: Progress = { looked: 0, sent: 0, bytes: 0, removed: 0, refused: 0 }

/** The row of the mirror, made when there is none. */
export async function stateOf(db: Db, { repository, url }: Pick<Mirror, 'repository' | 'url'>) {
  await db
    .insertInto('mirrors')
    .values({
      id: newId(),
      repository_id: repository.id,
      url,
      state: 'never_run',
      reason: null,
      running_since: null,
      completed_at: null,
      failures: 0,
      next_run_at: null,
      progress: JSON.stringify(noProgress),
      secret: null,
    })
    .onConflict((on) => on.columns(['repository_id', 'url']).doNothing())
    .execute()
  return db
    .selectFrom('mirrors')
    .selectAll()
    .where('repository_id', '=', repository.id)
    .where('url', '=', url)
    .executeTakeFirstOrThrow()
}

/** Keeps whoever forgets the mirror waiting until the transaction ends; undefined when it is forgotten. */
export const lockState = (db: Db, id: string): Promise<MirrorRow | undefined> =>
  db
    .updateTable('mirrors')
    .set(({ ref }) => ({ id: ref('id') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const readStates = (db: Db, { id }: Repository): Promise<MirrorRow[]> =>
  db.selectFrom('mirrors').selectAll().where('repository_id', '=', id).orderBy('url').execute()

/** Inside a transaction: of mirrors that are no more. */
export async function forgetStates(
  db: Db,
  { id }: Repository,
  mirrors: readonly Pick<Mirror, 'url'>[],
): Promise<void> {
  const urls = mirrors.map(({ url }) => url)
  await db
    .deleteFrom('mirrors')
    .where('repository_id', '=', id)
    .$if(urls.length > 0, (query) => query.where('url', 'not in', urls))
    .execute()
}

/** Inside a transaction: says when the clock starts it next; nothing when it is off or has no clock. */
export async function planRun(db: Db, mirror: Mirror, now: Date): Promise<void> {
  const { id } = await stateOf(db, mirror)
  const next = mirror.isEnabled ? nextRun(mirror.cronExp, now) : undefined
  await db
    .updateTable('mirrors')
    .set({ next_run_at: next?.toISOString() ?? null })
    .where('id', '=', id)
    .execute()
  if (next) await wakeMirror(db, id, next)
}

/** Inside a transaction. A job that waits for an earlier time keeps it. */
export async function wakeMirror(db: Db, id: string, at: Date): Promise<void> {
  const jobId = jobOf(id)
  const job = await db
    .selectFrom('jobs')
    .select(['state', 'run_after'])
    .where('id', '=', jobId)
    .executeTakeFirst()
  if (job?.state === 'waiting' && job.run_after <= at.toISOString()) return
  await enqueue(db, mirrorJob, { id }, { id: jobId, runAfter: at })
}

export const jobOf = (id: string) => `${mirrorJob}:${id}`
