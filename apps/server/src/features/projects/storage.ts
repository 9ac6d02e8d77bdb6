// What a project holds: the sum over its own repositories, made by a job and kept. Readers get the kept value at once and
// learn whether a newer one is on its way.
import type { ProjectStorage } from '@bindery/contracts'
import type { Db } from '../../platform/db/connect.ts'
import type { ProjectStorageRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { measureRepository, type RepositorySize } from '../../registry/repository-size.ts'
import type { Feature, Services } from '../feature.ts'
import { forgetLimits } from './quota.ts'

const calculateJob = 'calculate-project-storage'
const renewJob = 'renew-project-storage'
const everyMinutes = 30

/** Inside the transaction that changes what belongs to the project, or on somebody's wish. */
export async function requestStorage(db: Db, project: string, now: Date): Promise<void> {
  const requested_at = now.toISOString()
  await db
    .insertInto('project_storage')
    .values({ project_key: project, bytes: null, files: null, calculated_at: null, requested_at })
    .onConflict((on) => on.column('project_key').doUpdateSet({ requested_at }))
    .execute()
  // One job for each project: asking twice makes it run once more, after the change that was announced.
  await enqueue(db, calculateJob, { project }, { id: `${calculateJob}:${project}` })
}

export const recalculate = ({ database, clock }: Services, project: string): Promise<void> =>
  transaction(database, (db) => requestStorage(db, project, clock.now()))

export const toStorage = (row: Omit<ProjectStorageRow, 'project_key'> | undefined): ProjectStorage => ({
  bytes: row?.bytes ?? null,
  files: row?.files ?? null,
  calculatedAt: row?.calculated_at ?? null,
  isCalculating: row === undefined || row.requested_at !== null || row.bytes === null,
})

export const jobs: NonNullable<Feature['jobs']> = {
  [calculateJob]: (services, payload, { signal }) =>
    // Written by requestStorage above.
    calculate(services, (payload as { project: string }).project, signal),
  [renewJob]: renewOld,
}

export const schedules: NonNullable<Feature['schedules']> = { [renewJob]: { everyMinutes } }

export async function calculate(services: Services, project: string, signal?: AbortSignal): Promise<void> {
  const { database, clock } = services
  const started = clock.now().toISOString()
  const sum: RepositorySize = { files: 0, bytes: 0 }
  for (const { id } of await repositoriesOf(database.db, project)) {
    const size = await measureRepository(database.db, id, signal)
    sum.files += size.files
    sum.bytes += size.bytes
  }
  await transaction(database, (db) =>
    db
      .updateTable('project_storage')
      .set((eb) => ({
        ...sum,
        calculated_at: clock.now().toISOString(),
        // Asked again while it was counted: the job runs once more and says then that nothing is due.
        requested_at: eb
          .case()
          .when('requested_at', '>', started)
          .then(eb.ref('requested_at'))
          .else(null)
          .end(),
      }))
      .where('project_key', '=', project)
      .execute(),
  )
  forgetLimits(database)
}

const repositoriesOf = (db: Db, project: string) =>
  db.selectFrom('repositories').select('id').where('project_key', '=', project).execute()

/** Also those whose request got lost before this version knew of it. */
async function renewOld({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  const old = new Date(now.getTime() - everyMinutes * 60_000).toISOString()
  const due = await database.db
    .selectFrom('project_storage')
    .select('project_key')
    .where((where) => where.or([where('calculated_at', 'is', null), where('calculated_at', '<', old)]))
    .execute()
  await transaction(database, async (db) => {
    for (const { project_key } of due) await requestStorage(db, project_key, now)
  })
}
