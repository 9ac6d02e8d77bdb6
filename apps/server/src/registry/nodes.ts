// The tree of files and folders of a repository: the truth that packages are derived from.
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { AppError, conflict } from '../platform/errors.ts'
import type { StagedBlob, StoredBlob } from '../platform/blobs/blob-store.ts'
import type { Db } from '../platform/db/connect.ts'
import { prepare } from '../platform/db/prepare.ts'
import type { BlobRow, NodeRow, Schema } from '../platform/db/schema.ts'
import { newId } from '../platform/ids.ts'
import { nameOf, parentOf } from './paths.ts'

export interface ChildNode {
  repositoryId: string
  name: string
  isFolder: boolean
  size: number
  modifiedAt: string
}

export const findNode = (db: Db, repositoryId: string, path: string): Promise<NodeRow | undefined> =>
  db
    .selectFrom('nodes')
    .selectAll()
    .where('repository_id', '=', repositoryId)
    .where('path', '=', path)
    .executeTakeFirst()

/** What has to be known of a node before something is stored at or below it. */
export type FoundNode = Pick<NodeRow, 'id' | 'path' | 'kind' | 'sha256' | 'version_id'>

/** The node at the path and the folders above it, as far as they exist. */
export const findNodesAlong = (db: Db, repositoryId: string, path: string): Promise<FoundNode[]> =>
  nodesAlong.list(db, { repositoryId, paths: ancestorsOf(path) })

const nodesAlong = prepare((db, { repositoryId, paths }: { repositoryId: string; paths: string[] }) =>
  db
    .selectFrom('nodes')
    .select(['id', 'path', 'kind', 'sha256', 'version_id'])
    .where('repository_id', '=', repositoryId)
    .where('path', 'in', paths),
)

