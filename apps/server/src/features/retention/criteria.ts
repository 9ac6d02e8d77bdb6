// What goes, whoever says so: a rule of ours or a clean-up policy. All of it must be true of what is removed.
import type { RetentionRule } from '@bindery/contracts'
import { compilePattern } from '../../access/rules/permission-patterns.ts'

export interface Criteria {
  /** By the path of a file, or the name of a package where whole versions go. */
  matches(name: string): boolean
  createdBefore: string | null
  /** Neither created nor downloaded since. */
  unusedSince: string | null
  /** Only versions older than the newest so many of their package. */
  keepVersions: number | null
  has: PropertyTest[]
  hasNot: PropertyTest[]
}

export interface PropertyTest {
  key: string
  /** One of these; none means any. */
  values: readonly string[]
}

export const daysBefore = (now: Date, count: number | null): string | null =>
  count === null ? null : new Date(now.getTime() - count * 86_400_000).toISOString()

export function criteriaOf(rule: RetentionRule, now: Date): Criteria {
  const [key = '', ...value] = rule.property.split('=')
  return {
    matches: rule.pattern === '' ? () => true : compilePattern(rule.pattern).matches,
    createdBefore: daysBefore(now, rule.olderThanDays),
    unusedSince: daysBefore(now, rule.unusedDays),
    keepVersions: rule.keepVersions,
    has: key === '' ? [] : [{ key, values: value.length === 0 ? [] : [value.join('=')] }],
    hasNot: [],
  }
}
