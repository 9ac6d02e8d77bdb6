// What came from an upstream, when only a part of it is kept: its length and those of its digests that the upstream told, which
// are of the whole.
import { createHash } from 'node:crypto'
import type { StoredBlob } from '../../platform/blobs/blob-store.ts'
import { tooLarge } from '../../platform/errors.ts'
import { noteCopied } from '../../platform/spare-memory.ts'
import type { ExpectedDigests } from './check.ts'

const kinds = ['sha256', 'sha1', 'md5'] as const

export class Arrival {
  #size = 0
  readonly #body: AsyncIterable<Uint8Array>
  readonly #limit: number
  readonly #hashes

  constructor(body: AsyncIterable<Uint8Array>, told: ExpectedDigests, limit: number) {
    this.#body = body
    this.#limit = limit
    this.#hashes = kinds
      .filter((kind) => told[kind] !== undefined)
      .map((kind) => ({ kind, hash: createHash(kind) }))
  }

  /** To be read once. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#body) {
      this.#size += chunk.byteLength
      if (this.#size > this.#limit)
        throw tooLarge(`it is larger than ${this.#limit} bytes, which is the limit here.`)
      for (const { hash } of this.#hashes) hash.update(chunk)
      yield chunk
      noteCopied(chunk.byteLength)
    }
  }

  /** Once all of it came. */
  whole(): Partial<StoredBlob> {
    const digests = this.#hashes.map(({ kind, hash }) => [kind, hash.digest('hex')])
    return { size: this.#size, ...Object.fromEntries(digests) }
  }
}
