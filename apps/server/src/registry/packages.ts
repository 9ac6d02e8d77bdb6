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

export const readTags = (db: Db, packageId: string): Promise<{ tag: string; version: string }[]> =>
  db
    .selectFrom('tags')
    .select(['tag', 'version'])
    .where('package_id', '=', packageId)
    .orderBy('tag')
    .execute()

export interface SavedVersion {
  versionId: string
  packageId: string
  /** The tags that point to the version from now on. */
  tags: string[]
}

/**
 * Writes what a file says about itself; `before` is the version that the file belonged to. The package's row is changed
 * first: on PostgreSQL that makes two publishes of one package wait for each other.
 */
export async function saveDescription(
  db: Db,
  format: Format,
  repository: Repository,
  description: Description,
  file: { size: number; before: string | null },
  stamp: Stamp,
): Promise<SavedVersion> {
  const found = await findPackage(db, repository.id, description.name)
  const inserted = found ? undefined : await insertPackage(db, repository, description, stamp)
  const current = inserted ?? found ?? (await findPackage(db, repository.id, description.name))
  if (!current) throw vanished(description.name)
  const isNew = current === inserted
  const tags = await tagsOf(db, current, isNew, description, file.before)
  const isShown = tags.includes('latest') || current.latest === description.version
  if (!isNew) await touchPackage(db, current, isShown ? description : undefined, stamp)
  const versionId = await saveVersion(db, current.id, isNew, description, file, stamp)
  if (!isNew) for (const tag of tags) await clearTag(db, format, current.id, tag)
  await insertTags(db, current.id, tags, description.version)
  return { versionId, packageId: current.id, tags }
}

/** Those it is published under; a file that is stored again keeps those it had. */
async function tagsOf(
  db: Db,
  { id }: PackageRow,
  isNewPackage: boolean,
  { tags, version }: Description,
  before: string | null,
): Promise<string[]> {
  // A package has a `latest` from its first version on, whatever tag that was published under.
  if (isNewPackage) return [...new Set([...tags, 'latest'])]
  if (before === null) return tags
  const kept = (await readTags(db, id)).filter((row) => row.version === version).map((row) => row.tag)
  return [...new Set([...tags, ...kept])]
}

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
async function clearTag(db: Db, format: Format, packageId: string, tag: string): Promise<void> {
  if (!format.tagProperty) return
  await db
    .deleteFrom('properties')
    .where('key', '=', format.tagProperty)
    .where('value', '=', tag)
    .where('node_id', 'in', nodesOfPackage(db, packageId))
    .execute()
}

async function insertTags(db: Db, packageId: string, tags: string[], version: string): Promise<void> {
  if (tags.length === 0) return
  await db
    .insertInto('tags')
    .values(tags.map((tag) => ({ package_id: packageId, tag, version })))
    .onConflict((on) => on.columns(['package_id', 'tag']).doUpdateSet({ version }))
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
      join
        .onRef('versions.package_id', '=', 'tags.package_id')
        .onRef('versions.version', '=', 'tags.version'),
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

/** The new row with its first version; undefined when another transaction was faster. */
async function insertPackage(
  db: Db,
  repository: Repository,
  description: Description,
  stamp: Stamp,
): Promise<PackageRow | undefined> {
  const row: PackageRow = {
    id: newId(),
    repository_id: repository.id,
    format: repository.format,
    name: description.name,
    description: description.facts.description,
    licence: description.facts.licence,
    latest: description.version,
    latest_at: stamp.at,
    version_count: 1,
    created_at: stamp.at,
    modified_at: stamp.at,
    revision: 1,
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('packages')
    .values(row)
    .onConflict((on) => on.columns(['repository_id', 'name']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 0n ? undefined : row
}

/** Counts the change, and shows the given description from now on. */
async function touchPackage(
  db: Db,
  { id, name }: PackageRow,
  shown: Description | undefined,
  stamp: Stamp,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('packages')
    .set((set) => ({
      modified_at: stamp.at,
      revision: set('revision', '+', 1),
      ...(shown && {
        latest: shown.version,
        latest_at: stamp.at,
        description: shown.facts.description,
        licence: shown.facts.licence,
      }),
    }))
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw vanished(name)
}

/** The last version was removed by another process while we waited. This is PostgreSQL's code for: begin once more. */
const vanished = (name: string) =>
  Object.assign(new Error(`the package ${name} vanished meanwhile`), { code: '40001' })

async function saveVersion(
  db: Db,
  packageId: string,
  isNewPackage: boolean,
  description: Description,
  file: { size: number; before: string | null },
  stamp: Stamp,
): Promise<string> {
  const existing = isNewPackage ? undefined : await findVersionId(db, packageId, description.version)
  if (existing !== undefined && existing !== file.before)
    throw conflict(
      `${description.name} ${description.version} is stored under another path already. A version has one file here.`,
    )
  const { readme, ...facts } = description.facts
  const row: VersionRow = {
    id: existing ?? newId(),
    package_id: packageId,
    version: description.version,
    manifest: JSON.stringify(description.manifest),
    facts: JSON.stringify(facts),
    readme,
    licence: facts.licence,
    deprecated: facts.deprecated,
    size: file.size,
    created_at: stamp.at,
    created_by: stamp.by,
  }
  if (existing === undefined) {
    await db.insertInto('versions').values(row).execute()
    if (!isNewPackage) await addToCount(db, packageId)
  } else {
    await db.updateTable('versions').set(row).where('id', '=', existing).execute()
  }
  return row.id
}

const addToCount = (db: Db, packageId: string) =>
  db
    .updateTable('packages')
    .set((set) => ({ version_count: set('version_count', '+', 1) }))
    .where('id', '=', packageId)
    .execute()

async function findVersionId(db: Db, packageId: string, version: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('versions')
    .select('id')
    .where('package_id', '=', packageId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.id
}

const nodesOfPackage = (db: Db, packageId: string) =>
  db
    .selectFrom('nodes')
    .innerJoin('versions', 'versions.id', 'nodes.version_id')
    .select('nodes.id')
    .where('versions.package_id', '=', packageId)
