// Tar files, plain or compressed, from their beginning to their end.
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { AppError } from '../../platform/errors.ts'
import { lazily } from '../../platform/lazily.ts'
import {
  brokenArchive,
  tooExpanded,
  type ArchiveEntry,
  type ArchiveKind,
  type ArchiveSource,
} from './entries.ts'

const unbzip2 = lazily<typeof import('unbzip2-stream')>('unbzip2-stream')

export async function* walkTar(
  source: ArchiveSource,
  kind: ArchiveKind,
  most: number,
): AsyncGenerator<ArchiveEntry> {
  const entries = extract()
  let failure: unknown
  const feeding = feed(source, kind, most, entries).catch((error: unknown) => {
    failure = error
    entries.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    for await (const entry of entries) {
      const { name, size = 0, type } = entry.header
      yield {
        path: name.replace(/\/$/, ''),
        kind: kindOf(type ?? 'file', name),
        size,
        // Of another library of streams.
        read: () => Promise.resolve(Readable.from(entry, { objectMode: false })),
      }
      // What was not read is skipped.
      entry.resume()
    }
    await feeding
  } catch (error) {
    const cause = failure ?? error
    throw cause instanceof AppError ? cause : brokenArchive(cause)
  } finally {
    entries.destroy()
  }
}

/** What comes out is counted, whatever the headers announce. */
async function feed(
  source: ArchiveSource,
  kind: ArchiveKind,
  most: number,
  entries: NodeJS.WritableStream,
): Promise<void> {
  let expanded = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      expanded += chunk.length
      // Headers and padding take room of their own.
      done(expanded > most + most / 2 ? tooExpanded(most) : null, chunk)
    },
  })
  const input: Readable = source.read()
  if (kind === 'tar') await pipeline(input, counting, entries)
  else await pipeline(input, kind === 'tar.gz' ? createGunzip() : unbzip2()(), counting, entries)
}

function kindOf(type: string, name: string): ArchiveEntry['kind'] {
  if (type === 'directory' || (type === 'file' && name.endsWith('/'))) return 'folder'
  return type === 'file' || type === 'contiguous-file' ? 'file' : 'other'
}
