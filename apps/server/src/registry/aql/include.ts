// What an answer shows of each row: fields of its own, and related rows below it. Related rows are read for a whole piece of
// the answer at once, never row by row.
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { buildFolder } from '../builds/build-paths.ts'
import { isOneOf, listOf, type Compiling } from './compile.ts'
import type { Domain, Field, Relation, Sql } from './domain.ts'
import { domains } from './domains.ts'
import { findField, unknownField } from './resolve.ts'
import { mayRead } from './scope.ts'
import type { Name, Query } from './query.ts'

export interface Shape {
  domain: Domain
  fields: Map<string, Field>
  children: Map<string, Child>
}

interface Child {
  relation: Relation
  shape: Shape
  /** Only properties with one of these keys. */
  keys: Set<string> | undefined
}

export type Row = Record<string, unknown>

export function shapeOf({ text, include }: Query, domain: Domain): Shape {
  const shape = emptyShape(domain)
  for (const name of include) addName(text, shape, name)
  if (include.length === 0) addUsual(shape)
  return shape
}

/** The columns to select for a shape, from the table as `alias`. */
export function columnsOf(shape: Shape, alias: string): Sql[] {
  const fields = [...shape.fields].map(
    ([name, field]) => sql`${field.column(alias)} as ${sql.ref(`f_${name}`)}`,
  )
  const keys = [...shape.children].map(
    ([name, { relation }]) => sql`${relation.from(alias)} as ${sql.ref(`k_${name}`)}`,
  )
  return [...fields, ...keys]
}

/** Who decides whether a row may be seen. */
export function ownerColumns({ owner }: Domain, alias: string): Sql[] {
  if (owner.kind === 'nobody') return []
  if (owner.kind === 'blob') return [sql`${sql.ref(`${alias}.sha256`)} as o_sha256`]
  const path = owner.kind === 'node' ? 'path' : 'name'
  const kind = owner.kind === 'node' ? sql.ref(`${alias}.kind`) : sql`'file'`
  return [
    sql`${sql.ref(`${alias}.repository_id`)} as o_repository`,
    sql`${sql.ref(`${alias}.${path}`)} as o_path`,
    sql`${kind} as o_kind`,
  ]
}

export function isVisible({ scope }: Compiling, { owner }: Domain, row: Row): boolean {
  const place = scope.items.get(String(row['o_repository']))
  const path = String(row['o_path'])
  if (owner.kind === 'build') return mayRead(scope, place, buildFolder(path))
  return owner.kind === 'node' && mayRead(scope, place, row['o_kind'] === 'folder' ? `${path}/` : path)
}

/** What belongs to bytes is seen by whoever may read one of the files with them. */
export async function visibleRows(cx: Compiling, db: Db, domain: Domain, rows: Row[]): Promise<Row[]> {
  if (domain.owner.kind !== 'blob') return rows.filter((row) => isVisible(cx, domain, row))
  const sums = [...new Set(rows.map((row) => String(row['o_sha256'])))]
  const { rows: files } = await sql<Row>`
    select o.sha256 as sum, ${sql.join(ownerColumns(domains.items, 'o'))} from nodes as o
    where ${isOneOf(cx.engine, sql.ref('o.sha256'), sums)}`.execute(db)
  const visible = new Set(
    files.filter((file) => isVisible(cx, domains.items, file)).map((file) => file['sum']),
  )
  return rows.filter((row) => visible.has(row['o_sha256']))
}

/** The rows as clients get them. */
export async function present(cx: Compiling, db: Db, shape: Shape, rows: readonly Row[]): Promise<Row[]> {
  const results = rows.map((row) => ownFields(cx, shape, row))
  for (const [name, child] of shape.children) {
    const keys = new Set(rows.flatMap((row) => (row[`k_${name}`] === null ? [] : String(row[`k_${name}`]))))
    const related = await readRelated(cx, db, child, [...keys])
    for (const [index, row] of rows.entries()) {
      const found = related.get(String(row[`k_${name}`]))
      const result = results[index]
      if (found && result) result[child.relation.plural] = found
    }
  }
  return results
}

