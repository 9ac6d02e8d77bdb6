// The only rule book. Pure: everything it needs is in the actor. Deny first: what no rule allows is refused, and what a
// token's scope leaves out is refused before any rule is asked.
import type { Reason } from '@bindery/contracts'
import type { Actor } from '../actor.ts'
import {
  bitOf,
  matchRule,
  nameOf,
  placeOf,
  type RepositoryAction,
  type Resource,
  type Rule,
} from './rules.ts'
import { scopeAllows, scopeAllowsSomewhere, scopeAllowsUse, scopeGrantsUse } from '../tokens/token-scope.ts'

export { repositoryActions, type RepositoryAction, type Resource } from './rules.ts'

/**
 * What a route of the management API declares. `public`: anybody. `browse`: anybody who may read at least something;
 * the handler then shows only what `can` allows. `signed-in`: any user. `identified`: also a
 * token that is less than its user, for what concerns nothing but that token. `manage-permissions`: whoever manages at least one
 * resource; the handler shows only what they manage. `read-identities` and `write-identities`: users, groups and permissions
 * of the whole installation. `audit`: the audit log. `manage-resources`: repositories. `read-metrics`: figures of the
 * process. `administer`: everything else, administrators only.
 */
const platformActions = [
  'public',
  'browse',
  'signed-in',
  'identified',
  'manage-permissions',
  'read-identities',
  'write-identities',
  'manage-resources',
  'audit',
  'read-metrics',
  'administer',
] as const
export type PlatformAction = (typeof platformActions)[number]

type Decision = { allowed: true; reason: Reason } | { allowed: false; why: string; nearly: Reason[] }

/**
 * May the actor do this there? `path` is inside the repository; one that ends in a slash is a folder, and asks whether
 * it may be done to something in it. Without a path: anywhere in the repository.
 */
export function can(actor: Actor, action: RepositoryAction, repository: Resource, path?: string): boolean {
  if (actor.scope && !isInScope(actor, action, repository, path)) return false
  if (actor.isAdmin) return true
  const { everywhere, somewhere, patterned } = placeOf(actor.rules, repository)
  const bit = bitOf(action)
  if ((everywhere & bit) !== 0) return true
  if ((somewhere & bit) === 0) return false
  if (path === undefined || path === '') return true
  return patterned.some(path, (rule) => (rule.actions & bit) !== 0 && matchRule(rule, path) !== undefined)
}

/** Whether no pattern narrows what the actor may do there: every path is as good as another. */
export function canEverywhere(actor: Actor, action: RepositoryAction, repository: Resource): boolean {
  if (actor.scope && !scopeAllows(actor.scope, action, nameOf(repository))) return false
  return actor.isAdmin || (placeOf(actor.rules, repository).everywhere & bitOf(action)) !== 0
}

/** The same answer with its reason. */
export function decide(
  actor: Actor,
  action: RepositoryAction,
  repository: Resource,
  path?: string,
): Decision {
  const place =
    path === undefined || path === '' ? repository.key : `${repository.key}/${path.replace(/\/$/, '')}`
  const refuse = (why: string, nearly: Reason[] = []): Decision => ({
    allowed: false,
    why: `User ${actor.name} may not ${verbs[action]} ${place}: ${why} Ask an administrator for the ${action} right on this repository.`,
    nearly,
  })
  if (actor.scope && !isInScope(actor, action, repository, path))
    return refuse(`the scope of the token (${actor.scope.text}) does not allow it.`)
  if (actor.isAdmin)
    return {
      allowed: true,
      reason: { kind: 'administrator', sentence: `${actor.name} is an administrator.` },
    }
  const bit = bitOf(action)
  const rules = placeOf(actor.rules, repository).all
  for (const rule of rules) {
    const reason = (rule.actions & bit) === 0 ? undefined : reasonOf(rule, bit, action, path)
    if (reason) return { allowed: true, reason }
  }
  const nearly = rules.map((rule) => nearMiss(rule, bit, action, path))
  return refuse('no permission allows it.', nearly.slice(0, 20))
}

export function mayUse(actor: Actor, action: PlatformAction): boolean {
  if (action === 'public') return true
  if (actor.scope && scopeGrantsUse(actor.scope, action)) return true
  if (actor.scope && !scopeAllowsUse(actor.scope, action)) return false
  return actor.isAdmin || opened[action](actor)
}

/** What opens each to those who are no administrators. */
const opened: Record<PlatformAction, (actor: Actor) => boolean> = {
  public: () => true,
  browse: (actor) => actor.userId !== null || actor.rules.anywhere !== 0,
  'signed-in': (actor) => actor.userId !== null,
  identified: (actor) => actor.userId !== null,
  'manage-permissions': (actor) =>
    actor.userId !== null &&
    (actor.privileges.has('resources') ||
      actor.privileges.has('auditor') ||
      (actor.rules.anywhere & bitOf('manage')) !== 0),
  'read-identities': (actor) => actor.privileges.has('auditor'),
  'write-identities': () => false,
  'manage-resources': (actor) => actor.privileges.has('resources'),
  audit: (actor) => actor.privileges.has('auditor'),
  'read-metrics': () => false,
  administer: () => false,
}

function isInScope(actor: Actor, action: RepositoryAction, repository: Resource, path?: string): boolean {
  if (!actor.scope) return true
  return path === undefined
    ? scopeAllowsSomewhere(actor.scope, action, nameOf(repository))
    : scopeAllows(actor.scope, action, nameOf(repository), path)
}

function reasonOf(
  rule: Rule,
  bit: number,
  action: RepositoryAction,
  path: string | undefined,
): Reason | undefined {
  const pattern = path === undefined || path === '' ? rule.includes[0] : matchRule(rule, path)
  if (!pattern) return undefined
  const via = rule.via.find((one) => (one.actions & bit) !== 0)?.by
  return {
    kind: rule.source,
    permission: rule.permission,
    ...(via && { via }),
    target: rule.target,
    pattern: pattern.text,
    sentence: `The ${rule.source} ${rule.permission} gives the ${action} right${via ? ` to the ${via.kind} ${via.name}` : ''} on ${rule.target} for ${pattern.text}.`,
  }
}

function nearMiss(rule: Rule, bit: number, action: RepositoryAction, path: string | undefined): Reason {
  const base = { kind: rule.source, permission: rule.permission, target: rule.target }
  const name = `The ${rule.source} ${rule.permission}`
  if ((rule.actions & bit) === 0)
    return { ...base, sentence: `${name} covers ${rule.target}, but does not give the ${action} right.` }
  const excluded = rule.excludes.find((one) =>
    path?.endsWith('/') ? one.coversAll(path.slice(0, -1)) : one.matches(path ?? ''),
  )
  if (excluded)
    return {
      ...base,
      pattern: excluded.text,
      sentence: `${name} gives the ${action} right on ${rule.target}, but excludes this path by ${excluded.text}.`,
    }
  const patterns = rule.includes.map((one) => one.text).join(', ')
  return {
    ...base,
    pattern: patterns,
    sentence: `${name} gives the ${action} right on ${rule.target}, but only for ${patterns}.`,
  }
}

const verbs: Record<RepositoryAction, string> = {
  read: 'read from',
  annotate: 'change properties in',
  deploy: 'deploy to',
  delete: 'delete or overwrite in',
  manage: 'manage',
  scan: 'manage scan data of',
  distribute: 'distribute from',
  execute: 'execute in',
}
