// The largest files, or those of them that nobody has used for some time. Found by an index that has only large files, and
// among a number of them that keeps the question short however much is stored.
import type { LargeFiles } from '@bindery/contracts'
import { sql } from 'kysely'
import type { Services } from '../feature.ts'

const leastSize = 1_048_576
const mostLooked = 20_000
const mostTold = 200
const day = 86_400_000

export async function largeFiles(
  { clock, database }: Services,
  unusedDays: number | undefined,
): Promise<LargeFiles> {
  const since = new Date(clock.now().getTime() - (unusedDays ?? 0) * day).toISOString()
  const rows = await database.db
    .selectFrom((from) =>
      from
        .selectFrom('nodes')
        .select(['id', 'repository_id', 'path', 'size', 'created_at'])
        // Written out, so that the engines see that it is the condition of the index.
        .where('size', '>=', sql.lit(leastSize))
        .orderBy('size', 'desc')
        .limit(mostLooked)
        .as('large'),
    )
    .innerJoin('repositories', 'repositories.id', 'large.repository_id')
    .leftJoin('node_stats', 'node_stats.node_id', 'large.id')
    .select([
      'repositories.key',
      'repositories.kind',
      'large.path',
      'large.size',
      'large.created_at',
      'node_stats.downloaded_at',
    ])
    .$if(unusedDays !== undefined, (query) =>
      query
        .where('large.created_at', '<', since)
        .where((eb) =>
          eb.or([eb('node_stats.downloaded_at', 'is', null), eb('node_stats.downloaded_at', '<', since)]),
        ),
    )
    .orderBy('large.size', 'desc')
    .orderBy('large.path')
    .limit(mostTold)
    .execute()
  return {
    items: rows.map(({ key, kind, path, size, created_at, downloaded_at }) => ({
      repository: kind === 'remote' ? `${key}-cache` : key,
      path,
      size: Number(size),
      createdAt: created_at,
      downloadedAt: downloaded_at,
    })),
    leastSize,
  }
}
