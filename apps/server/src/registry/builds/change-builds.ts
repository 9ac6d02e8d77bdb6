// Changes of published builds: more modules, another name.
import type { Actor } from '../../access/actor.ts'
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { BuildRow } from '../../platform/db/schema.ts'
import { badRequest, conflict, quote } from '../../platform/errors.ts'
import { removeFiles } from '../files.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import { documents, type Document } from './build-info.ts'
import { buildPath } from './build-paths.ts'
import { allRuns } from './find-builds.ts'
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
  const runs = await allRuns(registry.database.db, repository.id, from)
  if (runs.length === 0) throw noBuild(from)
  if (from === to) return
  await requireFree(registry, repository, runs, to)
  for (const run of runs) {
    await publishDocument(registry, by.actor, repository, await renamed(registry, run, to))
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

const renamed = async (registry: Registry, run: BuildRow, to: string): Promise<Document> => ({
  ...(await readDocument(registry, run)),
  name: to,
})

/** No run of the other build is written over. The same document is what a renaming left that was interrupted. */
async function requireFree(
  registry: Registry,
  repository: Repository,
  runs: readonly BuildRow[],
  to: string,
): Promise<void> {
  const keyOf = ({ number, started }: BuildRow) => JSON.stringify([number, started])
  const there = new Map(
    (await allRuns(registry.database.db, repository.id, to)).map((run) => [keyOf(run), run]),
  )
  for (const run of runs) {
    const other = there.get(keyOf(run))
    if (!other) continue
    const documents = [await renamed(registry, run, to), await readDocument(registry, other)]
    if (new Set(documents.map((document) => JSON.stringify(document))).size > 1)
      throw conflict(
        `The build ${quote(to)} has a run ${quote(run.number)} that began at the same moment. Delete one of the two first; nothing was renamed.`,
      )
  }
}
