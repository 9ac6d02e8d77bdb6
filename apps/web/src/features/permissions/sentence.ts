// A permission in words. Pure: the texts come from the catalogue, the facts from the form. It says only what the
// permission gives; others may give more, so nobody is said to be refused.
import type { Action, PermissionSection, PermissionSubject } from '@bindery/contracts'
import { message, type MessageId, partsOf } from '../../lib/messages.ts'
import { catalogue } from '../../messages/index.ts'
import { type EditedSection, sectionActions } from '../../shared/access/sections.ts'
import { groupTargets, isEverything, type TargetGroup } from './model.ts'

export interface Segment {
  text: string
  look?: 'strong' | 'code'
}

interface Surroundings {
  /** How many members each group has; groups that are not known yet are left without a number. */
  members: ReadonlyMap<string, number>
}

export const plainText = (segments: readonly Segment[]) => segments.map(({ text }) => text).join('')

/** One paragraph for each section. */
export function describeSection(section: PermissionSection, { members }: Surroundings): Segment[] {
  const name = section.section
  if (!isEdited(name)) return []
  const targets = groupTargets(section.targets)
  if (targets.length === 0) return fill('permissions.wordsNoTargets', {})
  const sets = actionSets(section.who, name)
  const [first, ...rest] = sets.filter(({ actions }) => actions.length > 0)
  const idle = sets.filter(({ actions }) => actions.length === 0).flatMap(({ who }) => who)
  if (first === undefined) return fill('permissions.wordsNobody', {})
  const sentences = [
    fill('permissions.wordsMay', {
      who: whoInWords(first.who, members),
      what: whatInWords(first.actions),
      where: whereInWords(name, targets),
    }),
    ...rest.map(({ who, actions }) => furtherSentence(who, actions, first.actions, members)),
    ...(idle.length === 0 ? [] : [fill('permissions.wordsIdle', { who: whoInWords(idle, members) })]),
    ...nobodyDeletes(section.who, name),
  ]
  return joinSentences(sentences.map(capitalise))
}

function furtherSentence(
  who: PermissionSubject[],
  actions: Action[],
  first: Action[],
  members: ReadonlyMap<string, number>,
): Segment[] {
  const includesFirst = first.every((action) => actions.includes(action))
  if (!includesFirst)
    return fill('permissions.wordsThere', { who: whoInWords(who, members), what: whatInWords(actions) })
  const more = actions.filter((action) => !first.includes(action))
  return fill('permissions.wordsAlso', {
    who: whoInWords(who, members),
    what: whatInWords(more, actions),
  })
}

/** Subjects with the same rights stand together; what most of them have comes first, whoever has more right after it. */
function actionSets(who: readonly PermissionSubject[], section: EditedSection) {
  const groups = Map.groupBy(who, ({ actions }) =>
    sectionActions[section].filter((action) => actions.includes(action)).join(' '),
  )
  const sets = [...groups].map(([actions, subjects]) => ({
    actions: sectionActions[section].filter((action) => actions.split(' ').includes(action)),
    who: subjects,
  }))
  const [first, ...rest] = sets.toSorted((a, b) => b.who.length - a.who.length)
  if (first === undefined) return []
  const hasMore = ({ actions }: { actions: Action[] }) =>
    first.actions.every((action) => actions.includes(action))
  return [first, ...rest.filter(hasMore), ...rest.filter((set) => !hasMore(set))]
}

function whoInWords(who: readonly PermissionSubject[], members: ReadonlyMap<string, number>): Segment[] {
  return listOf(who.map((subject) => subjectInWords(subject, members)))
}

function subjectInWords({ kind, name }: PermissionSubject, members: ReadonlyMap<string, number>): Segment[] {
  const strong: Segment[] = [{ text: name, look: 'strong' }]
  if (kind === 'user') return strong
  const count = members.get(name)
  return count === undefined
    ? fill('permissions.wordsMembers', { group: strong })
    : fill('permissions.wordsMembersCount', { group: strong, count: [{ text: String(count) }] })
}

const verbs: Record<Action, MessageId> = {
  read: 'permissions.verbRead',
  annotate: 'permissions.verbAnnotate',
  deploy: 'permissions.verbDeploy',
  delete: 'permissions.verbDelete',
  scan: 'permissions.verbScan',
  manage: 'permissions.verbManage',
  distribute: 'permissions.verbDistribute',
  execute: 'permissions.verbExecute',
}

/** Overwriting takes two rights: to delete what is there and to deploy what comes. */
function whatInWords(actions: readonly Action[], all: readonly Action[] = actions): Segment[] {
  const words = actions.flatMap((action) => [
    message(verbs[action]),
    ...(action === 'delete' && all.includes('deploy') ? [message('permissions.verbOverwrite')] : []),
  ])
  return listOf(words.map((text) => [{ text }]))
}

