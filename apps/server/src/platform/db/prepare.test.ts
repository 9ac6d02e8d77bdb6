import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../../../tests/support/database.ts'
import type { Db } from './connect.ts'
import { prepare } from './prepare.ts'
import type { SettingRow } from './schema.ts'
import { openTestDatabase } from './test-database.ts'
import { transaction } from './transaction.ts'

const open = async () => openTestDatabase(await createTestDatabase())

const insertSettings = prepare((db, rows: SettingRow[]) =>
  db
    .insertInto('settings')
    .values(rows)
    .onConflict((on) => on.column('name').doNothing()),
)

const settingsNamed = prepare((db, { names, value }: { names: string[]; value: string }) =>
  db
    .selectFrom('settings')
    .select('name')
    .where('name', 'in', names)
    .where('value', '=', value)
    .where('name', '!=', 'test:never')
    .orderBy('name'),
)

const rows = (...names: string[]) => names.map((name) => ({ name: `test:${name}`, value: name.slice(0, 1) }))

test('the same query runs with other values, lists of other lengths and its own constants', async () => {
  const database = await open()
  await transaction(database, async (db) => {
    expect(await insertSettings.run(db, rows('a1', 'a2', 'b1', 'never'))).toBe(4)
    expect(await insertSettings.run(db, rows('a3', 'a1'))).toBe(1)
    expect(await insertSettings.run(db, rows('a3'))).toBe(0)
  })
  const named = (value: string, ...names: string[]) =>
    settingsNamed.list(database.db, { names: names.map((name) => `test:${name}`), value })
  expect(await named('a', 'a1', 'a3', 'b1', 'never')).toEqual([{ name: 'test:a1' }, { name: 'test:a3' }])
  expect(await named('b', 'a1', 'a3', 'b1', 'never')).toEqual([{ name: 'test:b1' }])
  expect(await named('a', 'a2')).toEqual([{ name: 'test:a2' }])
  expect(await named('n', 'never')).toEqual([])
})

test('the first row is found, or none', async () => {
  const database = await open()
  await transaction(database, (db) => insertSettings.run(db, rows('a1', 'a2')))
  const find = (value: string) => settingsNamed.find(database.db, { names: ['test:a2', 'test:a1'], value })
  expect(await find('a')).toEqual({ name: 'test:a1' })
  expect(await find('b')).toBeUndefined()
})

test('what was compiled inside a transaction is refused outside of one, and when it is over', async () => {
  const database = await open()
  let escaped: Db = database.db
  await transaction(database, async (db) => {
    escaped = db
    await insertSettings.run(db, rows('a1'))
  })
  await expect(insertSettings.run(database.db, rows('a2'))).rejects.toThrow('Writes go through transaction()')
  await expect(insertSettings.run(escaped, rows('a2'))).rejects.toThrow('Transaction is already committed')
  const found = await settingsNamed.list(database.db, { names: ['test:a1', 'test:a2'], value: 'a' })
  expect(found).toEqual([{ name: 'test:a1' }])
})
