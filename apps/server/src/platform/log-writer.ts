// How log lines reach a file or the console: gathered in memory, written in the background in large pieces, never waited for.
// Memory is bounded: when the disk is full or too slow, lines are dropped, counted, and the count is written.

const flushAfter = 100
const flushAt = 256 * 1024
const mostBuffered = 8 * 1024 * 1024

export interface LogTarget {
  write(text: string): Promise<void>
  /** For the last lines before the process ends. */
  writeSync(text: string): void
  close(): Promise<void>
}

export interface LineWriterOptions {
  /** Called once when lines begin to be dropped, and the line to write when it works again. */
  onDrop?(error: unknown): void
  droppedLine?(count: number): string
}

export class LineWriter {
  readonly #target: LogTarget
  readonly #options: LineWriterOptions
  #pieces: string[] = []
  #size = 0
  #dropped = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(target: LogTarget, options: LineWriterOptions = {}) {
    this.#target = target
    this.#options = options
  }

  write(line: string): void {
    // The line of a connection that was cut off at the end comes too late: nobody would close the file again.
    if (this.#isClosed) return
    if (this.#size + line.length > mostBuffered) {
      this.#drop(1, new Error('The log is written faster than the disk takes it'))
      return
    }
    this.#pieces.push(line)
    this.#size += line.length
    if (this.#size >= flushAt) void this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), flushAfter).unref()
  }

  /** Resolves when everything written so far has been handed to the target. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#running ??= this.#drain().finally(() => (this.#running = undefined))
    return this.#running
  }

  flushSync(): void {
    const lines = this.#take()
    try {
      if (lines.length > 0) this.#target.writeSync(lines.join(''))
    } catch {
      // The process is ending and there is nowhere left to say it.
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.flush()
    await this.#target.close()
  }

  async #drain(): Promise<void> {
    while (this.#pieces.length > 0) {
      const lines = this.#take()
      try {
        await this.#target.write(lines.join(''))
        this.#reportDropped()
      } catch (error) {
        this.#drop(lines.length, error)
        return
      }
    }
  }

  #take(): string[] {
    const lines = this.#pieces
    this.#pieces = []
    this.#size = 0
    return lines
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
