// Secrets that open one thing once: the link of a password reset, a sign-in that waits for its code. Only their digest is
// stored, and taking one removes it in the same statement, so that of any number of takers one wins.
import { hash, randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/connect.ts'
import type { OneTimeKeyRow } from '../../platform/db/schema.ts'
import type { Access } from '../access.ts'

type KeyKind = 'password-reset' | 'pending-sign-in'

interface NewKey {
  kind: KeyKind
  userId: string | null
  payload: object
  minutes: number
}

/** Inside a transaction. Returns the secret, which is nowhere else. */
export async function giveKey(access: Access, db: Db, key: NewKey): Promise<string> {
  const secret = newSecret()
  const now = access.clock.now()
  await db.deleteFrom('one_time_keys').where('expires_at', '<', now.toISOString()).execute()
  await db
    .insertInto('one_time_keys')
    .values({
      hash: hashSecret(secret),
      kind: key.kind,
      user_id: key.userId,
      payload: JSON.stringify(key.payload),
      tries: 0,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + key.minutes * 60_000).toISOString(),
    })
    .execute()
  return secret
}

export const findKey = (
  access: Access,
  db: Db,
  kind: KeyKind,
  secret: string,
): Promise<OneTimeKeyRow | undefined> =>
  db
    .selectFrom('one_time_keys')
    .selectAll()
    .where('hash', '=', hashSecret(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', access.clock.now().toISOString())
    .executeTakeFirst()

/** Inside a transaction. Undefined when it is unknown, expired or was taken before. */
export const takeKey = (
  access: Access,
  db: Db,
  kind: KeyKind,
  secret: string,
): Promise<OneTimeKeyRow | undefined> =>
  db
    .deleteFrom('one_time_keys')
    .where('hash', '=', hashSecret(secret))
    .where('kind', '=', kind)
    .where('expires_at', '>', access.clock.now().toISOString())
    .returningAll()
    .executeTakeFirst()

/** Counts a wrong answer; the key ends with the last that is allowed. Returns how many are left. */
export async function countTry(db: Db, secret: string, most: number): Promise<number> {
  const row = await db
    .updateTable('one_time_keys')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', hashSecret(secret))
    .returning('tries')
    .executeTakeFirst()
  const left = row === undefined ? 0 : most - row.tries
  if (left <= 0) await db.deleteFrom('one_time_keys').where('hash', '=', hashSecret(secret)).execute()
  return Math.max(left, 0)
}

/** All keys of a user: they were given for a password or a second factor that is no more. */
export async function endKeysOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('one_time_keys').where('user_id', '=', userId).execute()
}

export const newSecret = (): string => randomBytes(24).toString('base64url')

export const hashSecret = (secret: string): string => hash('sha256', secret)
