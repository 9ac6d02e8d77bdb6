// One version of a package, as a row: what the format read from its file.
import { conflict } from '../platform/errors.ts'
import type { Db } from '../platform/db/connect.ts'
import { prepare } from '../platform/db/prepare.ts'
import type { VersionRow } from '../platform/db/schema.ts'
import { newId } from '../platform/ids.ts'
import type { Description } from './format.ts'
import type { Stamp } from './nodes.ts'

/** Returns the id of the row. `before` is the version that the file belonged to until now. */
export async function saveVersion(
  db: Db,
  packageId: string,
  description: Description,
  file: { size: number; before: string | null; isCounted: boolean },
  stamp: Stamp,
): Promise<string> {
  const existing = file.before === null ? undefined : await findVersionId(db, packageId, description.version)
  if (existing !== undefined && existing !== file.before) throw storedElsewhere(description)
  const row = versionRow(existing ?? newId(), packageId, description, file.size, stamp)
  if (existing !== undefined) {
    await db.updateTable('versions').set(row).where('id', '=', existing).execute()
    return existing
  }
  if ((await insertVersion.run(db, row)) === 0) throw storedElsewhere(description)
  if (!file.isCounted) await addToCount(db, packageId)
  return row.id
}

const insertVersion = prepare((db, row: VersionRow) =>
  db
    .insertInto('versions')
    .values(row)
    .onConflict((on) => on.columns(['package_id', 'version']).doNothing()),
)

const storedElsewhere = ({ name, version }: Description) =>
  conflict(`${name} ${version} is stored under another path already. A version has one file here.`)

function versionRow(
  id: string,
  packageId: string,
  { version, manifest, facts }: Description,
  size: number,
  stamp: Stamp,
): VersionRow {
  const { readme, ...rest } = facts
  return {
    id,
    package_id: packageId,
    version,
    manifest: JSON.stringify(manifest),
    facts: JSON.stringify(rest),
    readme,
    licence: facts.licence,
    deprecated: facts.deprecated,
    size,
    created_at: stamp.at,
    created_by: stamp.by,
  }
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
