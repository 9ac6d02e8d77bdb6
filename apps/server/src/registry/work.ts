// Work of the engine that is done later, as durable jobs.
import { transaction } from '../platform/db/transaction.ts'
import { enqueue as enqueueJob } from '../platform/jobs/queue.ts'
import { rebuildFacts, rebuildJob } from './rebuild.ts'
import type { Registry } from './registry.ts'

export interface RegistryWork {
  kind: typeof rebuildJob
  repository: string
}

export async function enqueue(registry: Registry, work: RegistryWork): Promise<void> {
  await transaction(registry.database, async (db) => {
    await enqueueJob(db, work.kind, work)
  })
}

/** The handlers for the job worker. */
export const registryJobs = (registry: Registry) => ({
  [rebuildJob]: (payload: unknown) => {
    // Written by enqueue above.
    const { repository } = payload as RegistryWork
    return rebuildFacts(registry, repository)
  },
})
