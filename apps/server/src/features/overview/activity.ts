// What was published last and the reader may see. Looks at the packages that changed last, a fixed number of them,
// however many there are.
import type { Activity } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import type { PackageRow } from '../../platform/db/schema.ts'
import { listRepositories, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'

const shown = 10
const lookedAt = 500

export async function readActivity(services: Services, actor: Actor): Promise<Activity[]> {
  const { db } = services.database
  const repositories = new Map((await listRepositories(services.registry)).map((one) => [one.id, one]))
  const rows = await db
    .selectFrom('packages')
    .selectAll()
    .orderBy('modified_at', 'desc')
    .limit(lookedAt)
    .execute()
  const newest = rows
    .filter((row) => maySee(services, actor, repositories.get(row.repository_id), row))
    .toSorted((a, b) => (a.latest_at < b.latest_at ? 1 : -1))
    .slice(0, shown)
  const authors = await readAuthors(services, newest)
  return newest.map((row) => ({
    packageId: `${row.format}://${row.name}`,
    format: row.format,
    name: row.name,
    version: row.latest,
    publishedAt: row.latest_at,
    publishedBy: authors.get(row.id) ?? null,
  }))
}

function maySee(
  { registry }: Services,
  actor: Actor,
  repository: Repository | undefined,
  row: PackageRow,
): boolean {
  const path = registry.formats.get(row.format)?.pathOf?.({ package: row.name })
  return repository !== undefined && can(actor, 'read', repository, path)
}

async function readAuthors(
  { database }: Services,
  rows: readonly PackageRow[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const found = await database.db
    .selectFrom('versions')
    .select(['package_id', 'created_by'])
    .where((where) =>
      where.or(
        rows.map(({ id, latest }) =>
          where.and([where('package_id', '=', id), where('version', '=', latest)]),
        ),
      ),
    )
    .execute()
  return new Map(found.map((row) => [row.package_id, row.created_by]))
}
