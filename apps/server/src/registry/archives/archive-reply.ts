// Files as one archive that is made while it is sent. What it will hold is counted first: a reply that has begun cannot be
// refused any more.
import { folderArchiveLimits } from '@bindery/contracts'
import { tooLarge } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import type { Registry } from '../registry.ts'
import { packFiles, type PackedFile, type PackedKind } from './pack.ts'

const { files: mostFiles, bytes: mostBytes } = folderArchiveLimits

export interface WantedArchive {
  /** Without the ending. */
  name: string
  kind: PackedKind
  /** Asked for twice: to be counted, and to be sent. */
  files(): AsyncIterable<PackedFile> | Iterable<PackedFile>
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

async function refuseLarge(wanted: WantedArchive): Promise<void> {
  let count = 0
  let bytes = 0
  for await (const { size } of wanted.files()) {
    count++
    bytes += size
    if (count > mostFiles || bytes > mostBytes)
      throw tooLarge(
        `These are more than ${mostFiles} files or ${mostBytes} bytes, which is the limit for one archive. Ask for less at a time.`,
      )
  }
}
