// What is kept of a document while it arrives, up to a limit. One growing buffer: a list of slices would cost the small pieces of a
// hostile sender a hundredfold.
import { isUtf8 } from 'node:buffer'

export class KeptBytes {
  length = 0
  #buffer: Buffer
  readonly #limit: number
  readonly #tooLarge: (limit: number) => Error

  constructor(limit: number, tooLarge: (limit: number) => Error) {
    this.#buffer = Buffer.allocUnsafe(Math.min(limit, 8192))
    this.#limit = limit
    this.#tooLarge = tooLarge
  }

  add(bytes: Uint8Array, start: number, end: number): void {
    const needed = this.length + end - start
    if (needed > this.#limit) throw this.#tooLarge(this.#limit)
    if (needed > this.#buffer.length) this.#grow(needed)
    this.#buffer.set(bytes.subarray(start, end), this.length)
    this.length = needed
  }

  text(start = 0): string {
    return this.#buffer.toString('utf8', start, this.length)
  }

  isText(): boolean {
    return isUtf8(this.#buffer.subarray(0, this.length))
  }

  /** All of it, to begin anew. */
  take(): string {
    const text = this.text()
    this.length = 0
    return text
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.min(this.#limit, Math.max(needed, this.#buffer.length * 2)))
    this.#buffer.copy(larger, 0, 0, this.length)
    this.#buffer = larger
  }
}
