import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMigratedDatabase } from '../../../../tests/support/template.ts'
import { openTestDatabase } from './db/test-database.ts'
import { transaction } from './db/transaction.ts'
import { LiveSettings, liveSetting } from './live-settings.ts'

const greeting = liveSetting('greeting', z.object({ text: z.string().default('hello') }))

test('a setting has its defaults until it is written, and what was written from then on', async () => {
  const database = await openTestDatabase(await createMigratedDatabase())
  const settings = new LiveSettings(database)
  expect(await settings.get(greeting)).toEqual({ text: 'hello' })
  await transaction(database, (db, after) => settings.set(db, after, greeting, { text: 'good evening' }))
  expect(await settings.get(greeting)).toEqual({ text: 'good evening' })
  expect(await new LiveSettings(database).get(greeting)).toEqual({ text: 'good evening' })
})

test('a transaction that fails changes nothing, in memory neither', async () => {
  const database = await openTestDatabase(await createMigratedDatabase())
  const settings = new LiveSettings(database)
  await settings.get(greeting)
  const failing = transaction(database, async (db, after) => {
    await settings.set(db, after, greeting, { text: 'never' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await settings.get(greeting)).toEqual({ text: 'hello' })
})
