// A stored file, or a part of it, on its way out. Whoever transforms it reads it as a stream; a client gets it straight from
// memory that is used again for the next piece, so that a download holds one block however slow the client is.
import type { FileHandle } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import type { ByteRange } from './blob-store.ts'
import { plainBlocks } from './blocks.ts'

// Fewer and larger reads: at 64 kB, Node's default, a download costs twice the processor time.
const readBytes = 256 * 1024

/** Closes the file when it was read to the end, and when it is destroyed before that. */
export class FileStream extends Readable {
  readonly #file: FileHandle
  readonly #end: number
  #position: number

  constructor(file: FileHandle, { start, end }: ByteRange) {
    super({ highWaterMark: readBytes })
    this.#file = file
    this.#position = start
    this.#end = end
  }

  override _read(): void {
    const piece = Buffer.allocUnsafeSlow(Math.min(readBytes, this.#left))
    if (piece.byteLength === 0) this.push(null)
    else
      this.#fill(piece).then(
        (filled) => this.push(filled),
        (error: Error) => this.destroy(error),
      )
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#close()
    done(error)
  }

  /** Instead of reading it. Ends `out`, and resolves when the last byte was handed over. */
  async sendTo(out: Writable): Promise<void> {
    const block = plainBlocks.take()
    try {
      while (this.#left > 0) await write(out, await this.#fill(block))
      plainBlocks.give(block)
      await end(out)
    } catch (error) {
      // What was handed over may still be on its way.
      plainBlocks.drop(block)
      throw error
    } finally {
      this.destroy()
    }
  }

  /** Nobody waits for it: nothing was written. */
  #close(): void {
    this.#file.close().catch(() => {})
  }

  get #left(): number {
    return Math.max(0, this.#end + 1 - this.#position)
  }

  async #fill(block: Uint8Array): Promise<Uint8Array> {
    const wanted = Math.min(block.byteLength, this.#left)
    const { bytesRead } = await this.#file.read(block, 0, wanted, this.#position)
    if (bytesRead === 0) throw new Error('The file is shorter than it was.')
    this.#position += bytesRead
    return block.subarray(0, bytesRead)
  }
}

/** Also when the reader goes away at the last moment: then there is no finish to wait for. */
const end = (out: Writable): Promise<void> =>
  new Promise((resolve) => {
    out.once('close', resolve)
    out.end(resolve)
  })

/** Resolves when the bytes have left this process, rejects when the reader went away. */
const write = (out: Writable, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    const gone = () => reject(Object.assign(new Error('The reader went away.'), { code: 'EPIPE' }))
    if (out.destroyed) return gone()
    out.once('close', gone)
    out.write(bytes, (error) => {
      out.off('close', gone)
      if (error) reject(error)
      else resolve()
    })
  })
