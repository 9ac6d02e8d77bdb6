// Tags: movable names of versions, as rows and as properties of files that the rows can be made from again.
import type { Db } from '../platform/db/connect.ts'
import { prepare } from '../platform/db/prepare.ts'
import type { TagRow } from '../platform/db/schema.ts'
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
  await clearTags(db, format, packageId, [tag])
  if (version === null) {
    await db.deleteFrom('tags').where('package_id', '=', packageId).where('tag', '=', tag).execute()
    return
  }
  await insertTags(db, packageId, [tag], version)
  if (!format.tagProperty) return
  const node = await db
    .selectFrom('nodes')
    .innerJoin('versions', 'versions.id', 'nodes.version_id')
    .select(['nodes.id', 'nodes.repository_id'])
    .where('versions.package_id', '=', packageId)
    .where('versions.version', '=', version)
    .executeTakeFirst()
  if (node)
    await db
      .insertInto('properties')
      .values({ node_id: node.id, key: format.tagProperty, value: tag, repository_id: node.repository_id })
      .onConflict((on) => on.columns(['node_id', 'key', 'value']).doNothing())
      .execute()
}

/** Takes the tags' property away from the files that the tags point to until now. */
export async function clearTags(db: Db, format: Format, packageId: string, tags: string[]): Promise<void> {
  if (!format.tagProperty || tags.length === 0) return
  await clearProperties.run(db, { key: format.tagProperty, packageId, tags })
}

const clearProperties = prepare(
  (db, { key, packageId, tags }: { key: string; packageId: string; tags: string[] }) =>
    db
      .deleteFrom('properties')
      .where('key', '=', key)
      .where('value', 'in', tags)
      .where('node_id', 'in', (query) =>
        query
          .selectFrom('tags')
          .innerJoin('versions', (join) =>
            join
              .onRef('versions.package_id', '=', 'tags.package_id')
              .onRef('versions.version', '=', 'tags.version'),
          )
          .innerJoin('nodes', 'nodes.version_id', 'versions.id')
          .select('nodes.id')
          .where('tags.package_id', '=', packageId)
          .where('tags.tag', 'in', tags),
      ),
)

export async function insertTags(db: Db, packageId: string, tags: string[], version: string): Promise<void> {
  if (tags.length === 0) return
  await insertTagRows.run(
    db,
    tags.map((tag) => ({ package_id: packageId, tag, version })),
  )
}

const insertTagRows = prepare((db, rows: TagRow[]) =>
  db
    .insertInto('tags')
    .values(rows)
    .onConflict((on) =>
      on.columns(['package_id', 'tag']).doUpdateSet((set) => ({ version: set.ref('excluded.version') })),
    ),
)
