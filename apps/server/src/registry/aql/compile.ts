// Conditions as SQL for both engines. Values are always bound; names of columns come from domains.ts alone.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isOneOf } from '../../platform/db/bound-list.ts'
import { matchesText } from '../../access/rules/permission-patterns.ts'
import type { Compare, Condition, Related } from './conditions.ts'
import type { Domain, Sql } from './domain.ts'
import { domains } from './domains.ts'
import { matches, matchesIndexed, type Engine } from './patterns.ts'
import type { Scope } from './scope.ts'

export interface Compiling {
  engine: Engine
  scope: Scope
  /** Names the next table. */
  nextAlias(): string
}

export type Test = RawBuilder<SqlBool>

/**
 * `exists` looks at related rows for each row that is found otherwise; `in` begins with the related rows. The database
 * could choose by itself, but neither engine does so everywhere.
 */
export type Form = 'exists' | 'in'

/** A table by the name it has in a statement, and the domain its rows are of. */
export interface Rows {
  alias: string
  domain: Domain
}

export function compileCondition(cx: Compiling, condition: Condition, rows: Rows, form: Form): Test {
  switch (condition.kind) {
    case 'constant':
      return condition.value ? sql`1 = 1` : sql`1 = 0`
    case 'not':
      return sql`not ${compileCondition(cx, condition.of, rows, 'exists')}`
    case 'and':
    case 'or': {
      const parts = condition.of.map((one) => compileCondition(cx, one, rows, form))
      return joinBalanced(parts, condition.kind === 'and' ? sql` and ` : sql` or `)
    }
    case 'compare':
      return compileCompare(cx, condition, rows.alias)
    default:
      return compileRelated(cx, condition, rows, form)
  }
}

/** In halves: SQLite takes a tree of a thousand levels at most, and a long list would be as deep as it is long. */
export function joinBalanced(parts: readonly Test[], separator: Sql): Test {
  const [first] = parts
  if (parts.length <= 1) return first ?? sql`1 = 1`
  if (parts.length <= 8) return sql`(${sql.join([...parts], separator)})`
  const middle = parts.length >> 1
  const halves = [parts.slice(0, middle), parts.slice(middle)].map((half) => joinBalanced(half, separator))
  return sql`(${sql.join(halves, separator)})`
}

function compileRelated(cx: Compiling, { relation, of }: Related, outer: Rows, form: Form): Test {
  const alias = cx.nextAlias()
  const rows = { alias, domain: domains[relation.domain] }
  const where = sql.join(
    [...visible(cx, outer.domain, rows), compileCondition(cx, of, rows, form)],
    sql` and `,
  )
  const from = sql`from ${rows.domain.table} as ${sql.ref(alias)}`
  return form === 'in'
    ? sql`${relation.from(outer.alias)} in (select ${relation.to(alias)} ${from} where ${where})`
    : sql`exists (select 1 ${from} where ${relation.to(alias)} = ${relation.from(outer.alias)} and ${where})`
}

/**
 * What may not be read must not be found by asking for it either. Rows of the same file or build are as visible as the row that
 * led to them; others count where the whole repository may be read.
 */
function visible({ engine, scope }: Compiling, from: Domain, { alias, domain }: Rows): Test[] {
  const { kind, repository } = domain.owner
  if (scope.isUnlimited || !repository || kind === from.owner.kind) return []
  const whole = [...scope.items.values()].filter(({ isWhole }) => isWhole).map(({ id }) => id)
  return [isOneOf(engine, repository(alias), whole)]
}

function compileCompare(cx: Compiling, compare: Compare, alias: string): Test {
  const column = compare.field.column(alias)
  switch (compare.field.type) {
    case 'kind':
      return isOneOf(cx.engine, column, kindsFor(compare))
    case 'repository':
    case 'virtuals':
      return isOneOf(cx.engine, column, repositoriesFor(cx.scope, compare))
    case 'path':
      return comparePath(cx, compare, column)
    case 'list':
      return compareList(cx, compare, column)
    case 'integer':
      return comparePlain(cx, compare, isPattern(compare) ? sql`cast(${column} as text)` : column)
    default:
      return comparePlain(cx, compare, column)
  }
}

const isPattern = ({ is }: Compare) => is === 'match' || is === 'nmatch' || is === 'matchic' || is === 'eqic'

