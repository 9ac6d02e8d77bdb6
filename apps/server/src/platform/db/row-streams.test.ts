// Queries that would never end: the time limit and whoever goes away end them, and their place is free again.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../../../tests/support/database.ts'
import { openTestDatabase } from './test-database.ts'

async function open() {
  const database = await openTestDatabase(await createTestDatabase())
  const goesOn = database.engine === 'sqlite' ? sql`still_wanted()` : sql`true`
  const endless = sql<{ most: number }>`
    with recursive numbers(i) as (select cast(1 as bigint) union all select i + 1 from numbers where ${goesOn})
    select max(i) as most from numbers`.compile(database.db)
  const short = sql<{ one: number }>`select 1 as one`.compile(database.db)
  return { database, endless, short }
}

// More often than there are places: each of them is given back.
const times = [1, 2, 3, 4, 5, 6]

test('a query that finds nothing for too long is ended with a sentence', async () => {
  const { database, endless, short } = await open()
  for (const _ of times)
    await expect(database.stream(endless, { longestRead: 50 }).next()).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('takes longer than 0.05 seconds'),
    })
  expect(await Array.fromAsync(database.stream(short))).toEqual([[{ one: 1 }]])
})

test('a query that nobody waits for any more is ended while it looks for its first row', async () => {
  const { database, endless, short } = await open()
  for (const _ of times) {
    const client = new AbortController()
    const asked = database.stream(endless, { signal: client.signal }).next()
    setImmediate(() => client.abort())
    await expect(asked).rejects.toThrow(/ended|stopped|abort|cancel/i)
  }
  expect(await Array.fromAsync(database.stream(short))).toEqual([[{ one: 1 }]])
})
