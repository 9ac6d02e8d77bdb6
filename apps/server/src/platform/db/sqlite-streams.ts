// Long queries on SQLite: a few threads, started when they are needed and ended when they were idle for a while.
import type { Worker } from 'node:worker_threads'
import type { CompiledQuery } from 'kysely'
import { startThread } from '../thread.ts'
import { translateFailure } from './failures.ts'
import { pieceSize, readAll, Turnstile, type Cursor, type StreamOptions } from './row-streams.ts'
import { runStreamThread } from './sqlite-stream-thread.ts'

const mostThreads = 3
const idleMilliseconds = 60_000

interface Thread {
  worker: Worker
  isUnwanted: Int32Array
  idle?: NodeJS.Timeout
}

export class SqliteStreams {
  readonly #file: string
  readonly #turnstile = new Turnstile(mostThreads)
  readonly #free: Thread[] = []
  readonly #all = new Set<Thread>()
  #isClosing = false

  constructor(file: string) {
    this.#file = file
  }

  async *stream<R>(query: CompiledQuery, options: StreamOptions): AsyncGenerator<R[]> {
    await this.#turnstile.enter()
    try {
      const thread = this.#free.pop() ?? this.#start()
      clearTimeout(thread.idle)
      yield* readAll<R>(this.#cursor(thread, query), options)
    } finally {
      this.#turnstile.leave()
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await Promise.all([...this.#all].map((thread) => this.#end(thread)))
  }

  #start(): Thread {
    const flag = new SharedArrayBuffer(4)
    const thread: Thread = {
      worker: startThread(runStreamThread, { file: this.#file, flag }),
      isUnwanted: new Int32Array(flag),
    }
    this.#all.add(thread)
    thread.worker.once('exit', () => this.#all.delete(thread))
    return thread
  }

  #cursor(thread: Thread, query: CompiledQuery): Cursor {
    let isOpen = false
    return {
      read: async () => {
        if (!isOpen) {
          isOpen = true
          await ask(thread, { kind: 'open', sql: query.sql, parameters: query.parameters })
        }
        return ask(thread, { kind: 'read', size: pieceSize })
      },
      interrupt: () => void Atomics.store(thread.isUnwanted, 0, 1),
      close: async () => {
        await ask(thread, { kind: 'close' }).catch(() => [])
        Atomics.store(thread.isUnwanted, 0, 0)
        this.#release(thread)
      },
    }
  }

  #release(thread: Thread): void {
    if (this.#isClosing || !this.#all.has(thread)) return
    this.#free.push(thread)
    thread.idle = setTimeout(() => {
      this.#free.splice(this.#free.indexOf(thread), 1)
      void this.#end(thread)
    }, idleMilliseconds).unref()
  }

  async #end(thread: Thread): Promise<void> {
    clearTimeout(thread.idle)
    Atomics.store(thread.isUnwanted, 0, 1)
    thread.worker.ref()
    await new Promise((resolve) => {
      thread.worker.once('exit', resolve)
      thread.worker.postMessage({ kind: 'end' })
    })
  }
}

/** Questions to one thread follow one another, so the next answer is the one to this. */
function ask({ worker }: Thread, message: object): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const settle = (answer: { rows?: unknown[]; error?: unknown }) => {
      worker.off('message', settle).off('error', fail).off('exit', ended).unref()
      if (answer.rows) resolve(answer.rows)
      else reject(translateFailure(asError(answer.error)))
    }
    const fail = (error: unknown) => settle({ error })
    const ended = () => settle({ error: new Error('The thread of long queries ended.') })
    worker.on('message', settle).on('error', fail).on('exit', ended).ref()
    worker.postMessage(message)
  })
}

const asError = (error: unknown) => (error instanceof Error ? error : Object.assign(new Error(), error))
