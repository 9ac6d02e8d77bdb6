// A folder as one archive. What it will hold is counted first: a reply that has begun cannot be refused any more.
import { folderArchiveLimits } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { badRequest, tooLarge } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { packFiles, type PackedFile, type PackedKind } from '../../registry/archives/pack.ts'
import { findPlace, getItem, isFile, parseAddress, type Place } from '../../registry/items.ts'
import { nameOf, parentOf } from '../../registry/paths.ts'
import { walkFolder } from '../../registry/walk.ts'
import type { Services } from '../feature.ts'

const { files: mostFiles, bytes: mostBytes } = folderArchiveLimits

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
  await refuseLarge(filesOf(registry, actor, place))
  const name = `${nameOf(place.path) || place.asked.key}.${query.archiveType}`
  return new PlainReply({
    status: 200,
    headers: {
      'content-type': query.archiveType === 'zip' ? 'application/zip' : 'application/x-tar',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
    body: packFiles(registry, filesOf(registry, actor, place), query.archiveType),
  })
}

async function refuseLarge(files: AsyncIterable<PackedFile>): Promise<void> {
  let count = 0
  let bytes = 0
  for await (const { size } of files) {
    count++
    bytes += size
    if (count > mostFiles || bytes > mostBytes)
      throw tooLarge(
        `The folder has more than ${mostFiles} files or ${mostBytes} bytes, which is the limit for one archive. Name a smaller one.`,
      )
  }
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
