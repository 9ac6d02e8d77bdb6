// What packages lose when files go: their versions and tags, in the transaction that takes the files away.
import type { Db } from '../platform/db/connect.ts'
import { lockPackage } from './packages.ts'
import { formatOf, type Registry } from './registry.ts'
import type { Repository } from './repositories.ts'
import { refreshPackage } from './save-package.ts'

/** Returns the names of the packages, whose documents are to be forgotten after the commit. */
export async function forgetVersions(
  db: Db,
  registry: Registry,
  repository: Repository,
  versionIds: readonly string[],
  at: string,
): Promise<string[]> {
  const ids = [...new Set(versionIds)]
  const packages = await packagesOf(db, ids)
  for (const { id } of packages) await lockPackage(db, id)
  await removeVersions(db, ids)
  for (const { id } of packages) await refreshPackage(db, formatOf(registry, repository), id, at)
  return packages.map(({ name }) => name)
}

/** In the order of their ids, so that two who remove several wait for each other in one direction only. */
async function packagesOf(db: Db, versionIds: string[]): Promise<{ id: string; name: string }[]> {
  const found = new Map<string, string>()
  for (let start = 0; start < versionIds.length; start += 500) {
    const rows = await db
      .selectFrom('versions')
      .innerJoin('packages', 'packages.id', 'versions.package_id')
      .select(['packages.id', 'packages.name'])
      .distinct()
      .where('versions.id', 'in', versionIds.slice(start, start + 500))
      .execute()
    for (const { id, name } of rows) found.set(id, name)
  }
  return [...found].map(([id, name]) => ({ id, name })).sort((a, b) => (a.id < b.id ? -1 : 1))
}

async function removeVersions(db: Db, ids: string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += 500) {
    const some = ids.slice(start, start + 500)
    await db
      .deleteFrom('tags')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('versions')
            .select('versions.id')
            .whereRef('versions.package_id', '=', 'tags.package_id')
            .whereRef('versions.version', '=', 'tags.version')
            .where('versions.id', 'in', some),
        ),
      )
      .execute()
    await db.deleteFrom('versions').where('id', 'in', some).execute()
  }
}
