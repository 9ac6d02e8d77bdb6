// Transactions on the one connection that writes, one after the other. Those that wait together share a commit: COMMIT
// writes each page that was changed, and neighbours change many of the same ones. Each still fails by itself.
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, type KyselyPlugin, type Transaction } from 'kysely'
import { isBusy, translateFailure } from './failures.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** The event loop may stand still for as long as the bodies of one commit take. */
const mostTogether = 16
const longestWait = 5000

interface Task {
  body(db: Transaction<Schema>): Promise<void>
  committed(): void
  resolve(): void
  reject(error: unknown): void
}

/** Wants the connection for itself, without a transaction. */
type Pause = () => Promise<void>

export class SqliteWriter {
  readonly #sqlite: DatabaseSync
  readonly #db: Kysely<Schema>
  readonly #onCommit: () => void
  readonly #waiting: (Task | Pause)[] = []
  #isRunning = false

  /** `onCommit` runs right after each COMMIT, before anything else of this process can. */
  constructor(sqlite: DatabaseSync, onCommit: () => void) {
    this.#sqlite = sqlite
    this.#db = new Kysely<Schema>({ dialect: sqliteDialect(sqlite) })
    this.#onCommit = onCommit
  }

  /** `committed` runs in the same turn as COMMIT. */
  write<T>(body: (db: Transaction<Schema>) => Promise<T>, committed: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T
      const run = async (db: Transaction<Schema>) => void (result = await body(db))
      this.#add({ body: run, committed, resolve: () => resolve(result), reject })
    })
  }

  /** Runs something while no transaction is open. */
  pause(run: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => this.#add(() => run().then(resolve, reject)))
  }

  #add(item: Task | Pause): void {
    this.#waiting.push(item)
    if (this.#isRunning) return
    this.#isRunning = true
    void this.#runAll()
  }

  async #runAll(): Promise<void> {
    // Whoever is woken by the same turn of the event loop comes along.
    await new Promise((resolve) => setImmediate(resolve))
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (typeof next === 'function') await next()
      else await this.#commitTogether(next)
    }
    this.#isRunning = false
  }

  async #commitTogether(first: Task): Promise<void> {
    const tasks = [first]
    try {
      await begin(this.#sqlite)
      await this.#run(first)
      for (let next = this.#takeTask(); next !== undefined; next = this.#takeTask()) {
        if (await this.#runApart(next)) tasks.push(next)
        if (tasks.length === mostTogether) break
      }
      this.#sqlite.exec('COMMIT')
    } catch (error) {
      // A full disk makes SQLite roll back by itself; a second ROLLBACK would hide why.
      // And after the end nothing is open: whoever still writes then is told so.
      if (this.#sqlite.isOpen && this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK')
      for (const task of tasks) task.reject(translateFailure(error))
      return
    }
    this.#onCommit()
    for (const task of tasks) task.committed()
    for (const task of tasks) task.resolve()
  }

  #takeTask(): Task | undefined {
    const next = this.#waiting[0]
    if (next === undefined || typeof next === 'function') return undefined
    this.#waiting.shift()
    return next
  }

  /** True when it may be committed. Throws when it took the whole transaction with it. */
  async #runApart(task: Task): Promise<boolean> {
    this.#sqlite.exec('SAVEPOINT apart')
    try {
      await this.#run(task)
      this.#sqlite.exec('RELEASE apart')
      return true
    } catch (error) {
      task.reject(translateFailure(error))
      if (!this.#sqlite.isTransaction) throw error
      this.#sqlite.exec('ROLLBACK TO apart; RELEASE apart')
      return false
    }
  }

  async #run(task: Task): Promise<void> {
    const state = { isOver: false }
    try {
      // A transaction of Kysely's own cannot share a commit; this handle differs from one in nothing but its class.
      await task.body(this.#db.withPlugin(untilOver(state)) as Transaction<Schema>)
    } finally {
      state.isOver = true
    }
  }
}

const untilOver = (state: { isOver: boolean }): KyselyPlugin => ({
  transformQuery({ node }) {
    if (state.isOver) throw new Error('Transaction is already committed')
    return node
  },
  transformResult: async ({ result }) => result,
})

// SQLite's own waiting would block the event loop, so a lock held by a foreign program is waited for here.
async function begin(sqlite: DatabaseSync): Promise<void> {
  const until = Date.now() + longestWait
  for (;;) {
    try {
      sqlite.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error
      await delay(20)
    }
  }
}
