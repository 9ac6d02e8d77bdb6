// One entry of a stored archive, as `archive.jar!/path/inside`.
import { Readable } from 'node:stream'
import { can } from '../../access/rules/permissions.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { WireReply } from '../../platform/http/wire.ts'
import { askGuards } from '../guards.ts'
import { mimeTypeOf } from '../mime-types.ts'
import { findFiles, type FileNode } from '../file-nodes.ts'
import { nameOf } from '../paths.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import { dispositionOf } from '../serve-file.ts'
import { readableMembers } from '../virtual/members.ts'
import { archiveKindOf, walkArchive } from './archive.ts'
import type { ArchiveSource } from './entries.ts'

export const entryLimits = { entries: 100_000, bytes: 4 * 1024 ** 3 }

/** Undefined when the path does not look like an entry, or no such archive is stored. */
export async function serveEntry(request: RegistryRequest, path: string): Promise<WireReply | undefined> {
  const mark = path.indexOf('!/')
  if (mark < 1 || archiveKindOf(path.slice(0, mark)) === undefined) return undefined
  const { registry, actor } = request
  const held = await findHeld(request, path.slice(0, mark))
  if (!held) return undefined
  const { repository, archive } = held
  if (!('archiveBrowsingEnabled' in repository.config) || !repository.config.archiveBrowsingEnabled)
    throw forbidden(`The repository ${repository.key} does not allow to look into archives.`)
  const { sha256, size } = archive
  await askGuards(registry.guards, 'beforeServe', { actor, repository, path: archive.path, sha256, size })
  const inside = path.slice(mark + 2)
  return entryReply(inside, await openEntry(registry, archive, inside))
}

/** In the first of the members that has it, as files are found; nobody outside is asked. */
async function findHeld(
  request: RegistryRequest,
  path: string,
): Promise<{ repository: Repository; archive: FileNode } | undefined> {
  const members = (await readableMembers(request)).filter(
    (one) => can(request.actor, 'read', one, path) && !one.config.blackedOut,
  )
  const archives = await findFiles(request.registry, members, path)
  for (const repository of members) {
    const archive = archives.get(repository.id)
    if (archive) return { repository, archive }
  }
  return undefined
}

interface OpenedEntry {
  size: number
  bytes: Readable
}

/** Always a download: never shown in our origin. */
export const entryReply = (inside: string, { size, bytes }: OpenedEntry): WireReply => ({
  status: 200,
  headers: {
    'content-type': mimeTypeOf(inside),
    'content-length': size,
    'content-disposition': dispositionOf(nameOf(inside)),
    'cache-control': 'private, no-cache',
  },
  body: bytes,
})

export async function openEntry(
  registry: Registry,
  archive: StoredArchive,
  inside: string,
): Promise<OpenedEntry> {
  const entries = walkArchive(storedArchive(registry, archive), entryLimits)
  // Not a loop over them: leaving it would close the archive before its entry is read.
  for (let next = await entries.next(); !next.done; next = await entries.next()) {
    const entry = next.value
    if (entry.kind !== 'file' || entry.path !== inside) continue
    const bytes = readOn(await entry.read(), entries)
    return { size: entry.size, bytes: Readable.from(bytes, { objectMode: false }) }
  }
  throw notFound('entry', inside)
}

/** The archive is closed when its entry was read or nobody wants it any more. */
async function* readOn(bytes: Readable, entries: AsyncGenerator): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } finally {
    bytes.destroy()
    await entries.return(undefined)
  }
}

export type StoredArchive = Pick<FileNode, 'path' | 'sha256' | 'size'>

export const storedArchive = (registry: Registry, { path, sha256, size }: StoredArchive): ArchiveSource => ({
  name: path,
  size,
  read: (range) => Readable.from(readStored(registry, sha256, range), { objectMode: false }),
})

async function* readStored(
  registry: Registry,
  sha256: string,
  range: Parameters<ArchiveSource['read']>[0],
): AsyncGenerator<Uint8Array> {
  const opened = await registry.blobs.open(sha256, range)
  if (!opened) throw new Error(`the bytes ${sha256} are missing`)
  yield* opened.stream
}
