// Which blobs are served from memory: tiny ones at once, middle ones from the second time on, so that a client
// that walks through everything neither fills the memory nor pushes out what is in demand.
import { openBlobFile } from './blob-file.ts'
import { ByteCache } from './byte-cache.ts'

/** Larger blobs are always streamed. */
export const smallBlobLimit = 2 * 1024 * 1024

const tinyBlob = 64 * 1024
const cacheBytes = 16 * 1024 * 1024
const rememberedDigests = 4096

export class SmallBlobs {
  readonly #cache = new ByteCache(cacheBytes)
  readonly #reading = new Map<string, Promise<Buffer | undefined>>()
  /** What is known about blobs that are not kept: too large for ever, or asked for once. */
  readonly #notes = new Map<string, 'large' | 'once'>()

  find(sha256: string): Buffer | undefined {
    return this.#cache.find(sha256)
  }

  async read(sha256: string, path: string): Promise<Buffer | undefined> {
    const kept = this.#cache.find(sha256)
    if (kept !== undefined) return kept
    if (this.#notes.get(sha256) === 'large') return undefined
    const running = this.#reading.get(sha256)
    if (running !== undefined) return running
    const reading = this.#readFile(sha256, path).finally(() => this.#reading.delete(sha256))
    this.#reading.set(sha256, reading)
    return reading
  }

  put(sha256: string, bytes: Buffer): void {
    this.#cache.put(sha256, bytes)
  }

  forget(sha256: string): void {
    this.#cache.remove(sha256)
    this.#notes.delete(sha256)
    this.#reading.delete(sha256)
  }

  async #readFile(sha256: string, path: string): Promise<Buffer | undefined> {
    const opened = await openBlobFile(path)
    if (opened === undefined) return undefined
    const { file, size } = opened
    try {
      if (!this.#isWanted(sha256, size)) return undefined
      const bytes = await file.readFile()
      // Removed meanwhile: then it must not come back to life here.
      if (this.#reading.has(sha256)) this.#cache.put(sha256, bytes)
      return bytes
    } finally {
      await file.close()
    }
  }

  #isWanted(sha256: string, size: number): boolean {
    if (size <= tinyBlob) return true
    if (size <= smallBlobLimit && this.#notes.get(sha256) === 'once') return this.#notes.delete(sha256)
    this.#notes.set(sha256, size > smallBlobLimit ? 'large' : 'once')
    for (const oldest of this.#notes.keys()) {
      if (this.#notes.size <= rememberedDigests) break
      this.#notes.delete(oldest)
    }
    return false
  }
}
