// Blobs in memory, up to a number of bytes; the one unused for longest goes first. What is kept under a digest
// cannot be out of date.
export class ByteCache {
  readonly #most: number
  readonly #entries = new Map<string, Buffer>()
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  get bytes(): number {
    return this.#bytes
  }

  find(key: string): Buffer | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    // Taken out and put back: a map keeps its order, so the first entry is the one unused for longest.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  put(key: string, entry: Buffer): void {
    this.remove(key)
    this.#entries.set(key, onItsOwn(entry))
    this.#bytes += entry.byteLength
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#most) return
      this.remove(oldest)
    }
  }

  remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.byteLength ?? 0
    this.#entries.delete(key)
  }
}

/** A slice would hold all of what it was cut from: small buffers come from large pieces. */
function onItsOwn(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  bytes.copy(own)
  return own
}
