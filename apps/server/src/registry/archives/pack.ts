// A folder as one archive, made while it is sent. Only what the reader may read goes in.
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { lazily } from '../../platform/lazily.ts'
import type { Registry } from '../registry.ts'

const tarStream = lazily<typeof import('tar-stream')>('tar-stream')
const yazl = lazily<typeof import('yazl')>('yazl')

const packedKinds = ['zip', 'tar', 'tar.gz', 'tgz'] as const
export type PackedKind = (typeof packedKinds)[number]

interface Packed {
  /** Inside the archive. */
  path: string
  size: number
  modifiedAt: Date
}

export interface StoredFile extends Packed {
  sha256: string
}

/** Made for the archive. */
interface MadeFile extends Packed {
  text: string
}

export type PackedFile = StoredFile | MadeFile

type PackedFiles = AsyncIterable<PackedFile> | Iterable<PackedFile>

export function packFiles(registry: Registry, files: PackedFiles, kind: PackedKind): Readable {
  const out = new PassThrough()
  const packing = kind === 'zip' ? packZip(registry, files, out) : packTarball(registry, files, kind, out)
  packing.catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))))
  return out
}

async function open(registry: Registry, file: PackedFile): Promise<Readable> {
  if ('text' in file) return Readable.from([Buffer.from(file.text)])
  const opened = await registry.blobs.open(file.sha256)
  if (!opened) throw new Error(`the bytes of ${file.path} are missing`)
  return opened.stream
}

async function packTarball(
  registry: Registry,
  files: PackedFiles,
  kind: PackedKind,
  out: PassThrough,
): Promise<void> {
  const tar = tarStream().pack()
  const sending = kind === 'tar' ? pipeline(tar, out) : pipeline(tar, createGzip(), out)
  sending.catch(() => {})
  try {
    for await (const file of files) {
      const entry = tar.entry({ name: file.path, size: file.size, mtime: file.modifiedAt })
      await pipeline(await open(registry, file), entry)
    }
    tar.finalize()
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
  await sending
}

async function packZip(registry: Registry, files: PackedFiles, out: PassThrough): Promise<void> {
  const zip = new (yazl().ZipFile)()
  const sending = pipeline(zip.outputStream, out)
  sending.catch(() => {})
  for await (const file of files) {
    const bytes = await open(registry, file)
    const ended = once(bytes, 'close')
    zip.addReadStream(bytes, file.path, { mtime: file.modifiedAt, size: file.size })
    // One file at a time is open.
    await Promise.race([ended, sending])
    if (out.destroyed) throw new Error('nobody reads any more')
  }
  zip.end()
  await sending
}
