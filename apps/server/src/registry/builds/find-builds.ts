// Builds and their runs, as rows. Who may see them is asked where they are shown (readable-builds.ts).
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { BuildRow } from '../../platform/db/schema.ts'

export interface BuildName {
  name: string
  lastStarted: string
}

/** Names or runs that are read at once: few enough that others do not notice. */
const step = 500

/** Every name of a repository with its last start, in the order of names, some at a time with a turn for everybody else between. */
export async function* walkBuildNames(db: Db, repositoryId: string): AsyncGenerator<BuildName[], void> {
  for (let after = ''; ;) {
    const names = await namesBehind(db, repositoryId, after)
    if (names.length > 0) yield names
    if (names.length < step) return
    after = names.at(-1)?.name ?? after
    await nextTurn()
  }
}

/** From name to name along the index: a build with a million runs costs no more than one with a single run. */
async function namesBehind(db: Db, repositoryId: string, after: string): Promise<BuildName[]> {
  const next = (name: RawBuilder<unknown>) =>
    sql`(select min(name) from builds where repository_id = ${repositoryId} and name > ${name})`
  const { rows } = await sql<BuildName>`
    with recursive names(name, place) as (
      select ${next(sql`${after}`)}, 1
      union all
      select ${next(sql`names.name`)}, place + 1 from names where name is not null and place < ${step}
    )
    select name, (
      select max(started) from builds where repository_id = ${repositoryId} and builds.name = names.name
    ) as "lastStarted" from names where name is not null`.execute(db)
  return rows
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
    await nextTurn()
  }
}

export async function allRuns(db: Db, repositoryId: string, name: string): Promise<BuildRow[]> {
  const all: BuildRow[] = []
  for await (const runs of walkRuns(db, repositoryId, name)) all.push(...runs)
  return all
}

interface RunPage {
  limit: number
  /** What the page before ended with: the start and the id of a run. */
  after?: readonly string[] | undefined
  /** A LIKE pattern for the number. */
  search?: string | undefined
}

export const numberLike = (pattern: string) => sql<boolean>`lower(number) like ${pattern} escape '\\'`

/** Some runs of a build, newest first. */
export function listRuns(db: Db, repositoryId: string, name: string, page: RunPage): Promise<BuildRow[]> {
  let query = db
    .selectFrom('builds')
    .selectAll()
    .where('repository_id', '=', repositoryId)
    .where('name', '=', name)
    .orderBy('started', 'desc')
    .orderBy('id', 'desc')
  if (page.search !== undefined) query = query.where(numberLike(page.search))
  const [started, id] = page.after ?? []
  if (started !== undefined && id !== undefined)
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('started', 'id'), '<', tuple(started, id)))
  return query.limit(page.limit).execute()
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
