// Changes of a package that touch no file: tags and deprecations. Each is a property of a file and a row made from it.
import type { Actor } from '../access/actor.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Db } from '../platform/db/connect.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { PackageRow } from '../platform/db/schema.ts'
import { announce } from './events.ts'
import { byOf, stampOf } from './by-actor.ts'
import { findPackage, forgetPackage, lockPackage } from './packages.ts'
import { refreshPackage } from './save-package.ts'
import { moveTag } from './tags.ts'
import { setProperties } from './properties.ts'
import { formatOf, type Registry } from './registry.ts'
import type { Repository } from './repositories.ts'

interface PackageChange {
  /** Null takes the tag away. */
  tags?: ReadonlyMap<string, string | null>
  /** By version: the reason, or null to take it back. */
  deprecations?: ReadonlyMap<string, string | null>
  /** The revision that the client saw; another one by now is a conflict. */
  expectedRevision?: number | undefined
}

export async function changePackage(
  registry: Registry,
  actor: Actor,
  repository: Repository,
  name: string,
  change: PackageChange,
): Promise<void> {
  const format = formatOf(registry, repository)
  await transaction(registry.database, async (db, after) => {
    const found = await findPackage(db, repository.id, name)
    const revision = found && (await lockPackage(db, found.id))
    if (!found || revision === undefined) throw notFound('package', name)
    if (change.expectedRevision !== undefined && change.expectedRevision !== revision)
      throw conflict(`The package ${name} was changed meanwhile. Read it again and repeat your change.`)
    for (const [tag, version] of change.tags ?? []) {
      if (version !== null) await findVersion(db, found, version)
      await moveTag(db, format, found.id, tag, version)
      await announce(db, 'tag-changed', {
        repository: repository.key,
        format: repository.format,
        package: name,
        tag,
        version,
        actor: actor.name,
      })
    }
    for (const [version, reason] of change.deprecations ?? []) {
      const path = await deprecate(db, found, version, reason, format.deprecationProperty)
      if (path !== null)
        await announce(db, 'property-changed', { repository: repository.key, path, ...byOf(actor) })
    }
    await refreshPackage(db, format, found.id, stampOf(registry, actor).at)
    after(() => forgetPackage(registry, repository.id, name))
  })
}

/** Returns the path of the file that now says so. */
async function deprecate(
  db: Db,
  found: PackageRow,
  version: string,
  reason: string | null,
  property: string | undefined,
): Promise<string | null> {
  const { id, node_id, path } = await findVersion(db, found, version)
  await db.updateTable('versions').set({ deprecated: reason }).where('id', '=', id).execute()
  if (!property || !node_id) return null
  const node = { id: node_id, repository_id: found.repository_id }
  await setProperties(db, node, new Map([[property, reason === null ? [] : [reason]]]), false)
  return path
}

async function findVersion(db: Db, found: PackageRow, version: string) {
  const row = await db
    .selectFrom('versions')
    .leftJoin('nodes', 'nodes.version_id', 'versions.id')
    .select(['versions.id', 'nodes.id as node_id', 'nodes.path'])
    .where('versions.package_id', '=', found.id)
    .where('versions.version', '=', version)
    .executeTakeFirst()
  if (!row) throw notFound('version', `${found.name}@${version}`)
  return row
}
