// The statements that copy and move nodes: a fixed number of them, whatever the number of nodes.
import { sql } from 'kysely'
import type { Database, Db } from '../../platform/db/connect.ts'
import type { Stamp } from '../nodes.ts'
import { isAtTarget, isInRange, newName, newParent, newPath, type Mapping, type Range } from './mapping.ts'

/** The target's files that are replaced go first. Returns the versions that they belonged to. */
export async function dropReplaced(db: Db, mapping: Mapping, range: Range): Promise<string[]> {
  const { rows } = await sql<{ version_id: string | null }>`
    delete from nodes where repository_id = ${mapping.to.id} and kind = 'file' and path in (
      select ${newPath(mapping, 's')} from nodes as s
      where ${isInRange(mapping, range, 's')} and s.kind = 'file')
    returning version_id`.execute(db)
  return rows.flatMap(({ version_id }) => version_id ?? [])
}

/** Folders that the target has already stay as they are. */
export async function copyFolders(
  db: Db,
  engine: Database['engine'],
  mapping: Mapping,
  range: Range,
  stamp: Stamp | undefined,
): Promise<void> {
  await sql`
    insert into nodes (id, repository_id, path, parent, name, kind, sha256, size, mime_type,
      created_at, created_by, modified_at, modified_by, version_id, updated_at)
    select ${newIds(engine)}, ${mapping.to.id}, ${newPath(mapping, 's')}, ${newParent(mapping, 's')},
      ${newName(mapping, 's')}, 'folder', null, 0, '', ${createdAt(stamp)}, ${createdBy(stamp)},
      s.modified_at, s.modified_by, null, s.updated_at
    from nodes as s where ${isInRange(mapping, range, 's')} and s.kind = 'folder'
    on conflict (repository_id, path) do nothing`.execute(db)
  await copyProperties(db, mapping, range, 'folder')
}

export async function copyFiles(
  db: Db,
  engine: Database['engine'],
  mapping: Mapping,
  range: Range,
  stamp: Stamp,
): Promise<void> {
  await sql`
    insert into nodes (id, repository_id, path, parent, name, kind, sha256, size, mime_type,
      created_at, created_by, modified_at, modified_by, version_id, updated_at, declared_sums, sha1, md5)
    select ${newIds(engine)}, ${mapping.to.id}, ${newPath(mapping, 's')}, ${newParent(mapping, 's')},
      ${newName(mapping, 's')}, 'file', s.sha256, s.size, s.mime_type, ${createdAt(stamp)}, ${createdBy(stamp)},
      s.modified_at, s.modified_by, null, cast(${stamp.at} as text), s.declared_sums, s.sha1, s.md5
    from nodes as s where ${isInRange(mapping, range, 's')} and s.kind = 'file'`.execute(db)
  await copyProperties(db, mapping, range, 'file')
}

/** Rows keep their ids, and with them properties, downloads and when they were made. */
export async function moveFiles(db: Db, mapping: Mapping, range: Range, at: string): Promise<void> {
  if (mapping.from.id !== mapping.to.id)
    await sql`
      update properties set repository_id = ${mapping.to.id} where node_id in (
        select s.id from nodes as s where ${isInRange(mapping, range, 's')} and s.kind = 'file')`.execute(db)
  await sql`
    update nodes set repository_id = ${mapping.to.id}, path = ${newPath(mapping, 'nodes')},
      parent = ${newParent(mapping, 'nodes')}, name = ${newName(mapping, 'nodes')}, updated_at = ${at}
    where ${isInRange(mapping, range, 'nodes')} and kind = 'file'`.execute(db)
}

/** The folders of a tree without files. Returns whether there were files after all, which stay. */
export async function dropFolders(db: Db, mapping: Mapping, range: Range): Promise<boolean> {
  const { rows } = await sql`
    select 1 from nodes as s where ${isInRange(mapping, range, 's')} and s.kind = 'file' limit 1`.execute(db)
  if (rows.length > 0) return true
  await sql`delete from nodes where ${isInRange(mapping, range, 'nodes')}`.execute(db)
  return false
}

const copyProperties = (db: Db, mapping: Mapping, range: Range, kind: 'file' | 'folder') =>
  sql`
    insert into properties (node_id, key, value, repository_id)
    select t.id, p.key, p.value, t.repository_id from nodes as s
    join properties as p on p.node_id = s.id
    join nodes as t on ${isAtTarget(mapping, 's', 't')}
    where ${isInRange(mapping, range, 's')} and s.kind = ${kind}
    on conflict (node_id, key, value) do nothing`.execute(db)

const newIds = (engine: Database['engine']) =>
  engine === 'sqlite' ? sql`lower(hex(randomblob(16)))` : sql`cast(gen_random_uuid() as text)`

const createdAt = (stamp: Stamp | undefined) => (stamp ? sql`cast(${stamp.at} as text)` : sql`s.created_at`)
const createdBy = (stamp: Stamp | undefined) => (stamp ? sql`cast(${stamp.by} as text)` : sql`s.created_by`)