/** Whether one of the repositories has a folder there. */
export async function isFolder(db: Db, repositoryIds: readonly string[], path: string): Promise<boolean> {
  if (repositoryIds.length === 0) return false
  const row = await db
    .selectFrom('nodes')
    .select('id')
    .where('repository_id', 'in', repositoryIds)
    .where('path', '=', path)
    .where('kind', '=', 'folder')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** By name; a name that several of the repositories have comes as often as that. */
export async function listChildren(
  db: Db,
  repositoryIds: readonly string[],
  path: string,
  options: { after?: string | undefined; limit: number },
): Promise<ChildNode[]> {
  let query = db
    .selectFrom('nodes')
    .select(['repository_id', 'name', 'kind', 'size', 'modified_at'])
    .where('repository_id', 'in', repositoryIds)
    .where('parent', '=', path)
    .orderBy('name')
    .limit(options.limit)
  if (options.after !== undefined) query = query.where('name', '>', options.after)
  const rows = await query.execute()
  return rows.map((row) => ({
    repositoryId: row.repository_id,
    name: row.name,
    isFolder: row.kind === 'folder',
    size: row.size,
    modifiedAt: row.modified_at,
  }))
}

export interface Stamp {
  at: string
  by: string
}

export function refuseBelowFile(ancestors: readonly { path: string; kind: string }[]): void {
  const file = ancestors.find((node) => node.kind === 'file')
  if (file)
    throw conflict(
      `${JSON.stringify(file.path)} is a file, so nothing can be stored below it. Choose another path.`,
    )
}

/** Creates the folder and those above it that `along`, read in this transaction, does not have. */
export async function addFolders(
  db: Db,
  repositoryId: string,
  path: string,
  along: readonly FoundNode[],
  stamp: Stamp,
): Promise<void> {
  const known = new Set(along.map((node) => node.path))
  const missing = ancestorsOf(path).filter((folder) => !known.has(folder))
  if (missing.length === 0) return
  await insertFolders.run(
    db,
    missing.map((folder) => folderRow(repositoryId, folder, stamp)),
  )
}

const insertFolders = prepare((db, rows: NodeRow[]) =>
  db
    .insertInto('nodes')
    .values(rows)
    .onConflict((on) => on.columns(['repository_id', 'path']).doNothing()),
)

export async function insertBlob(db: Db, blob: StagedBlob, at: string): Promise<void> {
  const { sha256, sha1, md5, sha512, size } = blob
  await insertBlobRow.run(db, { sha256, sha1, md5, sha512, size, created_at: at, unreferenced_at: null })
  // After the row: garbage collection, which takes rows first, can no longer take the bytes.
  await blob.keepIn(db)
}

/** PostgreSQL locks the row in any case; SQLite writes it only if it was garbage, or lacks what is known now. */
const insertBlobRow = prepare((db, row: BlobRow) =>
  db
    .insertInto('blobs')
    .values(row)
    .onConflict((on) =>
      on
        .column('sha256')
        .doUpdateSet({
          unreferenced_at: sql`null`,
          sha512: sql`coalesce(nullif(blobs.sha512, ''), excluded.sha512)`,
        })
        .where((where) =>
          where.or([
            where('blobs.unreferenced_at', 'is not', null),
            where.and([where('blobs.sha512', '=', ''), where('excluded.sha512', '<>', '')]),
          ]),
        ),
    ),
)

interface StoredFile {
  path: string
  bytes: StoredBlob
  mimeType: string
  versionId: string | null
  /** Which checksums its sender declared. */
  declared: number | null
}

/** Writes the file at the path, keeping who made it first. */
export async function putFileNode(
  db: Db,
  repositoryId: string,
  file: StoredFile,
  existing: FoundNode | undefined,
  stamp: Stamp,
): Promise<NodeRow> {
  const row: NodeRow = {
    ...folderRow(repositoryId, file.path, stamp),
    kind: 'file',
    sha256: file.bytes.sha256,
    sha1: file.bytes.sha1,
    md5: file.bytes.md5,
    size: file.bytes.size,
    mime_type: file.mimeType,
    version_id: file.versionId,
    declared_sums: file.declared,
  }
  if (!existing) {
    await insertFile.run(db, row)
    return row
  }
  const { sha256, sha1, md5, size, mime_type, modified_at, modified_by, version_id, declared_sums } = row
  const sums = { sha256, sha1, md5, declared_sums }
  const first = await db
    .updateTable('nodes')
    .set({ ...sums, size, mime_type, modified_at, modified_by, version_id, updated_at: null })
    .where('id', '=', existing.id)
    .returning(['created_at', 'created_by'])
    .executeTakeFirst()
  return { ...row, id: existing.id, ...first }
}

const insertFile = prepare((db, row: NodeRow) => db.insertInto('nodes').values(row))

/** The node at the path and everything below it, as a condition. Works on the index because text compares by bytes. */
export const isAtOrBelow = (path: string) => (where: ExpressionBuilder<Schema, 'nodes'>) =>
  // '0' is the character after '/'.
  where.or([
    where('path', '=', path),
    where.and([where('path', '>', `${path}/`), where('path', '<', `${path}0`)]),
  ])

/** The same for a folder that may be the root, which is everything. */
export const isInTree =
  (path: string) =>
  (where: ExpressionBuilder<Schema, 'nodes'>): Expression<SqlBool> =>
    path === '' ? where('path', '<>', '') : isAtOrBelow(path)(where)

/** The path itself and the folders above it. */
export function ancestorsOf(path: string): string[] {
  const paths: string[] = []
  for (let folder = path; folder !== ''; folder = parentOf(folder)) paths.unshift(folder)
  return paths
}

const folderRow = (repositoryId: string, path: string, stamp: Stamp): NodeRow => ({
  id: newId(),
  repository_id: repositoryId,
  path,
  parent: parentOf(path),
  name: nameOf(path),
  kind: 'folder',
  sha256: null,
  size: 0,
  mime_type: '',
  created_at: stamp.at,
  created_by: stamp.by,
  modified_at: stamp.at,
  modified_by: stamp.by,
  version_id: null,
  updated_at: null,
  declared_sums: null,
  sha1: null,
  md5: null,
})

/** In the words that clients look for. */
export const noItem = (key: string, path: string) =>
  new AppError('not-found', `Unable to find item ${JSON.stringify(`${key}:${path}`.slice(0, 300))}`)
