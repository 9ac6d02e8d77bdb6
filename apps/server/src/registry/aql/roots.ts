// The root of a repository is an item too: a folder with the path "." and the name ".". It has no row in the database, so
// that conditions are tested on it here, and it is put among the rows where it belongs.
import { kindsFor, repositoriesFor, testText } from './compile.ts'
import type { Compare, Condition } from './conditions.ts'
import type { Row, Shape } from './include.ts'
import type { Place, Scope } from './scope.ts'

type Value = string | number | null

export interface OrderField {
  name: string
  /** What stands for a value that is not there. */
  absent: Value
}

export interface Order {
  /** Of items, the first one first. */
  fields: readonly OrderField[]
  isDescending: boolean
}

/** Where the values to sort by stand in a row. */
export const sortColumn = (index: number) => `s_${index}`

/** The roots that a query finds, as rows of its answer. */
export function findRoots(scope: Scope, where: Condition, shape: Shape, { fields }: Order): Row[] {
  return [...scope.items.values()]
    .filter((place) => holds(scope, place, where))
    .map((place) => {
      const shown = [...shape.fields.keys()].map((name) => [`f_${name}`, valueOf(place, name)])
      // Nothing belongs to it: no property, no download.
      const related = [...shape.children.keys()].map((name) => [`k_${name}`, null])
      const sorting = fields.map(({ name, absent }, index) => [
        sortColumn(index),
        name === 'repo' ? place.resource.key : (valueOf(place, name) ?? absent),
      ])
      return Object.fromEntries([...shown, ...related, ...sorting])
    })
}

/** Pieces of rows in their order, with the roots where the order puts them, first where there is none. */
export async function* withRoots(
  pieces: AsyncIterable<Row[]>,
  roots: readonly Row[],
  order: Order,
): AsyncGenerator<Row[]> {
  const waiting = roots.toSorted((a, b) => compareRows(order, a, b))
  for await (const rows of pieces) {
    if (waiting.length === 0) yield rows
    else yield rows.flatMap((row) => [...before(order, waiting, row), row])
  }
  if (waiting.length > 0) yield waiting
}

function before(order: Order, waiting: Row[], row: Row): Row[] {
  const next = waiting.findIndex((root) => compareRows(order, root, row) > 0)
  return waiting.splice(0, next < 0 ? waiting.length : next)
}

function compareRows({ fields, isDescending }: Order, a: Row, b: Row): number {
  for (const index of fields.keys()) {
    const difference = compareValues(a[sortColumn(index)] as Value, b[sortColumn(index)] as Value)
    if (difference !== 0) return isDescending ? -difference : difference
  }
  return 0
}

/** As the databases compare: numbers by size, texts by their bytes. */
function compareValues(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
}

function valueOf({ id, createdAt }: Place, name: string): Value {
  const values: Record<string, Value> = {
    repo: id,
    virtual_repos: id,
    path: '',
    name: '.',
    type: 'folder',
    size: 0,
    depth: 0,
    created: createdAt,
    created_by: 'system',
    modified: createdAt,
    modified_by: 'system',
    updated: createdAt,
  }
  return values[name] ?? null
}

function holds(scope: Scope, place: Place, condition: Condition): boolean {
  switch (condition.kind) {
    case 'constant':
      return condition.value
    case 'not':
      return !holds(scope, place, condition.of)
    case 'and':
      return condition.of.every((one) => holds(scope, place, one))
    case 'or':
      return condition.of.some((one) => holds(scope, place, one))
    case 'compare':
      return compares(scope, place, condition)
    default:
      return false
  }
}

function compares(scope: Scope, place: Place, compare: Compare): boolean {
  const { field, is, name } = compare
  if (field.type === 'kind') return kindsFor(compare).includes('folder')
  if (field.type === 'repository' || field.type === 'virtuals')
    return repositoriesFor(scope, compare).includes(place.id)
  const value = name === 'path' ? '.' : valueOf(place, name)
  if (value === null) return is === 'null' || is === 'ne' || is === 'nmatch'
  return typeof value === 'number' ? comparesNumber(compare, value) : testText(compare, value)
}

function comparesNumber(compare: Compare, value: number): boolean {
  const difference = value - Number(compare.values[0])
  switch (compare.is) {
    case 'gt':
      return difference > 0
    case 'gte':
      return difference >= 0
    case 'lt':
      return difference < 0
    case 'lte':
      return difference <= 0
    default:
      return testText(compare, String(value))
  }
}
