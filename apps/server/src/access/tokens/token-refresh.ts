// A refresh token is traded once for a new pair. Whoever comes with a spent one is either late or a thief, and since nobody
// can tell which, everything that descends from it ends.
import { AppError } from '../../platform/errors.ts'
import type { TokenRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { forgetActors, type Access } from '../access.ts'
import { audit, type Doer } from '../audit.ts'
import { verifySigned } from './token-jwt.ts'
import { digestOf, isSecret } from './token-secrets.ts'
import { prepareToken, type GivenToken } from './tokens.ts'
import { findUserById } from '../people/users.ts'

/** So long after its use a second one is a client that tried twice at once; it is refused, and nothing else happens. */
const sameMomentMs = 10_000

export async function refreshToken(
  access: Access,
  address: string | null,
  given: { refreshToken: string; accessToken?: string | undefined },
): Promise<GivenToken> {
  const row = await findRefreshed(access, given)
  const by: Doer = { actor: { name: row.subject }, address }
  if (row.refresh_spent_at !== null) await refuseSpent(access, by, row)
  const { row: next, given: pair } = await prepareToken(access, {
    kind: row.kind === 'reference' ? 'reference' : 'signed',
    userId: row.user_id,
    subject: row.subject,
    scope: row.scope,
    life: row.life_seconds,
    audience: row.audience,
    description: row.description,
    projectKey: row.project_key,
    createdBy: row.created_by,
    isRefreshable: true,
    hasReference: row.reference_hash !== null,
    family: row.family,
  })
  await transaction(access.database, async (db) => {
    // Of several at once, one changes the row.
    const { numUpdatedRows } = await db
      .updateTable('tokens')
      .set({ refresh_spent_at: access.clock.now().toISOString() })
      .where('id', '=', row.id)
      .where('refresh_spent_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw spent()
    await db.insertInto('tokens').values(next).execute()
    await audit(access, db, by, { kind: 'token.refreshed', target: next.id, detail: { from: row.id } })
  })
  return pair
}

async function findRefreshed(
  access: Access,
  given: { refreshToken: string; accessToken?: string | undefined },
): Promise<TokenRow> {
  if (!isSecret('refresh', given.refreshToken)) throw invalid()
  const row = await access.database.db
    .selectFrom('tokens')
    .selectAll()
    .where('refresh_hash', '=', digestOf(given.refreshToken))
    .executeTakeFirst()
  if (!row) throw invalid()
  const { accessToken } = given
  // When the access token is named as well, both must be of one pair; it may have expired.
  if (accessToken !== undefined && accessToken !== '' && !(await isPair(access, row, accessToken)))
    throw invalid()
  const user = row.user_id === null ? undefined : await findUserById(access.database.db, row.user_id)
  if (row.user_id !== null && user?.status !== 'enabled') throw invalid()
  return row
}

async function isPair(access: Access, row: TokenRow, accessToken: string): Promise<boolean> {
  const digest = digestOf(accessToken)
  if (row.reference_hash === digest) return true
  return (
    row.secret_hash === digest &&
    (row.kind !== 'signed' || (await verifySigned(access, accessToken)) === row.id)
  )
}

async function refuseSpent(access: Access, by: Doer, row: TokenRow): Promise<never> {
  const age = access.clock.now().getTime() - Date.parse(row.refresh_spent_at ?? '')
  if (age > sameMomentMs)
    await transaction(access.database, async (db, after) => {
      await db.deleteFrom('tokens').where('family', '=', row.family).execute()
      await audit(access, db, by, {
        kind: 'token.reused',
        outcome: 'failure',
        target: row.id,
        detail: { family: row.family, subject: row.subject },
      })
      after(() => forgetActors(access))
    })
  throw spent()
}

const invalid = () =>
  new AppError('not-signed-in', 'The refresh token is not valid. Sign in again to get new tokens.')

const spent = () =>
  new AppError('not-signed-in', 'The refresh token was used before. Sign in again to get new tokens.')
