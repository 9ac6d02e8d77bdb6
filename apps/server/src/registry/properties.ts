// Properties of nodes: unordered sets of values under a key.
import type { Db } from '../platform/db/connect.ts'
import { prepare } from '../platform/db/prepare.ts'
import type { NodeRow, PropertyRow } from '../platform/db/schema.ts'

export type Properties = Map<string, string[]>

export async function readProperties(db: Db, nodeId: string): Promise<Properties> {
  const rows = await db
    .selectFrom('properties')
    .select(['key', 'value'])
    .where('node_id', '=', nodeId)
    .orderBy('key')
    .orderBy('value')
    .execute()
  const properties: Properties = new Map()
  for (const { key, value } of rows) properties.set(key, [...(properties.get(key) ?? []), value])
  return properties
}

/** Replaces the values of the given keys and leaves the others alone. */
export async function setProperties(
  db: Db,
  { id, repository_id }: Pick<NodeRow, 'id' | 'repository_id'>,
  properties: ReadonlyMap<string, readonly string[]>,
  isNew: boolean,
): Promise<void> {
  const keys = [...properties.keys()]
  if (keys.length === 0) return
  if (!isNew) await db.deleteFrom('properties').where('node_id', '=', id).where('key', 'in', keys).execute()
  const rows = keys.flatMap((key) =>
    [...new Set(properties.get(key))].map((value) => ({ node_id: id, key, value, repository_id })),
  )
  if (rows.length > 0) await insertProperties.run(db, rows)
}

const insertProperties = prepare((db, rows: PropertyRow[]) => db.insertInto('properties').values(rows))
