// The part of a condition that indexes can answer: never stricter than the condition itself, so that it may be used to find
// candidates and to count, quickly, how many there are.
import { always, every, some, type Compare, type Condition } from './conditions.ts'
import type { DomainName } from './domain.ts'
import { rangeOf } from './patterns.ts'

/** The fields that an index begins with; those of items are in plan.ts. */
const leading: Partial<Record<DomainName, readonly string[]>> = {
  properties: ['key'],
  entries: ['name'],
  builds: ['name', 'started'],
  modules: ['name'],
  artifacts: ['sha1', 'sha256'],
  dependencies: ['sha1', 'sha256'],
}

/** `always` when no index helps. */
export function indexedPart(condition: Condition, domain: DomainName): Condition {
  const part = relax(condition)
  return leads(part, domain) ? part : always
}

export function isAlways(condition: Condition): boolean {
  return condition.kind === 'constant' && condition.value
}

/** A comparison as an equality or a range. */
export function rangeTests(compare: Compare): Condition {
  const { is, values } = compare
  if (is !== 'match')
    return is === 'ne' || is === 'nmatch' || is === 'null' || is.endsWith('ic') ? always : compare
  const range = rangeOf(String(values[0]))
  if (!range) return always
  return every([
    { ...compare, is: 'gte', values: [range.from] },
    { ...compare, is: 'lt', values: [range.to] },
  ])
}

function relax(condition: Condition): Condition {
  switch (condition.kind) {
    case 'compare':
      return rangeTests(condition)
    case 'and':
      return every(condition.of.map(relax))
    case 'or':
      return some(condition.of.map(relax))
    case 'related': {
      const of = indexedPart(condition.of, condition.relation.domain)
      return isAlways(of) ? always : { ...condition, of }
    }
    case 'not':
      return always
    default:
      return condition
  }
}

function leads(condition: Condition, domain: DomainName): boolean {
  switch (condition.kind) {
    case 'compare':
      return leading[domain]?.includes(condition.name) ?? false
    case 'and':
      return condition.of.some((one) => leads(one, domain))
    case 'or':
      return condition.of.every((one) => leads(one, domain))
    // Keys that lead from one table to another have an index.
    case 'related':
      return true
    default:
      return condition.kind === 'constant' && !condition.value
  }
}
