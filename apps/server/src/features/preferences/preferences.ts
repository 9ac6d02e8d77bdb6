// What a person prefers: few and small values. The server keeps them; only letters to followers ask for one (features/follows).
import { mostPreferences } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import type { Database, Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, forbidden } from '../../platform/errors.ts'

export async function listPreferences({ db }: Database, actor: Actor): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('preferences')
    .select(['key', 'value'])
    .where('user_id', '=', ownerOf(actor))
    .orderBy('key')
    .execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

export async function setPreference(
  database: Database,
  actor: Actor,
  key: string,
  value: string,
): Promise<void> {
  if (!isJson(value)) throw badRequest('The value must be JSON.', 'value')
  const user_id = ownerOf(actor)
  await transaction(database, async (db) => {
    if (!(await isKnownUser(db, user_id))) throw forbidden('Only a user has preferences.')
    await db
      .insertInto('preferences')
      .values({ user_id, key, value })
      .onConflict((on) => on.columns(['user_id', 'key']).doUpdateSet({ value }))
      .execute()
    const { count } = await db
      .selectFrom('preferences')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    if (Number(count) > mostPreferences)
      throw badRequest(`At most ${mostPreferences} preferences are kept. Remove one first.`, 'key')
  })
}

export async function removePreference(database: Database, actor: Actor, key: string): Promise<void> {
  await transaction(database, (db) =>
    db.deleteFrom('preferences').where('user_id', '=', ownerOf(actor)).where('key', '=', key).execute(),
  )
}

const ownerOf = ({ userId }: Actor) => userId ?? '' // the endpoints are for users only

/** A token may speak for a name that is no user. */
const isKnownUser = async (db: Db, id: string) =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
