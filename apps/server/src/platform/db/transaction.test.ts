import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../../../tests/support/template.ts'
import type { Db } from './connect.ts'
import { openTestDatabase } from './test-database.ts'
import { isUniqueViolation, transaction } from './transaction.ts'

const open = async () => openTestDatabase(await createMigratedDatabase())

const put = (db: Db, name: string, value = '') => db.insertInto('settings').values({ name, value }).execute()

async function valueOf(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

test('what was written is seen by readers when the transaction has returned', async () => {
  const database = await open()
  expect(await transaction(database, async (db) => (await put(db, 'a', '1'), 42))).toBe(42)
  expect(await valueOf(database.db, 'a')).toBe('1')
})

test('a reader does not see, and does not wait for, a transaction that is open', async () => {
  const database = await open()
  await transaction(database, async (db) => {
    await put(db, 'a', '1')
    expect(await valueOf(database.db, 'a')).toBeUndefined()
    expect(await valueOf(db, 'a')).toBe('1')
  })
})

test('an error rolls everything back and comes out as it is', async () => {
  const database = await open()
  const error = new Error('no')
  const failing = transaction(database, async (db, after) => {
    await put(db, 'a')
    after(() => expect.fail('ran after a rollback'))
    throw error
  })
  await expect(failing).rejects.toBe(error)
  expect(await valueOf(database.db, 'a')).toBeUndefined()
  await transaction(database, (db) => put(db, 'a'))
})

test('of many at the same time, one that fails takes nothing but its own rows and callbacks with it', async () => {
  const database = await open()
  const told: string[] = []
  const write = (number: number) =>
    transaction(database, async (db, after) => {
      await put(db, `many:${number}`)
      after(() => told.push(`many:${number}`))
      if (number % 3 === 0) throw new Error(`no ${number}`)
      await put(db, `many:${number}:too`)
      return number
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, number) => write(number)))
  const expected = Array.from({ length: 40 }, (_, number) => number).filter((number) => number % 3 !== 0)
  expect(outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))).toEqual(expected)
  expect(outcomes.flatMap((one) => (one.status === 'rejected' ? one.reason.message : []))).toContain('no 39')
  const stored = await database.db
    .selectFrom('settings')
    .select('name')
    .where('name', 'like', 'many:%')
    .execute()
  expect(stored.map(({ name }) => name).toSorted()).toEqual(
    expected.flatMap((number) => [`many:${number}`, `many:${number}:too`]).toSorted(),
  )
  expect(told.toSorted()).toEqual(expected.map((number) => `many:${number}`).toSorted())
})

test('no reader sees new rows before the callbacks of their transaction have run', async ({ skip }) => {
  const database = await open()
  skip(database.isShared, 'other processes read whenever they like')
  await transaction(database, (db) => put(db, 'count', '0'))
  let known = 0
  const early: number[] = []
  const watching = new AbortController()
  const watch = async () => {
    while (!watching.signal.aborted) {
      // Some reads in a row come between the steps of the writer; then it needs its turn.
      for (let read = 0; read < 5; read += 1) {
        const value = Number(await valueOf(database.db, 'count'))
        if (value > known) early.push(value)
      }
      await setImmediate()
    }
  }
  const watched = watch()
  for (let next = 1; next <= 200; next += 1) {
    await transaction(database, async (db, after) => {
      await db
        .updateTable('settings')
        .set({ value: String(next) })
        .where('name', '=', 'count')
        .execute()
      after(() => (known = next))
    })
    expect(known).toBe(next)
  }
  watching.abort()
  await watched
  expect(early).toEqual([])
})

test('a callback that throws is logged and does not undo the transaction', async () => {
  const database = await open()
  await transaction(database, async (db, after) => {
    await put(db, 'a')
    after(() => {
      throw new Error('oops')
    })
  })
  expect(await valueOf(database.db, 'a')).toBe('')
})

test('a second transaction inside the first is refused instead of waiting for ever', async () => {
  const database = await open()
  const nested = transaction(database, () => transaction(database, (db) => put(db, 'a')))
  await expect(nested).rejects.toThrow('A transaction is already open here')
  await transaction(database, (db) => put(db, 'a'))
})

test('the handle of a transaction that is over is refused', async () => {
  const database = await open()
  let escaped: Db = database.db
  await transaction(database, async (db) => {
    escaped = db
  })
  await expect(put(escaped, 'a')).rejects.toThrow('Transaction is already committed')
  expect(await valueOf(database.db, 'a')).toBeUndefined()
})

