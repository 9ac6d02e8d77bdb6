// The memory that transfers pass through, used again and again: fresh memory for each piece would wait for the garbage
// collector, that of another thread even. Few transfers at once get large blocks, which cost fewer calls; when many are
// under way the others get small ones, so that hundreds together hold a few megabytes.
const largeBytes = 256 * 1024
const smallBytes = 32 * 1024
const mostLarge = 16

export class Blocks {
  readonly #make: (bytes: number) => Uint8Array
  readonly #large: Uint8Array[] = []
  readonly #small: Uint8Array[] = []
  #largeMade = 0
  #taken = 0

  constructor(make: (bytes: number) => Uint8Array) {
    this.#make = make
  }

  /** So many are under way that each should do with one. */
  get isScarce(): boolean {
    return this.#large.length === 0 && this.#largeMade >= mostLarge
  }

  take(): Uint8Array {
    this.#taken += 1
    const large = this.#large.pop()
    if (large !== undefined) return large
    if (this.#largeMade >= mostLarge) return this.#small.pop() ?? this.#make(smallBytes)
    this.#largeMade += 1
    return this.#make(largeBytes)
  }

  /** Only when nobody reads or writes it any more. */
  give(block: Uint8Array): void {
    this.#taken -= 1
    const shelf = block.byteLength === largeBytes ? this.#large : this.#small
    shelf.push(block)
    // The rush is over: only what serves an ordinary day is kept.
    if (this.#taken === 0) this.#small.splice(0)
  }

  /** Instead of give(), when somebody may still read or write it: it is never used again. */
  drop(block: Uint8Array): void {
    this.#taken -= 1
    if (block.byteLength === largeBytes) this.#largeMade -= 1
  }
}

/** For uploads: threads hash what is being written. */
export const sharedBlocks = new Blocks((bytes) => new Uint8Array(new SharedArrayBuffer(bytes)))

/** For downloads. */
export const plainBlocks = new Blocks((bytes) => Buffer.allocUnsafeSlow(bytes))
