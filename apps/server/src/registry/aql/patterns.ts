// Patterns of AQL: `*` is any run of characters, `?` is one, there is no escape, and case counts. SQLite has GLOB for that;
// PostgreSQL's LIKE minds case by itself. Both find the beginning of a pattern in an index only when it is said as a range.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

export type Engine = Database['engine']

export const hasWildcard = (pattern: string): boolean => /[*?]/.test(pattern)

export function matches(engine: Engine, column: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> {
  return engine === 'sqlite'
    ? sql`${column} glob ${pattern.replaceAll('[', '[[]')}`
    : sql`${column} like ${likeOf(pattern)} escape '\\'`
}

/** The same with the range of its beginning, which an index serves. */
export function matchesIndexed(
  engine: Engine,
  column: RawBuilder<unknown>,
  pattern: string,
): RawBuilder<SqlBool> {
  const range = rangeOf(pattern)
  const whole = matches(engine, column, pattern)
  return range ? sql`(${column} >= ${range.from} and ${column} < ${range.to} and ${whole})` : whole
}

/** What everything that matches lies between; undefined when the pattern begins with a wildcard. */
export function rangeOf(pattern: string): { from: string; to: string } | undefined {
  const [from = ''] = /^[^*?]*/.exec(pattern) ?? []
  // The last character there is: nothing that begins with `from` comes after it.
  return from === '' ? undefined : { from, to: `${from}\u{10ffff}` }
}

const likeOf = (pattern: string) =>
  pattern
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll('*', '%')
    .replaceAll('?', '_')
