// Which builds an actor may see and change. A build is the folder of its files: rights on it are those of the section
// "builds" of permissions, asked with the path of that folder.
import type { Actor } from '../../access/actor.ts'
import { can, decide, type RepositoryAction, type Resource } from '../../access/rules/permissions.ts'
import type { BuildRow } from '../../platform/db/schema.ts'
import { AppError, notFound, quote } from '../../platform/errors.ts'
import { noRight } from '../by-actor.ts'
import type { Registry } from '../registry.ts'
import { findRepository, listRepositories, type Repository } from '../repositories.ts'
import { buildFolder, buildRepositoryKey } from './build-paths.ts'
import { findRun } from './find-builds.ts'

/** Also of a repository that nobody has published to yet. */
export const buildResource = (key: string): Resource => ({ key, kind: 'local', section: 'build' })

export const canBuild = (actor: Actor, action: RepositoryAction, key: string, name: string): boolean =>
  can(actor, action, buildResource(key), buildFolder(name))

/** Refuses with the reason; whoever may not even read it learns nothing. */
export function requireBuildRight(actor: Actor, action: RepositoryAction, key: string, name: string): void {
  if (canBuild(actor, action, key, name)) return
  if (action !== 'deploy' && !canBuild(actor, 'read', key, name)) throw noBuild(name)
  const decision = decide(actor, action, buildResource(key), buildFolder(name))
  if (!decision.allowed) throw noRight(actor, decision.why)
}

/** The build-info repositories that the actor may read something in. */
export async function readableBuildRepositories(registry: Registry, actor: Actor): Promise<Repository[]> {
  const all = await listRepositories(registry)
  return all.filter((one) => one.section === 'build' && can(actor, 'read', one))
}

/** Where the builds of a project are: named by the project, or by the repository itself. */
export interface BuildPlace {
  project?: string | undefined
  buildRepo?: string | undefined
}

export const keyOfPlace = ({ project, buildRepo }: BuildPlace): string =>
  buildRepo !== undefined && buildRepo !== '' ? buildRepo : buildRepositoryKey(project ?? '')

export async function findBuildRepository(
  registry: Registry,
  place: BuildPlace,
): Promise<Repository | undefined> {
  const repository = await findRepository(registry, keyOfPlace(place))
  return repository?.section === 'build' ? repository : undefined
}

export interface Run {
  repository: Repository
  row: BuildRow
}

/** The run, if it exists and the actor may do this to its build. */
export async function requireRun(
  registry: Registry,
  actor: Actor,
  place: BuildPlace,
  run: { name: string; number: string; started?: string | undefined },
  action: RepositoryAction = 'read',
): Promise<Run> {
  const repository = await findBuildRepository(registry, place)
  if (!repository || !canBuild(actor, 'read', repository.key, run.name)) throw noBuild(run.name, run.number)
  const row = await findRun(registry.database.db, repository.id, run.name, run.number, run.started)
  if (!row) throw noBuild(run.name, run.number)
  requireBuildRight(actor, action, repository.key, run.name)
  return { repository, row }
}

export const noBuild = (name: string, number?: string): AppError =>
  number === undefined
    ? notFound('build', name)
    : new AppError(
        'not-found',
        `There is no build ${quote(name)} with the number ${quote(number)} here, or you may not see it.`,
      )
