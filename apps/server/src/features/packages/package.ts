import type { PackageDetails } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import type { PackageRow } from '../../platform/db/schema.ts'
import { packageFolder } from '../../registry/registry.ts'
import { readTags } from '../../registry/tags.ts'
import type { Services } from '../feature.ts'
import { readDailyDownloads } from './downloads.ts'
import { readFacts } from './facts.ts'
import { summarise } from './list.ts'
import { readPackageRows } from './readable.ts'
import { countVersions } from './version-counts.ts'

export async function getPackage(
  services: Services,
  actor: Actor,
  packageId: string,
): Promise<PackageDetails> {
  const { db } = services.database
  const { rows, repositories } = await readPackageRows(services, actor, packageId)
  const newest = rows[0]
  const latest = await db
    .selectFrom('versions')
    .select(['facts', 'created_by'])
    .where('package_id', '=', newest.id)
    .where('version', '=', newest.latest)
    .executeTakeFirst()
  const facts = readFacts(latest?.facts)
  const perDay = await readDailyDownloads(
    db,
    services.clock,
    rows.map((row) => row.id),
  )
  const counted = { perDay, versions: await countVersions(db, rows) }
  return {
    ...summarise(services, rows, repositories, counted),
    publishedBy: latest?.created_by ?? null,
    keywords: facts.keywords,
    homepage: facts.homepage,
    source: facts.source,
    createdAt: rows.map((row) => row.created_at).toSorted()[0] ?? newest.created_at,
    followers: await countFollowers(services, newest),
    tags: await readTags(db, newest.id),
  }
}

/** Of the package as such, wherever it lies. */
async function countFollowers(
  { database, registry }: Services,
  { format, name }: PackageRow,
): Promise<number> {
  const path = packageFolder(registry, format, name)
  if (path === undefined) return 0
  const { count } = await database.db
    .selectFrom('follows')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('repository_id', 'is', null)
    .where('path', '=', path)
    .where('format', '=', format)
    .executeTakeFirstOrThrow()
  return Number(count)
}
