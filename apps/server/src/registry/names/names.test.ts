// A part of a name is found by its index, and nothing is missing while that is behind.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { systemActor } from '../../access/actor.ts'
import { engine } from '../../../../../tests/support/database.ts'
import { createMigratedDatabase } from '../../../../../tests/support/template.ts'
import { openTestDatabase } from '../../platform/db/test-database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { explain } from '../aql/explain.fixture.ts'
import { parseQuery } from '../aql/parse.ts'
import { prepareSearch } from '../aql/run.ts'
import { createWorld, findAll, type World } from '../aql/world.fixture.ts'
import { hasNameIndex, keepNames } from './keep-names.ts'
import { partOf } from './name-parts.ts'
import { nameIndexProgress } from './progress.ts'

const build = async () => createWorld(await openTestDatabase(await createMigratedDatabase()), 300)

const keep = ({ registry }: World) => keepNames(registry.database, new AbortController().signal)

const query = (part: string) => `items.find({"repo":"one","type":"any","name":{"$match":"*${part}*"}})`

const found = async (world: World, part: string) =>
  (await findAll(world, query(part))).map(({ name }) => String(name))

/** Of the first file of the repository. */
async function name(world: World, id: string, to: string): Promise<void> {
  await transaction(world.registry.database, (db) =>
    db.updateTable('nodes').set({ name: to, path: to, parent: '' }).where('id', '=', id).execute(),
  )
}

const waiting = ({ registry }: World) => registry.database.db.selectFrom('new_names').selectAll().execute()

const known = async ({ registry }: World, one: string) =>
  (await registry.database.db.selectFrom('names').select('name').where('name', '=', one).execute()).length

test('a name is found before it is indexed and after, under a new name, and not when it is gone', async () => {
  const world = await build()
  const id = world.items.find(({ repo }) => repo === 'one')?.row.id ?? ''
  await keep(world)
  expect(await waiting(world)).toEqual([])
  await name(world, id, 'the-Rocket_50%-engine.jar')
  expect(await waiting(world)).toHaveLength(1)
  for (const isIndexed of [false, true]) {
    if (isIndexed) await keep(world)
    expect(await waiting(world)).toHaveLength(isIndexed ? 0 : 1)
    for (const part of ['Rocket', 'cket_50%-eng', 'engine.jar', 'e-R*gine', 'jar', 't_5', 'e'])
      expect([part, await found(world, part)]).toEqual([
        part,
        expect.arrayContaining(['the-Rocket_50%-engine.jar']),
      ])
    for (const part of ['rocket', 'Rocket-50', 'Rocket_500', 'engineXjar'])
      expect([part, await found(world, part)]).toEqual([part, []])
  }
  await name(world, id, 'plain')
  expect(await found(world, 'Rocket')).toEqual([])
  expect(await known(world, 'the-Rocket_50%-engine.jar')).toBe(1)
  // The names are looked at again from the first.
  await keep(world)
  await keep(world)
  expect(await known(world, 'the-Rocket_50%-engine.jar')).toBe(0)
  await name(world, id, 'the-Rocket_50%-engine.jar')
  await keep(world)
  expect(await found(world, 'Rocket')).toEqual(['the-Rocket_50%-engine.jar'])
})

test('names that were there before are indexed once, and until then found without', async () => {
  const world = await build()
  const { database } = world.registry
  const id = world.items.find(({ repo }) => repo === 'one')?.row.id ?? ''
  await name(world, id, 'from-before.txt')
  // As a database is that had files before it had an index.
  await transaction(database, (db) => db.deleteFrom('new_names').execute())
  expect(await found(world, 'before')).toEqual(['from-before.txt'])
  await transaction(database, (db) => nameIndexProgress.write(db, { after: 'a', checked: 0 }))
  expect(await found(world, 'before')).toEqual(['from-before.txt'])
  await keep(world)
  expect(await nameIndexProgress.read(database.db)).toMatchObject({ after: null })
  expect(await known(world, 'from-before.txt')).toBe(1)
  expect(await found(world, 'before')).toEqual(['from-before.txt'])
})

test.skipIf(engine === 'sqlite')(
  'where the extension was missing, it is used as soon as it is there',
  async () => {
    const world = await build()
    const { database } = world.registry
    // As a database is that was set up by a user who could not add it.
    await sql`drop function note_name cascade`.execute(database.db)
    await sql`drop index names_by_part`.execute(database.db)
    await sql`truncate names, new_names`.execute(database.db)
    expect(await hasNameIndex(database)).toBe(false)
    const id = world.items.find(({ repo }) => repo === 'one')?.row.id ?? ''
    await name(world, id, 'unindexed.txt')
    expect(await found(world, 'unindexed')).toEqual(['unindexed.txt'])
    expect(await keep(world)).toBe(true)
    expect(await known(world, 'unindexed.txt')).toBe(1)
    await name(world, id, 'noted.txt')
    expect(await waiting(world)).toHaveLength(1)
    expect(await found(world, 'noted')).toEqual(['noted.txt'])
  },
)

test('an index serves a part of a name in a repository', async () => {
  const world = await build()
  await keep(world)
  const { query: statement } = await prepareSearch(
    world.registry,
    systemActor,
    parseQuery(query('not-in-any-name')),
  )
  expect(statement.sql).toContain('new_names')
  const { indexes } = await explain(world.registry.database, statement)
  // So few files do not tell PostgreSQL by which index it is best to go on from the names.
  expect(indexes).toContain(
    world.registry.database.engine === 'sqlite' ? 'nodes_by_name_repository_id' : 'names_by_part',
  )
})

describe('of a pattern is looked up', () => {
  test.each([
    ['*-1234567.jar*', '-1234567'],
    ['*foo*.jar', 'foo'],
    ['*.jar', '.jar'],
    ['*---------abc*', '-abc'],
    ['*ab*cd*', undefined],
    ['*é-ü*', undefined],
  ])('%s', (pattern, part) => expect(partOf(pattern)).toBe(part))
})
