// What a token may at most do, from the scope it was made with. A scope never adds to the rights of a user who exists: it
// names whose rights count (the user's own, those of groups), and `artifact:` parts narrow them to places and actions.
//
// Whoever decides (permissions.ts) asks here first: `actor.scope` is set for everybody who came with a token that is less
// than its user.
import { badRequest, quote } from '../../platform/errors.ts'
import { compilePattern, isEverything, type PathPattern } from '../rules/permission-patterns.ts'
import type { PlatformAction, RepositoryAction } from '../rules/permissions.ts'

export interface ScopeRestriction {
  /** As it was asked for, in the order given, each part once. */
  text: string
  /** The rights of the user who owns the token. */
  user: boolean
  /** All rights, platform included. */
  admin: boolean
  /** The rights of these groups instead of the user's. */
  groups: readonly string[]
  roles: readonly ProjectRoles[]
  /** When there are any, nothing else in repositories is allowed. */
  artifacts: readonly ArtifactScope[]
  system: ReadonlySet<SystemScope>
}

interface ProjectRoles {
  project: string
  roles: readonly string[]
}

export interface ArtifactScope {
  repository: PathPattern
  /** Any of these; none for the whole repository. */
  paths: readonly PathPattern[]
  actions: ReadonlySet<RepositoryAction>
}

export type SystemScope = 'metrics:r' | 'livelogs:r' | 'identities:r' | 'identities:w'

export const userScope = 'applied-permissions/user'
export const adminScope = 'applied-permissions/admin'

const longest = 4096
const mostParts = 100

/** Throws a sentence for the person who asked when a part is not understood. */
export function parseScope(text: string): ScopeRestriction {
  if (text.length > longest) throw badRequest(`The scope is longer than ${longest} characters.`, 'scope')
  const parts = [...new Set(splitParts(text))]
  if (parts.length === 0) throw badRequest(`The scope is empty. Use ${userScope}.`, 'scope')
  if (parts.length > mostParts) throw badRequest(`The scope has more than ${mostParts} parts.`, 'scope')
  const scope: Building = {
    text: parts.join(' '),
    user: false,
    admin: false,
    groups: [],
    roles: [],
    artifacts: [],
    system: new Set(),
  }
  for (const part of parts) readPart(scope, part)
  return scope
}

/** Everything that its user may do: such a token needs no restriction at all. */
export const isWholeUser = (scope: ScopeRestriction) => scope.user && scope.artifacts.length === 0

/** All that an administrator may do; the user of such a token is one, or nobody whom we know. */
export const isWholeAdmin = (scope: ScopeRestriction) => scope.admin && scope.artifacts.length === 0

/**
 * May it do this there, as far as the scope goes? A path that ends in a slash is a folder, and asks about something in it;
 * without a path: everywhere in the repository.
 */
export function scopeAllows(
  scope: ScopeRestriction,
  action: RepositoryAction,
  repository: string,
  path?: string,
): boolean {
  const { artifacts } = scope
  if (artifacts.length === 0) return scope.user || scope.admin || scope.groups.length + scope.roles.length > 0
  return artifacts.some(
    (one) => one.actions.has(action) && one.repository.matches(repository) && coversPath(one, path),
  )
}

/** May it do this at least somewhere in the repository? For lists that are filtered further. */
export const scopeAllowsSomewhere = (scope: ScopeRestriction, action: RepositoryAction, repository: string) =>
  scopeAllows(scope, action, repository, '/')

/** The calls that concern the account itself, or the whole platform, are for tokens that are not narrowed. */
export function scopeAllowsUse(scope: ScopeRestriction, action: PlatformAction): boolean {
  if (action === 'public' || action === 'browse' || action === 'identified') return true
  return scope.artifacts.length === 0 && (scope.admin || scope.user || scope.groups.length > 0)
}

/** What `system:` parts give by themselves: only administrators can make such tokens. */
export function scopeGrantsUse(scope: ScopeRestriction, action: PlatformAction): boolean {
  const needed = systemActions[action]
  return needed !== undefined && scope.system.has(needed)
}

const systemActions: Partial<Record<PlatformAction, SystemScope>> = {
  'read-metrics': 'metrics:r',
  'read-identities': 'identities:r',
  'write-identities': 'identities:w',
}

function coversPath({ paths }: ArtifactScope, path: string | undefined): boolean {
  if (paths.length === 0) return true
  if (path === undefined) return false
  if (path !== '' && !path.endsWith('/')) return paths.some((one) => one.matches(path))
  return paths.some((one) => one.reaches(path.slice(0, -1)))
}

