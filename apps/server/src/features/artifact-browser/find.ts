// Files and folders anywhere, by the beginning of their name; `folder/na` also asks for what stands before it.
import { sql } from 'kysely'
import type { artifactBrowser, FoundItem, Output } from '@bindery/contracts'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { NodeRow } from '../../platform/db/schema.ts'
import { nameOf } from '../../registry/paths.ts'
import { listRepositories } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { maySee } from '../../registry/places.ts'

type Query = z.output<typeof artifactBrowser.find.shape.query>
type Answer = Output<typeof artifactBrowser.find.shape>

const pageSize = 500
/** Other repositories and folders may have any number of such names, and who types is not to wait for all of them. */
const mostPages = 10

export async function findItems(services: Services, actor: Actor, query: Query): Promise<Answer> {
  const { items, isCut } = await readItems(services, actor, query)
  // Already by name; the index does not say in which order those of one name come.
  const byPath = (one: FoundItem, other: FoundItem) =>
    foldedName(one) === foldedName(other) ? compare(one.path, other.path) : 0
  return { items: items.toSorted(byPath), isCut }
}

const foldedName = ({ path }: FoundItem) => nameOf(path).toLowerCase()
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

async function readItems(services: Services, actor: Actor, query: Query): Promise<Answer> {
  const wanted = query.repositories?.split(',')
  const all = await listRepositories(services.registry)
  const readable = new Map(
    all
      .filter((one) => can(actor, 'read', one) && (wanted === undefined || wanted.includes(one.key)))
      .map((one) => [one.id, one]),
  )
  const text = query.text
    .trim()
    .toLowerCase()
    .replaceAll(/^\/+|\/+$/g, '')
  const name = nameOf(text)
  const items: FoundItem[] = []
  if (readable.size === 0 || name === '') return { items, isCut: false }
  for (let page = 0; page < mostPages; page++) {
    const rows = await readNames(services.database.db, name, page)
    for (const row of rows) {
      const repository = readable.get(row.repository_id)
      if (!repository || !row.path.toLowerCase().includes(text) || !maySee(actor, repository, row)) continue
      if (items.length === query.limit) return { items, isCut: true }
      const { path, kind, size } = row
      items.push({ repository: repository.key, path, isFolder: kind === 'folder', size })
    }
    if (rows.length < pageSize) return { items, isCut: false }
  }
  return { items, isCut: true }
}

type Named = Pick<NodeRow, 'repository_id' | 'path' | 'kind' | 'size'>

/**
 * Nothing but the name is asked of the database, whose index has them in this order: a list of repositories beside it leads
 * SQLite to read each of them whole, and a path as the next thing to sort by to read everything of a common name.
 */
const readNames = (db: Db, name: string, page: number): Promise<Named[]> =>
  db
    .selectFrom('nodes')
    .select(['repository_id', 'path', 'kind', 'size'])
    .where(sql<boolean>`lower(name) >= ${name}`)
    // The last character of all: whatever begins with the name sorts before it.
    .where(sql<boolean>`lower(name) < ${`${name}\u{10ffff}`}`)
    .orderBy(sql`lower(name)`)
    .limit(pageSize)
    .offset(page * pageSize)
    .execute()
