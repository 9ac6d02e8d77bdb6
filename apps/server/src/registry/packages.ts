// Packages, versions and tags: rows derived from files, written in the transaction that writes the file.
import { conflict } from '../platform/errors.ts'
import type { Db } from '../platform/db/connect.ts'
import type { PackageRow, VersionRow } from '../platform/db/schema.ts'
import { newId } from '../platform/ids.ts'
import type { Description, Facts, Format } from './format.ts'
import type { Stamp } from './nodes.ts'
import type { Repository } from './repositories.ts'

export interface PackageVersion {
  version: string
  manifest: Record<string, unknown>
  deprecated: string | null
  createdAt: string
  path: string
  size: number
  sha1: string
  sha512: string
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

export const findPackage = (db: Db, repositoryId: string, name: string): Promise<PackageRow | undefined> =>
  db
    .selectFrom('packages')
    .selectAll()
    .where('repository_id', '=', repositoryId)
    .where('name', '=', name)
    .executeTakeFirst()

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

export const readTags = (db: Db, packageId: string): Promise<{ tag: string; version: string }[]> =>
  db.selectFrom('tags').select(['tag', 'version']).where('package_id', '=', packageId).orderBy('tag').execute()

/** Writes what a file says about itself. `existingVersionId` is the version that the file belonged to before. */
export async function saveDescription(
  db: Db,
  format: Format,
  repository: Repository,
  nodeId: string,
  description: Description,
  size: number,
  stamp: Stamp,
): Promise<void> {
  const found = await findPackage(db, repository.id, description.name)
  const packageRow = found ?? (await insertPackage(db, repository, description, stamp))
  const versionId = await saveVersion(db, packageRow.id, nodeId, description, size, stamp)
  await db.updateTable('nodes').set({ version_id: versionId }).where('id', '=', nodeId).execute()
  // A package has a `latest` from its first version on, whatever tag that was published under.
  const tags = found || description.tags.includes('latest') ? description.tags : [...description.tags, 'latest']
  for (const tag of tags) await moveTag(db, format, packageRow.id, tag, description.version)
  await refreshPackage(db, format, packageRow.id, stamp.at)
}

/** Points the tag to the version, in the rows and in the property that the rows can be made from again. */
export async function moveTag(
  db: Db,
  format: Format,
  packageId: string,
  tag: string,
  version: string | null,
): Promise<void> {
  if (format.tagProperty) {
    await db
      .deleteFrom('properties')
      .where('key', '=', format.tagProperty)
      .where('value', '=', tag)
      .where('node_id', 'in', nodesOfPackage(db, packageId))
      .execute()
  }
  if (version === null) {
    await db.deleteFrom('tags').where('package_id', '=', packageId).where('tag', '=', tag).execute()
    return
  }
  await db
    .insertInto('tags')
    .values({ package_id: packageId, tag, version })
    .onConflict((on) => on.columns(['package_id', 'tag']).doUpdateSet({ version }))
    .execute()
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

/**
 * Brings the package's own row up to date after its versions or tags changed: which version is shown first, how many
 * there are, what it says about itself. A package without versions is no package.
 */
export async function refreshPackage(db: Db, format: Format, packageId: string, at: string): Promise<void> {
  const versions = await db
    .selectFrom('versions')
    .select(['version', 'created_at'])
    .where('package_id', '=', packageId)
    .execute()
  if (versions.length === 0) {
    await db.deleteFrom('packages').where('id', '=', packageId).execute()
    return
  }
  const latest = await chooseLatest(db, format, packageId, versions)
  const shown = await db
    .selectFrom('versions')
    .select(['facts', 'licence', 'created_at'])
    .where('package_id', '=', packageId)
    .where('version', '=', latest)
    .executeTakeFirstOrThrow()
  // Only saveVersion writes this column.
  const facts = JSON.parse(shown.facts) as Omit<Facts, 'readme'>
  await db
    .updateTable('packages')
    .set((set) => ({
      latest,
      latest_at: shown.created_at,
      description: facts.description,
      licence: shown.licence,
      version_count: versions.length,
      modified_at: at,
      revision: set('revision', '+', 1),
    }))
    .where('id', '=', packageId)
    .execute()
}

async function chooseLatest(
  db: Db,
  format: Format,
  packageId: string,
  versions: { version: string }[],
): Promise<string> {
  const tagged = await db
    .selectFrom('tags')
    .innerJoin('versions', (join) =>
      join.onRef('versions.package_id', '=', 'tags.package_id').onRef('versions.version', '=', 'tags.version'),
    )
    .select('tags.version')
    .where('tags.package_id', '=', packageId)
    .where('tags.tag', '=', 'latest')
    .executeTakeFirst()
  if (tagged) return tagged.version
  const names = versions.map((row) => row.version).toSorted((a, b) => format.compareVersions(b, a))
  // `-` begins a pre-release in every format that has them.
  const latest = names.find((name) => !name.includes('-')) ?? names[0] ?? ''
  if (format.tagProperty) await moveTag(db, format, packageId, 'latest', latest)
  return latest
}

async function insertPackage(
  db: Db,
  repository: Repository,
  description: Description,
  stamp: Stamp,
): Promise<PackageRow> {
  const row: PackageRow = {
    id: newId(),
    repository_id: repository.id,
    format: repository.format,
    name: description.name,
    description: description.facts.description,
    licence: description.facts.licence,
    latest: description.version,
    latest_at: stamp.at,
    version_count: 0,
    created_at: stamp.at,
    modified_at: stamp.at,
    revision: 0,
  }
  await db.insertInto('packages').values(row).execute()
  return row
}

async function saveVersion(
  db: Db,
  packageId: string,
  nodeId: string,
  description: Description,
  size: number,
  stamp: Stamp,
): Promise<string> {
  const existing = await db
    .selectFrom('versions')
    .leftJoin('nodes', 'nodes.version_id', 'versions.id')
    .select(['versions.id', 'nodes.id as node_id'])
    .where('versions.package_id', '=', packageId)
    .where('versions.version', '=', description.version)
    .executeTakeFirst()
  if (existing?.node_id && existing.node_id !== nodeId)
    throw conflict(
      `${description.name} ${description.version} is stored under another path already. A version has one file here.`,
    )
  const { readme, ...facts } = description.facts
  const row: VersionRow = {
    id: existing?.id ?? newId(),
    package_id: packageId,
    version: description.version,
    manifest: JSON.stringify(description.manifest),
    facts: JSON.stringify(facts),
    readme,
    licence: facts.licence,
    deprecated: facts.deprecated,
    size,
    created_at: stamp.at,
    created_by: stamp.by,
  }
  if (existing) await db.updateTable('versions').set(row).where('id', '=', row.id).execute()
  else await db.insertInto('versions').values(row).execute()
  return row.id
}

const nodesOfPackage = (db: Db, packageId: string) =>
  db
    .selectFrom('nodes')
    .innerJoin('versions', 'versions.id', 'nodes.version_id')
    .select('nodes.id')
    .where('versions.package_id', '=', packageId)
