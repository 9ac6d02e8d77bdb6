// Writing what files say about themselves: packages and their versions, in the transaction that writes the file.
import type { Db } from '../platform/db/connect.ts'
import { prepare } from '../platform/db/prepare.ts'
import type { PackageRow } from '../platform/db/schema.ts'
import { newId } from '../platform/ids.ts'
import type { Description, Facts, Format } from './format.ts'
import type { Stamp } from './nodes.ts'
import type { Repository } from './repositories.ts'
import { findPackage } from './packages.ts'
import { saveVersion } from './save-version.ts'
import { clearTags, insertTags, moveTag, readTags } from './tags.ts'

interface SavedVersion {
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
  // A file that was no version's brings one more; with another one that is found out below.
  const isCounted = isNew || file.before === null
  const change = { shown: isShown ? description : undefined, added: isCounted ? 1 : 0 }
  if (!isNew) await touchPackage(db, current, change, stamp)
  const versionId = await saveVersion(db, current.id, description, { ...file, isCounted }, stamp)
  if (!isNew) await clearTags(db, format, current.id, tags)
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
  return (await insertPackageRow.run(db, row)) === 0 ? undefined : row
}

const insertPackageRow = prepare((db, row: PackageRow) =>
  db
    .insertInto('packages')
    .values(row)
    .onConflict((on) => on.columns(['repository_id', 'name']).doNothing()),
)

/** Counts the change, and shows the given description from now on. */
async function touchPackage(
  db: Db,
  { id, name }: PackageRow,
  { shown, added }: { shown: Description | undefined; added: number },
  { at }: Stamp,
): Promise<void> {
  const touched = shown
    ? await showVersion.run(db, {
        id,
        at,
        added,
        version: shown.version,
        description: shown.facts.description,
        licence: shown.facts.licence,
      })
    : await countChange.run(db, { id, at, added })
  if (touched === 0) throw vanished(name)
}

interface Change {
  id: string
  at: string
  /** How many versions it has more than before. */
  added: number
}

const countChange = prepare((db, { id, at, added }: Change) =>
  db
    .updateTable('packages')
    .set((set) => ({
      modified_at: at,
      revision: set('revision', '+', 1),
      version_count: set('version_count', '+', added),
    }))
    .where('id', '=', id),
)

interface ShownVersion extends Change {
  version: string
  description: string | null
  licence: string | null
}

const showVersion = prepare((db, { id, at, added, version, description, licence }: ShownVersion) =>
  db
    .updateTable('packages')
    .set((set) => ({
      modified_at: at,
      revision: set('revision', '+', 1),
      version_count: set('version_count', '+', added),
      latest: version,
      latest_at: at,
      description,
      licence,
    }))
    .where('id', '=', id),
)

/** The last version was removed by another process while we waited. This is PostgreSQL's code for: begin once more. */
const vanished = (name: string) =>
  Object.assign(new Error(`the package ${name} vanished meanwhile`), { code: '40001' })
