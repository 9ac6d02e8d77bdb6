// Makes tarballs for tests: whole ones in one line, and odd ones entry by entry.
import { gzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pack, type Header } from 'tar-stream'

export type TarballFiles = Readonly<Record<string, string | Buffer | object>>

/** Files by their path, e.g. `{ 'package/package.json': { name, version } }`; an object is written as JSON. */
export const makeTarball = async (files: TarballFiles): Promise<Buffer> =>
  gzipSync(await makeTar(Object.entries(files).map(([name, content]) => [{ name }, bytesOf(content)])))

/** Entries in order, duplicates, links and devices included. Uncompressed. */
export async function makeTar(
  entries: readonly (readonly [Partial<Header> & { name: string }, (string | Buffer)?])[],
): Promise<Buffer> {
  const archive = pack()
  for (const [header, content] of entries) archive.entry(header, content ?? '')
  archive.finalize()
  return buffer(archive)
}

/** As the engine hands files to a format. */
export const fileOf = (bytes: Buffer) => ({ size: bytes.length, read: () => Readable.from([bytes]) })

const bytesOf = (content: string | Buffer | object): string | Buffer =>
  typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content)
