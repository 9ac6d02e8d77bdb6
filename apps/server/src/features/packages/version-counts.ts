// How many versions a package has over all repositories that hold it: a version that two of them hold counts once.
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { PackageRow } from '../../platform/db/schema.ts'

/** By `format://name`. The rows are all that the reader may see of these packages. */
export async function countVersions(db: Db, rows: readonly PackageRow[]): Promise<Map<string, number>> {
  const groups = Map.groupBy(rows, (row) => `${row.format}://${row.name}`)
  const counts = new Map([...groups].map(([id, [first]]) => [id, first?.version_count ?? 0]))
  // Most packages are in one repository, and its row knows.
  const shared = [...groups.values()].filter((group) => group.length > 1).flat()
  if (shared.length === 0) return counts
  const found = await db
    .selectFrom('versions')
    .innerJoin('packages', 'packages.id', 'versions.package_id')
    .select(['packages.format', 'packages.name', sql<number>`count(distinct versions.version)`.as('count')])
    .where(
      'packages.id',
      'in',
      shared.map((row) => row.id),
    )
    .groupBy(['packages.format', 'packages.name'])
    .execute()
  for (const { format, name, count } of found) counts.set(`${format}://${name}`, Number(count))
  return counts
}
