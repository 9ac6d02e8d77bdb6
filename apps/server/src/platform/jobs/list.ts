// Background jobs as the API shows them, newest first.
import type { Job, Page } from '@bindery/contracts'
import type { Db } from '../db/connect.ts'
import type { JobRow } from '../db/schema.ts'

interface JobQuery {
  state?: Job['state'] | undefined
  after?: string | undefined
  limit: number
}

export async function listJobs(db: Db, { state, after, limit }: JobQuery): Promise<Page<Job>> {
  const matching = db
    .selectFrom('jobs')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
  const rows = await matching
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    // Ids sort by the time they were made; those of schedules come before them all.
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const shown = rows.slice(0, limit)
  return {
    items: shown.map(toJob),
    total,
    hasNextPage: rows.length > limit,
    endCursor: shown.at(-1)?.id ?? null,
  }
}

const toJob = (row: JobRow): Job => ({
  id: row.id,
  kind: row.kind,
  // Only this folder writes states.
  state: row.state as Job['state'],
  attempts: row.attempts,
  runAfter: row.run_after,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  lastError: row.last_error,
  startedAt: row.started_at,
  progress: row.progress,
})
