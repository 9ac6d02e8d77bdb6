// Everything in a folder, in the order of the paths, read in pages, so that a folder of any size costs little memory.
// Where several repositories are shown as one, the first that has a path is the one that is seen.
import type { Actor } from '../access/actor.ts'
import { can } from '../access/rules/permissions.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Item, ItemNode, Place } from './items.ts'
import type { Repository } from './repositories.ts'

export interface WalkOptions {
  /** Also what is in the folders below. */
  isDeep: boolean
}

export interface WalkedItem extends Item {
  node: ItemNode
}

/** Only what the actor may read, or may read something of. */
export async function* walkFolder(
  db: Db,
  actor: Actor,
  { members, path }: Place,
  options: WalkOptions,
): AsyncGenerator<WalkedItem> {
  const walks = members.map((repository) => walkOne(db, repository, path, options))
  try {
    let heads = await Promise.all(walks.map((walk) => walk.next()))
    for (;;) {
      const paths = heads.flatMap(({ value }) => (value === undefined ? [] : [value.node.path]))
      if (paths.length === 0) return
      const next = paths.reduce((least, one) => (isBefore(one, least) ? one : least))
      const same = heads.flatMap(({ value }) => (value?.node.path === next ? [value] : []))
      const shown = same.find((item) => mayRead(actor, item))
      if (shown) yield shown
      heads = await Promise.all(
        heads.map(async (head, index) => (head.value?.node.path === next ? advance(walks[index]) : head)),
      )
    }
  } finally {
    for (const walk of walks) await walk.return(undefined)
  }
}

type Walk = AsyncGenerator<WalkedItem, undefined>

const advance = async (walk: Walk | undefined) => walk?.next() ?? { done: true as const, value: undefined }

/** As the database compares: by bytes. */
const isBefore = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0

const mayRead = (actor: Actor, { repository, node }: WalkedItem) =>
  can(actor, 'read', repository, node.kind === 'folder' ? `${node.path}/` : node.path)

const pageSize = 1000

async function* walkOne(db: Db, repository: Repository, path: string, options: WalkOptions): Walk {
  let after = path === '' ? '' : `${path}/`
  for (;;) {
    const rows = await readPage(db, repository.id, path, after, options)
    for (const node of rows) yield { repository, path: node.path, node }
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return undefined
    after = last.path
  }
}

function readPage(
  db: Db,
  repositoryId: string,
  path: string,
  after: string,
  { isDeep }: WalkOptions,
): Promise<ItemNode[]> {
  const query = db
    .selectFrom('nodes')
    .leftJoin('blobs', 'blobs.sha256', 'nodes.sha256')
    .selectAll('nodes')
    .select(['blobs.sha1', 'blobs.md5'])
    .where('nodes.repository_id', '=', repositoryId)
    .limit(pageSize)
  if (!isDeep)
    return query
      .where('nodes.parent', '=', path)
      .where('nodes.name', '>', path === '' ? after : after.slice(path.length + 1))
      .orderBy('nodes.name')
      .execute()
  const deep = query.where('nodes.path', '>', after).orderBy('nodes.path')
  // '0' is the character after '/'.
  return (path === '' ? deep : deep.where('nodes.path', '<', `${path}0`)).execute()
}
