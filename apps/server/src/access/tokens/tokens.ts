// Access tokens: made, listed, revoked. The text of a token is given out once; its row keeps digests only, and while the
// row is there the token is good.
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Schema, TokenRow } from '../../platform/db/schema.ts'
import { forgetActors, type Access } from '../access.ts'
import type { Actor } from '../actor.ts'
import { audit } from '../audit.ts'
import { findUserById } from '../people/users.ts'
import { signToken, verifySigned } from './token-jwt.ts'
import { digestOf, isOpaqueToken, isSecret, looksSigned, newSecret } from './token-secrets.ts'

/** Who does something to tokens; a call of the management API is one. */
export interface TokenMaker {
  actor: Actor
  address: string | null
}

/** A token for so long or less is made for one piece of work and meant to end: nobody wants to hear that it did. */
export const briefSeconds = 3600

/** A token that has been decided on: nothing of it is questioned here. */
interface TokenSpec {
  /** `reference`: only the short form, for clients that store it in a file. */
  kind: 'signed' | 'reference'
  userId: string | null
  subject: string
  scope: string
  /** Seconds; null is never. */
  life: number | null
  audience: string
  description: string
  projectKey: string
  createdBy: string
  isRefreshable: boolean
  hasReference: boolean
  /** When it comes from refreshing. */
  family?: string
}

export interface GivenToken {
  id: string
  secret: string
  scope: string
  expiresIn: number | undefined
  expiresAt: string | null
  refreshToken: string | undefined
  referenceToken: string | undefined
}

/** The row and what is given out, signed but not written yet: signing does not belong into a transaction. */
export async function prepareToken(
  access: Access,
  spec: TokenSpec,
): Promise<{ row: TokenRow; given: GivenToken }> {
  const id = newId()
  const now = access.clock.now()
  const expiresAt = spec.life === null ? null : new Date(now.getTime() + spec.life * 1000)
  const isShort = spec.kind === 'reference'
  const reference = isShort || spec.hasReference ? newSecret('reference') : undefined
  const refresh = spec.isRefreshable ? newSecret('refresh') : undefined
  const signed = isShort ? undefined : await signToken(access, { ...spec, id, issuedAt: now, expiresAt })
  const secret = signed?.token ?? reference ?? ''
  const row: TokenRow = {
    id,
    kind: spec.kind,
    secret_hash: digestOf(secret),
    reference_hash: reference === undefined ? null : digestOf(reference),
    refresh_hash: refresh === undefined ? null : digestOf(refresh),
    refresh_spent_at: null,
    family: spec.family ?? id,
    key_id: signed?.keyId ?? null,
    user_id: spec.userId,
    subject: spec.subject,
    scope: spec.scope,
    audience: spec.audience,
    description: spec.description,
    project_key: spec.projectKey,
    created_by: spec.createdBy,
    created_at: now.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    life_seconds: spec.life,
    last_used_at: null,
    last_used_address: null,
    warned_at: null,
  }
  const given: GivenToken = {
    id,
    secret,
    scope: spec.scope,
    expiresIn: spec.life ?? undefined,
    expiresAt: row.expires_at,
    refreshToken: refresh,
    referenceToken: reference,
  }
  return { row, given }
}

export async function issueToken(access: Access, by: TokenMaker, spec: TokenSpec): Promise<GivenToken> {
  const { row, given } = await prepareToken(access, spec)
  await transaction(access.database, (db) => insertToken(access, db, by, row))
  return given
}

async function insertToken(access: Access, db: Db, by: TokenMaker, row: TokenRow): Promise<void> {
  if (row.user_id !== null && !(await findUserById(db, row.user_id))) throw ownerGone(by, row)
  await db.insertInto('tokens').values(row).execute()
  const { subject, scope, description, expires_at: expiresAt } = row
  const detail = { subject, scope, description, expiresAt }
  await audit(access, db, by, { kind: 'token.created', target: row.id, detail })
}

/** Deleted while the token was made. For whoever makes one for themselves, their own credentials have ended. */
const ownerGone = ({ actor }: TokenMaker, { user_id, subject }: TokenRow) =>
  actor.userId === user_id
    ? new AppError('not-signed-in', 'The user of these credentials does not exist any more.')
    : notFound('user', subject)

