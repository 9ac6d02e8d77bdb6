// The only way to write. One transaction either happens whole or not at all, and is durable when this returns.
//
// On SQLite transactions run one at a time, so the body awaits database calls and nothing else: whoever waits for
// a network in here stops every writer. On PostgreSQL an error of a statement ends the transaction, so do not
// catch one and go on; use `on conflict` instead.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Database, Db, Notices } from './connect.ts'
import { isLostRace, lostForGood } from './failures.ts'
import type { Schema } from './schema.ts'

export { isUniqueViolation } from './failures.ts'

/**
 * Runs `body` in a transaction and resolves when it is durable. Callbacks given to `after` run right after COMMIT
 * and before any reader of this process can see the new rows; they do not run when the transaction fails.
 * An error thrown by `body` rolls back and comes out as it is. `body` runs again when it lost against another
 * transaction, so it must not change anything outside the database.
 */
export async function transaction<T>(
  database: Database,
  body: (db: Transaction<Schema>, after: (callback: () => void) => void) => Promise<T>,
): Promise<T> {
  const joint = joints.get(database)
  if (joint) return body(joint.db, joint.after)
  if (current.getStore()?.isOpen === true) throw new Error(nested)
  const result = await retryLostRaces(database, () => attempt(database, body))
  await database.sync()
  return result
}

/**
 * Several pieces of work that each write by transaction(), as one transaction: what they do through the database that `body` is
 * given happens whole or not at all. They read from it what those before them wrote; because that may still be undone, it says
 * that it is shared, so that nobody keeps it in memory.
 */
export const together = <T>(
  database: Database,
  body: (joint: Database, after: (callback: () => void) => void) => Promise<T>,
): Promise<T> =>
  transaction(database, (db, after) => {
    const joint: Database = { ...database, db, isShared: true }
    joints.set(joint, { db, after })
    return body(joint, after)
  })

/** Tells this process's workers, once the transaction of `db` is committed, that there is work. */
export function noticeAfterCommit(db: Db, notice: keyof Notices): void {
  const open = opened.get(db)
  if (open === undefined) throw new Error('This is written inside transaction() only.')
  open.notices.add(notice)
}

const nested = 'A transaction is already open here: pass its db on instead of opening another.'
const attempts = 5

interface OpenTransaction {
  isOpen: boolean
  notices: Set<keyof Notices>
}

const current = new AsyncLocalStorage<OpenTransaction>()
const opened = new WeakMap<Db, OpenTransaction>()
const joints = new WeakMap<Database, { db: Transaction<Schema>; after: (callback: () => void) => void }>()

async function attempt<T>(
  database: Database,
  body: (db: Transaction<Schema>, after: (callback: () => void) => void) => Promise<T>,
): Promise<T> {
  const callbacks: (() => void)[] = []
  const open: OpenTransaction = { isOpen: true, notices: new Set() }
  const run = (db: Transaction<Schema>) => {
    opened.set(db, open)
    return current.run(open, () => body(db, (callback) => callbacks.push(callback)))
  }
  const committed = () => {
    for (const callback of callbacks) runSafely(database, callback)
    for (const notice of open.notices) database.notices.emit(notice)
  }
  try {
    return await database.write(run, committed)
  } finally {
    open.isOpen = false
  }
}

// The rows are committed: an error in here must not look like a failed transaction.
function runSafely(database: Database, callback: () => void): void {
  try {
    callback()
  } catch (error) {
    database.log.error('A callback after a commit failed', { error })
  }
}

async function retryLostRaces<T>({ log }: Database, run: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isLostRace(error)) throw error
      if (tried === attempts) {
        log.warn('A transaction lost against others again and again', { error })
        throw lostForGood(error)
      }
      // Jitter, or the two that collided would meet again.
      await delay(5 * 2 ** tried * (0.5 + Math.random()))
    }
  }
}
