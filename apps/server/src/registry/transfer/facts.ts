// Packages of files that are copied or moved. Where a file comes to lie at the same path of a repository with the same
// format, it is the same version there, and its rows are taken over; anywhere else the format is asked again, by a job.
import { sql } from 'kysely'
import type { Database, Db } from '../../platform/db/connect.ts'
import { conflict } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Format } from '../format.ts'
import { findPackage, lockPackage } from '../packages.ts'
import { refreshPackage } from '../save-package.ts'
import { moveTag } from '../tags.ts'
import { isAtTarget, isInRange, type Mapping, type Range } from './mapping.ts'

/** Whether versions go along as they are. */
export const keepsFacts = ({ from, source, to, target }: Mapping): boolean =>
  from.id !== to.id && from.format === to.format && source === target

interface FactsOptions {
  engine: Database['engine']
  format: Format
  kind: 'copy' | 'move'
  at: string
}

/** Files of one package, on their way to the package of the same name. */
interface Carried {
  mapping: Mapping
  range: Range
  kind: FactsOptions['kind']
  sourceId: string
  targetId: string
}

/** After the files are in place. Returns the names of the packages that changed. */
export async function carryFacts(
  db: Db,
  mapping: Mapping,
  range: Range,
  packages: readonly { id: string; name: string }[],
  { engine, format, kind, at }: FactsOptions,
): Promise<void> {
  for (const { id: sourceId, name } of packages) {
    await lockPackage(db, sourceId)
    const targetId = await packageIn(db, mapping, sourceId, name)
    const carried = { mapping, range, kind, sourceId, targetId }
    await refuseTaken(db, carried)
    const tags = await tagsOf(db, carried)
    if (kind === 'move') await moveVersions(db, carried)
    else await copyVersions(db, engine, carried)
    for (const { tag, version } of tags) {
      if (kind === 'move') await dropTag(db, sourceId, tag)
      await moveTag(db, format, targetId, tag, version)
    }
    await refreshPackage(db, format, targetId, at)
    if (kind === 'move') await refreshPackage(db, format, sourceId, at)
  }
}

/** The packages whose versions are among the files. */
export async function packagesInRange(
  db: Db,
  mapping: Mapping,
  range: Range,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct p.id, p.name from nodes as s
    join versions as v on v.id = s.version_id join packages as p on p.id = v.package_id
    where ${isInRange(mapping, range, 's')} order by p.id`.execute(db)
  return rows
}

async function packageIn(db: Db, { to }: Mapping, sourceId: string, name: string): Promise<string> {
  await sql`
    insert into packages (id, repository_id, format, name, description, licence, latest, latest_at, version_count,
      created_at, modified_at, revision)
    select ${newId()}, ${to.id}, format, name, description, licence, latest, latest_at, 0, created_at, modified_at, 1
    from packages where id = ${sourceId}
    on conflict (repository_id, name) do nothing`.execute(db)
  const found = await findPackage(db, to.id, name)
  if (!found) throw conflict(`The package ${name} was deleted meanwhile. Try again.`)
  await lockPackage(db, found.id)
  return found.id
}

/** When a file is moved its node is in the target already; a copied one is still found at its source. */
const nodesOf = ({ mapping, range, kind }: Carried) =>
  isInRange(kind === 'move' ? { ...mapping, from: mapping.to } : mapping, range, 's')

const versionsOf = (carried: Carried) =>
  sql`select v.id from nodes as s join versions as v on v.id = s.version_id
    where ${nodesOf(carried)} and v.package_id = ${carried.sourceId}`

async function refuseTaken(db: Db, carried: Carried): Promise<void> {
  const { rows } = await sql<{ version: string }>`
    select version from versions where package_id = ${carried.targetId} and version in (
      select version from versions where id in (${versionsOf(carried)})) limit 1`.execute(db)
  const [taken] = rows
  if (taken)
    throw conflict(
      `${carried.mapping.to.key} has ${taken.version} of this package under another path already. A version has one file there.`,
    )
}

async function tagsOf(db: Db, carried: Carried): Promise<{ tag: string; version: string }[]> {
  const { rows } = await sql<{ tag: string; version: string }>`
    select tag, version from tags where package_id = ${carried.sourceId} and version in (
      select version from versions where id in (${versionsOf(carried)}))`.execute(db)
  return rows
}

const dropTag = (db: Db, packageId: string, tag: string) =>
  db.deleteFrom('tags').where('package_id', '=', packageId).where('tag', '=', tag).execute()

async function moveVersions(db: Db, carried: Carried): Promise<void> {
  const { targetId } = carried
  const moved = versionsOf(carried)
  await sql`update downloads set package_id = ${targetId} where version_id in (${moved})`.execute(db)
  await sql`update versions set package_id = ${targetId} where id in (${moved})`.execute(db)
}

async function copyVersions(db: Db, engine: Database['engine'], carried: Carried): Promise<void> {
  const { mapping, range, sourceId, targetId } = carried
  const ids = engine === 'sqlite' ? sql`lower(hex(randomblob(16)))` : sql`cast(gen_random_uuid() as text)`
  await sql`
    insert into versions (id, package_id, version, manifest, facts, readme, licence, deprecated, size, created_at, created_by)
    select ${ids}, ${targetId}, version, manifest, facts, readme, licence, deprecated, size, created_at, created_by
    from versions where id in (${versionsOf(carried)})`.execute(db)
  await sql`
    update nodes set version_id = (
      select copied.id from nodes as s join versions as v on v.id = s.version_id
      join versions as copied on copied.package_id = ${targetId} and copied.version = v.version
      where ${isInRange(mapping, range, 's')} and v.package_id = ${sourceId} and ${isAtTarget(mapping, 's', 'nodes')})
    where repository_id = ${mapping.to.id} and version_id is null and kind = 'file' and path in (
      select s.path from nodes as s join versions as v on v.id = s.version_id
      where ${isInRange(mapping, range, 's')} and v.package_id = ${sourceId})`.execute(db)
}