/** Places with patterns come first, so that no pattern seems to belong to the place before it. */
function whereInWords(section: EditedSection, groups: readonly TargetGroup[]): Segment[] {
  const isWhole = ({ includes, excludes }: TargetGroup) => isEverything(includes) && excludes.length === 0
  const ordered = groups.toSorted((a, b) => Number(isWhole(a)) - Number(isWhole(b)))
  return ordered
    .map((group) => placeInWords(section, group))
    .reduce((before, place) => fill('permissions.wordsAndIn', { before, place }))
}

function placeInWords(section: EditedSection, group: TargetGroup): Segment[] {
  const excludes = group.excludes.map(patternInWords)
  const place =
    section === 'build' || section === 'release_bundle'
      ? namedThings(section, group)
      : withIncludes(targetsInWords(section, group.names), group)
  if (excludes.length === 0) return place
  return fill('permissions.wordsExcept', { place, patterns: listOf(excludes, 'or') })
}

function withIncludes(place: Segment[], { includes }: TargetGroup): Segment[] {
  if (isEverything(includes)) return place
  return fill('permissions.wordsUnder', { place, patterns: listOf(includes.map(patternInWords), 'or') })
}

function namedThings(section: 'build' | 'release_bundle', { includes }: TargetGroup): Segment[] {
  const isBuild = section === 'build'
  if (isEverything(includes))
    return fill(isBuild ? 'permissions.wordsAllBuilds' : 'permissions.wordsAllBundles', {})
  const names = listOf(
    includes.map((text) => [{ text, look: 'code' as const }]),
    'or',
  )
  return fill(isBuild ? 'permissions.wordsBuilds' : 'permissions.wordsBundles', { names })
}

const everyKind: Record<string, MessageId> = {
  ANY: 'permissions.wordsAny',
  'ANY LOCAL': 'permissions.wordsAnyLocal',
  'ANY REMOTE': 'permissions.wordsAnyRemote',
  'ANY DISTRIBUTION': 'permissions.wordsAnyDistribution',
}

/** Up to two by name; more as a number. `ANY` makes all others superfluous. */
function targetsInWords(section: EditedSection, names: readonly string[]): Segment[] {
  if (section === 'destination')
    return names.includes('ANY')
      ? fill('permissions.wordsAnyDestination', {})
      : countedNames(names, 'permissions.wordsDestinations')
  if (names.includes('ANY')) return fill('permissions.wordsAny', {})
  const kinds = names.filter((name) => everyKind[name] !== undefined)
  const single = names.filter((name) => everyKind[name] === undefined)
  const parts = [
    ...kinds.map((name) => fill(everyKind[name] ?? 'permissions.wordsAny', {})),
    ...(single.length === 0 ? [] : [countedNames(single, 'permissions.wordsRepositories')]),
  ]
  return listOf(parts)
}

function countedNames(names: readonly string[], many: MessageId): Segment[] {
  if (names.length > 2) return [{ text: message(many, { count: names.length }) }]
  return listOf(names.map((text) => [{ text, look: 'strong' as const }]))
}

const folderAnywhere = /^\*\*\/([^*?/]+)\/\*\*$/
const folderAtTop = /^([^*?]+)\/\*\*$/

/** A folder by its name where the pattern is nothing else; otherwise the pattern itself. */
function patternInWords(pattern: string): Segment[] {
  const folder = folderAnywhere.exec(pattern)?.[1] ?? folderAtTop.exec(pattern)?.[1]
  if (folder === undefined) return fill('permissions.wordsMatching', { pattern: code(pattern) })
  return fill('permissions.wordsFolder', { folder: code(folder) })
}

function nobodyDeletes(who: readonly PermissionSubject[], section: EditedSection): Segment[][] {
  if (!sectionActions[section].includes('delete')) return []
  const deleting = who.filter(({ actions }) => actions.includes('delete'))
  if (deleting.length === 0) return [fill('permissions.wordsNobodyDeletes', {})]
  return deleting.length === who.length ? [] : [fill('permissions.wordsNobodyElseDeletes', {})]
}

const isEdited = (name: string): name is EditedSection => name in sectionActions

const code = (text: string): Segment[] => [{ text, look: 'code' }]

/** A text of the catalogue with segments in place of its arguments. */
function fill(id: MessageId, values: Record<string, Segment[]>): Segment[] {
  return partsOf(catalogue[id]).flatMap((part) =>
    typeof part === 'string' ? [{ text: part }] : (values[part.name] ?? []),
  )
}

const lists = {
  and: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
}

function listOf(items: readonly Segment[][], kind: keyof typeof lists = 'and'): Segment[] {
  const parts = lists[kind].formatToParts(items.map((_, index) => String(index)))
  return parts.flatMap(({ type, value }) =>
    type === 'element' ? (items[Number(value)] ?? []) : [{ text: value }],
  )
}

function capitalise(segments: Segment[]): Segment[] {
  const [first, ...rest] = segments
  // Names keep their own case.
  if (first === undefined || first.look !== undefined) return segments
  return [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest]
}

const joinSentences = (sentences: Segment[][]) =>
  sentences.flatMap((sentence, index) => (index === 0 ? sentence : [{ text: ' ' }, ...sentence]))
