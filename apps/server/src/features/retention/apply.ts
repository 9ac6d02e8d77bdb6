// Removing what was found, the way of every deletion, with a run that tells how far it is and a line in the audit log.
import type { RetentionRun } from '@bindery/contracts'
import { systemActor } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import { isReadOnly } from '../../platform/installation/read-only.ts'
import { removeFiles } from '../../registry/files.ts'
import type { Repository } from '../../registry/repositories.ts'
import { beginRun, withRun } from '../../registry/storage-runs.ts'
import type { Services } from '../feature.ts'
import type { ExpiredFile } from './find.ts'
import { removeFound } from './remove-found.ts'

export type Result = Pick<RetentionRun, 'removed'>

export interface Work {
  /** Under which its runs are kept. */
  runKind: string
  by: string
  /** What the audit log calls it. */
  kind: 'retention.applied' | 'cleanup.applied'
  target: string
  repositories(): Promise<Repository[]>
  find(repository: Repository): AsyncGenerator<ExpiredFile[]>
  isForGood?: boolean
  /** Until it is done, without. */
  minutes?: number
}

export async function apply(services: Services, work: Work, signal: AbortSignal): Promise<void> {
  const { access, clock, database, registry } = services
  // Nobody's files change in read-only mode; the next run comes.
  if (await isReadOnly(services)) return
  const begun = await transaction(database, (db) =>
    beginRun(db, work.runKind, {
      by: work.by,
      now: clock.now(),
      result: { removed: { count: 0, bytes: 0 } },
    }),
  )
  await withRun<Result>(services, begun, async (run) => {
    const isDone = await removeFound(work, run, {
      clock,
      signal,
      remove: (repository, path) =>
        removeFiles(registry, systemActor, repository, path, { isForGood: work.isForGood ?? false }).catch(
          ignoreGoneFile,
        ),
    })
    const { kind, target } = work
    const detail = run.result.removed
    if (detail.count > 0)
      await transaction(database, (db) =>
        audit(access, db, { actor: systemActor, address: null }, { kind, target, detail }),
      )
    if (!isDone) throw new Error('Its time was over before it was done; the next run goes on.')
  })
}

/** Somebody was faster. */
function ignoreGoneFile(error: unknown): number {
  if (error instanceof AppError && error.code === 'not-found') return 0
  throw error
}
