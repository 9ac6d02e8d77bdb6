import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../../../tests/support/template.ts'
import { openTestDatabase } from '../../platform/db/test-database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { openVault } from '../../platform/vault.ts'
import { createAccess } from '../access.ts'
import { underLimits } from './attempts.ts'

const settings = { anonymousAccess: false, sessionIdleMinutes: 60, sessionHours: 12, rememberMeDays: 14 }

async function openAccess() {
  const database = await openTestDatabase(await createMigratedDatabase())
  const clock = { now: () => new Date('2030-01-01T00:00:00Z') }
  return createAccess({ database, clock, settings, vault: openVault(Buffer.alloc(32)) })
}

test('a guess that cannot be written down is looked at all the same, and counts', async () => {
  const access = await openAccess()
  const rename = (from: 'audit' | 'audit_away', to: string) =>
    transaction(access.database, (db) => db.schema.alterTable(from).renameTo(to).execute())
  let looked = 0
  const guess = async () => {
    const place = { address: '10.0.0.1', device: undefined }
    await underLimits(access, { kind: 'password', name: 'ann', userId: undefined, ...place }, async () => {
      looked++
      return undefined
    })
  }
  await rename('audit', 'audit_away')
  for (let number = 0; number < 10; number++) await expect(guess()).rejects.toThrow(/audit|Too many/)
  await rename('audit_away', 'audit')
  await expect(guess()).rejects.toThrow('Too many wrong answers')
  expect(looked).toBe(5)
})

test('guesses that begin while others are being counted gain nothing either', async () => {
  const access = await openAccess()
  const looks = await Promise.all(
    Array.from({ length: 20 }, async (_, person) => {
      let looked = 0
      const guess = {
        kind: 'password' as const,
        name: `person-${person}`,
        userId: undefined,
        address: `10.0.0.${person}`,
        device: undefined,
      }
      const check = async () => {
        looked++
        work(person % 4)
        return undefined
      }
      await Promise.allSettled(
        Array.from({ length: 30 }, async (_, number) => {
          for (let turn = 0; turn < number; turn++) await nextTurn()
          work(2)
          await underLimits(access, guess, check)
        }),
      )
      return looked
    }),
  )
  expect(Math.max(...looks)).toBeLessThanOrEqual(5)
  expect(Math.min(...looks)).toBeGreaterThan(0)
})

/** Keeps the process busy, so that answers of the database arrive together. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}
