// From the names and values of a query to conditions on fields; what is not known is refused with its place in the text.
import { always, every, never, not, some, type Compare, type Condition } from './conditions.ts'
import { readDate, readPeriod } from './dates.ts'
import type { Domain, Field, Relation } from './domain.ts'
import { domainNames, domains } from './domains.ts'
import { hasWildcard } from './patterns.ts'
import type { Criterion, Group, Name, Operator, Pair, Query, Value } from './query.ts'
import { aqlError } from './tokens.ts'

export interface Resolving {
  text: string
  now: Date
}

export function findDomain({ text, domain }: Query): Domain {
  const name = domainNames.get(domain.text)
  if (name) return domains[name]
  const known =
    'items, builds, modules, artifacts, dependencies, properties, archives, archive.entries, stats, build.promotions'
  throw aqlError(text, domain.at, `there is no domain ${JSON.stringify(domain.text)}; there are ${known}`)
}

/** Items are files unless the query speaks of their type anywhere. */
export function resolveWhere(query: Query, domain: Domain, now: Date): Condition {
  const resolving = { text: query.text, now }
  const where = resolveGroup(resolving, query.where, domain)
  const isOfFiles = domain === domains.items && !speaksOfType(query.where)
  return isOfFiles ? every([where, compare(domain, 'type', 'eq', 'file')]) : where
}

/** Real queries need five words at most; each is a table more. */
const mostWords = 10

export function wordsOf(text: string, { text: path, at }: Name): string[] {
  const words = path.split('.')
  if (words.length > mostWords)
    throw aqlError(text, at, `the name of a field has at most ${mostWords} words with dots between`)
  return words
}

export interface FoundField {
  /** From the domain of the query to that of the field. */
  way: { name: string; relation: Relation }[]
  domain: Domain
  name: string
  field: Field
}

/** `artifact.module.build.name`: relations, then a field. Its own domain may stand in front: `item.name` of items. */
export function findField(text: string, given: Name, start: Domain): FoundField {
  const words = wordsOf(text, given)
  const name = words.pop() ?? ''
  const { way, domain } = findWay(text, given, words, start)
  const field = domain.fields[name]
  if (!field) throw unknownField(text, given.text, given.at, domain)
  return { way, domain, name, field }
}

/** The relations that these words of a name lead along. */
export function findWay(text: string, { text: path, at }: Name, words: readonly string[], start: Domain) {
  const way: FoundField['way'] = []
  const own = domainNames.get(words[0] ?? '')
  let domain = start
  for (const name of own && domains[own] === start ? words.slice(1) : words) {
    const relation = domain.relations[name]
    if (!relation) throw unknownField(text, path, at, domain)
    way.push({ name, relation })
    domain = domains[relation.domain]
  }
  return { way, domain }
}

/** `@key`, or `module.build.@key` for properties of what the words lead to. Keys have dots, so the first `@` decides. */
export function splitProperty(text: string, given: Name): { words: string[]; key: string } | undefined {
  const { words, key } = /^(?:(?<words>[^@]+)\.)?@(?<key>.*)$/s.exec(given.text)?.groups ?? {}
  if (key === undefined) return undefined
  return { words: words === undefined ? [] : wordsOf(text, { ...given, text: words }), key }
}

export function unknownField(text: string, path: string, at: number, domain: Domain) {
  const fields = [...Object.keys(domain.fields), ...Object.keys(domain.relations).map((one) => `${one}.…`)]
  return aqlError(text, at, `there is no field ${JSON.stringify(path)}; there are ${fields.join(', ')}`)
}

const speaksOfType = (criterion: Criterion): boolean =>
  criterion.kind === 'pair'
    ? criterion.field === 'type' || criterion.field === 'item.type'
    : criterion.of.some(speaksOfType)

function resolveGroup(resolving: Resolving, group: Group, domain: Domain): Condition {
  if (group.kind === 'msp') return resolveSameProperty(resolving, group, domain)
  const of = group.of.map((one) =>
    one.kind === 'pair' ? resolvePair(resolving, one, domain) : resolveGroup(resolving, one, domain),
  )
  // An `$or` of nothing restricts nothing.
  return group.kind === 'and' ? every(of) : of.length === 0 ? always : some(of)
}

function resolvePair(resolving: Resolving, pair: Pair, domain: Domain): Condition {
  const property = propertyOf(resolving, pair)
  if (property) return resolvePropertyPair(resolving, pair, property, domain)
  const { way, field, name } = findField(resolving.text, { text: pair.field, at: pair.at }, domain)
  const isAbsent = pair.value === null && pair.operator === '$eq'
  // Nothing there is what null means, for a related row as for a column.
  const found = compareTo(resolving, pair, name, field, isAbsent && way.length > 0 ? '$ne' : pair.operator)
  const related = relatedBy(way, found, isAbsent)
  return isAbsent && way.length > 0 ? not(related) : related
}

const relatedBy = (way: FoundField['way'], found: Condition, isOwnRow: boolean): Condition =>
  way.reduceRight<Condition>((of, step) => ({ kind: 'related', ...step, of, isOwnRow }), found)

/** A star alone is any key. */
const propertyOf = ({ text }: Resolving, { field, at }: Pair) =>
  splitProperty(text, { text: field === '*' ? '@*' : field, at })

function resolvePropertyPair(
  resolving: Resolving,
  pair: Pair,
  { words, key }: { words: string[]; key: string },
  start: Domain,
): Condition {
  const { text } = resolving
  const { way, domain } = findWay(text, { text: pair.field, at: pair.at }, words, start)
  const { property } = domain.relations
  if (!property) throw unknownField(text, pair.field, pair.at, domain)
  return relatedBy(way, resolveProperty(resolving, pair, key, property), false)
}

