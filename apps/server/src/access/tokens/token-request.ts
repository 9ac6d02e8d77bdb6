// What somebody asks for when making a token, and whether they may have it: nobody makes a token that can do more, or lives
// longer, than what they came with.
import { badRequest, forbidden, notFound, quote } from '../../platform/errors.ts'
import type { Access } from '../access.ts'
import { isTransient } from './token-actor.ts'
import { isWithin, parseScope, userScope, type ScopeRestriction } from './token-scope.ts'
import { tokenSettings } from './token-settings.ts'
import { issueToken, type GivenToken, type TokenMaker } from './tokens.ts'
import { findUser } from '../people/users.ts'
import type { Actor } from '../actor.ts'

interface TokenRequest {
  kind?: 'signed' | 'reference'
  username?: string | undefined
  scope?: string | undefined
  /** Seconds; 0 is never; undefined is the default life. */
  expiresIn?: number | undefined
  description?: string | undefined
  audience?: string | undefined
  projectKey?: string | undefined
  isRefreshable?: boolean
  hasReference?: boolean
}

export async function createToken(
  access: Access,
  by: TokenMaker,
  request: TokenRequest,
): Promise<GivenToken> {
  const { actor } = by
  const scope = parseScope(request.scope || userScope)
  refuseStronger(actor, scope)
  const subject = await subjectOf(access, actor, request.username, scope)
  return issueToken(access, by, {
    kind: request.kind ?? 'signed',
    ...subject,
    scope: scope.text,
    life: await lifeOf(access, actor, request.expiresIn),
    audience: checkAudience(request.audience ?? '*@*'),
    description: request.description ?? '',
    projectKey: request.projectKey ?? '',
    createdBy: actor.name,
    isRefreshable: request.isRefreshable ?? false,
    hasReference: request.hasReference ?? false,
  })
}

function refuseStronger(actor: Actor, scope: ScopeRestriction): void {
  if (actor.userId === null) throw forbidden('Sign in to make a token.')
  if (actor.scope && !isWithin(scope, actor.scope))
    throw forbidden(
      `The token that you came with is limited to ${quote(actor.scope.text)}; it cannot make a stronger one.`,
    )
  if (actor.isAdmin) return
  if (scope.admin) throw forbidden('Only an administrator may make a token with the administrator scope.')
  if (scope.groups.length > 0 || scope.roles.length > 0)
    throw forbidden('Only an administrator may make a token with the rights of groups or roles.')
  if (scope.system.size > 0 && actor.scope === undefined)
    throw forbidden('Only an administrator may make a token for metrics, logs or identities.')
}

async function subjectOf(
  access: Access,
  actor: Actor,
  username: string | undefined,
  scope: ScopeRestriction,
): Promise<{ userId: string | null; subject: string }> {
  const name = username === undefined || username === '' ? actor.name : username.toLowerCase()
  if (name === actor.name && !isTransient(actor)) {
    refuseFalseAdministrator(scope, actor.isAdmin)
    return { userId: actor.userId, subject: name }
  }
  if (!actor.isAdmin && name !== actor.name)
    throw forbidden('Only an administrator may make a token for another user.')
  const user = await findUser(access.database.db, name)
  if (user) {
    refuseFalseAdministrator(scope, user.is_admin === 1)
    return { userId: user.id, subject: user.name }
  }
  if (scope.user) throw notFound('user', name)
  if (!/^[\w.@-][\w.@:/ -]{0,254}$/.test(name))
    throw badRequest(`${quote(name)} cannot be the name of a user.`, 'username')
  return { userId: null, subject: name }
}

/** A user who exists keeps the rights that they have. */
function refuseFalseAdministrator(scope: ScopeRestriction, isAdmin: boolean): void {
  if (scope.admin && !isAdmin)
    throw badRequest('The administrator scope needs an administrator as the user of the token.', 'scope')
}

async function lifeOf(access: Access, actor: Actor, asked: number | undefined): Promise<number | null> {
  const { defaultLife, longestLife } = await access.live.get(tokenSettings)
  const usual =
    longestLife > 0 && (defaultLife === 0 || defaultLife > longestLife) ? longestLife : defaultLife
  const left = actor.token?.expiresAt
    ? Math.floor((Date.parse(actor.token.expiresAt) - access.clock.now().getTime()) / 1000)
    : Infinity
  if (asked === undefined) {
    const life = Math.min(usual || Infinity, left)
    return life === Infinity ? null : Math.max(1, life)
  }
  const life = asked === 0 ? Infinity : asked
  if (longestLife > 0 && life > longestLife)
    throw badRequest(
      `Tokens live at most ${Math.floor(longestLife / 86_400)} days (${longestLife} seconds) here. Ask for less.`,
      'expires_in',
    )
  if (life > left) throw forbidden('A token cannot make another that lives longer than itself.')
  return life === Infinity ? null : life
}

function checkAudience(text: string): string {
  const list = text.split(/[\s,]+/).filter((one) => one !== '')
  if (list.length === 0) return '*@*'
  for (const one of list)
    if (!/^[a-z*]{1,16}(@[\w*-]{1,128})?$/.test(one))
      throw badRequest(`The audience ${quote(one)} is not a service id such as jfrt@* or *@*.`, 'audience')
  return list.join(' ')
}