async function readRelated(
  cx: Compiling,
  db: Db,
  { relation, shape, keys: wanted }: Child,
  keys: string[],
): Promise<Map<string, Row[]>> {
  const related = new Map<string, Row[]>()
  const { domain } = shape
  if (keys.length === 0 || domain.owner.kind === 'nobody') return related
  const among = relation.among?.('t', listOf(cx.engine, keys)) ?? isOneOf(cx.engine, relation.to('t'), keys)
  const only = wanted ? [isOneOf(cx.engine, sql.ref('t.key'), [...wanted])] : []
  // Rows that belong to a node or a build that was asked for by its key are as visible as that is.
  const isOwner = domain === domains.items || domain === domains.builds
  const columns = [
    sql`${relation.to('t')} as parent`,
    ...columnsOf(shape, 't'),
    ...(isOwner ? ownerColumns(domain, 't') : []),
  ]
  const order = Object.keys(domain.fields).includes('key') ? sql`order by t.key, t.value` : sql``
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from ${domain.table} as t
    where ${sql.join([among, ...only], sql` and `)} ${order}`.execute(db)
  const visible = isOwner ? rows.filter((row) => isVisible(cx, domain, row)) : rows
  const shown = await present(cx, db, shape, visible)
  for (const [index, row] of visible.entries()) {
    const one = shown[index]
    // A way through a domain that leads nowhere is no result.
    if (!one || Object.keys(one).length === 0) continue
    const parent = String(row['parent'])
    const known = related.get(parent)
    if (known) known.push(one)
    else related.set(parent, [one])
  }
  return related
}

function ownFields({ scope }: Compiling, { domain, fields }: Shape, row: Row): Row {
  const result: Row = {}
  for (const [name, { type }] of fields) {
    const value = row[`f_${name}`]
    if (value === null || value === undefined) continue
    if (type === 'repository') result[name] = scope.items.get(String(value))?.key ?? ''
    else if (type === 'virtuals') result[name] = scope.namesOf(String(value)).virtual
    else if (type === 'path') result[name] = value === '' ? '.' : value
    else if (type === 'list') result[domain.prefix + name] = JSON.parse(String(value))
    else result[domain.prefix + name] = value
  }
  return result
}

const emptyShape = (domain: Domain): Shape => ({ domain, fields: new Map(), children: new Map() })

function addUsual(shape: Shape): void {
  for (const name of shape.domain.usual) addField(shape, name)
}

function addField(shape: Shape, name: string): void {
  const field = shape.domain.fields[name]
  if (field) shape.fields.set(name, field)
}

function addName(text: string, shape: Shape, name: Name): void {
  const path = name.text
  if (path.startsWith('@')) return addPropertyKey(text, shape, name)
  if (path === '*') return Object.keys(shape.domain.fields).forEach((one) => addField(shape, one))
  const words = path.split('.')
  const last = words.at(-1)
  if (last === '*') words.pop()
  // A name that ends at a relation means the usual fields of what is there.
  const target = walk(shape, words)
  if (target && last === '*') Object.keys(target.domain.fields).forEach((one) => addField(target, one))
  else if (target) addUsual(target)
  else {
    const { way, name: fieldName } = findField(text, name, shape.domain)
    const owner = way.reduce((from, step) => childOf(from, step.name, step.relation).shape, shape)
    // Clients read both from a property, whichever they ask for.
    if (way.at(-1)?.name === 'property') addUsual(owner)
    else addField(owner, fieldName)
  }
}

/** Undefined when the words are not all relations. */
function walk(shape: Shape, words: readonly string[]): Shape | undefined {
  let domain = shape.domain
  for (const word of words) {
    const relation = domain.relations[word]
    if (!relation) return undefined
    domain = domains[relation.domain]
  }
  let at = shape
  for (const word of words) {
    const relation = at.domain.relations[word]
    if (relation) {
      const child = childOf(at, word, relation)
      child.keys = undefined
      at = child.shape
    }
  }
  return at
}

function childOf(shape: Shape, name: string, relation: Relation): Child {
  const known = shape.children.get(name)
  if (known) return known
  const child: Child = { relation, shape: emptyShape(domains[relation.domain]), keys: undefined }
  shape.children.set(name, child)
  return child
}

function addPropertyKey(text: string, shape: Shape, { text: path, at }: Name): void {
  const { property } = shape.domain.relations
  if (!property) throw unknownField(text, path, at, shape.domain)
  const key = path.slice(1)
  const isNew = !shape.children.has('property')
  const child = childOf(shape, 'property', property)
  addUsual(child.shape)
  if (key === '*') child.keys = undefined
  // What shows all of them already goes on doing so.
  else if (isNew) child.keys = new Set([key])
  else child.keys?.add(key)
}
