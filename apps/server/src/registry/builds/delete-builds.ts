// Deleting runs of builds, with what they have deployed when that is wanted. What goes is decided when it is asked for,
// with the rights of whoever asks; the work itself can be done later.
import type { Actor } from '../../access/actor.ts'
import { systemActor } from '../../access/actor.ts'
import { audit, type Doer } from '../../access/audit.ts'
import type { BuildRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { removeFiles } from '../files.ts'
import { requireRight } from '../by-actor.ts'
import type { Registry } from '../registry.ts'
import { findRepository, type Repository } from '../repositories.ts'
import { buildPath } from './build-paths.ts'
import { linkFiles, type LinkedFile } from './build-files.ts'
import { readArtifacts } from './build-modules.ts'
import { filesOfOtherRuns } from './kept-files.ts'

export const deleteBuildsJob = 'delete-builds' as const

/** Files by repository and path, in the order in which they go: a build goes after what it names. */
export interface Deletion {
  files: { repository: string; path: string }[]
  /** Who wanted it. */
  by: string
}

/** Throws when the actor may not delete one of them. */
export async function planDeletion(
  registry: Registry,
  actor: Actor,
  repository: Repository,
  runs: readonly BuildRow[],
  withArtifacts: boolean,
): Promise<Deletion> {
  const builds = runs.map((run) => ({ repository, path: buildPath(run) }))
  const artifacts = withArtifacts ? await deployedOnlyBy(registry, actor, runs) : []
  const files = [...artifacts, ...builds]
  for (const file of files) requireRight(actor, 'delete', file.repository, file.path)
  return {
    files: files.map((file) => ({ repository: file.repository.key, path: file.path })),
    by: actor.name,
  }
}

async function deployedOnlyBy(
  registry: Registry,
  actor: Actor,
  runs: readonly BuildRow[],
): Promise<LinkedFile[]> {
  const found = new Map<string, LinkedFile>()
  for (const run of runs)
    for (const file of await deployedBy(registry, actor, run)) found.set(file.nodeId, file)
  const kept = await filesOfOtherRuns(registry, [...found.values()], runs)
  return [...found.values()].filter(({ nodeId }) => !kept.has(nodeId))
}

/** Only what says itself that this run has deployed it, or lies where the run says so: others may have the same bytes. */
async function deployedBy(registry: Registry, actor: Actor, run: BuildRow): Promise<LinkedFile[]> {
  const artifacts = await readArtifacts(registry.database.db, [run.id])
  const linked = await linkFiles(registry, actor, artifacts, { build: run })
  return linked
    .filter((file) => file?.isOwn === true && file.repository.kind !== 'remote')
    .flatMap((file) => file ?? [])
}

/** Doing it twice does no harm: what is gone already is passed over. */
export async function deleteFiles(registry: Registry, { files, by }: Deletion): Promise<void> {
  for (const file of files) {
    const repository = await findRepository(registry, file.repository)
    if (!repository) continue
    try {
      await removeFiles(registry, { ...systemActor, name: by }, repository, file.path)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not-found')) throw error
    }
  }
}

/** Tells who deletes which runs, and leaves the work to a job. */
export async function deleteLater(registry: Registry, deletion: Deletion): Promise<void> {
  await transaction(registry.database, async (db) => {
    await enqueue(db, deleteBuildsJob, deletion)
  })
}

export async function auditDeletion(
  registry: Registry,
  by: Doer,
  repository: Repository,
  name: string,
  runs: readonly BuildRow[],
): Promise<void> {
  await transaction(registry.database, (db) =>
    audit(registry.access, db, by, {
      kind: 'build.deleted',
      target: name,
      detail: {
        repository: repository.key,
        runs: runs.length,
        numbers: runs.slice(0, 50).map((run) => run.number),
      },
    }),
  )
}
