// Memory for uploads that are held whole while they are looked into: of one piece, used again and again, and only for a few
// at once. Whoever gets none does with blocks (blocks.ts) and reads back from the file.
const slabBytes = 2 * 1024 * 1024
const mostSlabs = 4

export class Slabs {
  readonly #free: Uint8Array[] = []
  #made = 0

  /** For so many bytes, if they are known, fit, and memory is left. */
  take(announced: number): Uint8Array | undefined {
    if (!(announced > 0 && announced <= slabBytes)) return undefined
    const free = this.#free.pop()
    if (free !== undefined || this.#made === mostSlabs) return free
    this.#made += 1
    return new Uint8Array(new SharedArrayBuffer(slabBytes))
  }

  /** Only when nobody reads or writes it any more. */
  give(slab: Uint8Array): void {
    this.#free.push(slab)
  }
}

export const slabs = new Slabs()
