// What is in an archive, for people to look at: the list of its entries, and one of them to take home. Nothing is unpacked
// anywhere, and the limits of the readers of archives hold.
import type { ArchiveItem } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { badRequest } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { archiveKindOf, walkArchive } from '../../registry/archives/archive.ts'
import {
  entryLimits,
  entryReply,
  openEntry,
  storedArchive,
  type StoredArchive,
} from '../../registry/archives/entry.ts'
import type { Services } from '../feature.ts'
import { findReadable } from './readable.ts'
import type { Asked } from '../../registry/places.ts'

const mostShown = 20_000

export async function listContents(
  services: Services,
  actor: Actor,
  asked: Asked,
): Promise<{ items: ArchiveItem[]; isCut: boolean }> {
  const archive = archiveOf(await findReadable(services, actor, asked))
  const items: ArchiveItem[] = []
  for await (const { path, kind, size } of walkArchive(
    storedArchive(services.registry, archive),
    entryLimits,
  )) {
    if (items.length === mostShown) return { items, isCut: true }
    items.push({ path, kind, size })
  }
  return { items, isCut: false }
}

export async function downloadEntry(
  services: Services,
  actor: Actor,
  asked: Asked & { entry: string },
): Promise<PlainReply> {
  const archive = archiveOf(await findReadable(services, actor, asked))
  return new PlainReply(entryReply(asked.entry, await openEntry(services.registry, archive, asked.entry)))
}

export function archiveOf(file: StoredArchive): StoredArchive {
  if (archiveKindOf(file.path) === undefined)
    throw badRequest('This is no archive that can be looked into: zip, jar, whl, tar, tgz and the like.')
  return file
}
