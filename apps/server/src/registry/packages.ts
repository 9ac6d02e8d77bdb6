// Reading packages and versions: rows that save-package.ts derives from files.
import type { Db } from '../platform/db/connect.ts'
import { prepare } from '../platform/db/prepare.ts'
import type { PackageRow } from '../platform/db/schema.ts'
import type { Registry } from './registry.ts'
import { readTags } from './tags.ts'

export interface PackageVersion {
  version: string
  manifest: Record<string, unknown>
  deprecated: string | null
  createdAt: string
  path: string
  size: number
  /** Empty when an upstream does not tell. */
  sha1: string
  sha512: string
  /** Where the upstream says that its file is; not of those that are kept here. */
  source?: string
}

export interface PackageContents {
  name: string
  revision: number
  createdAt: string
  modifiedAt: string
  /** Of the version that is shown first. */
  readme: string | null
  versions: PackageVersion[]
  tags: { tag: string; version: string }[]
}

/** What documents about a package are kept under, to be forgotten when it changes. */
export const documentSubject = (repositoryId: string, name: string) => `${repositoryId}/${name}`

/** Right after the commit that made, changed or removed it. */
export function forgetPackage(registry: Registry, repositoryId: string, name: string): void {
  const subject = documentSubject(repositoryId, name)
  registry.documents.forget(subject)
  registry.packages.forget(subject)
}

export function forgetPackages(registry: Registry): void {
  registry.documents.forgetAll()
  registry.packages.forgetAll()
}

/** Its row, from memory if it was asked for before; that there is none is remembered, too. */
export async function recallPackage(
  { database, packages }: Registry,
  repositoryId: string,
  name: string,
): Promise<PackageRow | undefined> {
  if (database.isShared) return findPackage(database.db, repositoryId, name)
  const subject = documentSubject(repositoryId, name)
  const read = async () => ({ row: await findPackage(database.db, repositoryId, name) })
  const known = packages.peek(subject, '') ?? (await packages.make(subject, '', 0, read))
  return known.row
}

export const findPackage = (db: Db, repositoryId: string, name: string): Promise<PackageRow | undefined> =>
  packageRow.find(db, { repositoryId, name })

const packageRow = prepare((db, { repositoryId, name }: { repositoryId: string; name: string }) =>
  db.selectFrom('packages').selectAll().where('repository_id', '=', repositoryId).where('name', '=', name),
)

/**
 * Call before reading what the package is made of in order to change it: on PostgreSQL others then wait, and what is
 * read is true until the end of the transaction. Returns the revision that nobody else can have seen any more.
 */
export async function lockPackage(db: Db, packageId: string): Promise<number | undefined> {
  const row = await db
    .updateTable('packages')
    .set((set) => ({ revision: set('revision', '+', 1) }))
    .where('id', '=', packageId)
    .returning('revision')
    .executeTakeFirst()
  return row && row.revision - 1
}

/** Everything that a document about the package is made of, in four queries whatever the number of versions. */
export async function readPackage(
  db: Db,
  repositoryId: string,
  name: string,
): Promise<PackageContents | undefined> {
  const found = await findPackage(db, repositoryId, name)
  if (!found) return undefined
  const versions = await db
    .selectFrom('versions')
    .innerJoin('nodes', 'nodes.version_id', 'versions.id')
    .innerJoin('blobs', 'blobs.sha256', 'nodes.sha256')
    .select(['versions.version', 'versions.manifest', 'versions.deprecated', 'versions.created_at'])
    .select(['nodes.path', 'nodes.size', 'blobs.sha1', 'blobs.sha512'])
    .where('versions.package_id', '=', found.id)
    .orderBy('versions.created_at')
    .execute()
  const shown = await db
    .selectFrom('versions')
    .select('readme')
    .where('package_id', '=', found.id)
    .where('version', '=', found.latest)
    .executeTakeFirst()
  return {
    name,
    revision: found.revision,
    createdAt: found.created_at,
    modifiedAt: found.modified_at,
    readme: shown?.readme ?? null,
    versions: versions.map(({ created_at, manifest, ...rest }) => ({
      ...rest,
      createdAt: created_at,
      // Only saveVersion writes this column.
      manifest: JSON.parse(manifest) as Record<string, unknown>,
    })),
    tags: await readTags(db, found.id),
  }
}
