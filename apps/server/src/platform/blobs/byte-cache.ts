// Blobs in memory, up to a number of bytes; the oldest goes first, unless it was used since it was last looked at. What is
// kept under a digest cannot be out of date.
interface Entry {
  bytes: Buffer
  isUsed: boolean
}

export class ByteCache {
  readonly #most: number
  readonly #entries = new Map<string, Entry>()
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
    entry.isUsed = true
    return entry.bytes
  }

  put(key: string, bytes: Buffer): void {
    this.remove(key)
    this.#entries.set(key, { bytes: onItsOwn(bytes), isUsed: false })
    this.#bytes += bytes.byteLength
    this.#makeRoom()
  }

  /** A map keeps its order: what is put back comes last, and goes when its turn comes again. */
  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#most) return
      if (entry.isUsed) {
        entry.isUsed = false
        this.#entries.delete(key)
        this.#entries.set(key, entry)
      } else this.remove(key)
    }
  }

  remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes.byteLength ?? 0
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
