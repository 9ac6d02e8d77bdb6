// The port behind which bytes live, addressed by their SHA-256. Disk here, S3 by configuration, and
// small-in-database.ts before either.
// blob-store.suite.ts is these promises as code.
import type { Readable } from 'node:stream'
import type { Db } from '../db/connect.ts'
import type { GrowingFile } from './growing-file.ts'

export interface Digests {
  sha256: string
  sha1: string
  md5: string
  /** Base64, as npm's integrity wants it; the others are lower-case hex. Empty for a large blob until it is asked for. */
  sha512: string
}

export interface StoredBlob extends Digests {
  size: number
}

export interface StagedBlob extends StoredBlob {
  /** All of them, when they are few enough to be held: only lent, until keep() or discard() is called. */
  bytes: Buffer | undefined
  /** A fresh stream over the staged bytes or a part of them, so that a format can look inside before anything is kept. */
  read(range?: ByteRange): Readable
  /**
   * Makes the bytes durable under their digest: synced, renamed into place, the folder synced.
   * After it returned, a power cut does not lose them. Storing the same digest twice is not an error,
   * and two at once do not disturb each other. Does nothing when the bytes are to become a row.
   */
  keep(): Promise<void>
  /** Whether the bytes are to become a row: then keepIn() writes them, and they are durable with its transaction. */
  isRow: boolean
  /**
   * After keep(), in the transaction that writes the blob's row, once it holds that row: writes the bytes that are to be a row,
   * and brings back those that garbage collection took away since keep().
   */
  keepIn(db: Db): Promise<void>
  /** Throws the staged bytes away; does nothing after keep(). Never throws. */
  discard(): Promise<void>
}

export interface ByteRange {
  start: number
  /** The last byte, included. */
  end: number
}

export interface StageOptions {
  limit?: number
  /** How many bytes the sender announced: what is too much to be held is not held until it proves so. */
  announced?: number | undefined
  /** Whether the SHA-512 of a large blob is wanted, which takes as long as the other digests; a small one has it in any case. */
  sha512?: boolean | undefined
  /** Called when the bytes prove too many to be held, with what others can read them from while they arrive. */
  watch?: (growing: GrowingFile) => void
}

export interface BlobStore {
  /**
   * Takes a stream to its end into a temporary place and hashes it on the way, never buffering what is large; or bytes that
   * are few and there already. A chunk of the stream is only lent, until the next is asked for.
   * When the stream fails, or exceeds `limit` bytes (AppError too-large), nothing is left behind.
   * No room left on the device is AppError storage-full.
   */
  stage(source: AsyncIterable<Uint8Array> | Buffer, options?: StageOptions): Promise<StagedBlob>
  /** The bytes, or the part of them; undefined when the digest is not stored. `size` is of the whole blob. */
  open(sha256: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | undefined>
  /** The whole blob if it is in memory. */
  peek(sha256: string): Buffer | undefined
  /** The whole blob if it is small enough to be kept in memory (at most `smallBlobLimit` bytes), else undefined. */
  readSmall(sha256: string): Promise<Buffer | undefined>
  has(sha256: string): Promise<boolean>
  /**
   * Takes the bytes away such that bringBack() can undo it; not an error when they are not there. In the transaction that
   * deletes the blobs' rows, once it holds them. When that transaction fails, bringBack() follows.
   */
  setAside(db: Db, digests: readonly string[]): Promise<void>
  /**
   * False when the bytes are nowhere. In the transaction that begins to use a blob again, once it holds the blob's row:
   * whoever deletes the row then waits.
   */
  bringBack(db: Db, sha256: string): Promise<boolean>
  /** What is set aside, and since when. */
  listAside(): Promise<{ sha256: string; since: Date; size: number }[]>
  /** Removes what is set aside for good. */
  dropAside(sha256: string): Promise<void>
  /** Every stored digest, in no promised order; for garbage collection and scrubbing. */
  list(): AsyncIterable<{ sha256: string; size: number; modifiedAt: Date }>
  close(): Promise<void>
}
