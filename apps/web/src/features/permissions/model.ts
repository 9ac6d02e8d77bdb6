// A permission as the editor sees it: sections with groups of targets that share their patterns. Pure.
import type {
  Action,
  PermissionSection,
  PermissionSubject,
  PermissionTarget,
  SectionName,
} from '@bindery/contracts'
import type { MessageId } from '../../lib/messages.ts'

export interface PermissionDraft {
  name: string
  sections: PermissionSection[]
}

/** The sections that can be edited; others are kept as they are. */
export const editedSections = ['artifact', 'build', 'release_bundle', 'destination'] as const
export type EditedSection = (typeof editedSections)[number]

/** In the order of the columns. */
export const sectionActions: Record<EditedSection, readonly Action[]> = {
  artifact: ['read', 'annotate', 'deploy', 'delete', 'scan', 'manage'],
  build: ['read', 'annotate', 'deploy', 'delete', 'scan', 'manage'],
  release_bundle: ['read', 'annotate', 'deploy', 'distribute', 'delete', 'scan', 'manage'],
  destination: ['distribute', 'delete', 'manage'],
}

export const sectionLabels: Record<SectionName, MessageId> = {
  artifact: 'permissions.repositories',
  build: 'permissions.builds',
  release_bundle: 'permissions.bundles',
  destination: 'permissions.destinations',
  pipeline_source: 'permissions.pipelineSources',
}

/** Builds and bundles lie in one repository of the server each, and are told apart by their names. */
export const fixedTarget: Partial<Record<SectionName, string>> = {
  build: 'artifactory-build-info',
  release_bundle: 'release-bundles-v2',
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
