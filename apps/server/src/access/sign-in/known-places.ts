// Where a user signed in before: addresses, and browsers by a cookie of their own. At such a place somebody else's wrong
// passwords do not count, so that nobody can be locked out from afar.
import { hash } from 'node:crypto'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Access } from '../access.ts'
import { findUserById } from '../people/users.ts'

export const deviceCookie = 'bindery_device'
export const deviceDays = 365

export interface Place {
  address: string
  /** What the device cookie holds, when there is one. */
  device: string | undefined
}

/** The place by which the user is known here: the browser rather than the address, which others may share. */
export async function findKnownPlace(
  access: Access,
  userId: string,
  place: Place,
): Promise<string | undefined> {
  const hashes = hashesOf(place)
  const rows = await access.database.db
    .selectFrom('known_places')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', 'in', hashes)
    .execute()
  return hashes.find((one) => rows.some((row) => row.hash === one))
}

/** Inside a transaction. */
export async function rememberPlace(access: Access, db: Db, userId: string, place: Place): Promise<void> {
  const now = access.clock.now()
  const seen_at = now.toISOString()
  const old = new Date(now.getTime() - deviceDays * 86_400_000).toISOString()
  await db.deleteFrom('known_places').where('seen_at', '<', old).execute()
  await db
    .insertInto('known_places')
    .values(hashesOf(place).map((one) => ({ user_id: userId, hash: one, seen_at })))
    .onConflict((on) => on.columns(['user_id', 'hash']).doUpdateSet({ seen_at }))
    .execute()
}

/** For programs, which sign in all day from the same machine: written the first time only. */
export async function rememberNewPlace(access: Access, userId: string, place: Place): Promise<void> {
  if ((await findKnownPlace(access, userId, place)) !== undefined) return
  await transaction(access.database, async (db) => {
    // Deleted meanwhile: there is nobody to remember it for.
    if (await findUserById(db, userId)) await rememberPlace(access, db, userId, place)
  })
}

const hashesOf = ({ address, device }: Place): string[] => [
  ...(device === undefined ? [] : [hash('sha256', `device ${device}`)]),
  hash('sha256', `address ${address}`),
]
