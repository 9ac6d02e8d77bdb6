// What an answer shows of each row: fields of its own, and related rows below it.
import { sql } from 'kysely'
import { buildFolder } from '../builds/build-paths.ts'
import type { Compiling } from './compile.ts'
import type { Domain, Field, Relation, Sql } from './domain.ts'
import { domains } from './domains.ts'
import { findField, findWay, splitProperty, unknownField, wordsOf, type FoundField } from './resolve.ts'
import { aqlError } from './tokens.ts'
import { mayRead } from './scope.ts'
import type { Name, Query } from './query.ts'

export interface Shape {
  domain: Domain
  fields: Map<string, Field>
  children: Map<string, Child>
}

export interface Child {
  relation: Relation
  shape: Shape
  /** Only properties with one of these keys. */
  keys: Set<string> | undefined
}

export type Row = Record<string, unknown>

export function shapeOf({ text, include }: Query, domain: Domain): Shape {
  const shape = emptyShape(domain)
  for (const name of include) {
    addName(text, shape, name)
    if (relationsOf(shape) > mostRelations)
      throw aqlError(text, name.at, `include leads to more than ${mostRelations} other domains`)
  }
  if (include.length === 0) addUsual(shape)
  return shape
}

/** Each is a statement for each piece of the answer. */
const mostRelations = 50

const relationsOf = ({ children }: Shape): number =>
  children.values().reduce((sum, { shape }) => sum + 1 + relationsOf(shape), 0)

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
  const property = splitProperty(text, name)
  if (property) return addPropertyKey(text, shape, name, property)
  if (path === '*') return Object.keys(shape.domain.fields).forEach((one) => addField(shape, one))
  const words = wordsOf(text, name)
  const last = words.at(-1)
  if (last === '*') words.pop()
  // A name that ends at a relation means the usual fields of what is there.
  const target = walk(shape, words)
  if (target && last === '*') Object.keys(target.domain.fields).forEach((one) => addField(target, one))
  else if (target) addUsual(target)
  else {
    const { way, name: fieldName } = findField(text, name, shape.domain)
    const owner = along(shape, way)
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

const along = (shape: Shape, way: FoundField['way']): Shape =>
  way.reduce((from, { name, relation }) => childOf(from, name, relation).shape, shape)

/** `@key`, `module.build.@key`; without a key, or with a star, it is all of them. */
function addPropertyKey(
  text: string,
  start: Shape,
  name: Name,
  { words, key }: { words: string[]; key: string },
): void {
  const { way, domain } = findWay(text, name, words, start.domain)
  const { property } = domain.relations
  if (!property) throw unknownField(text, name.text, name.at, domain)
  const shape = along(start, way)
  const isNew = !shape.children.has('property')
  const child = childOf(shape, 'property', property)
  addUsual(child.shape)
  if (key === '*' || key === '') child.keys = undefined
  // What shows all of them already goes on doing so.
  else if (isNew) child.keys = new Set([key])
  else child.keys?.add(key)
}
