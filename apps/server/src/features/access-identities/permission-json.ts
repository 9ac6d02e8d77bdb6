// A section of a permission between our words and those of the Access service: actions in capitals, patterns by target.
import type {
  AccessSection,
  Action,
  PermissionSection,
  PermissionSubject,
  SectionName,
} from '@bindery/contracts'
import { badRequest, quote } from '../../platform/errors.ts'

const words: Record<Action, string> = {
  read: 'READ',
  annotate: 'ANNOTATE',
  deploy: 'WRITE',
  delete: 'DELETE',
  manage: 'MANAGE',
  scan: 'SCAN',
  distribute: 'DISTRIBUTE',
  execute: 'EXECUTE',
}

export const fromSection = (section: SectionName, given: AccessSection): PermissionSection => ({
  section,
  targets: Object.entries(given.targets ?? {}).map(([name, patterns]) => ({
    name,
    includePatterns: patterns.include_patterns ?? ['**'],
    excludePatterns: patterns.exclude_patterns ?? [],
  })),
  who: [...subjectsOf('group', given.actions?.groups), ...subjectsOf('user', given.actions?.users)],
})

export const toSection = ({ targets, who }: PermissionSection): AccessSection => ({
  actions: { users: namesOf(who, 'user'), groups: namesOf(who, 'group') },
  targets: Object.fromEntries(
    targets.map((target) => [
      target.name,
      { include_patterns: target.includePatterns, exclude_patterns: target.excludePatterns },
    ]),
  ),
})

/** What is named takes the place of what was there under that name; somebody without actions goes. */
export function patched(before: PermissionSection, change: PermissionSection): PermissionSection {
  const targets = new Map([...before.targets, ...change.targets].map((target) => [target.name, target]))
  const who = new Map([...before.who, ...change.who].map((one) => [`${one.kind} ${one.name}`, one]))
  return {
    section: before.section,
    targets: [...targets.values()],
    who: [...who.values()].filter((one) => one.actions.length > 0),
  }
}

const subjectsOf = (
  kind: PermissionSubject['kind'],
  given: Record<string, string[]> | null | undefined,
): PermissionSubject[] =>
  Object.entries(given ?? {}).map(([name, actions]) => ({ kind, name, actions: actions.map(actionOf) }))

function actionOf(word: string): Action {
  const found = Object.entries(words).find(([, name]) => name === word.toUpperCase())?.[0]
  if (found === undefined)
    throw badRequest(`There is no action ${quote(word)}. Use ${Object.values(words).join(', ')}.`, 'actions')
  // The keys of the table are actions.
  return found as Action
}

const namesOf = (
  who: readonly PermissionSubject[],
  kind: PermissionSubject['kind'],
): Record<string, string[]> =>
  Object.fromEntries(
    who
      .filter((one) => one.kind === kind)
      .map((one) => [one.name, one.actions.map((action) => words[action])]),
  )
