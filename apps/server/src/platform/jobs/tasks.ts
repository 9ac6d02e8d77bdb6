// What waits and what runs, as clients of Artifactory know it.
import type { Task } from '@bindery/contracts'
import type { Db } from '../db/connect.ts'
import type { JobRow } from '../db/schema.ts'

const most = 1000

export async function listTasks(db: Db): Promise<Task[]> {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where('state', 'in', ['running', 'waiting'])
    .orderBy('state')
    .orderBy('run_after')
    .limit(most)
    .execute()
  return rows.map(toTask)
}

const toTask = (row: JobRow): Task => ({
  id: row.id,
  type: row.kind,
  state: row.state === 'running' ? 'running' : 'scheduled',
  // `collect-garbage` reads as a sentence once it is written like one.
  description: `${row.kind.charAt(0).toUpperCase()}${row.kind.slice(1).replaceAll('-', ' ')}`,
  nodeId: nodeOf(row.claimed_by),
  ...(row.state === 'running' ? { started: row.started_at } : { nextRun: row.run_after }),
  ...(row.progress !== null && { progress: row.progress }),
  ...(row.last_error !== null && { lastError: row.last_error }),
})

/** Workers are named after the node that they run on. */
const nodeOf = (worker: string | null): string => worker?.slice(0, Math.max(0, worker.lastIndexOf(':'))) ?? ''
