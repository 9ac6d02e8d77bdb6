// Names and folders are read by an index that has them in the order in which they are shown, so that a page costs a page,
// however many files there are: looked up in what the engine says it will do.
import type { CompiledQuery } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../../../tests/support/template.ts'
import { systemActor } from '../../access/actor.ts'
import type { Db } from '../../platform/db/connect.ts'
import { openTestDatabase } from '../../platform/db/test-database.ts'
import { explain } from '../../registry/aql/explain.fixture.ts'
import { createWorld, type World } from '../../registry/aql/world.fixture.ts'
import { listChildren } from '../../registry/nodes.ts'
import { listRepositories } from '../../registry/repositories.ts'
import { walkFolder } from '../../registry/walk.ts'
import type { Services } from '../feature.ts'
import { findItems } from './find.ts'

const smallWorld = async () => createWorld(await openTestDatabase(await createMigratedDatabase()), 300)

describe('an index gives, in its order,', () => {
  test('names by their beginning, whatever the case and however many repositories there are', async () => {
    const world = await smallWorld()
    const { registry } = world
    const plans = await plansOf(world, (db) =>
      // It needs nothing else of them.
      findItems({ registry, database: { ...registry.database, db } } as Services, systemActor, {
        text: 'a',
        limit: 50,
      }),
    )
    expect(plans).toContainEqual({ indexes: ['nodes_by_folded_name'], scans: [], isSorted: false })
  })

  test('what is in a folder, and below it', async () => {
    const world = await smallWorld()
    const [first] = await listRepositories(world.registry)
    if (!first) throw new Error('There are no repositories')
    const ofOne = (db: Db, isDeep: boolean) =>
      drain(walkFolder(db, systemActor, { asked: first, members: [first], path: 'a' }, { isDeep }))
    const byName = { indexes: ['nodes_by_repository_id_parent_name'], scans: [], isSorted: false }
    expect(await plansOf(world, (db) => ofOne(db, false))).toEqual([byName])
    expect(await plansOf(world, (db) => ofOne(db, true))).toEqual([{ ...byName, indexes: [byPath(world)] }])
    expect(await plansOf(world, (db) => listChildren(db, [first.id], 'a', { limit: 10 }))).toEqual([byName])
  })
})

/** That of the constraint, which SQLite names itself. */
const byPath = ({ registry }: World) =>
  registry.database.engine === 'sqlite' ? 'sqlite_autoindex_nodes_2' : 'nodes_path_is_unique'

/** Of the statements that it runs. */
async function plansOf({ registry }: World, run: (db: Db) => Promise<unknown>) {
  const { database } = registry
  const statements: CompiledQuery[] = []
  const recording = database.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(database.db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await run(recording)
  return Promise.all(statements.map((statement) => explain(database, statement)))
}

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}
