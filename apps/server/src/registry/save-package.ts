// Writing what files say about themselves: packages and versions, in the transaction that writes the file.
import { conflict } from '../platform/errors.ts'
import type { Db } from '../platform/db/connect.ts'
import type { PackageRow, VersionRow } from '../platform/db/schema.ts'
import { newId } from '../platform/ids.ts'
import type { Description, Facts, Format } from './format.ts'
import type { Stamp } from './nodes.ts'
import type { Repository } from './repositories.ts'
import { findPackage } from './packages.ts'
import { clearTag, insertTags, moveTag, readTags } from './tags.ts'

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
