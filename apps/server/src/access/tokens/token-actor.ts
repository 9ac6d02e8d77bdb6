// From a token to whoever asks with it: its user, cut down to its scope; the groups that it names; or a name that belongs to
// nobody, with the rights of the scope alone.
import type { TokenRow } from '../../platform/db/schema.ts'
import type { Access } from '../access.ts'
import { nobody, type Actor } from '../actor.ts'
import { rulesOfRoles } from '../rules/project-rules.ts'
import { bitsOf, buildRules, compilePatterns, repositoryActions, sectionNames } from '../rules/rules.ts'
import { accessServiceId } from './signing-keys.ts'
import { isWholeAdmin, isWholeUser, parseScope, type ScopeRestriction } from './token-scope.ts'
import { loadActor, loadScopedActor } from '../rules/load-actor.ts'

/** What is remembered of a token that was checked. */
export interface TokenIdentity {
  id: string
  userId: string | null
  subject: string
  /** Undefined when it is all that its user may do. */
  scope: ScopeRestriction | undefined
  expiresAt: string | null
}

export function toIdentity(row: TokenRow): TokenIdentity {
  const scope = parseScope(row.scope)
  return {
    id: row.id,
    userId: row.user_id,
    subject: row.subject,
    scope: isWholeUser(scope) || isWholeAdmin(scope) ? undefined : scope,
    expiresAt: row.expires_at,
  }
}

/** Undefined when the user is gone. */
export async function actorOfToken(access: Access, token: TokenIdentity): Promise<Actor | undefined> {
  const { scope } = token
  const presented = { id: token.id, expiresAt: token.expiresAt }
  const owner = token.userId === null ? stranger(token) : await loadActor(access, token.userId)
  if (owner === undefined || scope === undefined) return owner && { ...owner, token: presented }
  const rights = scope.groups.length > 0 ? await withGroupsOnly(access, owner, token, scope) : owner
  if (rights === undefined) return undefined
  const all = scope.roles.length > 0 ? await withRoles(access, rights, scope) : rights
  return { ...narrowed(all, scope), token: presented }
}

export const isTransient = (actor: Actor) => actor.userId?.startsWith(transientPrefix) ?? false

/** Whether a token for this audience was meant for this installation. */
export async function isMeantForUs(access: Access, audience: string): Promise<boolean> {
  const [, ourId = ''] = (await accessServiceId(access)).split('@')
  return audience.split(' ').some((one) => {
    const [, id = '*'] = one.split('@')
    return id === '*' || id === ourId
  })
}

const transientPrefix = 'transient:'

/** Nobody whom we know: everything comes from the scope, which only an administrator could have given. */
const stranger = (token: TokenIdentity): Actor => ({
  ...nobody,
  userId: `${transientPrefix}${token.id}`,
  name: token.subject,
  isAdmin: token.scope === undefined || token.scope.admin || token.scope.artifacts.length > 0,
  hasUiAccess: false,
})

async function withGroupsOnly(
  access: Access,
  owner: Actor,
  { userId, subject }: TokenIdentity,
  scope: ScopeRestriction,
): Promise<Actor | undefined> {
  const rights = await loadScopedActor(access, { userId, name: subject }, scope)
  return rights && { ...rights, userId: owner.userId, hasUiAccess: owner.hasUiAccess }
}

/** The rights of roles in projects, beside those that the rest of the scope keeps. */
async function withRoles(access: Access, rights: Actor, scope: ScopeRestriction): Promise<Actor> {
  const memberships = scope.roles.map(({ project, roles }) => ({
    project,
    roles: [...roles],
    by: { kind: 'user' as const, name: rights.name },
  }))
  const ofRoles = await rulesOfRoles(access.database.db, memberships)
  const keeps = scope.user || scope.admin || scope.groups.length > 0
  if (!keeps) return { ...rights, isAdmin: false, rules: buildRules(ofRoles) }
  return { ...rights, rules: buildRules([...rights.rules.all, ...ofRoles]) }
}

/** Less than the owner: no administrator any more, but with an administrator's rules where the scope lets them through. */
function narrowed(rights: Actor, scope: ScopeRestriction): Actor {
  const { rules, privileges } = nobody
  if (scope.artifacts.length > 0)
    return { ...rights, isAdmin: false, privileges, rules: rights.isAdmin ? allRules : rights.rules, scope }
  if (scope.groups.length > 0) return { ...rights, scope }
  const kept = scope.roles.length > 0 ? rights.rules : rules
  return { ...rights, isAdmin: false, privileges, rules: kept, scope }
}

const allRules = buildRules(
  sectionNames.map((section) => ({
    permission: 'administrator',
    source: 'permission',
    section,
    target: 'ANY',
    includes: compilePatterns(['**']),
    excludes: [],
    actions: bitsOf(repositoryActions),
    via: [],
  })),
)
