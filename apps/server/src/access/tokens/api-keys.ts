// API keys: at most one for each user, found by its digest. Clients ask for the key again and expect to get it, so it is also
// kept sealed under the installation's key, which is not in the database.
import { conflict } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import { forgetActors, type Access } from '../access.ts'
import { audit } from '../audit.ts'
import { digestOf, isSecret, newSecret } from './token-secrets.ts'
import type { TokenMaker } from './tokens.ts'

export const looksLikeApiKey = (text: string) => isSecret('apiKey', text)

/** The user whose key this is. */
export async function findApiKeyUser(access: Access, key: string): Promise<string | undefined> {
  const row = await access.database.db
    .selectFrom('api_keys')
    .select('user_id')
    .where('secret_hash', '=', digestOf(key))
    .executeTakeFirst()
  return row?.user_id
}

export async function readApiKey(access: Access, userId: string): Promise<string | undefined> {
  const row = await rowOf(access.database.db, userId)
  return row && access.vault.open(row.sealed, context(userId))
}

export const hasApiKey = async (db: Db, userId: string): Promise<boolean> =>
  (await rowOf(db, userId)) !== undefined

/** `replace` ends the key that there is; without it, one that is there stays and this is refused. */
export async function makeApiKey(
  access: Access,
  by: TokenMaker,
  userId: string,
  { replace }: { replace: boolean },
): Promise<string> {
  const key = newSecret('apiKey')
  const row = {
    user_id: userId,
    secret_hash: digestOf(key),
    sealed: access.vault.seal(key, context(userId)),
    created_at: access.clock.now().toISOString(),
  }
  await transaction(access.database, async (db, after) => {
    if (replace) await db.deleteFrom('api_keys').where('user_id', '=', userId).execute()
    await db.insertInto('api_keys').values(row).execute()
    await audit(access, db, by, { kind: 'api-key.created', target: by.actor.name })
    after(() => forgetActors(access))
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw conflict('You have an API key already. Regenerate or revoke it.')
    throw error
  })
  return key
}

/** Of one user, or of all. Returns how many there were. */
export async function revokeApiKeys(
  access: Access,
  by: TokenMaker,
  whose: { userId: string; name: string } | 'all',
): Promise<number> {
  return transaction(access.database, async (db, after) => {
    let query = db.deleteFrom('api_keys')
    if (whose !== 'all') query = query.where('user_id', '=', whose.userId)
    const { numDeletedRows } = await query.executeTakeFirst()
    const target = whose === 'all' ? 'all users' : whose.name
    if (numDeletedRows > 0n) await audit(access, db, by, { kind: 'api-key.revoked', target })
    after(() => forgetActors(access))
    return Number(numDeletedRows)
  })
}

const rowOf = (db: Db, userId: string) =>
  db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).executeTakeFirst()

const context = (userId: string) => `api-key:${userId}`
