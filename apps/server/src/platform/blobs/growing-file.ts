// Bytes that are still arriving in a file, for any number of readers, each at its own pace: a slow one holds up neither
// the others nor the arrival. Until whoever fills it has checked the whole and says so, the last byte that arrived is held
// back, so that nobody takes something unchecked for complete.
import { read } from 'node:fs'
import { Readable } from 'node:stream'
import { closeFile, openFile } from '../files.ts'
import type { ByteRange } from './blob-store.ts'

const pieceBytes = 256 * 1024

export class GrowingFile {
  readonly #fd: number
  #arrived = 0
  #state: 'growing' | 'complete' | 'failed' = 'growing'
  #failure: unknown
  #readers = 0
  #isOpen = true
  #waiting: (() => void)[] = []

  /** Has a descriptor of its own, so that the file may be renamed or removed meanwhile. */
  static async open(path: string): Promise<GrowingFile> {
    return new GrowingFile(await openFile(path, 'r'))
  }

  private constructor(fd: number) {
    this.#fd = fd
  }

  /** So many bytes from the start are in the file. */
  advance(arrived: number): void {
    this.#arrived = Math.max(this.#arrived, arrived)
    this.#wake()
  }

  /** Everything arrived and was found right. */
  complete(): void {
    if (this.#state === 'growing') this.#end('complete', undefined)
  }

  /** Readers get the error, wherever they are. */
  fail(error: unknown): void {
    if (this.#state === 'growing') this.#end('failed', error)
  }

  read(range?: ByteRange): Readable {
    this.#readers += 1
    return Readable.from(this.#pieces(range), { objectMode: false, highWaterMark: pieceBytes })
  }

  async *#pieces({ start, end }: ByteRange = { start: 0, end: Infinity }): AsyncGenerator<Buffer> {
    try {
      for (let position = start; position <= end;) {
        const available = Math.min(await this.#availableFrom(position), end + 1)
        if (available <= position) return
        const piece = await readAt(this.#fd, position, Math.min(pieceBytes, available - position))
        if (piece.byteLength === 0) throw new Error('The file is shorter than what arrived.')
        position += piece.byteLength
        yield piece
      }
    } finally {
      this.#readers -= 1
      this.#closeWhenIdle()
    }
  }

  /** How far one can read; waits until that is behind `position`, or everything is there. */
  async #availableFrom(position: number): Promise<number> {
    for (;;) {
      if (this.#state === 'failed') throw this.#failure
      if (this.#state === 'complete') return this.#arrived
      if (this.#arrived - 1 > position) return this.#arrived - 1
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  #end(state: 'complete' | 'failed', error: unknown): void {
    this.#state = state
    this.#failure = error
    this.#wake()
    this.#closeWhenIdle()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #closeWhenIdle(): void {
    if (this.#state === 'growing' || this.#readers > 0 || !this.#isOpen) return
    this.#isOpen = false
    closeFile(this.#fd).catch(() => {})
  }
}

const readAt = (fd: number, position: number, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(length)
    read(fd, buffer, 0, length, position, (error, count) =>
      error === null ? resolve(buffer.subarray(0, count)) : reject(error),
    )
  })
