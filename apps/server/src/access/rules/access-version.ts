// How nobody answers from rights that have changed: two counters, moved in the transaction that changes people or rules.
// A process alone on its database counts in memory; several on one read the counters with the user's row.
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { forgetActors, type Access } from '../access.ts'

/** `people`: users, groups, memberships, roles of projects. `rules`: permissions. */
type AccessChange = 'people' | 'rules'

/** Texts as they are stored, numbers when they are counted in memory. */
export interface AccessVersion {
  people: string | number
  rules: string | number
}

type After = (callback: () => void) => void

/**
 * A transaction that changes who may do what. Such transactions run one after the other, on all nodes together, so
 * that what one of them relies on (there is another administrator) still holds when it commits.
 */
export const changeAccess = <T>(
  access: Access,
  what: AccessChange,
  body: (db: Db, after: After) => Promise<T>,
): Promise<T> =>
  transaction(access.database, async (db, after) => {
    await accessChanged(access, db, after, what)
    return body(db, after)
  })

/** The same for a transaction that is open already. Call it before the first change: it is also the lock. */
export async function accessChanged(
  access: Access,
  db: Db,
  after: After,
  what: AccessChange = 'people',
): Promise<void> {
  const names = what === 'rules' ? [peopleRow, rulesRow] : [peopleRow]
  await db
    .updateTable('settings')
    .set({ value: sql<string>`cast(cast(value as integer) + 1 as text)` })
    .where('name', 'in', names)
    .execute()
  after(() => {
    if (what === 'rules') access.rulesGeneration++
    forgetActors(access)
  })
}

const peopleRow = 'access_version'
const rulesRow = 'rules_version'

/** For the query that reads a user or a credential, so that the counters cost no round trip of their own. */
export const versionColumns = [
  sql<string>`(select value from settings where name = ${peopleRow})`.as('people_version'),
  sql<string>`(select value from settings where name = ${rulesRow})`.as('rules_version'),
] as const

export const versionInMemory = (access: Access): AccessVersion => ({
  people: access.generation,
  rules: access.rulesGeneration,
})
