// How much a repository holds: its files with their sizes, whether or not others share their bytes. Read in steps, so
// that a repository of millions of files stops nobody meanwhile.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

export interface RepositorySize {
  files: number
  bytes: number
}

interface MeasuredRepository extends RepositorySize {
  folders: number
}

const step = 5000

export async function measureRepository(
  db: Db,
  repositoryId: string,
  signal?: AbortSignal,
  /** Told after each step how many files were counted so far. */
  tell?: (files: number) => Promise<void>,
): Promise<MeasuredRepository> {
  const size: MeasuredRepository = { files: 0, folders: 0, bytes: 0 }
  for (let after = ''; ;) {
    signal?.throwIfAborted()
    const part = await measureStep(db, repositoryId, after)
    size.files += Number(part.files)
    size.folders += Number(part.nodes) - Number(part.files)
    size.bytes += Number(part.bytes ?? 0)
    if (part.last === null || Number(part.nodes) < step) return size
    after = part.last
    await tell?.(size.files)
    await nextTurn()
  }
}

/** The unique key of repository and path gives the order; paths are never empty. */
const measureStep = (db: Db, repositoryId: string, after: string) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('nodes')
        .select(['path', 'kind', 'size'])
        .where('repository_id', '=', repositoryId)
        .where('path', '>', after)
        .orderBy('path')
        .limit(step)
        .as('some'),
    )
    .select([
      sql<number>`count(*)`.as('nodes'),
      sql<number>`count(case when kind = 'file' then 1 end)`.as('files'),
      sql<number | null>`sum(case when kind = 'file' then size end)`.as('bytes'),
      sql<string | null>`max(path)`.as('last'),
    ])
    .executeTakeFirstOrThrow()
