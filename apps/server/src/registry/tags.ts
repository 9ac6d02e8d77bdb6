// Tags: movable names of versions, as rows and as properties of files that the rows can be made from again.
import type { Db } from '../platform/db/connect.ts'
import type { Format } from './format.ts'

export const readTags = (db: Db, packageId: string): Promise<{ tag: string; version: string }[]> =>
  db
    .selectFrom('tags')
    .select(['tag', 'version'])
    .where('package_id', '=', packageId)
    .orderBy('tag')
    .execute()

/** Points the tag to the version, in the rows and in the property that the rows can be made from again. */
export async function moveTag(
  db: Db,
  format: Format,
  packageId: string,
  tag: string,
  version: string | null,
): Promise<void> {
  await clearTag(db, format, packageId, tag)
  if (version === null) {
    await db.deleteFrom('tags').where('package_id', '=', packageId).where('tag', '=', tag).execute()
    return
  }
  await insertTags(db, packageId, [tag], version)
  if (!format.tagProperty) return
  const node = await db
    .selectFrom('nodes')
    .innerJoin('versions', 'versions.id', 'nodes.version_id')
    .select('nodes.id')
    .where('versions.package_id', '=', packageId)
    .where('versions.version', '=', version)
    .executeTakeFirst()
  if (node)
    await db
      .insertInto('properties')
      .values({ node_id: node.id, key: format.tagProperty, value: tag })
      .onConflict((on) => on.columns(['node_id', 'key', 'value']).doNothing())
      .execute()
}

/** Takes the tag's property away from whichever file of the package has it. */
export async function clearTag(db: Db, format: Format, packageId: string, tag: string): Promise<void> {
  if (!format.tagProperty) return
  await db
    .deleteFrom('properties')
    .where('key', '=', format.tagProperty)
    .where('value', '=', tag)
    .where('node_id', 'in', nodesOfPackage(db, packageId))
    .execute()
}

export async function insertTags(db: Db, packageId: string, tags: string[], version: string): Promise<void> {
  if (tags.length === 0) return
  await db
    .insertInto('tags')
    .values(tags.map((tag) => ({ package_id: packageId, tag, version })))
    .onConflict((on) => on.columns(['package_id', 'tag']).doUpdateSet({ version }))
    .execute()
}

const nodesOfPackage = (db: Db, packageId: string) =>
  db
    .selectFrom('nodes')
    .innerJoin('versions', 'versions.id', 'nodes.version_id')
    .select('nodes.id')
    .where('versions.package_id', '=', packageId)
