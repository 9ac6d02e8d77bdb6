// The files that a rule speaks of, in steps, so that a repository of millions of files stops nobody.
import type { RetentionRule } from '@bindery/contracts'
import { sql } from 'kysely'
import { compilePattern } from '../../access/rules/permission-patterns.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Repository } from '../../registry/repositories.ts'

const step = 500
const day = 86_400_000

export interface ExpiredFile {
  path: string
  size: number
  createdAt: string
}

export async function* findExpired(
  db: Db,
  repository: Repository,
  rule: RetentionRule,
  now: Date,
): AsyncGenerator<ExpiredFile[]> {
  const pattern = rule.pattern === '' ? undefined : compilePattern(rule.pattern)
  for (let after = ''; ;) {
    const last = await lastOfStep(db, repository.id, after)
    if (last === undefined) return
    const rows = await expiredBetween(db, repository.id, rule, now, after, last)
    yield rows
      .filter(({ path }) => pattern === undefined || pattern.matches(path))
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
  { olderThanDays, unusedDays, keepVersions, property }: RetentionRule,
  now: Date,
  after: string,
  last: string,
) {
  const ago = (count: number) => new Date(now.getTime() - count * day).toISOString()
  let query = db
    .selectFrom('nodes')
    .leftJoin('node_stats', 'node_stats.node_id', 'nodes.id')
    .select(['nodes.path', 'nodes.size', 'nodes.created_at'])
    .where('nodes.repository_id', '=', repositoryId)
    .where('nodes.kind', '=', 'file')
    .where('nodes.path', '>', after)
    .where('nodes.path', '<=', last)
  if (olderThanDays !== null) query = query.where('nodes.created_at', '<', ago(olderThanDays))
  if (unusedDays !== null)
    query = query
      .where('nodes.created_at', '<', ago(unusedDays))
      .where((eb) =>
        eb.or([
          eb('node_stats.downloaded_at', 'is', null),
          eb('node_stats.downloaded_at', '<', ago(unusedDays)),
        ]),
      )
  if (keepVersions !== null) query = query.where(newerVersions, '>=', keepVersions)
  if (property !== '') {
    const [key = '', ...value] = property.split('=')
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('properties')
          .select('properties.node_id')
          .whereRef('properties.node_id', '=', 'nodes.id')
          .where('properties.key', '=', key)
          .$if(value.length > 0, (some) => some.where('properties.value', '=', value.join('='))),
      ),
    )
  }
  return query.orderBy('nodes.path').execute()
}

/** How many versions of the same package are newer; -1 for a file that is no version's. */
const newerVersions = sql<number>`coalesce((select (select count(*) from versions o where o.package_id = v.package_id
  and (o.created_at > v.created_at or (o.created_at = v.created_at and o.id > v.id)))
  from versions v where v.id = nodes.version_id), -1)`
