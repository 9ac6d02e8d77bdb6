// The threads behind digests.ts: started when an upload needs them, shared by all, ended after a quiet while so
// that an idle process stays small.
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { Digests } from './blobs/blob-store.ts'
import { runDigestsThread } from './digests-thread.ts'
import { startThread } from './thread.ts'

/** One upload's share of one thread. Calls are answered in order; all of them reject once the thread is gone. */
export interface Lane {
  isRemote: boolean
  update(chunk: Uint8Array): Promise<void>
  finish(): Promise<Partial<Digests>>
  abandon(): void
}

export type Order =
  | { do: 'open'; lane: number; algorithms: string[] }
  | { do: 'update'; lane: number; chunk: Uint8Array }
  | { do: 'finish'; lane: number; encodings: Record<string, 'hex' | 'base64'> }
  | { do: 'abandon'; lane: number }

export interface Answer {
  lane: number
  digests?: Partial<Digests>
}

/** Undefined when threads cannot be had here; the caller then hashes by itself. */
export function openLane(encodings: Record<string, 'hex' | 'base64'>): Lane | undefined {
  if (hasFailedToStart) return undefined
  return chooseThread().open(encodings)
}

/** How many threads run now; for tests and figures. */
export const countThreads = () => threads.size

/** Ends every thread now, whatever it is doing. */
export async function endThreads(): Promise<void> {
  await Promise.all([...threads].map((thread) => thread.end()))
}

/** Uploads share the threads, so there need not be more than cores; one core is left for receiving. */
export const mostThreads = Math.max(2, Math.min(8, availableParallelism() - 1))

const idleMilliseconds = 10_000
const threads = new Set<Thread>()
let hasFailedToStart = false
let lastLane = 0

function chooseThread(): Thread {
  const [least] = [...threads].toSorted((a, b) => a.load - b.load)
  if (least !== undefined && (least.load === 0 || threads.size >= mostThreads)) return least
  return new Thread()
}

type Settle = { resolve(answer: Answer): void; reject(error: Error): void }

class Thread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Settle[]>()
  #isGone = false
  #hasAnswered = false
  #idle: NodeJS.Timeout | undefined

  constructor() {
    this.#worker = startThread(runDigestsThread)
    this.#worker.on('message', (answer: Answer) => this.#take(answer))
    this.#worker.on('error', (error) => this.#lose(new Error('A hashing thread failed.', { cause: error })))
    this.#worker.on('exit', () => this.#lose(new Error('A hashing thread ended.')))
    threads.add(this)
  }

  get load(): number {
    return this.#waiting.size
  }

  open(encodings: Record<string, 'hex' | 'base64'>): Lane {
    lastLane += 1
    const lane = lastLane
    clearTimeout(this.#idle)
    this.#waiting.set(lane, [])
    // A process waits for its digests, but not for an idle thread.
    this.#worker.ref()
    this.#post({ do: 'open', lane, algorithms: Object.keys(encodings) })
    return {
      isRemote: true,
      update: async (chunk) => void (await this.#ask({ do: 'update', lane, chunk })),
      finish: async () => (await this.#ask({ do: 'finish', lane, encodings })).digests ?? {},
      abandon: () => this.#abandon(lane),
    }
  }

  async end(): Promise<void> {
    threads.delete(this)
    await this.#worker.terminate()
  }

  #ask(order: Order): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(order.lane)
      if (this.#isGone || waiting === undefined) return reject(new Error('The hashing thread is gone.'))
      waiting.push({ resolve, reject })
      this.#post(order)
    })
  }

  #post(order: Order): void {
    if (!this.#isGone) this.#worker.postMessage(order)
  }

  #take(answer: Answer): void {
    this.#hasAnswered = true
    this.#waiting.get(answer.lane)?.shift()?.resolve(answer)
    if (answer.digests !== undefined) this.#close(answer.lane)
  }

  #abandon(lane: number): void {
    if (!this.#waiting.has(lane)) return
    this.#post({ do: 'abandon', lane })
    for (const { reject } of this.#waiting.get(lane) ?? []) reject(new Error('The upload was given up.'))
    this.#close(lane)
  }

  #close(lane: number): void {
    this.#waiting.delete(lane)
    if (this.#waiting.size > 0 || this.#isGone) return
    this.#worker.unref()
    this.#idle = setTimeout(() => void this.end(), idleMilliseconds).unref()
  }

  #lose(error: Error): void {
    if (this.#isGone) return
    this.#isGone = true
    threads.delete(this)
    clearTimeout(this.#idle)
    // A thread that never worked will not work the next time either.
    if (!this.#hasAnswered && this.#waiting.size > 0) hasFailedToStart = true
    for (const waiting of this.#waiting.values()) for (const { reject } of waiting) reject(error)
    this.#waiting.clear()
  }
}
