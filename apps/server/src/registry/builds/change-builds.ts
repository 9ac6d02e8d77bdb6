// Changes of published builds: more modules, another name.
import type { Actor } from '../../access/actor.ts'
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest } from '../../platform/errors.ts'
import { removeFiles } from '../files.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import { documents, type Document } from './build-info.ts'
import { buildPath } from './build-paths.ts'
import { listRuns } from './find-builds.ts'
import { amendBuild, publishDocument, readDocument } from './publish-build.ts'
import { noBuild, requireBuildRight, type Run } from './readable-builds.ts'

/** A module with the id of one that is there takes its place: a step of the build that ran again. */
export async function appendModules(
  registry: Registry,
  actor: Actor,
  run: Run,
  given: unknown,
): Promise<void> {
  const modules = documents(given)
  if (!Array.isArray(given) || modules.length !== given.length)
    throw badRequest('The body is a list of modules.')
  await amendBuild(registry, actor, run, (document) => ({
    ...document,
    modules: joinModules(documents(document.modules), modules),
  }))
}

function joinModules(before: readonly Document[], given: readonly Document[]): Document[] {
  const ids = new Set(given.map((module) => module.id))
  return [...before.filter((module) => !ids.has(module.id)), ...given]
}

/** Run by run, each at its new place before it leaves the old one: a crash between loses nothing. */
export async function renameBuild(
  registry: Registry,
  by: Doer & { actor: Actor },
  repository: Repository,
  names: { from: string; to: string },
): Promise<void> {
  const { from, to } = names
  requireBuildRight(by.actor, 'delete', repository.key, from)
  requireBuildRight(by.actor, 'deploy', repository.key, to)
  const runs = await listRuns(registry.database.db, repository.id, from)
  if (runs.length === 0) throw noBuild(from)
  if (from === to) return
  for (const run of runs) {
    const document = await readDocument(registry, run)
    await publishDocument(registry, by.actor, repository, { ...document, name: to })
    await removeFiles(registry, by.actor, repository, buildPath(run))
  }
  await transaction(registry.database, (db) =>
    audit(registry.access, db, by, {
      kind: 'build.renamed',
      target: from,
      detail: { to, runs: runs.length, repository: repository.key },
    }),
  )
}
