// Runs jobs. Several workers, in one process or many, share the table without ever running one job at the same time,
// unless its worker was away for longer than its lease.
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock, type Clock } from '../clock.ts'
import type { Database } from '../db/connect.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { backoff } from './backoff.ts'
import { claimJobs, noteProgress, releaseAll, renewClaims, settleJob, type ClaimedJob } from './claim.ts'
import { pruneJobs } from './prune.ts'
import { ensureSchedules, nextRun, pullInFuture, scheduleId, type Schedules } from './schedule.ts'

export interface JobContext {
  id: string
  /** 1 the first time. */
  attempt: number
  /** Aborted when the worker stops and when it lost the job to another. */
  signal: AbortSignal
  /** Says how far it is, for people; at most a few times a second. */
  report(progress: string): Promise<void>
}

/** The payload as it was enqueued; the handler checks it. Throwing means: try again later. */
export type JobHandler = (payload: unknown, context: JobContext) => Promise<void>

export interface WorkerOptions {
  database: Database
  log: Log
  handlers: Record<string, JobHandler>
  schedules?: Schedules
  /** By kind; 10 where nothing is said. */
  maxAttempts?: Record<string, number>
  concurrency?: number
  leaseMilliseconds?: number
  clock?: Clock
  random?: () => number
  /** Where it runs, for people who look. */
  nodeId?: string
}

interface RunningJob {
  abort: AbortController
  done: Promise<void>
}