/** Whether `inner` is nowhere wider than `outer`: a token must not make a stronger one. */
export function isWithin(inner: ScopeRestriction, outer: ScopeRestriction): boolean {
  if (isWholeUser(outer) || isWholeAdmin(outer)) return true
  const given = new Set(splitParts(outer.text))
  return splitParts(inner.text).every((part) => given.has(part)) && keepsNarrow(inner, outer)
}

/** Leaving out the parts that narrow would widen. */
const keepsNarrow = (inner: ScopeRestriction, outer: ScopeRestriction) =>
  outer.artifacts.length === 0 || inner.artifacts.length > 0 || isSystemOnly(inner)

const isSystemOnly = (scope: ScopeRestriction) =>
  !scope.user && !scope.admin && scope.groups.length + scope.roles.length + scope.artifacts.length === 0

interface Building extends ScopeRestriction {
  groups: string[]
  roles: ProjectRoles[]
  artifacts: ArtifactScope[]
  system: Set<SystemScope>
}

/** At blanks, but not at those inside quotes: names of groups may hold blanks. */
const splitParts = (text: string): string[] => text.match(/(?:"[^"]*"|[^\s"])+/g) ?? []

function readPart(scope: Building, part: string): void {
  if (part === userScope) scope.user = true
  else if (part === adminScope) scope.admin = true
  // The old way to say that the interface may be used; what may be done with it is said by the other parts.
  else if (part === 'api:*') return
  else if (part.startsWith('applied-permissions/groups:'))
    scope.groups.push(...namesIn(part, 'applied-permissions/groups:'))
  else if (part.startsWith('applied-permissions/roles:')) scope.roles.push(readRoles(part))
  else if (part.startsWith('member-of-groups:')) readMembership(scope, part)
  else if (part.startsWith('system:')) readSystem(scope, part)
  else if (part.startsWith('artifact:')) scope.artifacts.push(readArtifact(part))
  else throw notUnderstood(part)
}

function readMembership(scope: Building, part: string): void {
  const names = namesIn(part, 'member-of-groups:')
  if (names.includes('*')) scope.user = true
  else scope.groups.push(...names)
}

function readRoles(part: string): ProjectRoles {
  const [, project = '', list = ''] = /^applied-permissions\/roles:([a-z0-9-]{2,32}):(.+)$/.exec(part) ?? []
  if (project === '') throw notUnderstood(part)
  return { project, roles: namesIn(list, '') }
}

const systemRights: Record<string, readonly string[]> = {
  metrics: ['r'],
  livelogs: ['r'],
  identities: ['r', 'w'],
}

function readSystem(scope: Building, part: string): void {
  const [, area = '', list = ''] = /^system:([a-z]+):([a-z,]+)$/.exec(part) ?? []
  const known = Object.hasOwn(systemRights, area) ? systemRights[area] : undefined
  const letters = list.split(',')
  if (known === undefined || !letters.every((letter) => known.includes(letter))) throw notUnderstood(part)
  // Checked against the table just above.
  for (const letter of letters) scope.system.add(`${area}:${letter}` as SystemScope)
}

const letters: Record<string, RepositoryAction> = {
  r: 'read',
  w: 'deploy',
  d: 'delete',
  a: 'annotate',
  n: 'annotate',
  m: 'manage',
}

function readArtifact(part: string): ArtifactScope {
  const [, target = '', list = ''] = /^artifact:([^:]+):([a-z,*]+)$/.exec(part) ?? []
  const slash = target.indexOf('/')
  const repository = slash < 0 ? target : target.slice(0, slash)
  const path = slash < 0 ? '' : target.slice(slash + 1).replace(/\/+$/, '')
  const wanted = list === '*' ? Object.keys(letters) : list.split(',')
  if (repository === '' || !wanted.every((letter) => Object.hasOwn(letters, letter)))
    throw notUnderstood(part)
  return {
    repository: compilePattern(repository),
    // A folder covers what lies below it.
    paths: path === '' || isEverything(path) ? [] : [path, `${path}/**`].map(compilePattern),
    actions: new Set(wanted.flatMap((letter) => letters[letter] ?? [])),
  }
}

function namesIn(part: string, prefix: string): string[] {
  const names = (part.slice(prefix.length).match(/"[^"]*"|[^,"]+/g) ?? [])
    .map((name) => name.replaceAll('"', '').trim())
    .filter((name) => name !== '')
  if (names.length === 0) throw notUnderstood(part)
  return names
}

const notUnderstood = (part: string) =>
  badRequest(
    `The scope ${quote(part)} is not known. Use ${userScope}, ${adminScope}, applied-permissions/groups:<names>, ` +
      'system:metrics:r, system:livelogs:r, system:identities:r,w or artifact:<repository>/<path>:r,w,d,a,m.',
    'scope',
  )
