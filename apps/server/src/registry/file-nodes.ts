// Files of a repository with what is known of their bytes, from memory if they were asked for before.
import type { StoredBlob } from '../platform/blobs/blob-store.ts'
import type { Db } from '../platform/db/connect.ts'
import { prepare } from '../platform/db/prepare.ts'
import type { NodeRow } from '../platform/db/schema.ts'
import type { Registry } from './registry.ts'
import type { Repository } from './repositories.ts'

export interface FileNode extends StoredBlob {
  id: string
  path: string
  mimeType: string
  createdAt: string
  createdBy: string
  modifiedAt: string
  modifiedBy: string
  /** When its properties changed, if that was later. */
  updatedAt: string | null
  versionId: string | null
  packageId: string | null
  /** Filled by serve-file.ts when the file is first served. */
  replyHeaders?: Readonly<Record<string, string | number>>
}

/** If it is in memory and nobody else may have changed it. */
export const recallFile = (registry: Registry, repository: Repository, path: string): FileNode | undefined =>
  registry.database.isShared ? undefined : registry.files.peek(fileSubject(repository.id, path), '')

export async function findFile(
  registry: Registry,
  repository: Repository,
  path: string,
): Promise<FileNode | undefined> {
  if (registry.database.isShared) return readFile(registry.database.db, repository.id, path)
  return (
    recallFile(registry, repository, path) ??
    registry.files.make(fileSubject(repository.id, path), '', 0, () =>
      readFile(registry.database.db, repository.id, path),
    )
  )
}

/** The files at one path of several repositories, by the repository's id. */
export async function findFiles(
  registry: Registry,
  repositories: readonly Repository[],
  path: string,
): Promise<Map<string, FileNode>> {
  const ids = repositories.map(({ id }) => id)
  if (registry.database.isShared && ids.length > 1) return readFiles(registry.database.db, ids, path)
  const found = await Promise.all(repositories.map((one) => findFile(registry, one, path)))
  return new Map(found.flatMap((file, index) => (file ? [[ids[index] ?? '', file]] : [])))
}

async function readFiles(db: Db, ids: string[], path: string): Promise<Map<string, FileNode>> {
  const rows = await fileRows(db)
    .where('nodes.repository_id', 'in', ids)
    .where('nodes.path', '=', path)
    .execute()
  return new Map(
    rows.map((row) => [row.repository_id, toFileNode(row, { ...row, sha256: row.digest }, row.package_id)]),
  )
}

export const fileSubject = (repositoryId: string, path: string) => `${repositoryId}/${path}`

export async function readFile(db: Db, repositoryId: string, path: string): Promise<FileNode | undefined> {
  const row = await fileRow.find(db, { repositoryId, path })
  return row && toFileNode(row, { ...row, sha256: row.digest }, row.package_id)
}

const fileRow = prepare((db, { repositoryId, path }: { repositoryId: string; path: string }) =>
  fileRows(db).where('nodes.repository_id', '=', repositoryId).where('nodes.path', '=', path),
)

const fileRows = (db: Db) =>
  db
    .selectFrom('nodes')
    .innerJoin('blobs', 'blobs.sha256', 'nodes.sha256')
    .leftJoin('versions', 'versions.id', 'nodes.version_id')
    .selectAll('nodes')
    .select(['blobs.sha256 as digest', 'blobs.sha1', 'blobs.md5', 'blobs.sha512', 'versions.package_id'])

export const toFileNode = (row: NodeRow, blob: StoredBlob, packageId: string | null): FileNode => ({
  id: row.id,
  path: row.path,
  sha256: blob.sha256,
  sha1: blob.sha1,
  md5: blob.md5,
  sha512: blob.sha512,
  size: row.size,
  mimeType: row.mime_type,
  createdAt: row.created_at,
  createdBy: row.created_by,
  modifiedAt: row.modified_at,
  modifiedBy: row.modified_by,
  updatedAt: row.updated_at,
  versionId: row.version_id,
  packageId,
})
