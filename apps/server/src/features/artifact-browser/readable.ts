import type { Actor } from '../../access/actor.ts'
import { badRequest } from '../../platform/errors.ts'
import type { StoredArchive } from '../../registry/archives/entry.ts'
import { askGuards } from '../../registry/guards.ts'
import type { Services } from '../feature.ts'
import { findNodeAt, type Asked } from '../../registry/places.ts'

/** A file that the reader may read. Whatever keeps it from being downloaded keeps it from being looked at. */
export async function findReadable(services: Services, actor: Actor, asked: Asked): Promise<StoredArchive> {
  const { holder, node } = await findNodeAt(services, actor, asked)
  const { sha256, size, path } = node
  if (sha256 === null) throw badRequest('This is a folder. Only files can be looked at.')
  await askGuards(services.registry.guards, 'beforeServe', { actor, repository: holder, path, sha256, size })
  return { path, sha256, size }
}
