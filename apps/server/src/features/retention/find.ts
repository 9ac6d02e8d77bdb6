// The files that go, in steps, so that a repository of millions of files stops nobody.
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { Repository } from '../../registry/repositories.ts'
import type { Criteria, PropertyTest } from './criteria.ts'

const step = 500

export interface ExpiredFile {
  path: string
  size: number
  createdAt: string
  /** When the version goes as a whole: files that have the same go together. */
  version?: string | null
}

export async function* findExpired(
  db: Db,
  repository: Repository,
  criteria: Criteria,
): AsyncGenerator<ExpiredFile[]> {
  for (let after = ''; ;) {
    const last = await lastOfStep(db, repository.id, after)
    if (last === undefined) return
    const rows = await expiredBetween(db, repository.id, criteria, after, last)
    yield rows
      .filter(({ path }) => criteria.matches(path))
      .map(({ path, size, created_at }) => ({ path, size, createdAt: created_at }))
    after = last
  }
}

async function lastOfStep(db: Db, repositoryId: string, after: string): Promise<string | undefined> {
  const row = await db
    .selectFrom((from) =>
      from
        .selectFrom('nodes')
        .select('path')
        .where('repository_id', '=', repositoryId)
        .where('path', '>', after)
        .orderBy('path')
        .limit(step)
        .as('some'),
    )
    .select((eb) => eb.fn.max('path').as('path'))
    .executeTakeFirst()
  return row?.path ?? undefined
}

function expiredBetween(
  db: Db,
  repositoryId: string,
  { createdBefore, unusedSince, keepVersions, has, hasNot }: Criteria,
  after: string,
  last: string,
) {
  let query = db
    .selectFrom('nodes')
    .leftJoin('node_stats', 'node_stats.node_id', 'nodes.id')
    .select(['nodes.path', 'nodes.size', 'nodes.created_at'])
    .where('nodes.repository_id', '=', repositoryId)
    .where('nodes.kind', '=', 'file')
    .where('nodes.path', '>', after)
    .where('nodes.path', '<=', last)
  if (createdBefore !== null) query = query.where('nodes.created_at', '<', createdBefore)
  if (unusedSince !== null)
    query = query
      .where('nodes.created_at', '<', unusedSince)
      .where((eb) =>
        eb.or([eb('node_stats.downloaded_at', 'is', null), eb('node_stats.downloaded_at', '<', unusedSince)]),
      )
  if (keepVersions !== null) query = query.where(newerVersions, '>=', keepVersions)
  for (const test of has) query = query.where((eb) => hasProperty(eb, test))
  for (const test of hasNot) query = query.where((eb) => eb.not(hasProperty(eb, test)))
  return query.orderBy('nodes.path').execute()
}

/** Of the node that the query is about. */
export const hasProperty = (eb: ExpressionBuilder<Schema, 'nodes'>, { key, values }: PropertyTest) =>
  eb.exists(
    eb
      .selectFrom('properties')
      .select('properties.node_id')
      .whereRef('properties.node_id', '=', 'nodes.id')
      .where('properties.key', '=', key)
      .$if(values.length > 0, (some) => some.where('properties.value', 'in', values)),
  )

/** How many versions of its package are newer than the version `v` of the query. */
export const newerThan = (v: string) =>
  sql<number>`(select count(*) from versions o where o.package_id = ${sql.ref(`${v}.package_id`)}
  and (o.created_at > ${sql.ref(`${v}.created_at`)} or (o.created_at = ${sql.ref(`${v}.created_at`)} and o.id > ${sql.ref(`${v}.id`)})))`

/** Of the version of a file; -1 for a file that is no version's. */
const newerVersions = sql<number>`coalesce((select ${newerThan('v')} from versions v where v.id = nodes.version_id), -1)`
