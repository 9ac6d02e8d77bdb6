// Files as one archive that is made while it is sent. What it will hold is counted first: a reply that has begun cannot be
// refused any more.
import { tooLarge } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import type { Registry } from '../registry.ts'
import { dispositionOf } from '../serve-file.ts'
import { packFiles, type PackedFile, type PackedKind } from './pack.ts'

interface WantedArchive {
  /** Without the ending. */
  name: string
  kind: PackedKind
  /** Asked for twice: to be counted, and to be sent. */
  files(): AsyncIterable<PackedFile> | Iterable<PackedFile>
  limits: { files: number; bytes: number }
}

const contentTypes: Record<PackedKind, string> = {
  zip: 'application/zip',
  tar: 'application/x-tar',
  'tar.gz': 'application/gzip',
  tgz: 'application/gzip',
}

export async function archiveReply(registry: Registry, wanted: WantedArchive): Promise<PlainReply> {
  const { name, kind } = wanted
  await refuseLarge(wanted)
  return new PlainReply({
    status: 200,
    headers: {
      'content-type': contentTypes[kind],
      'content-disposition': dispositionOf(`${name}.${kind}`),
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
