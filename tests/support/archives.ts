// Archives, from their entries.
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { ZipFile } from 'yazl'

export type Entries = Record<string, string | Buffer>

export interface TarEntry {
  name: string
  type?: 'file' | 'symlink' | 'link' | 'directory' | 'fifo' | 'character-device'
  linkname?: string
}

export async function zipOf(entries: Entries): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}

/** `more` are entries without content, before the others. */
export async function tarOf(entries: Entries, more: TarEntry[] = []): Promise<Buffer> {
  const tar = pack()
  for (const header of more) tar.entry(header)
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, Buffer.from(content))
  tar.finalize()
  return buffer(tar)
}
