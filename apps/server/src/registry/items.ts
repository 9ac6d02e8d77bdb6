// Items by their address, `<key>/<path>`, for the calls that speak of files and folders alike. What a reader may not
// read is not there for them.
import type { Actor } from '../access/actor.ts'
import { can } from '../access/rules/permissions.ts'
import type { Db } from '../platform/db/connect.ts'
import type { NodeRow } from '../platform/db/schema.ts'
import { noItem } from './nodes.ts'
import { parsePath } from './paths.ts'
import type { Registry } from './registry.ts'
import { findRepository, type Repository } from './repositories.ts'
import { refusal, splitKey } from './resolve-repository.ts'
import { physicalMembers } from './virtual/members.ts'

interface Address {
  key: string
  path: string
  /** It ended in a slash: a folder is meant. */
  isFolder: boolean
}

/** `rest` is what stands behind the call in the raw address. */
export function parseAddress(rest: string): Address {
  const { key, below } = splitKey(rest)
  const { segments, isFolder } = parsePath(below)
  return { key, path: segments.join('/'), isFolder }
}

/** A file, a folder, or the root of a repository, which has no row. */
export interface Item {
  repository: Repository
  path: string
  node: ItemNode | undefined
}

export interface ItemNode extends NodeRow {
  sha1: string | null
  md5: string | null
}

export interface Place {
  /** As it was asked for. */
  asked: Repository
  /** The repositories that really hold what is shown under its key, in the order in which they are asked. */
  members: Repository[]
  path: string
}

/** Where to look for the address, for a reader; refuses as if there were nothing when they may not read there. */
export async function findPlace(registry: Registry, actor: Actor, address: Address): Promise<Place> {
  const { key, path } = address
  const asked = await findRepository(registry, key)
  const behind = asked ? await physicalMembers(registry, asked) : []
  const members = behind.filter((one) => mayLook(actor, one, path))
  if (!asked || members.length === 0) throw await refusal(registry, actor, 'read', asked, key, path)
  return { asked, members, path }
}

/** Whether the actor may read what is there, or something below it. */
const mayLook = (actor: Actor, repository: Repository, path: string) =>
  can(actor, 'read', repository, path) || can(actor, 'read', repository, `${path}/`)

/** The first file that the actor may read, else the folder. */
export async function getItem(db: Db, actor: Actor, { members, path, asked }: Place): Promise<Item> {
  const [first] = members
  if (path === '' && first) return { repository: first, path, node: undefined }
  const rows = await findItems(
    db,
    members.map(({ id }) => id),
    path,
  )
  const items = members.flatMap((repository) => {
    const node = rows.find((row) => row.repository_id === repository.id)
    return node ? [{ repository, path, node }] : []
  })
  const found =
    items.find(({ repository, node }) => node.kind === 'file' && can(actor, 'read', repository, path)) ??
    items.find(({ node }) => node.kind === 'folder')
  if (!found) throw noItem(asked.key, path)
  return found
}

const findItems = (db: Db, repositoryIds: string[], path: string): Promise<ItemNode[]> =>
  db
    .selectFrom('nodes')
    .leftJoin('blobs', 'blobs.sha256', 'nodes.sha256')
    .selectAll('nodes')
    .select(['blobs.sha1', 'blobs.md5'])
    .where('nodes.repository_id', 'in', repositoryIds)
    .where('nodes.path', '=', path)
    .execute()

export const isFile = ({ node }: Item): boolean => node?.kind === 'file'

export const updatedAt = (node: Pick<NodeRow, 'updated_at' | 'modified_at'>): string =>
  node.updated_at ?? node.modified_at
