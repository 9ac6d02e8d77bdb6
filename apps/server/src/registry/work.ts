// Work of the engine that is done later, as durable jobs.
import { transaction } from '../platform/db/transaction.ts'
import { enqueueRebuild, rebuildFacts, rebuildJob } from './rebuild.ts'
import type { Registry } from './registry.ts'
import { finishJob, finishTransfer } from './transfer/transfer.ts'

interface RegistryWork {
  kind: typeof rebuildJob
  repository: string
  /** Only what is here or below; everything without it. */
  path?: string
}

export async function enqueue(registry: Registry, work: RegistryWork): Promise<void> {
  await transaction(registry.database, (db) => enqueueRebuild(db, work.repository, work.path))
}

/** The handlers for the job worker. */
export const registryJobs = (registry: Registry) => ({
  [rebuildJob]: (payload: unknown) => {
    // Written by enqueue above.
    const { repository, path } = payload as RegistryWork
    return rebuildFacts(registry, repository, path)
  },
  [finishJob]: (payload: unknown) => finishTransfer(registry, payload),
})
