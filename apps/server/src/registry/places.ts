// From what was asked for to the repositories that hold it. What the reader may not see is not there.
import type { Actor } from '../access/actor.ts'
import { can } from '../access/rules/permissions.ts'
import type { NodeRow } from '../platform/db/schema.ts'
import { notFound } from '../platform/errors.ts'
import { checkPath } from './paths.ts'
import type { Registry } from './registry.ts'
import { findRepository, type Repository } from './repositories.ts'
import { physicalMembers } from './virtual/members.ts'

export interface Asked {
  repository: string
  path: string
}

export interface Found {
  repository: Repository
  /** Those that hold its files and that the reader may look into, in the order they are asked. */
  members: Repository[]
  /** Without slashes around it; empty for the repository itself. */
  path: string
}

export interface FoundNode extends Found {
  /** The one of the members that holds it. */
  holder: Repository
  node: NodeRow
}

interface Holding {
  registry: Registry
}

export async function findPlace({ registry }: Holding, actor: Actor, asked: Asked): Promise<Found> {
  const repository = await findRepository(registry, asked.repository)
  const path = asked.path.replaceAll(/^\/+|\/+$/g, '')
  if (path !== '') checkPath(path)
  const members = repository ? await physicalMembers(registry, repository) : []
  const readable = members.filter((member) => mayLookInto(actor, member, path))
  const isOpen = repository !== undefined && (readable.length > 0 || can(actor, 'read', repository))
  if (!isOpen) throw notFound('repository', asked.repository)
  return { repository, members: readable, path }
}

export async function findNodeAt(holding: Holding, actor: Actor, asked: Asked): Promise<FoundNode> {
  const place = await findPlace(holding, actor, asked)
  const rows = await holding.registry.database.db
    .selectFrom('nodes')
    .selectAll()
    .where('repository_id', 'in', ['', ...place.members.map((member) => member.id)])
    .where('path', '=', place.path)
    .execute()
  for (const holder of place.members) {
    const node = rows.find((row) => row.repository_id === holder.id)
    if (node && maySee(actor, holder, node)) return { ...place, holder, node }
  }
  throw notFound('file or folder', `${asked.repository}/${place.path}`)
}

export const maySee = (
  actor: Actor,
  repository: Repository,
  { path, kind }: Pick<NodeRow, 'path' | 'kind'>,
): boolean => can(actor, 'read', repository, kind === 'folder' ? `${path}/` : path)

/** Whether it is a file or a folder there, or nothing any more. */
export const mayLookInto = (actor: Actor, repository: Repository, path: string): boolean =>
  path === ''
    ? can(actor, 'read', repository)
    : can(actor, 'read', repository, path) || can(actor, 'read', repository, `${path}/`)
