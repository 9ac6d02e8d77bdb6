// Permissions between our words and Artifactory's: the second version by sections, the first by letters.
import {
  sectionNames,
  type Action,
  type artifactoryPermissions,
  type PermissionSection,
  type PermissionSubject,
  type SectionName,
} from '@bindery/contracts'
import type { z } from 'zod'
import { buildRepositoryKey } from '../../access/rules/build-rules.ts'
import { badRequest, quote } from '../../platform/errors.ts'

type V2 = z.output<typeof artifactoryPermissions.create.shape.body>
type V2Section = NonNullable<V2['repo']>
type V1 = z.output<typeof artifactoryPermissions.putV1.shape.body>

const words: Partial<Record<Action, string>> = {
  read: 'read',
  annotate: 'annotate',
  deploy: 'write',
  delete: 'delete',
  manage: 'manage',
  scan: 'managedXrayMeta',
  distribute: 'distribute',
}
const letters: Partial<Record<Action, string>> = {
  read: 'r',
  deploy: 'w',
  annotate: 'n',
  delete: 'd',
  manage: 'm',
  scan: 'mxm',
}
const places = { artifact: 'repo', build: 'build', release_bundle: 'releaseBundle' } as const
type Place = keyof typeof places

const isPlace = (section: SectionName): section is Place => Object.hasOwn(places, section)

/** What this wire cannot say (destinations, pipeline sources) stays as it is. */
export function fromV2(body: V2, before: readonly PermissionSection[] = []): PermissionSection[] {
  const others = before.filter(({ section }) => !isPlace(section))
  const said = sectionNames.filter(isPlace).flatMap((section) => {
    const given = body[places[section]]
    return given === undefined ? [] : [fromSection(section, given)]
  })
  return [...said, ...others]
}

export const toV2 = (name: string, sections: readonly PermissionSection[]): V2 => ({
  name,
  ...Object.fromEntries(
    sections.flatMap((one) => (isPlace(one.section) ? [[places[one.section], toSection(one)]] : [])),
  ),
})

export function fromV1(body: V1, before: readonly PermissionSection[] = []): PermissionSection[] {
  const section: PermissionSection = {
    section: 'artifact',
    targets: body.repositories.map((name) => ({
      name,
      includePatterns: patternsOf(body.includesPattern ?? '**'),
      excludePatterns: patternsOf(body.excludesPattern ?? ''),
    })),
    who: subjectsOf(body.principals, letters),
  }
  return [section, ...before.filter((one) => one.section !== 'artifact')]
}

export function toV1(name: string, sections: readonly PermissionSection[]): V1 {
  const found = sections.find((one) => one.section === 'artifact')
  const all = unionOf(found?.targets ?? [])
  return {
    name,
    includesPattern: all.includes.join(','),
    excludesPattern: all.excludes.join(','),
    repositories: found?.targets.map((target) => target.name) ?? [],
    principals: {
      users: principalsOf(found?.who ?? [], 'user', letters),
      groups: principalsOf(found?.who ?? [], 'group', letters),
    },
  }
}

const fromSection = (section: Place, given: V2Section): PermissionSection => ({
  section,
  targets: placesOf(section, given).map((name) => ({
    name,
    includePatterns: given['include-patterns'] ?? ['**'],
    excludePatterns: given['exclude-patterns'] ?? [],
  })),
  who: subjectsOf(given.actions, words),
})

/** Builds of no project lie in one place, so nobody has to name it. */
const placesOf = (section: Place, { repositories }: V2Section): string[] =>
  section === 'build' && repositories.length === 0 ? [buildRepositoryKey('')] : repositories

/** Clients compare the whole structure: `users` and `groups` are left out when they are empty, `actions` never. */
function toSection({ targets, who }: PermissionSection): V2Section {
  const { includes, excludes } = unionOf(targets)
  const users = principalsOf(who, 'user', words)
  const groups = principalsOf(who, 'group', words)
  return {
    'include-patterns': includes,
    'exclude-patterns': excludes,
    repositories: targets.map((target) => target.name),
    actions: {
      ...(Object.keys(users).length > 0 && { users }),
      ...(Object.keys(groups).length > 0 && { groups }),
    },
  }
}

/** This wire has one list of patterns for all repositories of a section. */
const unionOf = (targets: PermissionSection['targets']) => ({
  includes: [...new Set(targets.flatMap((target) => target.includePatterns))],
  excludes: [...new Set(targets.flatMap((target) => target.excludePatterns))],
})

function subjectsOf(
  given: { users?: Record<string, string[]> | undefined; groups?: Record<string, string[]> | undefined },
  names: Partial<Record<Action, string>>,
): PermissionSubject[] {
  const read = (kind: PermissionSubject['kind'], some: Record<string, string[]> = {}) =>
    Object.entries(some).map(([name, actions]) => ({
      kind,
      name,
      actions: actions.map((word) => actionOf(word, names)),
    }))
  return [...read('group', given.groups), ...read('user', given.users)]
}

function actionOf(word: string, names: Partial<Record<Action, string>>): Action {
  const found = Object.entries(names).find(([, name]) => name === word)?.[0]
  if (found === undefined)
    throw badRequest(`There is no action ${quote(word)}. Use ${Object.values(names).join(', ')}.`, 'actions')
  // The keys of the table are actions.
  return found as Action
}

const principalsOf = (
  who: readonly PermissionSubject[],
  kind: PermissionSubject['kind'],
  names: Partial<Record<Action, string>>,
): Record<string, string[]> =>
  Object.fromEntries(
    who
      .filter((one) => one.kind === kind)
      .map((one) => [one.name, one.actions.flatMap((action) => names[action] ?? [])]),
  )

const patternsOf = (list: string): string[] => {
  const patterns = list
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '')
  if (patterns.some((pattern) => pattern.length > 512 || pattern.includes('\\')))
    throw badRequest('A pattern is too long or has a backslash.', 'includesPattern')
  return patterns
}
