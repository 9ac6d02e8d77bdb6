import { expect, test } from 'vitest'
import { systemActor } from '../../access/actor.ts'
import { createMigratedDatabase } from '../../../../../tests/support/template.ts'
import { openTestDatabase } from '../../platform/db/test-database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { parseQuery } from './parse.ts'
import { search } from './run.ts'
import { createWorld, findAll } from './world.fixture.ts'

const everything = 'items.find({"type":"any","name":{"$ne":"."}})'

test('a large answer comes in pieces, whole, and can be left or stopped at any time', async () => {
  const world = await createWorld(await openTestDatabase(await createMigratedDatabase()), 4_000)
  const all = await findAll(world, everything)
  const unique = new Set(all.map(({ repo, path, name }) => `${String(repo)}/${String(path)}/${String(name)}`))
  expect([all.length, unique.size]).toEqual([world.items.length, world.items.length])
  expect(await findAll(world, `${everything}.offset(300).limit(1300)`)).toHaveLength(1300)

  const stop = new AbortController()
  const stopped = search(world.registry, systemActor, parseQuery(everything), { signal: stop.signal })
  expect((await stopped.next()).value).toHaveLength(500)
  stop.abort()
  await expect(stopped.next()).rejects.toThrow(/abort/i)

  // More of them than there are threads or connections: each gives back what it had.
  for (let times = 0; times < 12; times++) {
    const left = search(world.registry, systemActor, parseQuery(everything))
    expect((await left.next()).value).toHaveLength(500)
    await left.return(undefined)
  }
})

test('properties that find many each are found together, and with a third that none of them has', async () => {
  const world = await createWorld(await openTestDatabase(await createMigratedDatabase()), 8_000)
  const nodes = world.items.map(({ row }) => ({ node_id: row.id, repository_id: row.repository_id }))
  // More than a plan looks at one by one, on both sides; the middle has both.
  const many = 2_100
  expect(nodes.length).toBeGreaterThan(many)
  const [left, right] = [nodes.slice(0, many), nodes.slice(-many)]
  const rows = [
    ...left.map((node) => ({ ...node, key: 'side', value: 'left' })),
    ...right.map((node) => ({ ...node, key: 'other', value: 'right' })),
  ]
  for (let start = 0; start < rows.length; start += 500)
    await transaction(world.registry.database, (db) =>
      db
        .insertInto('properties')
        .values(rows.slice(start, start + 500))
        .execute(),
    )
  const both = '"type":"any","@side":"left","@other":"right"'
  const expected = left.filter((node) => right.includes(node)).length
  expect(await findAll(world, `items.find({${both}})`)).toHaveLength(expected)
  expect(await findAll(world, `items.find({${both},"@other":{"$ne":"right"}})`)).toEqual([])
})
