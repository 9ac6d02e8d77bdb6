// What is remembered between the steps of a sign-in elsewhere: requests that await an answer, answers that were seen,
// why a sign-in failed. In the database, because the next step may arrive at another node; each thing expires.
import { sql } from 'kysely'
import { transaction } from '../../platform/db/transaction.ts'
import type { Access } from '../access.ts'

/** Keeps it, and clears away what has expired. False, and nothing is kept, when there is one with this id already. */
export async function rememberState(
  access: Access,
  kind: string,
  id: string,
  data: unknown,
  lifeMs: number,
): Promise<boolean> {
  const now = access.clock.now()
  const row = {
    kind,
    id,
    data: JSON.stringify(data),
    expires_at: new Date(now.getTime() + lifeMs).toISOString(),
  }
  return transaction(access.database, async (db) => {
    await db.deleteFrom('sign_in_states').where('expires_at', '<', now.toISOString()).execute()
    const inserted = await db
      .insertInto('sign_in_states')
      .values(row)
      .onConflict((on) => on.doNothing())
      .returning(sql<number>`1`.as('kept'))
      .executeTakeFirst()
    return inserted !== undefined
  })
}

/** Gives it out and forgets it: of two who ask at once, one gets it. */
export async function takeState<T>(access: Access, kind: string, id: string): Promise<T | undefined> {
  const row = await transaction(access.database, (db) =>
    db
      .deleteFrom('sign_in_states')
      .where('kind', '=', kind)
      .where('id', '=', id)
      .returning(['data', 'expires_at'])
      .executeTakeFirst(),
  )
  return valueOf<T>(access, row)
}

export async function findState<T>(access: Access, kind: string, id: string): Promise<T | undefined> {
  const row = await access.database.db
    .selectFrom('sign_in_states')
    .select(['data', 'expires_at'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return valueOf<T>(access, row)
}

const valueOf = <T>(access: Access, row: { data: string; expires_at: string } | undefined): T | undefined =>
  row && row.expires_at > access.clock.now().toISOString()
    ? // Written by rememberState under the same kind.
      (JSON.parse(row.data) as T)
    : undefined
