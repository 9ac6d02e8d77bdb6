// Setting and taking away properties of a file, a folder, or a folder and everything below it. Written by statements over
// whole ranges of the tree, never node by node.
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { canEverywhere } from '../access/rules/permissions.ts'
import { badRequest } from '../platform/errors.ts'
import type { Db } from '../platform/db/connect.ts'
import { transaction } from '../platform/db/transaction.ts'
import { announce } from './events.ts'
import { byOf, requireRight, requireRightInside, stampOf } from './by-actor.ts'
import { refuseOlderProperties } from './mirrors/superseded.ts'
import { isInTree, noItem } from './nodes.ts'
import type { Properties } from './properties.ts'
import { enqueueRebuild } from './rebuild.ts'
import { formatOf, type Registry } from './registry.ts'
import type { Repository } from './repositories.ts'

export interface PropertyChange {
  set: Properties
  remove: readonly string[]
}

interface ChangeReach {
  /** Also everything below a folder. */
  isRecursive: boolean
  /** Everything in one transaction, however large the folder is. */
  isAtomic: boolean
}

/** How many nodes change in one transaction, so that others are not held up. */
const step = 2000

export async function changeProperties(
  registry: Registry,
  actor: Actor,
  { repository, path }: { repository: Repository; path: string },
  change: PropertyChange,
  reach: ChangeReach,
): Promise<void> {
  if (path === '' && !reach.isRecursive)
    throw badRequest(
      'The root of a repository has no properties of its own. Name a path, or add recursive=1.',
    )
  const limit = reach.isAtomic ? Number.MAX_SAFE_INTEGER : step
  for (let after: string | undefined = ''; after !== undefined;)
    after = await changeSome(registry, actor, { repository, path, after, limit }, change, reach)
}

interface Part {
  repository: Repository
  path: string
  after: string
  limit: number
}

/** Changes the next nodes and returns the last of them; undefined when that were all. */
async function changeSome(
  registry: Registry,
  actor: Actor,
  part: Part,
  change: PropertyChange,
  { isRecursive }: ChangeReach,
): Promise<string | undefined> {
  const { repository, path, after, limit } = part
  return transaction(registry.database, async (db, then) => {
    const rows = await db
      .selectFrom('nodes')
      .select(['path', 'kind'])
      .where('repository_id', '=', repository.id)
      .where((where) => (isRecursive ? isInTree(path)(where) : where('path', '=', path)))
      .where('path', '>', after)
      .orderBy('path')
      .limit(limit)
      // Two who change properties of one file follow each other, and nobody removes it meanwhile.
      .$if(registry.database.isShared, (query) => query.forUpdate())
      .execute()
    const last = rows.at(-1)?.path
    if (last === undefined) {
      if (after === '' && path !== '') throw noItem(repository.key, path)
      return undefined
    }
    if (!canEverywhere(actor, 'annotate', repository))
      for (const row of rows) {
        const place = row.kind === 'folder' ? `${row.path}/` : row.path
        if (row.path === path) requireRight(actor, 'annotate', repository, place)
        else requireRightInside(actor, 'annotate', repository, place, path)
      }
    if (after === '') await refuseOlderProperties(db, { actor, repository, path })
    const range = { repositoryId: repository.id, path: isRecursive ? path : last, after, last }
    await writeRange(db, range, change, stampOf(registry, actor).at)
    if (after === '') await tell(db, registry, actor, part, change)
    then(() => {
      for (const row of rows) registry.files.forget(`${repository.id}/${row.path}`)
    })
    return rows.length < limit ? undefined : last
  })
}

interface Range {
  repositoryId: string
  path: string
  after: string
  last: string
}

async function writeRange(db: Db, range: Range, change: PropertyChange, at: string): Promise<void> {
  const keys = [...change.set.keys(), ...change.remove]
  if (keys.length === 0) return
  await db
    .deleteFrom('properties')
    .where('key', 'in', keys)
    .where('node_id', 'in', nodesIn(db, range).select('id'))
    .execute()
  for (const [key, values] of change.set)
    for (const value of new Set(values))
      await db
        .insertInto('properties')
        .columns(['node_id', 'key', 'value', 'repository_id'])
        .expression(
          nodesIn(db, range).select([
            'id',
            sql<string>`${key}`.as('key'),
            sql<string>`${value}`.as('value'),
            'repository_id',
          ]),
        )
        // A file that has just arrived may have it.
        .onConflict((conflict) => conflict.columns(['node_id', 'key', 'value']).doNothing())
        .execute()
  await db
    .updateTable('nodes')
    .set({ updated_at: at })
    .where('id', 'in', nodesIn(db, range).select('id'))
    .execute()
}

const nodesIn = (db: Db, { repositoryId, path, after, last }: Range) =>
  db
    .selectFrom('nodes')
    .where('repository_id', '=', repositoryId)
    .where(isInTree(path))
    .where('path', '>', after)
    .where('path', '<=', last)

/** Once for the whole change; and what packages are derived from properties is made again. */
async function tell(
  db: Db,
  registry: Registry,
  actor: Actor,
  { repository, path }: Part,
  change: PropertyChange,
): Promise<void> {
  await announce(db, 'property-changed', { repository: repository.key, path, ...byOf(actor) })
  const { tagProperty, deprecationProperty } = formatOf(registry, repository)
  const keys = new Set([...change.set.keys(), ...change.remove])
  if ([tagProperty, deprecationProperty].some((key) => key !== undefined && keys.has(key)))
    await enqueueRebuild(db, repository.key, path)
}
