// When the index of names is brought up to date: soon after something was published, by a durable job.
import type { JobContext } from '../../platform/jobs/worker.ts'
import { keepNames } from '../../registry/names/keep-names.ts'
import type { Services } from '../feature.ts'

export const nameIndexJob = 'index-names'
/** For what was written without an event. */
export const nameIndexSchedule = { everyMinutes: 60 }

/** By the services, because tests run several applications in one process. */
const told = new WeakSet<Services>()

export async function runNameIndex(
  services: Services,
  _payload: unknown,
  { signal }: JobContext,
): Promise<void> {
  const { database, log } = services
  if (await keepNames(database, signal)) return
  if (told.has(services)) return
  told.add(services)
  log.warn(
    'Searches for a part of a name read all names of a repository: the database has no extension pg_trgm, and this user may not add it',
  )
}
