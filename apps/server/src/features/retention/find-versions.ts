// The versions of packages that go, as the files they consist of, a few packages at a time.
import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { Repository } from '../../registry/repositories.ts'
import type { Criteria, PropertyTest } from './criteria.ts'
import { type ExpiredFile, hasProperty, newerThan } from './find.ts'

const step = 100
const most = 500

export async function* findExpiredVersions(
  db: Db,
  repository: Repository,
  criteria: Criteria,
): AsyncGenerator<ExpiredFile[]> {
  for (let after = ''; ;) {
    const packages = await nextPackages(db, repository.id, after)
    const last = packages.at(-1)
    if (last === undefined) return
    const wanted = packages.filter(({ name }) => criteria.matches(name)).map(({ id }) => id)
    const versions = wanted.length === 0 ? [] : await expiredOf(db, wanted, criteria)
    for (let start = 0; start < versions.length; start += most)
      yield await filesOf(
        db,
        versions.slice(start, start + most).map(({ id }) => id),
      )
    after = last.name
  }
}

const nextPackages = (db: Db, repositoryId: string, after: string) =>
  db
    .selectFrom('packages')
    .select(['id', 'name'])
    .where('repository_id', '=', repositoryId)
    .where('name', '>', after)
    .orderBy('name')
    .limit(step)
    .execute()

function expiredOf(
  db: Db,
  packageIds: string[],
  { createdBefore, unusedSince, keepVersions, has, hasNot }: Criteria,
) {
  let query = db.selectFrom('versions').select('versions.id').where('versions.package_id', 'in', packageIds)
  if (createdBefore !== null) query = query.where('versions.created_at', '<', createdBefore)
  if (unusedSince !== null)
    // One file that was used keeps the version.
    query = query.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('nodes')
            .leftJoin('node_stats', 'node_stats.node_id', 'nodes.id')
            .select('nodes.id')
            .whereRef('nodes.version_id', '=', 'versions.id')
            .where((file) =>
              file.or([
                file('nodes.created_at', '>=', unusedSince),
                file('node_stats.downloaded_at', '>=', unusedSince),
              ]),
            ),
        ),
      ),
    )
  if (keepVersions !== null) query = query.where(newerThan('versions'), '>=', keepVersions)
  for (const test of has) query = query.where((eb) => someFileHas(eb, test))
  for (const test of hasNot) query = query.where((eb) => eb.not(someFileHas(eb, test)))
  return query.orderBy('versions.id').execute()
}

/** One file that has the property speaks for its version. */
const someFileHas = (eb: ExpressionBuilder<Schema, 'versions'>, test: PropertyTest) =>
  eb.exists(
    eb
      .selectFrom('nodes')
      .select('nodes.id')
      .whereRef('nodes.version_id', '=', 'versions.id')
      .where((file) => hasProperty(file, test)),
  )

async function filesOf(db: Db, versionIds: string[]): Promise<ExpiredFile[]> {
  const rows = await db
    .selectFrom('nodes')
    .select(['path', 'size', 'created_at', 'version_id'])
    .where('version_id', 'in', versionIds)
    .where('kind', '=', 'file')
    .orderBy('version_id')
    .orderBy('path')
    .execute()
  return rows.map((row) => ({
    path: row.path,
    size: row.size,
    createdAt: row.created_at,
    version: row.version_id,
  }))
}
