// One entry of a stored archive, as `archive.jar!/path/inside`.
import { Readable } from 'node:stream'
import { can } from '../../access/rules/permissions.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { WireReply } from '../../platform/http/wire.ts'
import { askGuards } from '../guards.ts'
import { mimeTypeOf } from '../mime-types.ts'
import { findFile, type FileNode } from '../nodes.ts'
import { nameOf } from '../paths.ts'
import type { Registry } from '../registry.ts'
import type { RegistryRequest } from '../request.ts'
import { archiveKindOf, walkArchive } from './archive.ts'
import type { ArchiveSource } from './entries.ts'

export const entryLimits = { entries: 100_000, bytes: 4 * 1024 ** 3 }

/** Undefined when the path does not look like an entry, or there is no such archive. */
export async function serveEntry(request: RegistryRequest, path: string): Promise<WireReply | undefined> {
  const mark = path.indexOf('!/')
  if (mark < 1) return undefined
  const { registry, repository, actor } = request
  const archive = await findFile(registry, repository, path.slice(0, mark))
  if (!archive || archiveKindOf(archive.path) === undefined) return undefined
  if (!can(actor, 'read', repository, archive.path)) return undefined
  if (!('archiveBrowsingEnabled' in repository.config) || !repository.config.archiveBrowsingEnabled)
    throw forbidden(`The repository ${repository.key} does not allow to look into archives.`)
  const { sha256, size } = archive
  await askGuards(registry.guards, 'beforeServe', { actor, repository, path: archive.path, sha256, size })
  return openEntry(registry, archive, path.slice(mark + 2))
}

async function openEntry(registry: Registry, archive: FileNode, inside: string): Promise<WireReply> {
  const entries = walkArchive(storedArchive(registry, archive), entryLimits)
  for await (const entry of entries) {
    if (entry.kind !== 'file' || entry.path !== inside) continue
    const headers = {
      'content-type': mimeTypeOf(inside),
      'content-length': entry.size,
      // Always a download: never shown in our origin.
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(nameOf(inside))}`,
      'cache-control': 'private, no-cache',
    }
    return {
      status: 200,
      headers,
      body: Readable.from(readOn(await entry.read(), entries), { objectMode: false }),
    }
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

export const storedArchive = (
  registry: Registry,
  { path, sha256, size }: Pick<FileNode, 'path' | 'sha256' | 'size'>,
): ArchiveSource => ({
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
