// Archives made on the spot, for tests.
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { ZipFile } from 'yazl'

export type Entries = Record<string, string | Buffer>

export async function zipOf(entries: Entries): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return Buffer.concat([await buffer(zip.outputStream)])
}

interface TarEntry {
  name: string
  type?: 'file' | 'symlink' | 'link' | 'directory' | 'fifo' | 'character-device'
  linkname?: string
}

export async function tarOf(entries: Entries, more: TarEntry[] = []): Promise<Buffer<ArrayBuffer>> {
  const tar = pack()
  for (const header of more) tar.entry(header)
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, Buffer.from(content))
  tar.finalize()
  const parts: Buffer[] = []
  for await (const part of tar) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
