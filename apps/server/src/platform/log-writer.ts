// How log lines reach a file or the console: gathered in memory, written in the background in large pieces, never waited for.
// Memory is bounded: when the disk is full or too slow, lines are dropped, counted, and the count is written.
// Lines wait as bytes, not as strings: strings that wait for a tenth of a second outlive two collections, and a busy
// server would fill its heap with them, ten megabytes a second.

const flushAfter = 100
const pieceSize = 256 * 1024
const mostBuffered = 8 * 1024 * 1024

export interface LogTarget {
  /** The bytes are only borrowed: they are written over when this has resolved. */
  write(bytes: Buffer): Promise<void>
  /** For the last lines before the process ends. */
  writeSync(bytes: Buffer): void
  close(): Promise<void>
}

interface LineWriterOptions {
  /** Called once when lines begin to be dropped, and the line to write when it works again. */
  onDrop?(error: unknown): void
  droppedLine?(count: number): string
}

interface Piece {
  bytes: Buffer
  used: number
  lines: number
}

export class LineWriter {
  readonly #target: LogTarget
  readonly #options: LineWriterOptions
  /** In order; lines are added to the last. */
  #pieces: Piece[] = []
  /** Used again, so that a busy server does not ask for a new one twenty times a second. */
  #spare: Buffer | undefined
  #dropped = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  /** Else only pieces that are full: many small writes would cost more than the lines themselves. */
  #isAllWanted = false
  #isClosed = false

  constructor(target: LogTarget, options: LineWriterOptions = {}) {
    this.#target = target
    this.#options = options
  }

  write(line: string): void {
    // The line of a connection that was cut off at the end comes too late: nobody would close the file again.
    if (this.#isClosed) return
    const piece = this.#pieceFor(line)
    if (!piece) {
      this.#drop(1, new Error('The log is written faster than the disk takes it'))
      return
    }
    piece.used += piece.bytes.write(line, piece.used)
    piece.lines++
    this.#timer ??= setTimeout(() => void this.flush(), flushAfter).unref()
    if (this.#pieces.length > 1) void this.#drainOnce()
  }

  /** Resolves when everything written so far has been handed to the target. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isAllWanted = true
    return this.#drainOnce()
  }

  flushSync(): void {
    try {
      for (const { bytes, used } of this.#pieces.splice(0)) this.#target.writeSync(bytes.subarray(0, used))
    } catch {
      // The process is ending and there is nowhere left to say it.
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.flush()
    await this.#target.close()
  }

  /** The last piece if the line fits, else a new one; none when too much waits already. */
  #pieceFor(line: string): Piece | undefined {
    // At most three bytes for each unit of a string.
    const most = line.length * 3
    const last = this.#pieces.at(-1)
    if (last && last.used + most <= last.bytes.length) return last
    if ((this.#pieces.length + 1) * pieceSize > mostBuffered || most > mostBuffered) return undefined
    const bytes =
      most > pieceSize ? Buffer.allocUnsafeSlow(most) : (this.#spare ?? Buffer.allocUnsafeSlow(pieceSize))
    if (bytes === this.#spare) this.#spare = undefined
    const piece = { bytes, used: 0, lines: 0 }
    this.#pieces.push(piece)
    return piece
  }

  #drainOnce(): Promise<void> {
    if (this.#running) return this.#running
    const first = this.#nextPiece()
    if (!first) return Promise.resolve()
    this.#running = this.#drain(first)
    return this.#running
  }

  #nextPiece(): Piece | undefined {
    if (this.#pieces.length > 1) return this.#pieces.shift()
    if (!this.#isAllWanted) return undefined
    this.#isAllWanted = false
    return this.#pieces.shift()
  }

  async #drain(first: Piece): Promise<void> {
    for (let piece: Piece | undefined = first; piece; piece = this.#nextPiece()) {
      try {
        await this.#target.write(piece.bytes.subarray(0, piece.used))
        this.#reportDropped()
      } catch (error) {
        this.#drop(piece.lines, error)
        break
      } finally {
        if (piece.bytes.length === pieceSize) this.#spare = piece.bytes
      }
    }
    // In the same turn as the last look: who asks right after it is not told of a run that will not look again.
    this.#running = undefined
  }

  #drop(count: number, error: unknown): void {
    if (this.#dropped === 0) this.#options.onDrop?.(error)
    this.#dropped += count
  }

  #reportDropped(): void {
    if (this.#dropped === 0) return
    const line = this.#options.droppedLine?.(this.#dropped)
    this.#dropped = 0
    if (line !== undefined) this.write(line)
  }
}
