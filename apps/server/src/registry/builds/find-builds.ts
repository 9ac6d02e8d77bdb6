// Builds and their runs, as rows. Who may see them is asked where they are shown (readable-builds.ts).
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { BuildRow } from '../../platform/db/schema.ts'

export interface BuildName {
  repositoryId: string
  name: string
  lastStarted: string
  runs: number
}

/** Every name with its last run: one walk along the index, whatever the rows hold. */
export async function listBuildNames(db: Db, repositoryIds: readonly string[]): Promise<BuildName[]> {
  if (repositoryIds.length === 0) return []
  const rows = await db
    .selectFrom('builds')
    .select(({ fn }) => [
      'repository_id as repositoryId',
      'name',
      fn.max('started').as('lastStarted'),
      fn.countAll<number>().as('runs'),
    ])
    .where('repository_id', 'in', repositoryIds)
    .groupBy(['repository_id', 'name'])
    .execute()
  return rows.map((row) => ({ ...row, runs: Number(row.runs) }))
}

/** Rows that are read at once: short enough that others do not notice. */
const step = 500

type StartedName = Pick<BuildName, 'name' | 'lastStarted'>

/** The same of one repository, however many there are: by name, some at a time. */
export async function* walkBuildNames(db: Db, repositoryId: string): AsyncGenerator<StartedName[], void> {
  for (let after = ''; ;) {
    const names = await db
      .selectFrom('builds')
      .select(({ fn }) => ['name', fn.max('started').as('lastStarted')])
      .where('repository_id', '=', repositoryId)
      .where('name', '>', after)
      .groupBy('name')
      .orderBy('name')
      .limit(step)
      .execute()
    if (names.length > 0) yield names
    if (names.length < step) return
    after = names.at(-1)?.name ?? after
  }
}

/** The runs of a build, newest first, some at a time. */
export async function* walkRuns(
  db: Db,
  repositoryId: string,
  name: string,
): AsyncGenerator<BuildRow[], void> {
  for (let after: readonly string[] | undefined; ;) {
    const runs = await listRuns(db, repositoryId, name, { limit: step, after })
    if (runs.length > 0) yield runs
    const last = runs.at(-1)
    if (!last || runs.length < step) return
    after = [last.started, last.id]
  }
}

interface RunPage {
  limit: number
  /** What the page before ended with: the start and the id of a run. */
  after?: readonly string[] | undefined
  /** A LIKE pattern for the number. */
  search?: string | undefined
}

export const numberLike = (pattern: string) => sql<boolean>`lower(number) like ${pattern} escape '\\'`

/** The runs of a build, newest first. */
export function listRuns(db: Db, repositoryId: string, name: string, page?: RunPage): Promise<BuildRow[]> {
  let query = db
    .selectFrom('builds')
    .selectAll()
    .where('repository_id', '=', repositoryId)
    .where('name', '=', name)
    .orderBy('started', 'desc')
    .orderBy('id', 'desc')
  if (page?.search !== undefined) query = query.where(numberLike(page.search))
  const [started, id] = page?.after ?? []
  if (started !== undefined && id !== undefined)
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('started', 'id'), '<', tuple(started, id)))
  return (page ? query.limit(page.limit) : query).execute()
}

/** The newest run of that number, or the one that started at the given moment. */
export function findRun(
  db: Db,
  repositoryId: string,
  name: string,
  number: string,
  started?: string,
): Promise<BuildRow | undefined> {
  let query = db
    .selectFrom('builds')
    .selectAll()
    .where('repository_id', '=', repositoryId)
    .where('name', '=', name)
    .where('number', '=', number)
    .orderBy('started', 'desc')
    .limit(1)
  if (started !== undefined) query = query.where('started', '=', started)
  return query.executeTakeFirst()
}
