// What an archive and its entries are, for those who read the kinds of them.
import type { Readable } from 'node:stream'
import { badRequest, tooLarge } from '../../platform/errors.ts'
import type { ByteRange } from '../../platform/blobs/blob-store.ts'

export interface ArchiveSource {
  /** Tells by its end what kind of archive it is. */
  name: string
  size: number
  read(range?: ByteRange): Readable
}

export interface ArchiveEntry {
  path: string
  /** Links, devices and the like are `other`. */
  kind: 'file' | 'folder' | 'other'
  size: number
  /** Once, and before the next entry is asked for; may be left out. */
  read(): Promise<Readable>
}

export type ArchiveKind = 'zip' | 'tar' | 'tar.gz' | 'tar.bz2'

export const tooExpanded = (most: number) =>
  tooLarge(`The archive expands to more than ${most} bytes, which is the limit for one of its size.`)

/** What the archive itself says wrong is the sender's to mend. */
export function brokenArchive(error: unknown): Error {
  const why = error instanceof Error ? error.message : String(error)
  return badRequest(`The archive cannot be read: ${why.slice(0, 200).replace(/\.$/, '')}.`)
}
