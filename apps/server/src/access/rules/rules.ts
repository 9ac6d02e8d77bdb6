// The permissions that concern one set of people, indexed by what they are about. Made once and shared by everybody
// with the same groups; an answer looks at the few rules of one repository, not at all permissions.
import {
  permissionActions,
  sectionNames,
  type Action,
  type PermissionSection,
  type SectionName,
} from '@bindery/contracts'
import { compilePattern, isEverything, type PathPattern } from './permission-patterns.ts'
import { indexRules, type RuleIndex } from './rule-index.ts'

export type RepositoryAction = Action
export const repositoryActions = permissionActions
export { sectionNames, type SectionName }

/** What a rule is asked about. A repository of the registry is one. */
export interface Resource {
  key: string
  kind: 'local' | 'remote' | 'virtual' | 'federated' | 'distribution'
  section?: SectionName
  /** The cache of a remote repository: the rights on that one hold for it. */
  isCache?: true
}

/** Who gets something from a permission. */
export interface Via {
  kind: 'user' | 'group'
  name: string
}

/** One target of one permission, with those of this set of people who have something from it. */
export interface Rule {
  /** The name of the permission, or of the role. */
  permission: string
  source: 'permission' | 'role'
  section: SectionName
  target: string
  includes: readonly PathPattern[]
  excludes: readonly PathPattern[]
  /** All that anybody here may do, as bits. */
  actions: number
  via: readonly { by: Via; actions: number }[]
}

export interface Rules {
  all: readonly Rule[]
  /** Everything that is allowed anywhere, as bits. */
  anywhere: number
  /** By section and target. */
  index: ReadonlyMap<string, Place>
  /** Places put together for one resource, made when it is first asked about. */
  resolved: Map<string, Place>
}

/** The rules of one target: those for every path as bits, those with patterns by what they begin or end with. */
interface Place {
  everywhere: number
  /** What is allowed on some paths at least, as bits. */
  somewhere: number
  patterned: RuleIndex
  all: readonly Rule[]
}

const bits = Object.fromEntries(permissionActions.map((action, index) => [action, 1 << index])) as Record<
  Action,
  number
>

export const bitOf = (action: Action): number => bits[action]

export const bitsOf = (actions: readonly Action[]): number =>
  actions.reduce((sum, action) => sum | bitOf(action), 0)

export const actionsOf = (given: number): Action[] =>
  permissionActions.filter((action) => (given & bitOf(action)) !== 0)

/** What one section of a permission gives to these people. */
export function rulesOfSection(permission: string, { section, targets, who }: PermissionSection): Rule[] {
  const via = who.map(({ kind, name, actions }) => ({ by: { kind, name }, actions: bitsOf(actions) }))
  return targets.map((target) => ({
    permission,
    source: 'permission',
    section,
    target: target.name,
    includes: compilePatterns(target.includePatterns),
    excludes: compilePatterns(target.excludePatterns),
    actions: via.reduce((bits, one) => bits | one.actions, 0),
    via,
  }))
}

export function buildRules(rules: readonly Rule[]): Rules {
  const byTarget = Map.groupBy(rules, (rule) => placeKey(rule.section, rule.target))
  return {
    all: rules,
    anywhere: rules.reduce((sum, rule) => sum | rule.actions, 0),
    index: new Map([...byTarget].map(([key, some]) => [key, toPlace(some)])),
    resolved: new Map(),
  }
}

export const compilePatterns = (texts: readonly string[]): PathPattern[] =>
  texts.filter((text) => text !== '').map(compilePattern)

const nothing: Place = { everywhere: 0, somewhere: 0, patterned: indexRules([]), all: [] }

export const emptyRules: Rules = buildRules([])

const mostResolved = 2_000

/** The rules for a resource: those that name it, and those for all of its kind. */
export function placeOf(rules: Rules, resource: Resource): Place {
  if (rules.all.length === 0) return nothing
  const section = resource.section ?? 'artifact'
  const name = nameOf(resource)
  const key = section === 'artifact' ? `${resource.kind} ${name}` : `${section} ${name}`
  const known = rules.resolved.get(key)
  if (known) return known
  const found = namesFor(resource).flatMap((name) => rules.index.get(placeKey(section, name)) ?? [])
  const place = found.length === 0 ? nothing : found.length === 1 && found[0] ? found[0] : join(found)
  // Keys of repositories that do not exist are asked for, too.
  if (rules.resolved.size >= mostResolved) rules.resolved.clear()
  rules.resolved.set(key, place)
  return place
}

/** The name that rules and scopes know it by. */
export const nameOf = ({ key, isCache }: Resource) => (isCache ? key.slice(0, -'-cache'.length) : key)

/** The trash can: for administrators, and for those who are named for it; rules for any repository do not mean it. */
export const trashKey = 'auto-trashcan'

/** The targets that cover a resource, the particular one first. */
export function namesFor(resource: Resource): string[] {
  if ((resource.section ?? 'artifact') !== 'artifact') return [resource.key, 'ANY']
  if (resource.key === trashKey) return [trashKey]
  // What is federated is stored here as in a local one.
  const kind = resource.kind === 'federated' ? 'local' : resource.kind
  const ofKind = kind === 'virtual' ? [] : [`ANY ${kind.toUpperCase()}`]
  return [nameOf(resource), ...ofKind, 'ANY']
}

/** A path that ends in a slash is a folder: is something in it, or the folder itself, meant by the rule? */
export function matchRule(rule: Rule, path: string): PathPattern | undefined {
  if (!path.endsWith('/')) {
    const pattern = rule.includes.find((one) => one.matches(path))
    return pattern && !rule.excludes.some((one) => one.matches(path)) ? pattern : undefined
  }
  const folder = path.slice(0, -1)
  const pattern = rule.includes.find((one) => one.reaches(folder))
  return pattern && !rule.excludes.some((one) => one.coversAll(folder)) ? pattern : undefined
}

const placeKey = (section: SectionName, target: string) => `${section} ${target}`

const isForEveryPath = (rule: Rule) =>
  rule.excludes.length === 0 && rule.includes.some((pattern) => isEverything(pattern.text))

function toPlace(rules: readonly Rule[]): Place {
  const whole = rules.filter(isForEveryPath)
  const everywhere = whole.reduce((sum, rule) => sum | rule.actions, 0)
  // Those whose every action is allowed for all paths anyway decide nothing.
  const patterned = rules.filter((rule) => !isForEveryPath(rule) && (rule.actions & ~everywhere) !== 0)
  const somewhere = rules.reduce((sum, rule) => sum | rule.actions, 0)
  return { everywhere, somewhere, patterned: indexRules(mergeSamePatterns(patterned)), all: rules }
}

/** Thousands of permissions share a few patterns; each is matched once. */
function mergeSamePatterns(rules: readonly Rule[]): Rule[] {
  const patternsOf = (rule: Rule) =>
    JSON.stringify([rule.includes.map((one) => one.text).sort(), rule.excludes.map((one) => one.text).sort()])
  return [...Map.groupBy(rules, patternsOf).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, actions: others.reduce((sum, rule) => sum | rule.actions, first.actions) }] : [],
  )
}

const join = (places: readonly Place[]): Place => toPlace(places.flatMap((place) => place.all))
