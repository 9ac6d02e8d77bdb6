// A folder as one archive.
import { folderArchiveLimits } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { badRequest } from '../../platform/errors.ts'
import type { PlainReply } from '../../platform/http/implement.ts'
import { archiveReply } from '../../registry/archives/archive-reply.ts'
import type { PackedFile, PackedKind, StoredFile } from '../../registry/archives/pack.ts'
import { findPlace, getItem, isFile, parseAddress, type Place } from '../../registry/items.ts'
import { noItem } from '../../registry/nodes.ts'
import { nameOf, parentOf } from '../../registry/paths.ts'
import { refuseBlackedOut } from '../../registry/patterns.ts'
import { walkFolder } from '../../registry/walk.ts'
import type { Services } from '../feature.ts'

interface Call {
  actor: Actor
  params: { path: string }
  query: { archiveType: PackedKind; includeChecksumFiles?: boolean | undefined }
}

export async function downloadFolder({ registry }: Services, call: Call): Promise<PlainReply> {
  const { actor, query } = call
  const { db } = registry.database
  const found = await findPlace(registry, actor, parseAddress(call.params.path))
  refuseBlackedOut(found.asked)
  const members = found.members.filter(({ config }) => !config.blackedOut)
  if (members.length === 0) throw noItem(found.asked.key, found.path)
  const place = { ...found, members }
  if (isFile(await getItem(db, actor, place)))
    throw badRequest(`${JSON.stringify(place.path)} is a file. Fetch it by its own address.`)
  return archiveReply(registry, {
    name: nameOf(place.path) || place.asked.key,
    kind: query.archiveType,
    files: () => {
      const files = filesOf(registry, actor, place)
      return query.includeChecksumFiles ? withChecksums(files) : files
    },
    limits: folderArchiveLimits,
  })
}

interface SummedFile extends StoredFile {
  sha1: string
  md5: string
}

/** Named from the folder itself on. */
async function* filesOf(
  registry: Services['registry'],
  actor: Actor,
  place: Place,
): AsyncGenerator<SummedFile> {
  const parent = parentOf(place.path)
  const start = parent === '' ? 0 : parent.length + 1
  const walked = walkFolder(registry.database.db, actor, place, { isDeep: true, sums: ['sha1', 'md5'] })
  for await (const items of walked)
    for (const { node } of items)
      if (node.kind === 'file' && node.sha256 !== null)
        yield {
          path: node.path.slice(start),
          sha256: node.sha256,
          sha1: node.sha1 ?? '',
          md5: node.md5 ?? '',
          size: node.size,
          modifiedAt: new Date(node.modified_at),
        }
}

/** Beside each file one for each of its checksums, also in place of stored files of these names, which may be wrong. */
async function* withChecksums(files: AsyncIterable<SummedFile>): AsyncGenerator<PackedFile> {
  const made = new Set<string>()
  for await (const file of files) {
    if (made.has(file.path)) continue
    yield file
    for (const name of ['sha256', 'sha1', 'md5'] as const) {
      const path = `${file.path}.${name}`
      made.add(path)
      yield { path, text: file[name], size: file[name].length, modifiedAt: file.modifiedAt }
    }
  }
}