/** A form that only a token, and no password of a person, has. */
export const looksLikeToken = (text: string): boolean =>
  isOpaqueToken(text) || isSecret('reference', text) || looksSigned(text)

/** The token that this text is, whether or not its time is over. */
export async function findToken(access: Access, secret: string): Promise<TokenRow | undefined> {
  const query = access.database.db.selectFrom('tokens').selectAll()
  if (isSecret('reference', secret))
    return query.where('reference_hash', '=', digestOf(secret)).executeTakeFirst()
  if (looksSigned(secret) && (await verifySigned(access, secret)) === undefined) return undefined
  if (!looksLikeToken(secret)) return undefined
  return query.where('secret_hash', '=', digestOf(secret)).executeTakeFirst()
}

/** One's own, or anybody's for an administrator. */
export async function findTokenById(access: Access, actor: Actor, id: string): Promise<TokenRow> {
  const row = await access.database.db
    .selectFrom('tokens')
    .selectAll()
    .where('id', '=', id)
    .where(mineUnlessAdmin(actor))
    .executeTakeFirst()
  if (!row) throw notFound('token', id)
  return row
}

interface TokenQuery {
  description?: string | undefined
  username?: string | undefined
  isRefreshable?: boolean | undefined
  id?: string | undefined
  /** Used before this moment, or never. */
  unusedSince?: string | undefined
  orderBy?: 'id' | 'subject' | 'created_at' | 'expires_at' | 'last_used_at'
  isDescending?: boolean
}

const longestList = 10_000

export async function listTokens(access: Access, actor: Actor, given: TokenQuery = {}): Promise<TokenRow[]> {
  const { orderBy = 'created_at', isDescending = true } = given
  return filtered(access.database.db.selectFrom('tokens').selectAll().where(mineUnlessAdmin(actor)), given)
    .orderBy(orderBy, isDescending ? 'desc' : 'asc')
    .orderBy('id', isDescending ? 'desc' : 'asc')
    .limit(longestList)
    .execute()
}

/** Returns how many there were; others’ are not counted. */
export async function revokeTokens(access: Access, by: TokenMaker, ids: string[]): Promise<number> {
  return transaction(access.database, async (db, after) => {
    const rows = await db
      .deleteFrom('tokens')
      .where('id', 'in', ids)
      .where(mineUnlessAdmin(by.actor))
      .returning(['id', 'subject', 'scope'])
      .execute()
    for (const { id, subject, scope } of rows)
      await audit(access, db, by, { kind: 'token.revoked', target: id, detail: { subject, scope } })
    after(() => forgetActors(access))
    return rows.length
  })
}

export async function revokeToken(access: Access, by: TokenMaker, id: string): Promise<void> {
  if ((await revokeTokens(access, by, [id])) === 0) throw notFound('token', id)
}

type TokenExpressions = ExpressionBuilder<Schema, 'tokens'>

/** A token that is less than its user sees itself only. */
const mineUnlessAdmin = (actor: Actor) => (where: TokenExpressions) => {
  if (actor.scope !== undefined) return where('tokens.id', '=', actor.token?.id ?? '')
  return actor.isAdmin ? where.and([]) : where('tokens.user_id', '=', actor.userId ?? '')
}

function filtered<Q extends SelectQueryBuilder<Schema, 'tokens', TokenRow>>(query: Q, given: TokenQuery) {
  let narrowed: SelectQueryBuilder<Schema, 'tokens', TokenRow> = query
  const { description, username, isRefreshable, id, unusedSince } = given
  if (description !== undefined) narrowed = narrowed.where('description', '=', description)
  if (username !== undefined) narrowed = narrowed.where('subject', '=', username.toLowerCase())
  if (id !== undefined) narrowed = narrowed.where('id', '=', id)
  if (isRefreshable !== undefined)
    narrowed = narrowed.where('refresh_hash', isRefreshable ? 'is not' : 'is', null)
  if (unusedSince !== undefined)
    narrowed = narrowed.where((where) =>
      where.or([where('last_used_at', 'is', null), where('last_used_at', '<', unusedSince)]),
    )
  return narrowed
}