export class JobWorker {
  readonly #id: string
  readonly #options: WorkerOptions
  readonly #handlers: Record<string, JobHandler>
  readonly #schedules: Schedules
  readonly #clock: Clock
  readonly #concurrency: number
  readonly #lease: number
  readonly #running = new Map<string, RunningJob>()
  #isStarted = false
  #seen = new Date(0)
  #claiming: Promise<number> | undefined
  #isWoken = false
  #poll: NodeJS.Timeout | undefined
  #renewal: NodeJS.Timeout | undefined

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#id = `${options.nodeId ?? ''}:${newId()}`
    this.#clock = options.clock ?? systemClock
    this.#concurrency = options.concurrency ?? 4
    this.#lease = options.leaseMilliseconds ?? 60_000
    this.#handlers = {
      ...options.handlers,
      'prune-jobs': () => pruneJobs(options.database, this.#clock.now()),
    }
    this.#schedules = { ...options.schedules, 'prune-jobs': { everyMinutes: 60 } }
  }

  async start(): Promise<void> {
    const { database } = this.#options
    if (!database.isShared) await releaseAll(database)
    await this.#followClock()
    this.#isStarted = true
    database.notices.on('jobs', this.#wake)
    database.notices.on('cancelled', this.#look)
    const every = database.isShared ? 1000 : 5000
    this.#poll = setInterval(this.#wake, every).unref()
    this.#renewal = setInterval(() => void this.#renew(), this.#lease / 3).unref()
    this.#wake()
  }

  /**
   * Claims nothing more and waits for what is running. After `limit` milliseconds it is told to give up, and a moment
   * later it is left alone: it will run again when its lease is over.
   */
  async stop(limit = 10_000): Promise<void> {
    this.#isStarted = false
    this.#options.database.notices.off('jobs', this.#wake)
    this.#options.database.notices.off('cancelled', this.#look)
    clearInterval(this.#poll)
    await this.#claiming
    const isIdle = await within(limit, this.#idle())
    if (!isIdle) {
      this.#abortAll()
      await within(lastMoment, this.#idle())
    }
    clearInterval(this.#renewal)
  }

  /** Runs everything that is due now, and what that enqueues, until nothing is. */
  async runDue(): Promise<void> {
    while ((await this.#claim()) > 0) await this.#idle()
  }

  /** Whether what runs here is still wanted. */
  readonly #look = (): void => void this.#renew()

  readonly #wake = (): void => {
    this.#isWoken = true
    if (this.#claiming !== undefined || !this.#isStarted) return
    this.#claiming = this.#claimWhileWoken()
      .catch((error: unknown) => {
        this.#options.log.warn('Jobs could not be claimed; trying again', { error })
        return 0
      })
      .finally(() => {
        this.#claiming = undefined
        // Woken between the last look and here.
        if (this.#isWoken) this.#wake()
      })
  }

  async #claimWhileWoken(): Promise<number> {
    let claimed = 0
    // Woken again meanwhile: something may have come after we looked.
    while (this.#isWoken && this.#isStarted) {
      this.#isWoken = false
      claimed += await this.#claim()
    }
    return claimed
  }

  async #claim(): Promise<number> {
    const limit = this.#concurrency - this.#running.size
    if (limit <= 0) return 0
    const now = this.#clock.now()
    // It was set back: what was to happen at its old time would wait for as long as it was ahead.
    if (now < this.#seen) await this.#followClock()
    this.#seen = now
    const until = this.#leaseFrom(now)
    const kinds = Object.keys(this.#handlers)
    const jobs = await claimJobs(this.#options.database, { worker: this.#id, kinds, limit, now, until })
    for (const job of jobs) this.#begin(job)
    return jobs.length
  }

  async #followClock(): Promise<void> {
    const { database } = this.#options
    await ensureSchedules(database, this.#schedules, this.#clock)
    await pullInFuture(database, this.#clock)
  }

  #begin(job: ClaimedJob): void {
    const abort = new AbortController()
    const done = this.#run(job, abort.signal)
      .catch((error: unknown) =>
        this.#options.log.error('The end of a job could not be written', { job: job.id, error }),
      )
      .finally(() => {
        this.#running.delete(job.id)
        this.#wake()
      })
    this.#running.set(job.id, { abort, done })
  }

  async #run(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const failure = await this.#handle(job, signal)
    // Lost to another worker, which settles it.
    if (signal.reason === lost) return
    const now = this.#clock.now()
    const outcome = failure === undefined ? this.#succeeded(job, now) : this.#failed(job, now, failure)
    await settleJob(this.#options.database, this.#id, job, { now, ...outcome })
  }

  async #handle(job: ClaimedJob, signal: AbortSignal): Promise<string | undefined> {
    // Counted when it is claimed: a job that ends the process each time must not do so for ever.
    if (job.attempts > this.#mostAttempts(job)) return 'The process ended each time this job ran.'
    try {
      await this.#handlers[job.kind]?.(JSON.parse(job.payload), {
        id: job.id,
        attempt: job.attempts,
        signal,
        report: (progress) => noteProgress(this.#options.database, this.#id, job.id, progress),
      })
      return undefined
    } catch (error) {
      this.#options.log.warn('A job failed', { job: job.id, kind: job.kind, attempt: job.attempts, error })
      return (error instanceof Error ? error.message : String(error)).slice(0, 2000)
    }
  }

  #succeeded(job: ClaimedJob, now: Date) {
    const schedule = this.#scheduleOf(job)
    if (schedule === undefined) return { state: 'done' as const }
    return { state: 'waiting' as const, attempts: 0, runAfter: nextRun(schedule, now) }
  }

  #failed(job: ClaimedJob, now: Date, error: string) {
    const schedule = this.#scheduleOf(job)
    if (job.attempts < this.#mostAttempts(job)) {
      const runAfter = new Date(now.getTime() + backoff(job.attempts, this.#options.random))
      return { state: 'waiting' as const, runAfter, error }
    }
    if (schedule === undefined) return { state: 'failed' as const, error }
    return { state: 'waiting' as const, attempts: 0, runAfter: nextRun(schedule, now), error }
  }

  #scheduleOf(job: ClaimedJob) {
    return job.id === scheduleId(job.kind) ? this.#schedules[job.kind] : undefined
  }

  #mostAttempts(job: ClaimedJob): number {
    return this.#options.maxAttempts?.[job.kind] ?? 10
  }

  #leaseFrom(now: Date): Date {
    return new Date(now.getTime() + this.#lease)
  }

  async #renew(): Promise<void> {
    const ids = [...this.#running.keys()]
    if (ids.length === 0) return
    try {
      const held = await renewClaims(
        this.#options.database,
        this.#id,
        ids,
        this.#leaseFrom(this.#clock.now()),
      )
      for (const id of ids) if (!held.includes(id)) this.#running.get(id)?.abort.abort(lost)
    } catch (error) {
      this.#options.log.warn('The claims of running jobs could not be renewed; trying again', { error })
    }
  }

  #abortAll(): void {
    for (const { abort } of this.#running.values()) abort.abort(new Error('The worker stops.'))
  }

  async #idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map((job) => job.done))
  }
}

const lost = new Error('Another worker has taken this job, or it was cancelled.')
const lastMoment = 1000

async function within(milliseconds: number, work: Promise<void>): Promise<boolean> {
  const stopWaiting = new AbortController()
  const tooLate = delay(milliseconds, false, { signal: stopWaiting.signal }).catch(() => false)
  const isDone = await Promise.race([work.then(() => true), tooLate])
  stopWaiting.abort()
  return isDone
}
