// From the nodes of one tree to the paths that they get in another, as expressions for statements over many nodes at once.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { nameOf, parentOf } from '../paths.ts'
import type { Repository } from '../repositories.ts'

/** A file or folder of one repository, and where it comes to lie. */
export interface Mapping {
  from: Repository
  source: string
  to: Repository
  target: string
}

/** Nodes of the source tree behind one path, up to another. */
export interface Range {
  after: string
  last: string
}

/** Everything in the source tree. */
export const wholeTree: Range = { after: '', last: '\u{10ffff}' }

export const targetOf = (mapping: Mapping, path: string): string =>
  `${prefixOf(mapping)}${path.slice(mapping.source.length)}`

/** Of a tree that begins at the root, everything gets a folder in front; of any other, the beginning is replaced. */
const prefixOf = ({ source, target }: Mapping) => (source === '' && target !== '' ? `${target}/` : target)

/** Characters, as the database counts them. */
const lengthOf = (path: string) => Array.from(path).length

const text = (value: string) => sql<string>`cast(${value} as text)`
const integer = (value: number) => sql<number>`cast(${value} as integer)`
const column = (alias: string, name: string) => sql.ref<string>(`${alias}.${name}`)

/** The path that the node gets. */
export const newPath = (mapping: Mapping, alias: string): RawBuilder<string> =>
  sql<string>`${text(prefixOf(mapping))} || substr(${column(alias, 'path')}, ${integer(lengthOf(mapping.source) + 1)})`

export function newParent(mapping: Mapping, alias: string): RawBuilder<string> {
  const { source, target } = mapping
  const parent = column(alias, 'parent')
  if (source === '')
    return sql<string>`case when ${parent} = '' then ${text(target)} else ${text(prefixOf(mapping))} || ${parent} end`
  return sql<string>`case when ${column(alias, 'path')} = ${text(source)} then ${text(parentOf(target))}
    else ${text(target)} || substr(${parent}, ${integer(lengthOf(source) + 1)}) end`
}

export const newName = ({ source, target }: Mapping, alias: string): RawBuilder<string> =>
  sql<string>`case when ${column(alias, 'path')} = ${text(source)} then ${text(nameOf(target))} else ${column(alias, 'name')} end`

/** The node belongs to the source tree, and to the range of it. */
export function isInRange({ from, source }: Mapping, range: Range, alias: string): RawBuilder<SqlBool> {
  const path = column(alias, 'path')
  // '0' is the character after '/'.
  const isBelow =
    source === ''
      ? sql`1 = 1`
      : sql`(${path} = ${text(source)} or (${path} > ${text(`${source}/`)} and ${path} < ${text(`${source}0`)}))`
  return sql<SqlBool>`${column(alias, 'repository_id')} = ${text(from.id)} and ${isBelow}
    and ${path} > ${text(range.after)} and ${path} <= ${text(range.last)}`
}

/** The node of the target that lies where the node of the source comes to lie. */
export const isAtTarget = (mapping: Mapping, source: string, target: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${column(target, 'repository_id')} = ${text(mapping.to.id)}
    and ${column(target, 'path')} = ${newPath(mapping, source)}`