test('writing outside a transaction is refused', async () => {
  const database = await open()
  await expect(put(database.db, 'a')).rejects.toThrow('Writes go through transaction()')
  await expect(database.db.deleteFrom('settings').execute()).rejects.toThrow(
    'Writes go through transaction()',
  )
})

test('a key that is taken is recognised, and nothing else is', async () => {
  const database = await open()
  await transaction(database, (db) => put(db, 'a'))
  const errorOf = (body: (db: Db) => Promise<unknown>) =>
    transaction(database, body).then(
      () => undefined,
      (e) => e,
    )
  const user = {
    email: null,
    password_hash: null,
    is_admin: 0,
    must_change_password: 0,
    created_at: '',
    realm: 'internal',
    status: 'enabled',
    privileges: '',
    is_profile_updatable: 1,
    has_ui_access: 1,
    is_password_disabled: 0,
  }
  expect(isUniqueViolation(await errorOf((db) => put(db, 'a')))).toBe(true)
  const twoUsers = [
    { id: '1', name: 'ann', ...user },
    { id: '2', name: 'ann', ...user },
  ]
  expect(isUniqueViolation(await errorOf((db) => db.insertInto('users').values(twoUsers).execute()))).toBe(
    true,
  )
  const orphan = { user_id: 'nobody', hash: '' }
  const foreignKey = await errorOf((db) => db.insertInto('recovery_codes').values(orphan).execute())
  expect(foreignKey).toBeInstanceOf(Error)
  expect(isUniqueViolation(foreignKey)).toBe(false)
  expect(isUniqueViolation(new Error('no'))).toBe(false)
})

test('two transactions that lock each other out both succeed, as the loser is run again', async ({
  skip,
}) => {
  const database = await open()
  skip(database.engine === 'sqlite', 'transactions run one at a time')
  await transaction(database, async (db) => {
    await put(db, 'a', '0')
    await put(db, 'b', '0')
  })
  let runs = 0
  const bothHoldOne = Promise.withResolvers<void>()
  const addOne = (db: Db, name: string) =>
    db
      .updateTable('settings')
      .set((eb) => ({ value: sql<string>`${eb.ref('value')}::int + 1` }))
      .where('name', '=', name)
      .execute()
  const addBoth = (first: string, second: string) =>
    transaction(database, async (db) => {
      await addOne(db, first)
      runs += 1
      if (runs === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await addOne(db, second)
    })
  await Promise.all([addBoth('a', 'b'), addBoth('b', 'a')])
  expect(runs).toBe(3)
  expect(await valueOf(database.db, 'a')).toBe('2')
  expect(await valueOf(database.db, 'b')).toBe('2')
})

test('who refers to what is just removed is run again and finds it gone; who goes on to refer to it is told', async () => {
  const database = await open()
  const run = (statement: string) => transaction(database, (db) => sql.raw(statement).execute(db))
  await run('create table homes (id integer primary key)')
  await run('create table guests (home integer not null references homes (id))')
  const move = (db: Db) => sql`insert into guests values (1)`.execute(db)
  let looks = 0
  const looking = transaction(database, async (db) => {
    looks += 1
    // As if it had been there at the first look, and removed since.
    if (looks === 1) await move(db)
    return (await sql`select id from homes`.execute(db)).rows.length
  })
  expect(await looking).toBe(0)
  expect(looks).toBe(2)
  await expect(transaction(database, move)).rejects.toMatchObject({
    code: 'conflict',
    message: 'What this belongs to was removed at the same moment. Look again.',
  })
})

test('text is ordered byte by byte, and counts and sums are numbers', async () => {
  const database = await open()
  const names = ['b', 'B', 'a', 'Z', 'ä', '_', '-', 'a-b', 'a_b', 'a.b', '😀', '中']
  await transaction(database, async (db) => {
    for (const name of names) await put(db, name)
  })
  // Migrations leave settings of their own.
  const rows = await database.db
    .selectFrom('settings')
    .select('name')
    .where('name', 'in', names)
    .orderBy('name')
    .execute()
  const bytewise = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect(rows.map((row) => row.name)).toEqual(bytewise)
  const blob = { sha1: '', md5: '', sha512: '', created_at: '', size: 4_503_599_627_370_496 }
  await transaction(database, (db) =>
    db
      .insertInto('blobs')
      .values([
        { ...blob, sha256: 'a' },
        { ...blob, sha256: 'b', size: 3 },
      ])
      .execute(),
  )
  const totals = await database.db
    .selectFrom('blobs')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('size').as('sum')])
    .executeTakeFirstOrThrow()
  expect({ ...totals }).toEqual({ count: 2, sum: 4_503_599_627_370_499 })
})
