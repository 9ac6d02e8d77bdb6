import type { RetentionRule } from '@bindery/contracts'
import { message } from '../../../lib/messages.ts'

export const newRule: RetentionRule = {
  name: '',
  isOn: false,
  repositories: [],
  pattern: '',
  property: '',
  olderThanDays: null,
  unusedDays: null,
  keepVersions: null,
}

/** What goes, in a sentence; all of its parts have to be true of a file. */
export function ruleText({
  olderThanDays,
  unusedDays,
  keepVersions,
  pattern,
  property,
}: RetentionRule): string {
  const parts = [
    ...(olderThanDays === null ? [] : [message('retention.olderText', { days: olderThanDays })]),
    ...(unusedDays === null ? [] : [message('retention.unusedText', { days: unusedDays })]),
    ...(keepVersions === null ? [] : [message('retention.versionsText', { count: keepVersions })]),
    ...(pattern === '' ? [] : [message('retention.patternText', { pattern })]),
    ...(property === '' ? [] : [message('retention.propertyText', { property })]),
  ]
  return parts.length === 0 ? message('shared.notGiven') : parts.join(', ')
}

/** What the server would refuse, said before it is asked. */
export function mistakesOf(rule: RetentionRule): Partial<Record<string, string>> {
  const saysNothing = rule.olderThanDays === null && rule.unusedDays === null && rule.keepVersions === null
  return {
    ...(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(rule.name) ? {} : { name: message('retention.nameRule') }),
    ...(rule.repositories.length === 0 ? { repositories: message('retention.needRepository') } : {}),
    ...(saysNothing ? { what: message('retention.needWhat') } : {}),
  }
}
