// Keeps the write-ahead log short without stopping anybody: a thread copies while readers and writers go on.
// Only when writers are so busy that it never catches up do they wait, for the last small rest.
import { Worker } from 'node:worker_threads'
import type { Log } from '../log.ts'

export interface CheckpointResult {
  /** Pages in the log, and how many of them are in the database file by now. */
  frames: number
  moved: number
}

// A row of ours costs about a page in the log, indexes included: some 4 MB between two checkpoints.
const rowsBetween = 1000
// 16 MB of log: beyond it writers wait for the checkpoint to catch up.
const longLog = 4000
const idleMilliseconds = 10_000

export class Checkpointer {
  readonly #file: string
  readonly #log: Log
  /** Runs something while no transaction is open. */
  readonly #pauseWriters: (run: () => Promise<void>) => Promise<void>
  #rows = 0
  #running: Promise<void> | undefined
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(file: string, log: Log, pauseWriters: (run: () => Promise<void>) => Promise<void>) {
    this.#file = file
    this.#log = log
    this.#pauseWriters = pauseWriters
  }

  wrote(rows: number): void {
    this.#rows += rows
    if (this.#rows < rowsBetween || this.#running !== undefined) return
    this.#rows = 0
    this.#running = this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async close(): Promise<void> {
    // The thread does not keep the process alive by itself, but this wait must.
    this.#worker?.ref()
    await this.#running
    await this.#stopWorker()
  }

  async #run(): Promise<void> {
    try {
      const { frames, moved } = await this.#checkpoint()
      if (frames > longLog && moved < frames)
        await this.#pauseWriters(async () => void (await this.#checkpoint()))
      this.#stopWhenIdle()
    } catch (error) {
      // Not fatal: SQLite itself checkpoints when the log gets much longer (see sqlite.ts).
      this.#log.warn('The checkpoint of the database failed', { error })
      await this.#stopWorker()
    }
  }

  #checkpoint(): Promise<CheckpointResult> {
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= startWorker(this.#file))
    return new Promise((resolve, reject) => {
      const settle = (error: Error | undefined, result?: CheckpointResult) => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        if (error === undefined && result !== undefined) resolve(result)
        else reject(error)
      }
      const onMessage = (result: CheckpointResult) => settle(undefined, result)
      const onError = (error: Error) => settle(error)
      const onExit = () => settle(new Error('The checkpoint thread ended.'))
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      worker.postMessage('checkpoint')
    })
  }

  #stopWhenIdle(): void {
    this.#idle = setTimeout(() => void this.#stopWorker(), idleMilliseconds).unref()
  }

  // Asked to close and not terminated: a thread that is stopped in the middle could leave SQLite's locks behind.
  async #stopWorker(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    if (worker === undefined || worker.threadId === -1) return
    worker.ref()
    await new Promise((resolve) => {
      worker.once('exit', resolve)
      worker.postMessage('close')
    })
  }
}

function startWorker(file: string): Worker {
  const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  })
  worker.unref()
  return worker
}
