// From what was asked for to the repositories that hold it. What the reader may not see is not there.
import type { TreeKind } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can, repositoryActions } from '../../access/rules/permissions.ts'
import { trashKey } from '../../access/rules/rules.ts'
import { notFound } from '../../platform/errors.ts'
import type { NodeRow } from '../../platform/db/schema.ts'
import { checkPath } from '../../registry/paths.ts'
import { findRepository, type Repository } from '../../registry/repositories.ts'
import { physicalMembers } from '../../registry/virtual/members.ts'
import type { Services } from '../feature.ts'

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

export async function findPlace(services: Services, actor: Actor, asked: Asked): Promise<Found> {
  const repository = await findRepository(services.registry, asked.repository)
  const path = asked.path.replaceAll(/^\/+|\/+$/g, '')
  if (path !== '') checkPath(path)
  const members = repository ? await physicalMembers(services.registry, repository) : []
  const readable = members.filter((member) => mayLookInto(actor, member, path))
  const isOpen = repository !== undefined && (readable.length > 0 || can(actor, 'read', repository))
  if (!isOpen) throw notFound('repository', asked.repository)
  return { repository, members: readable, path }
}

export async function findNodeAt(services: Services, actor: Actor, asked: Asked): Promise<FoundNode> {
  const place = await findPlace(services, actor, asked)
  const rows = await services.database.db
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

export const abilitiesAt = (actor: Actor, repository: Repository, path: string | undefined) =>
  Object.fromEntries(repositoryActions.map((action) => [action, can(actor, action, repository, path)]))

export function treeKindOf(repository: Repository): TreeKind {
  if (repository.key === trashKey) return 'trash'
  return repository.isCache ? 'cache' : repository.kind
}

const mayLookInto = (actor: Actor, repository: Repository, path: string) =>
  path === ''
    ? can(actor, 'read', repository)
    : can(actor, 'read', repository, path) || can(actor, 'read', repository, `${path}/`)