function comparePlain({ engine }: Compiling, { is, values, field }: Compare, column: Sql): Test {
  const [value = ''] = values
  const text = String(value)
  switch (is) {
    case 'eq':
      return isOneOf(engine, column, values)
    case 'ne':
      return field.isNullable ? sql`${column} is distinct from ${value}` : sql`${column} <> ${value}`
    case 'gt':
      return sql`${column} > ${value}`
    case 'gte':
      return sql`${column} >= ${value}`
    case 'lt':
      return sql`${column} < ${value}`
    case 'lte':
      return sql`${column} <= ${value}`
    case 'match':
      if (/^\*+$/.test(text)) return field.isNullable ? sql`${column} is not null` : sql`1 = 1`
      return matchesIndexed(engine, column, text)
    case 'nmatch':
      return field.isNullable
        ? sql`(${column} is null or not ${matches(engine, column, text)})`
        : sql`not ${matches(engine, column, text)}`
    case 'eqic':
      return sql`lower(${column}) = ${lower(text)}`
    case 'matchic':
      return matches(engine, sql`lower(${column})`, lower(text))
    default:
      return sql`${column} is null`
  }
}

/** As both engines do it: letters of ASCII only. */
const lower = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** The root is `.` to clients and empty in the rows. */
function comparePath(cx: Compiling, compare: Compare, column: Sql): Test {
  const texts = compare.values.map(String)
  if (compare.is === 'null') return sql`1 = 0`
  if (compare.is === 'eq') {
    // Nothing has an empty path.
    const paths = texts.filter((one) => one !== '').map((one) => (one === '.' ? '' : one))
    return isOneOf(cx.engine, column, paths)
  }
  const plain = comparePlain(cx, compare, column)
  const isTrueOfRoot = testText(compare, '.')
  // In most cases the empty text stands where the dot would, and an index serves as it is.
  if (isTrueOfRoot === testText(compare, '')) return plain
  return isTrueOfRoot ? sql`(${column} = '' or ${plain})` : sql`(${column} <> '' and ${plain})`
}

function compareList({ engine }: Compiling, { is, values }: Compare, column: Sql): Test {
  const find = engine === 'sqlite' ? sql`instr` : sql`strpos`
  const holds = (value: string | number) =>
    sql<SqlBool>`${find}(${column}, ${JSON.stringify(String(value))}) > 0`
  const [value = ''] = values
  if (is === 'eq') return joinBalanced(values.map(holds), sql` or `)
  if (is === 'ne') return sql`not ${holds(value)}`
  const pattern = `*"${String(value)}"*`
  if (is === 'match') return matches(engine, column, pattern)
  if (is === 'nmatch') return sql`not ${matches(engine, column, pattern)}`
  return is === 'null' ? sql`${column} = '[]'` : sql`1 = 0`
}

export const kindsFor = (compare: Compare) =>
  ['file', 'folder'].filter(
    (kind) => (compare.is === 'eq' && compare.values.includes('any')) || testText(compare, kind),
  )

/** A virtual name is meant when it is written out; a pattern looks at repositories that hold something. */
export function repositoriesFor(scope: Scope, compare: Compare): string[] {
  const { field, is } = compare
  const isNegative = is === 'ne' || is === 'nmatch'
  return [...scope.items.keys()].filter((id) => {
    const { own, virtual } = scope.namesOf(id)
    const isExact = is === 'eq' || is === 'ne' || is === 'eqic'
    const names = field.type === 'virtuals' ? virtual : isExact ? [...own, ...virtual] : own
    if (is === 'null') return names.length === 0
    return isNegative
      ? names.every((name) => testText(compare, name))
      : names.some((name) => testText(compare, name))
  })
}

export function testText({ is, values }: Compare, text: string): boolean {
  const first = String(values[0] ?? '')
  switch (is) {
    case 'eq':
      return values.some((value) => String(value) === text)
    case 'ne':
      return text !== first
    case 'gt':
      return text > first
    case 'gte':
      return text >= first
    case 'lt':
      return text < first
    case 'lte':
      return text <= first
    case 'match':
      return matchesText(first, text)
    case 'nmatch':
      return !matchesText(first, text)
    case 'eqic':
      return lower(text) === lower(first)
    case 'matchic':
      return matchesText(lower(first), lower(text))
    default:
      return false
  }
}
