// Keeps the write-ahead log short without stopping anybody: a thread copies while readers and writers go on.
// Only when writers are so busy that it never catches up do they wait, for the last small rest.
import type { Worker } from 'node:worker_threads'
import type { Log } from '../log.ts'
import { startThread } from '../thread.ts'
import { runCheckpointThread } from './checkpoint-thread.ts'

// A row of ours costs about a page in the log, indexes included: some 4 MB between two checkpoints.
const rowsBetween = 1000
// From here on writers wait for the checkpoint to catch up.
const longLog = 32 * 1024 * 1024
const idleMilliseconds = 10_000

interface LogFile {
  file: string
  log: Log
  /** How long the write-ahead log is now. */
  size(): number
  /** Runs something while no transaction is open. */
  pauseWriters(run: () => Promise<void>): Promise<void>
}

export class Checkpointer {
  readonly #of: LogFile
  #rows = 0
  #running: Promise<void> | undefined
  #copying: Promise<void> | undefined
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(of: LogFile) {
    this.#of = of
  }

  wrote(rows: number): void {
    this.#rows += rows
    if (this.#running !== undefined) this.#waitIfLong()
    else if (this.#rows >= rowsBetween) this.#start()
  }

  async close(): Promise<void> {
    // The thread does not keep the process alive by itself, but this wait must.
    this.#worker?.ref()
    await this.#running
    await this.#stopWorker()
  }

  #start(): void {
    this.#rows = 0
    this.#running = this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async #run(): Promise<void> {
    try {
      this.#copying = this.#checkpoint()
      this.#copying.catch(() => {})
      await this.#copying
      this.#copying = undefined
      // Only a log that was copied whole begins anew, and writers have gone on meanwhile. Without them there is
      // but a small rest.
      if (this.#of.size() > longLog) await this.#of.pauseWriters(() => this.#checkpoint())
      this.#stopWhenIdle()
    } catch (error) {
      this.#copying = undefined
      // Not fatal: SQLite itself checkpoints when the log gets much longer (see sqlite.ts).
      this.#of.log.warn('The checkpoint of the database failed', { error })
      await this.#stopWorker()
    }
  }

  #waitIfLong(): void {
    const copying = this.#copying
    if (copying === undefined || this.#of.size() <= longLog) return
    // Once is enough: whoever comes next is behind this in the queue.
    this.#copying = undefined
    this.#of.pauseWriters(() => copying).catch(() => {})
  }

  #checkpoint(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= startThread(runCheckpointThread, this.#of.file))
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        if (error === undefined) resolve()
        else reject(error)
      }
      const onMessage = () => settle()
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