/** `@key`: one row has the key and the value. The negative forms mean that no row has, so that items without the key stay. */
function resolveProperty(resolving: Resolving, pair: Pair, key: string, relation: Relation): Condition {
  const negative = { $ne: '$eq', $nmatch: '$match' } as const
  const { operator } = pair
  const isNull = pair.value === null
  const isNegative = isNull ? operator === '$eq' : operator === '$ne' || operator === '$nmatch'
  const positive = operator === '$ne' || operator === '$nmatch' ? negative[operator] : operator
  const row = isNull
    ? keyIs(key, relation)
    : every([keyIs(key, relation), valueOf({ ...pair, operator: positive }, resolving, relation)])
  const related: Condition = { kind: 'related', name: 'property', relation, of: row, isOwnRow: true }
  return isNegative ? not(related) : related
}

/** Everything in it holds for one row. */
function resolveSameProperty(resolving: Resolving, group: Group, domain: Domain): Condition {
  const relation = domain.relations['property']
  if (!relation) throw aqlError(resolving.text, group.at, '$msp is for domains with properties')
  const ofRow = (one: Criterion): Condition => {
    if (one.kind !== 'pair') {
      const of = one.of.map(ofRow)
      return one.kind === 'or' ? (of.length === 0 ? always : some(of)) : every(of)
    }
    const property = propertyOf(resolving, one)
    if (property?.words.length === 0)
      return every([keyIs(property.key, relation), valueOf(one, resolving, relation)])
    const { way, field, name } = findField(resolving.text, { text: one.field, at: one.at }, domain)
    if (way.length !== 1 || way[0]?.relation !== relation)
      throw aqlError(
        resolving.text,
        one.at,
        '$msp holds properties only: "@key", "property.key" or "property.value"',
      )
    return compareTo(resolving, one, name, field, one.operator)
  }
  const of = every(group.of.map(ofRow))
  return group.of.length === 0 ? always : { kind: 'related', name: 'property', relation, of, isOwnRow: true }
}

function keyIs(key: string, { domain }: Relation): Condition {
  if (/^\*+$/.test(key)) return always
  return compare(domains[domain], 'key', hasWildcard(key) ? 'match' : 'eq', key)
}

function valueOf(pair: Pair, resolving: Resolving, { domain }: Relation): Condition {
  const { value: field } = domains[domain].fields
  return field ? compareTo(resolving, pair, 'value', field, pair.operator) : never
}

function compareTo(
  resolving: Resolving,
  pair: Pair,
  name: string,
  field: Field,
  operator: Operator,
): Condition {
  const { value } = pair
  if (value === null) {
    const isNull: Compare = { kind: 'compare', name, field, is: 'null', values: [] }
    if (operator === '$eq') return isNull
    if (operator === '$ne') return not(isNull)
    throw aqlError(resolving.text, pair.at, `null is compared by $eq and $ne only`)
  }
  const one = (is: Compare['is'], to: string | number): Compare => ({
    kind: 'compare',
    name,
    field,
    is,
    values: [to],
  })
  if (operator === '$before' || operator === '$last')
    return one(operator === '$before' ? 'lt' : 'gt', periodOf(resolving, pair, field, value))
  if (operator === '$match' || operator === '$nmatch' || operator === '$matchic')
    return matchOf(one, operator, String(value))
  return one(operator.slice(1) as Compare['is'], readValue(resolving, pair, field, value))
}

/** A pattern without wildcards is a value; one of stars alone matches whatever is there. */
function matchOf(
  one: (is: Compare['is'], to: string) => Compare,
  operator: Operator,
  pattern: string,
): Condition {
  if (operator === '$matchic') return one('matchic', pattern)
  const positive = hasWildcard(pattern) ? one('match', pattern) : one('eq', pattern)
  if (operator === '$match') return positive
  return one(hasWildcard(pattern) ? 'nmatch' : 'ne', pattern)
}

function readValue(
  resolving: Resolving,
  { at, field: path }: Pair,
  field: Field,
  value: Value,
): string | number {
  if (field.type === 'integer') {
    const number =
      typeof value === 'number' ? value : /^-?\d{1,15}$/.test(value ?? '') ? Number(value) : Number.NaN
    if (Number.isSafeInteger(number)) return number
    throw aqlError(resolving.text, at, `${JSON.stringify(path)} is compared with a whole number`)
  }
  if (field.type !== 'date') return String(value)
  const date = readDate(String(value))
  if (date !== undefined) return date
  throw aqlError(
    resolving.text,
    at,
    `${JSON.stringify(path)} is compared with a date such as "2026-01-31T10:20:30.123Z"`,
  )
}

function periodOf(resolving: Resolving, pair: Pair, field: Field, value: Value): string {
  if (field.type !== 'date')
    throw aqlError(
      resolving.text,
      pair.at,
      `${pair.operator} is for dates, and ${JSON.stringify(pair.field)} is none`,
    )
  const period = readPeriod(String(value), resolving.now)
  if (period !== undefined) return period
  throw aqlError(
    resolving.text,
    pair.at,
    `${pair.operator} takes a time span such as "3d", "2w", "6mo", "1y" or "30minutes"`,
  )
}

function compare(domain: Domain, name: string, is: Compare['is'], value: string): Condition {
  const field = domain.fields[name]
  return field ? { kind: 'compare', name, field, is, values: [value] } : never
}
