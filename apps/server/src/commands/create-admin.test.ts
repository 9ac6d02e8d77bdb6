import { expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../../tests/support/template.ts'
import { createAccess } from '../access/access.ts'
import { findUser } from '../access/people/users.ts'
import { systemClock } from '../platform/clock.ts'
import { openTestDatabase } from '../platform/db/test-database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { openVault } from '../platform/vault.ts'
import { giveAdmin } from './create-admin.ts'

test('an administrator who lost everything gets in again: no second factor, no lock, a password to change', async () => {
  const database = await openTestDatabase(await createMigratedDatabase())
  const settings = { anonymousAccess: false, sessionIdleMinutes: 60, sessionHours: 12, rememberMeDays: 14 }
  const vault = openVault(Buffer.alloc(32))
  const access = createAccess({ database, clock: systemClock, settings, vault })
  await giveAdmin(access, 'First-password-1')
  const before = await findUser(database.db, 'admin')
  const user_id = before?.id ?? ''
  await transaction(database, async (db) => {
    await db.updateTable('users').set({ status: 'disabled', is_admin: 0 }).execute()
    const factor = { user_id, secret: '', confirmed_at: 'x', last_step: 0, created_at: '' }
    await db.insertInto('second_factors').values(factor).execute()
    const lock = { key: 'k', user_id, address: null, failures: 9, last_at: '', locked_until: '9999' }
    await db.insertInto('attempts').values(lock).execute()
  })
  await giveAdmin(access, 'Second-password-2')
  const after = await findUser(database.db, 'admin')
  expect(after).toMatchObject({ id: user_id, is_admin: 1, status: 'enabled', must_change_password: 1 })
  expect(after?.password_hash).not.toBe(before?.password_hash)
  for (const table of ['second_factors', 'attempts'] as const)
    expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([])
})
