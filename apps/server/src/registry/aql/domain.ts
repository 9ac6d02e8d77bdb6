// What a domain of the query language is, and the pieces that domains are put together from.
import { sql, type RawBuilder } from 'kysely'
import { sumOf } from '../node-sums.ts'

export type Sql = RawBuilder<unknown>
export type ColumnOf = (alias: string) => Sql

export interface Field {
  /** `kind`, `repository`, `virtuals`: worked out here, and not by the database; `list`: a JSON list of names. */
  type: 'text' | 'integer' | 'date' | 'path' | 'list' | 'kind' | 'repository' | 'virtuals'
  column: ColumnOf
  isNullable?: true
}

export interface Relation {
  domain: DomainName
  /** Where the related rows stand in an answer. */
  plural: string
  /** Equal in a row and in those that belong to it. */
  from: ColumnOf
  to: ColumnOf
  /** There is one such row at most, so that results can be sorted by it. */
  isSingle?: true
  /** The rows whose `to` is one of these, where that needs another way to be found by an index. */
  among?(alias: string, keys: Sql): Sql
}

/** Whose right to be read decides. */
export interface Owner {
  kind: 'node' | 'build' | 'blob' | 'nobody'
  /** From `t` to it, as `o`. */
  joins: Sql
  /** The repository it lies in, for domains that rows of another owner lead to. */
  repository?: ColumnOf
}

export interface Domain {
  table: Sql
  /** What its fields are called in an answer: `build.` for `build.name`. */
  prefix: string
  fields: Record<string, Field>
  relations: Record<string, Relation>
  /** Without an include. */
  usual: readonly string[]
  owner: Owner
}

export type DomainName =
  | 'items'
  | 'properties'
  | 'stats'
  | 'archives'
  | 'entries'
  | 'builds'
  | 'modules'
  | 'artifacts'
  | 'dependencies'
  | 'promotions'
  | 'build-properties'
  | 'releases'
  | 'release-artifacts'

export const column =
  (name: string): ColumnOf =>
  (alias) =>
    sql.ref(`${alias}.${name}`)

export const text = (name: string): Field => ({ type: 'text', column: column(name) })
export const date = (name: string): Field => ({ type: 'date', column: column(name) })
export const integer = (name: string): Field => ({ type: 'integer', column: column(name) })

export const blobColumn =
  (name: 'sha1' | 'md5'): ColumnOf =>
  (alias) =>
    sumOf(name, alias)

export const relate = (
  domain: DomainName,
  plural: string,
  from: string | ColumnOf,
  to: string | ColumnOf,
  among?: Relation['among'],
): Relation => ({
  domain,
  plural,
  from: typeof from === 'string' ? column(from) : from,
  to: typeof to === 'string' ? column(to) : to,
  ...(among && { among }),
})

/** The row itself. */
export const itself = (kind: 'node' | 'build', table: string): Owner => ({
  kind,
  joins: sql`join ${sql.table(table)} as o on o.id = t.id`,
  repository: column('repository_id'),
})
