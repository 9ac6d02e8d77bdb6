// Packages of one repository by a word, for the search call that some protocols have.
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { PackageRow } from '../platform/db/schema.ts'

export async function findPackages(
  db: Db,
  repositoryId: string,
  options: {
    text: string
    limit: number
    offset: number
    /** For readers who may see a part of the repository only. */
    isVisible?: ((name: string) => boolean) | undefined
  },
): Promise<{ packages: PackageRow[]; total: number }> {
  const pattern = `%${options.text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const matching = db
    .selectFrom('packages')
    .where('repository_id', '=', repositoryId)
    .where((where) =>
      where.or([
        sql<boolean>`lower(name) like ${pattern} escape '\\'`,
        sql<boolean>`lower(coalesce(description, '')) like ${pattern} escape '\\'`,
      ]),
    )
  const { isVisible } = options
  if (isVisible !== undefined) {
    const visible = (await matching.selectAll().orderBy('name').execute()).filter((row) =>
      isVisible(row.name),
    )
    return { packages: visible.slice(options.offset, options.offset + options.limit), total: visible.length }
  }
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const packages = await matching
    .selectAll()
    .orderBy('name')
    .limit(options.limit)
    .offset(options.offset)
    .execute()
  return { packages, total: Number(total) }
}
