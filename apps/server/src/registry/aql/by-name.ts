// The way into a search by any part of a name, where the index of names knows few that have it.
import { sql } from 'kysely'
import { isOneOf } from '../../platform/db/bound-list.ts'
import type { Db } from '../../platform/db/connect.ts'
import { namesLike } from '../names/name-parts.ts'
import { compileCondition, type Compiling } from './compile.ts'
import type { Compare, Condition } from './conditions.ts'
import type { Sql } from './domain.ts'
import { domains } from './domains.ts'
import { rangeOf } from './patterns.ts'

/** The ids of nodes, as a select; none when there is no such way. */
export async function idsByName(
  cx: Compiling,
  db: Db,
  condition: Condition,
  repositories: readonly string[],
): Promise<Sql[]> {
  const parts = condition.kind === 'and' ? condition.of : [condition]
  const matching = parts.find(isPartOfName)
  const names = matching && (await namesLike({ engine: cx.engine, db }, String(matching.values[0])))
  if (!matching || !names) return []
  const tests = [
    sql`files.name = named.name`,
    isOneOf(cx.engine, sql.ref('files.repository_id'), repositories),
    compileCondition(cx, matching, { alias: 'files', domain: domains.items }, 'in'),
  ]
  return [
    sql`select files.id as id from (${names}) as named cross join nodes as files where ${sql.join(tests, sql` and `)}`,
  ]
}

/** The beginning of a name has an index of its own. */
const isPartOfName = (part: Condition): part is Compare =>
  part.kind === 'compare' &&
  part.name === 'name' &&
  part.is === 'match' &&
  rangeOf(String(part.values[0])) === undefined
