// Access tokens: a random secret given out once, of which only the digest is stored.
import { hash, randomBytes } from 'node:crypto'
import { badRequest, forbidden, notFound } from '../platform/errors.ts'
import { transaction } from '../platform/db/transaction.ts'
import { newId } from '../platform/ids.ts'
import type { TokenRow } from '../platform/db/schema.ts'
import { forgetActors, type Access } from './access.ts'
import type { Actor } from './actor.ts'
import { findUser } from './users.ts'

export interface TokenRequest {
  username?: string | undefined
  scope: string
  /** Seconds; 0 or undefined is never. */
  expiresIn?: number | undefined
  description?: string | undefined
}

export interface GivenToken {
  id: string
  secret: string
  scope: string
  expiresIn: number | undefined
}

const tokenPattern = /^bnd_[A-Za-z0-9_-]{43}$/
const scopes = ['applied-permissions/user', 'applied-permissions/admin']

export const looksLikeToken = (text: string): boolean => tokenPattern.test(text)

export async function createToken(access: Access, actor: Actor, request: TokenRequest): Promise<GivenToken> {
  if (!scopes.includes(request.scope))
    throw badRequest(`The scope ${request.scope} is not known. Use one of: ${scopes.join(', ')}.`, 'scope')
  if (request.scope === 'applied-permissions/admin' && !actor.isAdmin)
    throw forbidden('Only an administrator may make a token with the administrator scope.')
  const userId = await subjectOf(access, actor, request.username)
  const secret = `bnd_${randomBytes(32).toString('base64url')}`
  const now = access.clock.now()
  const life = request.expiresIn || undefined
  const row: TokenRow = {
    id: newId(),
    secret_hash: digestOf(secret),
    user_id: userId,
    scope: request.scope,
    description: request.description ?? '',
    created_at: now.toISOString(),
    expires_at: life === undefined ? null : new Date(now.getTime() + life * 1000).toISOString(),
    last_used_at: null,
  }
  await transaction(access.database, (db) => db.insertInto('tokens').values(row).execute())
  return { id: row.id, secret, scope: row.scope, expiresIn: life }
}

export const findToken = (access: Access, secret: string): Promise<TokenRow | undefined> =>
  access.database.db
    .selectFrom('tokens')
    .selectAll()
    .where('secret_hash', '=', digestOf(secret))
    .executeTakeFirst()

export async function listTokens(access: Access, actor: Actor): Promise<(TokenRow & { subject: string })[]> {
  let query = access.database.db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .selectAll('tokens')
    .select('users.name as subject')
    .orderBy('tokens.created_at', 'desc')
    .limit(1000)
  if (!actor.isAdmin) query = query.where('tokens.user_id', '=', actor.userId ?? '')
  return query.execute()
}

export async function removeToken(access: Access, actor: Actor, id: string): Promise<void> {
  await transaction(access.database, async (db, after) => {
    let query = db.deleteFrom('tokens').where('id', '=', id)
    if (!actor.isAdmin) query = query.where('user_id', '=', actor.userId ?? '')
    const { numDeletedRows } = await query.executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('token', id)
    after(() => forgetActors(access))
  })
}

/** Writes when tokens were last used, in one go; called now and then, never per request. */
export async function flushTokenUses(access: Access): Promise<void> {
  if (access.tokenUses.size === 0) return
  const uses = [...access.tokenUses]
  access.tokenUses.clear()
  try {
    await transaction(access.database, async (db) => {
      for (const [id, last_used_at] of uses)
        await db.updateTable('tokens').set({ last_used_at }).where('id', '=', id).execute()
    })
  } catch (error) {
    for (const [id, at] of uses) if (!access.tokenUses.has(id)) access.tokenUses.set(id, at)
    throw error
  }
}

async function subjectOf(access: Access, actor: Actor, username: string | undefined): Promise<string> {
  if (actor.userId === null) throw forbidden('Sign in to make a token.')
  if (username === undefined || username === actor.name) return actor.userId
  if (!actor.isAdmin) throw forbidden('Only an administrator may make a token for another user.')
  const user = await findUser(access.database.db, username)
  if (!user) throw notFound('user', username)
  return user.id
}

const digestOf = (secret: string) => hash('sha256', secret)
