// Accounts and addresses that gave too many wrong answers, and the way to let them try again.
import type { Lock } from '@bindery/contracts'
import type { z } from 'zod'
import { unlock } from '../../access/sign-in/attempts.ts'
import { audit, type Doer } from '../../access/audit.ts'
import { findUserIds } from '../../access/people/memberships.ts'
import { findUser } from '../../access/people/users.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'

export async function listLocks({ database, clock }: Services): Promise<z.infer<typeof Lock>[]> {
  const rows = await database.db
    .selectFrom('attempts')
    .leftJoin('users', 'users.id', 'attempts.user_id')
    .select(['users.name', 'attempts.address', 'attempts.failures', 'attempts.locked_until'])
    .where('attempts.locked_until', '>', clock.now().toISOString())
    // A name that nobody has is counted like any other, but there is nobody to unlock.
    .where((where) =>
      where.or([where('users.id', 'is not', null), where('attempts.address', 'is not', null)]),
    )
    .orderBy('attempts.locked_until', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    user: row.name,
    address: row.address,
    failures: row.failures,
    lockedUntil: row.locked_until ?? '',
  }))
}

export async function lockedNames(services: Services): Promise<string[]> {
  const names = (await listLocks(services)).map((lock) => lock.user)
  return [...new Set(names.filter((name) => name !== null))].toSorted()
}

export async function unlockUser({ access }: Services, by: Doer, name: string): Promise<void> {
  await transaction(access.database, async (db) => {
    const user = await findUser(db, name)
    if (!user) throw notFound('user', name)
    await unlock(db, user.id)
    await audit(access, db, by, { kind: 'account.unlocked', target: user.name })
  })
}

/** As Artifactory does it: names that nobody has are passed over. */
export async function unlockNames({ access }: Services, by: Doer, names: string[]): Promise<void> {
  await transaction(access.database, async (db) => {
    const known = await findUserIds(
      db,
      names.map((name) => name.toLowerCase()),
    )
    if (known.size === 0) return
    await db
      .deleteFrom('attempts')
      .where('user_id', 'in', [...known.values()])
      .execute()
    await audit(access, db, by, { kind: 'account.unlocked', detail: { names: [...known.keys()] } })
  })
}

export async function unlockAll({ access }: Services, by: Doer): Promise<void> {
  await transaction(access.database, async (db) => {
    await db.deleteFrom('attempts').where('user_id', 'is not', null).execute()
    await audit(access, db, by, { kind: 'account.unlocked', detail: { all: true } })
  })
}
