// The digests of an upload, for no more than the slowest of them: a small pool of threads hashes shared
// memory side by side while the main thread goes on receiving. Small bodies are hashed in one go without threads.
import { createHash, hash } from 'node:crypto'
import type { Digests } from './blobs/blob-store.ts'
import { mostThreads, openLane, type Lane } from './digests-pool.ts'

export function hashAll(bytes: Uint8Array): Digests {
  return {
    sha256: hash('sha256', bytes),
    sha1: hash('sha1', bytes),
    md5: hash('md5', bytes),
    sha512: hash('sha512', bytes, 'base64'),
  }
}

/**
 * Hashes a stream. A thread that dies takes what it had hashed with it: then update() or finish() rejects, and
 * whoever still has the bytes hashes them again with `isInline`, on the main thread.
 */
export class StreamingDigests {
  readonly #lanes: Lane[]
  #size = 0

  /** Without SHA-512, the slowest of them, unless told otherwise. */
  constructor({ isInline = false, sha512 = false }: { isInline?: boolean; sha512?: boolean } = {}) {
    this.#lanes = sharesOf(sha512).flatMap((share) =>
      isInline ? inlineLanes(share) : (openLane(share) ?? inlineLanes(share)),
    )
  }

  /**
   * Resolves when every digest has taken the chunk; it must not change before. Awaiting this is the backpressure.
   * A chunk on shared memory is handed over as it is, any other is copied once.
   */
  async update(chunk: Uint8Array): Promise<void> {
    this.#size += chunk.byteLength
    const shared = this.#lanes.some((lane) => lane.isRemote) ? toShared(chunk) : chunk
    await Promise.all(this.#lanes.map((lane) => lane.update(shared)))
  }

  async finish(): Promise<Digests & { size: number }> {
    const found = await Promise.all(this.#lanes.map((lane) => lane.finish()))
    // Together the lanes carry each other algorithm exactly once.
    return { ...(Object.assign({ sha512: '' }, ...found) as Digests), size: this.#size }
  }

  /** Gives the threads free without a result; does nothing after finish(). */
  abandon(): void {
    for (const lane of this.#lanes) lane.abandon()
  }
}

type Encodings = Record<string, 'hex' | 'base64'>

// Measured with OpenSSL: SHA-512 takes 2.9 ms for a megabyte, MD5 1.9, SHA-1 1.2, SHA-256 1.1. Three shares are
// done when the slowest digest is; on a small machine two shares are all that can run at once.
function sharesOf(sha512: boolean): Encodings[] {
  if (!sha512) return [{ md5: 'hex' }, { sha1: 'hex', sha256: 'hex' }]
  if (mostThreads > 2) return [{ sha512: 'base64' }, { md5: 'hex' }, { sha1: 'hex', sha256: 'hex' }]
  return [
    { sha512: 'base64', sha256: 'hex' },
    { md5: 'hex', sha1: 'hex' },
  ]
}

const inlineLanes = (share: Encodings) =>
  Object.entries(share).map(([name, encoding]) => inlineLane(name, encoding))

function inlineLane(name: string, encoding: 'hex' | 'base64'): Lane {
  const running = createHash(name)
  return {
    isRemote: false,
    update: async (chunk) => void running.update(chunk),
    finish: async () => ({ [name]: running.digest(encoding) }),
    abandon: () => {},
  }
}

function toShared(chunk: Uint8Array): Uint8Array {
  if (chunk.buffer instanceof SharedArrayBuffer) return chunk
  const copy = new Uint8Array(new SharedArrayBuffer(chunk.byteLength))
  copy.set(chunk)
  return copy
}
