// What a query asks of a row, with names resolved and values read; and the rules by which such conditions are made simpler.
import type { Field, Relation } from './domain.ts'

export interface Compare {
  kind: 'compare'
  name: string
  field: Field
  is: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'match' | 'nmatch' | 'eqic' | 'matchic' | 'null'
  /** Several only for `eq`: any of them. */
  values: readonly (string | number)[]
}

/** There is a related row for which the condition holds. */
export interface Related {
  kind: 'related'
  name: string
  relation: Relation
  of: Condition
  /** Several of these may be satisfied by several rows; otherwise all of them mean one row. */
  isOwnRow: boolean
}

export type Condition =
  | { kind: 'constant'; value: boolean }
  | { kind: 'and' | 'or'; of: readonly Condition[] }
  | { kind: 'not'; of: Condition }
  | Compare
  | Related

export const always: Condition = { kind: 'constant', value: true }
export const never: Condition = { kind: 'constant', value: false }

export const not = (of: Condition): Condition =>
  of.kind === 'constant' ? { kind: 'constant', value: !of.value } : { kind: 'not', of }

export function every(conditions: readonly Condition[]): Condition {
  const flat = conditions.flatMap((one) => (one.kind === 'and' ? one.of : [one]))
  if (flat.some((one) => one.kind === 'constant' && !one.value)) return never
  const rest = mergeRelated(
    'and',
    flat.filter((one) => one.kind !== 'constant'),
  )
  return rest.length === 1 && rest[0] ? rest[0] : rest.length === 0 ? always : { kind: 'and', of: rest }
}

/** Of none: never. */
export function some(conditions: readonly Condition[]): Condition {
  const flat = conditions.flatMap((one) => (one.kind === 'or' ? one.of : [one]))
  if (flat.some((one) => one.kind === 'constant' && one.value)) return always
  const rest = mergeEqual(
    mergeRelated(
      'or',
      flat.filter((one) => one.kind !== 'constant'),
    ),
  )
  return rest.length === 1 && rest[0] ? rest[0] : rest.length === 0 ? never : { kind: 'or', of: rest }
}

/**
 * Conditions on one kind of related rows become one condition. Of alternatives that is the same by logic (some row is
 * this, or some row is that); of conditions that all hold it is what the language means, except for rows of their own.
 */
function mergeRelated(kind: 'and' | 'or', conditions: readonly Condition[]): Condition[] {
  const groups = new Map<string, Related[]>()
  const others: Condition[] = []
  for (const one of conditions)
    if (one.kind === 'related' && (kind === 'or' || !one.isOwnRow))
      groups.set(one.name, [...(groups.get(one.name) ?? []), one])
    else others.push(one)
  const merged = [...groups.values()].flatMap(([first, ...more]): Condition[] => {
    if (!first) return []
    if (more.length === 0) return [first]
    const of = [first, ...more].map((one) => one.of)
    const isOwnRow = [first, ...more].every((one) => one.isOwnRow)
    return [{ ...first, isOwnRow, of: kind === 'and' ? every(of) : some(of) }]
  })
  return [...others, ...merged]
}

/** `a = 1 or a = 2` as `a in (1, 2)`: clients ask for hundreds of checksums at once. */
function mergeEqual(conditions: readonly Condition[]): Condition[] {
  const equal = new Map<Field, Compare>()
  const others: Condition[] = []
  for (const one of conditions) {
    if (one.kind !== 'compare' || one.is !== 'eq') {
      others.push(one)
      continue
    }
    const known = equal.get(one.field)
    equal.set(one.field, known ? { ...known, values: [...known.values, ...one.values] } : one)
  }
  return [...equal.values(), ...others]
}
