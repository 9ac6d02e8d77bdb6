// Which names have a part in them, answered by groups of three characters: those that were indexed by their index, and those that
// wait for it by looking at each. So no answer is missing, however far the index has come.
import { sql, type RawBuilder } from 'kysely'
import type { Database, Db } from '../../platform/db/connect.ts'
import { matches } from '../aql/patterns.ts'
import { nameIndexProgress } from './progress.ts'

/** What is looked for of a part: more would not find less, and the ending that most names share is read in vain. */
const longestPart = 8
/** With more names than this, reading the names of a repository is as good. */
const mostNames = 10_000

/** The names that may match, as a select of one column; undefined when the index is of no help. */
export async function namesLike(
  { engine, db }: { engine: Database['engine']; db: Db },
  pattern: string,
): Promise<RawBuilder<unknown> | undefined> {
  const part = partOf(pattern)
  if (part === undefined || (await nameIndexProgress.read(db))?.after !== null) return undefined
  const indexed = engine === 'sqlite' ? indexedOnSqlite(part) : indexedOnPostgres(part)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${indexed} limit ${mostNames + 1}) as counted`.execute(db)
  if (Number(rows[0]?.count) > mostNames) return undefined
  const waiting = matches(engine, sql.ref('new_names.name'), pattern)
  return sql`${indexed} union select new_names.name from new_names where ${waiting}`
}

/** The longest run of plain characters that can be looked up; one that ends the name is mostly its type, which many have. */
export function partOf(pattern: string): string | undefined {
  const runs = pattern.split(/[*?]/)
  const parts = runs.map(windowOf)
  const inner = parts.slice(0, -1).some((part) => part !== undefined) ? parts.slice(0, -1) : parts
  return inner.reduce((best, part) => ((part?.length ?? 0) > (best?.length ?? 0) ? part : best), undefined)
}

/** PostgreSQL has groups of letters and digits only, so there must be one. */
function windowOf(run: string): string | undefined {
  const at = run.search(/[A-Za-z0-9]{3}/)
  return at < 0 ? undefined : run.slice(Math.max(0, at - 1)).slice(0, longestPart)
}

function indexedOnSqlite(part: string): RawBuilder<unknown> {
  const characters = [...part]
  const groups = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''))
  const quoted = groups.map((group) => `"${group.replaceAll('"', '""')}"`).join(' ')
  // The index first, and the names by what it says.
  return sql`select names.name from name_parts cross join names
    where name_parts match ${quoted} and names.sequence = name_parts.rowid`
}

const indexedOnPostgres = (part: string): RawBuilder<unknown> =>
  sql`select names.name from names
    where names.name like ${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`
