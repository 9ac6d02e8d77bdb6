// What is in a folder, page by page. Folders come first, except where there are so many that sorting them would make every
// page wait: those go by name alone, as the index has them.
import { sql } from 'kysely'
import type { artifactBrowser, Page, TreeItem } from '@bindery/contracts'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { canEverywhere } from '../../access/rules/permissions.ts'
import { badRequest } from '../../platform/errors.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { NodeRow } from '../../platform/db/schema.ts'
import type { Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { joinLonelyFolders } from './lonely-folders.ts'
import { findNodeAt, findPlace, maySee, type Found } from '../../registry/places.ts'

type Query = z.output<typeof artifactBrowser.children.shape.query>
type Child = Pick<NodeRow, 'name' | 'path' | 'kind' | 'size' | 'modified_at' | 'repository_id'>

const mostSorted = 5_000
const mostRounds = 20

export async function listChildren(services: Services, actor: Actor, query: Query): Promise<Page<TreeItem>> {
  const place = await findFolder(services, actor, query)
  const { db } = services.database
  if (place.members.length === 0) return { items: [], total: 0, hasNextPage: false, endCursor: null }
  const counted = await countChildren(db, place, query.name)
  const order: Order = counted <= mostSorted ? 'folders-first' : 'by-name'
  const { found, hasNextPage, endCursor } = await readVisible(db, actor, place, query, order)
  const isWhole =
    place.members.length === 1 && place.members.every((one) => canEverywhere(actor, 'read', one))
  return {
    items: await joinLonelyFolders(db, actor, place.members, found.map(toItem(place.members))),
    total: isWhole ? counted : -1,
    hasNextPage,
    endCursor,
  }
}

async function findFolder(services: Services, actor: Actor, query: Query): Promise<Found> {
  const place = await findPlace(services, actor, query)
  if (place.path === '') return place
  const { node } = await findNodeAt(services, actor, query)
  if (node.kind === 'folder') return place
  throw badRequest('This is a file, so nothing lies in it. Ask for a folder.', 'path')
}

type Order = 'folders-first' | 'by-name'

/** Read until a page is full: where patterns decide, some of what the database finds is not for the reader. */
async function readVisible(db: Db, actor: Actor, place: Found, query: Query, order: Order) {
  const found: Child[] = []
  let after = query.after === undefined ? undefined : decodeCursor(query.after, 2)
  for (let round = 0; ; round++) {
    const wanted = query.limit - found.length
    const rows = await readNames(db, place, { prefix: query.name, order, after, limit: wanted + 1 })
    const page = rows.slice(0, wanted)
    found.push(...page.flatMap((same) => firstVisible(actor, place.members, same)))
    const last = page.at(-1)?.[0]
    if (last) after = [last.kind, last.name]
    const hasNextPage = rows.length > wanted
    if (!hasNextPage || found.length >= query.limit || round === mostRounds)
      return { found, hasNextPage, endCursor: after ? encodeCursor(...after) : null }
  }
}

interface NamesQuery {
  prefix: string | undefined
  order: Order
  after: string[] | undefined
  limit: number
}

/** Names in order, each with the nodes of that name: several members of a virtual repository may have one. */
async function readNames(
  db: Db,
  place: Found,
  { prefix, order, after, limit }: NamesQuery,
): Promise<Child[][]> {
  let query = childrenOf(db, place, prefix)
    .select(['name', 'path', 'kind', 'size', 'modified_at', 'repository_id'])
    .limit(limit * place.members.length)
  if (order === 'folders-first') query = query.orderBy('kind', 'desc')
  const [kind = '', name = ''] = after ?? []
  if (after && order === 'by-name') query = query.where('name', '>', name)
  if (after && order === 'folders-first')
    query = query.where((where) =>
      where.or([where('kind', '<', kind), where.and([where('kind', '=', kind), where('name', '>', name)])]),
    )
  const rows = await query.orderBy('name').execute()
  return [...Map.groupBy(rows, (row) => `${row.kind} ${row.name}`).values()].slice(0, limit)
}

function childrenOf(db: Db, place: Found, prefix: string | undefined) {
  const query = db
    .selectFrom('nodes')
    .where(
      'repository_id',
      'in',
      place.members.map((member) => member.id),
    )
    .where('parent', '=', place.path)
  if (prefix === undefined || prefix === '') return query
  // The last character of all: whatever begins with the prefix sorts before it.
  return query.where('name', '>=', prefix).where('name', '<', `${prefix}\u{10ffff}`)
}

/** Counting stops where it no longer matters for the order and would make a folder of millions wait. */
async function countChildren(db: Db, place: Found, prefix: string | undefined): Promise<number> {
  const { counted } = await db
    .selectFrom(childrenOf(db, place, prefix).select('name').limit(1_000_000).as('some'))
    .select(sql<number>`count(*)`.as('counted'))
    .executeTakeFirstOrThrow()
  return Number(counted)
}

function firstVisible(actor: Actor, members: readonly Repository[], same: readonly Child[]): Child[] {
  for (const member of members) {
    const row = same.find((one) => one.repository_id === member.id)
    if (row && maySee(actor, member, row)) return [row]
  }
  return []
}

const toItem =
  (members: readonly Repository[]) =>
  (row: Child): TreeItem => ({
    name: row.name,
    path: row.path,
    repository: members.find((member) => member.id === row.repository_id)?.key ?? '',
    isFolder: row.kind === 'folder',
    hasChildren: row.kind === 'folder',
    size: row.size,
    modifiedAt: row.modified_at,
  })
