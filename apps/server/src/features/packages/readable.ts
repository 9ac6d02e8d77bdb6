// What of the catalogue an actor may see: the packages of the repositories it may read.
import type { Actor } from '../../access/actor.ts'
import { can, canEverywhere } from '../../access/rules/permissions.ts'
import { notFound } from '../../platform/errors.ts'
import type { PackageRow } from '../../platform/db/schema.ts'
import { listRepositories, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'

export async function readableRepositories(
  services: Services,
  actor: Actor,
): Promise<Map<string, Repository>> {
  const all = await listRepositories(services.registry)
  return new Map(all.filter((one) => can(actor, 'read', one)).map((one) => [one.id, one]))
}

/** Where patterns decide, each package is asked about by the folder that its format keeps it in. */
export function canSeePackage(
  services: Services,
  actor: Actor,
  repository: Repository | undefined,
  name: string,
): boolean {
  if (!repository) return false
  if (canEverywhere(actor, 'read', repository)) return true
  const path = services.registry.formats.get(repository.format)?.pathOf?.({ package: name })
  return can(actor, 'read', repository, path)
}

/** Whether some of these are open to the actor in parts only: what the database counts is then too much. */
export const isPartly = (actor: Actor, repositories: Iterable<Repository>): boolean =>
  [...repositories].some((repository) => !canEverywhere(actor, 'read', repository))

export interface PackageRows {
  format: string
  name: string
  rows: [PackageRow, ...PackageRow[]]
  repositories: Map<string, Repository>
}

/** By the latest version that each repository has, not by the day: copying an old version does not make it the latest. */
export const newestFirst = (services: Services, rows: readonly PackageRow[]): PackageRow[] =>
  rows.toSorted((a, b) => {
    const compare = services.registry.formats.get(a.format)?.compareVersions
    return compare?.(b.latest, a.latest) || (a.latest_at < b.latest_at ? 1 : -1)
  })

/** A package is one thing to people, however many repositories hold it: a row for each, newest first. */
export async function readPackageRows(
  services: Services,
  actor: Actor,
  packageId: string,
): Promise<PackageRows> {
  const separator = packageId.indexOf('://')
  const format = packageId.slice(0, Math.max(0, separator))
  const name = packageId.slice(separator + 3)
  const repositories = await readableRepositories(services, actor)
  const rows = await services.database.db
    .selectFrom('packages')
    .selectAll()
    .where('format', '=', format)
    .where('name', '=', name)
    .where('repository_id', 'in', [...repositories.keys(), ''])
    .execute()
  const visible = rows.filter((row) =>
    canSeePackage(services, actor, repositories.get(row.repository_id), row.name),
  )
  const [first, ...others] = newestFirst(services, visible)
  if (!first) throw notFound('package', packageId)
  return { format, name, rows: [first, ...others], repositories }
}
