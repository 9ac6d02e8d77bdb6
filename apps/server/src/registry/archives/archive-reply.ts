// Files as one archive that is made while it is sent. What it will hold is counted first: a reply that has begun cannot be
// refused any more.
import { tooLarge } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import type { Registry } from '../registry.ts'
import { packFiles, type PackedFile, type PackedKind } from './pack.ts'

interface WantedArchive {
  /** Without the ending. */
  name: string
  kind: PackedKind
  /** Asked for twice: to be counted, and to be sent. */
  files(): AsyncIterable<PackedFile> | Iterable<PackedFile>
  limits: { files: number; bytes: number }
}

export async function archiveReply(registry: Registry, wanted: WantedArchive): Promise<PlainReply> {
  const { name, kind } = wanted
  await refuseLarge(wanted)
  return new PlainReply({
    status: 200,
    headers: {
      'content-type': kind === 'zip' ? 'application/zip' : 'application/x-tar',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.${kind}`)}`,
    },
    body: packFiles(registry, wanted.files(), kind),
  })
}

async function refuseLarge({ files, limits }: WantedArchive): Promise<void> {
  let count = 0
  let bytes = 0
  for await (const { size } of files()) {
    count++
    bytes += size
    if (count > limits.files || bytes > limits.bytes)
      throw tooLarge(
        `These are more than ${limits.files} files or ${limits.bytes} bytes, which is the limit for one archive. Ask for less at a time.`,
      )
  }
}
