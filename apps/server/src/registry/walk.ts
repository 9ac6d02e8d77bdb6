// Everything in a folder, in the order of the paths, read in pages, so that a folder of any size costs little memory.
// Where several repositories are shown as one, the first that has a path is the one that is seen.
import type { Actor } from '../access/actor.ts'
import { can } from '../access/rules/permissions.ts'
import type { Db } from '../platform/db/connect.ts'
import type { ItemNode, Place } from './items.ts'
import { sumOf } from './node-sums.ts'
import type { Repository } from './repositories.ts'

interface WalkOptions {
  /** Also what is in the folders below. */
  isDeep: boolean
  /** Which checksums of each file are read beside its SHA-256. */
  sums?: readonly ('sha1' | 'md5')[]
}

interface WalkedItem {
  repository: Repository
  node: WalkedNode
}

/** As narrow as its readers allow: what a list of thousands costs is making its rows. */
export interface WalkedNode extends Pick<
  ItemNode,
  'path' | 'name' | 'kind' | 'size' | 'sha256' | 'modified_at' | 'updated_at'
> {
  sha1?: string | null
  md5?: string | null
}

/** Page by page; only what the actor may read, or may read something of. */
export async function* walkFolder(
  db: Db,
  actor: Actor,
  { members, path }: Place,
  options: WalkOptions,
): AsyncGenerator<WalkedItem[]> {
  const walks = members.map((repository) => walkOne(db, repository, path, options))
  const [only, ...others] = walks
  const pages = only && others.length === 0 ? only : merge(walks)
  for await (const page of pages) yield page.filter((item) => mayRead(actor, item))

  /** Who may not read the first of a path sees the next. */
  async function* merge(all: readonly Walk[]): Walk {
    let heads = await Promise.all(all.map(advance))
    while (heads.length > 0) {
      const page: WalkedItem[] = []
      while (heads.every(({ items, at }) => at < items.length)) {
        const same = takeLeast(heads)
        const shown = same.find((item) => mayRead(actor, item))
        if (shown) page.push(shown)
      }
      yield page
      const next = await Promise.all(
        heads.map(async (head) => (head.at < head.items.length ? head : advance(head.walk))),
      )
      heads = next.filter(({ items }) => items.length > 0)
    }
  }
}

type Walk = AsyncGenerator<WalkedItem[], void>

/** A page of one repository, and how far it was taken. */
interface Head {
  walk: Walk
  items: readonly WalkedItem[]
  at: number
}

async function advance(walk: Walk): Promise<Head> {
  const { value } = await walk.next()
  return { walk, items: value ?? [], at: 0 }
}

/** What the repositories have at the least path of all. */
function takeLeast(heads: readonly Head[]): WalkedItem[] {
  const firsts = heads.flatMap(({ items, at }) => items[at] ?? [])
  const paths = firsts.map(({ node }) => node.path)
  const least = paths.reduce((one, other) => (isBefore(other, one) ? other : one))
  for (const head of heads) if (head.items[head.at]?.node.path === least) head.at++
  return firsts.filter(({ node }) => node.path === least)
}

/** As the database compares: by bytes. */
const isBefore = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0

const mayRead = (actor: Actor, { repository, node }: WalkedItem) =>
  can(actor, 'read', repository, node.kind === 'folder' ? `${node.path}/` : node.path)

const pageSize = 1000

async function* walkOne(db: Db, repository: Repository, path: string, options: WalkOptions): Walk {
  const pageAfter = (after: string) => readPage(db, repository.id, path, after, options)
  let page: Promise<WalkedNode[]> | undefined = pageAfter(path === '' ? '' : `${path}/`)
  while (page) {
    const rows: WalkedNode[] = await page
    const last = rows.at(-1)
    // The next is read while this one is made into an answer.
    page = last && rows.length === pageSize ? pageAfter(last.path) : undefined
    // Nobody may come for it.
    page?.catch(() => {})
    if (rows.length > 0) yield rows.map((node) => ({ repository, node }))
  }
}

const columns = [
  'nodes.path',
  'nodes.name',
  'nodes.kind',
  'nodes.size',
  'nodes.sha256',
  'nodes.modified_at',
  'nodes.updated_at',
] as const

function readPage(
  db: Db,
  repositoryId: string,
  path: string,
  after: string,
  { isDeep, sums = [] }: WalkOptions,
): Promise<WalkedNode[]> {
  const query = db
    .selectFrom('nodes')
    .select(columns)
    .where('nodes.repository_id', '=', repositoryId)
    .limit(pageSize)
    .$if(sums.length > 0, (plain) => plain.select(sums.map((name) => sumOf(name, 'nodes').as(name))))
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
