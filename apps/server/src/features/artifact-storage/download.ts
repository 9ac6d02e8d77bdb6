// A folder as one archive.
import { folderArchiveLimits } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { badRequest } from '../../platform/errors.ts'
import type { PlainReply } from '../../platform/http/implement.ts'
import { archiveReply } from '../../registry/archives/archive-reply.ts'
import type { PackedFile, PackedKind } from '../../registry/archives/pack.ts'
import { findPlace, getItem, isFile, parseAddress, type Place } from '../../registry/items.ts'
import { nameOf, parentOf } from '../../registry/paths.ts'
import { walkFolder } from '../../registry/walk.ts'
import type { Services } from '../feature.ts'

interface Call {
  actor: Actor
  params: { path: string }
  query: { archiveType: PackedKind }
}

export async function downloadFolder({ registry }: Services, call: Call): Promise<PlainReply> {
  const { actor, query } = call
  const { db } = registry.database
  const place = await findPlace(registry, actor, parseAddress(call.params.path))
  if (isFile(await getItem(db, actor, place)))
    throw badRequest(`${JSON.stringify(place.path)} is a file. Fetch it by its own address.`)
  return archiveReply(registry, {
    name: nameOf(place.path) || place.asked.key,
    kind: query.archiveType,
    files: () => filesOf(registry, actor, place),
    limits: folderArchiveLimits,
  })
}

/** Named from the folder itself on. */
async function* filesOf(
  registry: Services['registry'],
  actor: Actor,
  place: Place,
): AsyncGenerator<PackedFile> {
  const parent = parentOf(place.path)
  const start = parent === '' ? 0 : parent.length + 1
  for await (const items of walkFolder(registry.database.db, actor, place, { isDeep: true }))
    for (const { node } of items)
      if (node.kind === 'file' && node.sha256 !== null)
        yield {
          path: node.path.slice(start),
          sha256: node.sha256,
          size: node.size,
          modifiedAt: new Date(node.modified_at),
        }
}
