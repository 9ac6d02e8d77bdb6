// Lists of values in a statement.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from './connect.ts'

type Engine = Database['engine']

/** A long list is one bound value: statements hold only so many. */
export function isOneOf(
  engine: Engine,
  column: RawBuilder<unknown>,
  values: readonly (string | number)[],
): RawBuilder<SqlBool> {
  if (values.length === 0) return sql`1 = 0`
  return sql`${column} in ${listOf(engine, values)}`
}

export function listOf(engine: Engine, values: readonly (string | number)[]): RawBuilder<unknown> {
  if (values.length <= 20) return sql`(${sql.join([...values])})`
  return engine === 'sqlite'
    ? sql`(select value from json_each(${JSON.stringify(values)}))`
    : typeof values[0] === 'number'
      ? sql`(select unnest(${values}::bigint[]))`
      : sql`(select unnest(${values}::text[]))`
}
