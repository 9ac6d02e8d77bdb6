// A permission as the editor sees it: sections with groups of targets that share their patterns. Pure.
import type {
  Action,
  PermissionSection,
  PermissionSubject,
  PermissionTarget,
  SectionName,
} from '@bindery/contracts'

export interface PermissionDraft {
  name: string
  sections: PermissionSection[]
}

/** Targets with the same patterns. */
export interface TargetGroup {
  names: string[]
  includes: string[]
  excludes: string[]
}

export function groupTargets(targets: readonly PermissionTarget[]): TargetGroup[] {
  const groups = Map.groupBy(targets, (target) =>
    JSON.stringify([target.includePatterns, target.excludePatterns]),
  )
  return [...groups.values()].map((same) => ({
    names: same.map(({ name }) => name),
    includes: same[0]?.includePatterns ?? [],
    excludes: same[0]?.excludePatterns ?? [],
  }))
}

export const ungroupTargets = (groups: readonly TargetGroup[]): PermissionTarget[] =>
  groups.flatMap(({ names, includes, excludes }) =>
    names.map((name) => ({
      name,
      includePatterns: includes.length === 0 ? ['**'] : includes,
      excludePatterns: excludes,
    })),
  )

export const sectionOf = (sections: readonly PermissionSection[], name: SectionName): PermissionSection =>
  sections.find(({ section }) => section === name) ?? { section: name, targets: [], who: [] }

/** With one section changed; sections without content go. */
export function withSection(
  sections: readonly PermissionSection[],
  name: SectionName,
  change: Partial<PermissionSection>,
): PermissionSection[] {
  const others = sections.filter(({ section }) => section !== name)
  const changed = { ...sectionOf(sections, name), ...change }
  const isEmpty = changed.targets.length === 0 && changed.who.length === 0
  return isEmpty ? others : [...others, changed].toSorted((a, b) => rank(a.section) - rank(b.section))
}

export const subjectId = ({ kind, name }: Pick<PermissionSubject, 'kind' | 'name'>) => `${kind}:${name}`

export function subjectOf(id: string): Pick<PermissionSubject, 'kind' | 'name'> {
  const [kind, ...name] = id.split(':')
  return { kind: kind === 'group' ? 'group' : 'user', name: name.join(':') }
}

/** Somebody new may read at least: without that the rest is of no use. */
export function addSubject(who: readonly PermissionSubject[], id: string, actions: Action[] = ['read']) {
  if (who.some((subject) => subjectId(subject) === id)) return [...who]
  return [...who, { ...subjectOf(id), actions }]
}

export const tick = (who: readonly PermissionSubject[], id: string, action: Action, isTicked: boolean) =>
  who.map((subject) =>
    subjectId(subject) === id
      ? {
          ...subject,
          actions: isTicked
            ? [...new Set([...subject.actions, action])]
            : subject.actions.filter((other) => other !== action),
        }
      : subject,
  )

export const isEverything = (patterns: readonly string[]) =>
  patterns.length === 0 || patterns.some((pattern) => pattern === '**' || pattern === '**/*')

const order: SectionName[] = ['artifact', 'build', 'release_bundle', 'destination', 'pipeline_source']
const rank = (name: SectionName) => order.indexOf(name)
