// Wrong answers are counted, per account and per address, and after some of them the next is not even looked at for a
// while. Kept in the database, so that a restart or another node forgets nothing; right answers write nothing here.
//
// Nobody can lock another out for good: at a place where a user signed in before (an address, or a browser by its cookie)
// only the wrong answers given at that very place count. Every lock ends by itself.
import { hash } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { AttemptRow, UserRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Access } from '../access.ts'
import { audit } from '../audit.ts'
import { findUserById } from '../people/users.ts'
import { findKnownPlace, type Place } from './known-places.ts'
import { securityOf } from './security.ts'

interface Guess extends Place {
  /** What is being guessed at. */
  kind: 'password' | 'code' | 'link' | 'key'
  /** As typed, so that a name that does not exist behaves like one that does. */
  name: string
  /** When there is such a user. */
  userId: string | undefined
}

interface Counter {
  key: string
  userId: string | null
  address: string | null
  limit: number
}

/** Runs the check unless too many went wrong before. Undefined is a wrong answer. */
export async function underLimits<T>(
  access: Access,
  guess: Guess,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { lock } = await securityOf(access)
  if (!lock.isEnabled) return check()
  const counters = await countersOf(access, guess, lock.attempts)
  // Those under way may all be wrong. They are counted before the database is asked: whichever ends meanwhile is then
  // in one of the two counts, if not in both.
  const underWay = counters.map(({ key }) => begin(access, key))
  let isToBeCounted = false
  try {
    const known = await readCounters(access, counters)
    for (const [index, counter] of counters.entries())
      refuseIfLocked(access, counter, known.get(counter.key), underWay[index] ?? 0, lock.minutes)
    const answer = await check()
    isToBeCounted = answer === undefined
    if (isToBeCounted) await countFailure(access, guess, counters, lock.minutes)
    else if (known.size > 0) await forgetFailures(access, counters)
    isToBeCounted = false
    return answer
  } finally {
    // One that could not be written down was looked at all the same: it stays among those under way.
    const settleAll = () => counters.forEach(({ key }) => settle(access, key))
    if (isToBeCounted) setTimeout(settleAll, Math.min(lock.minutes, minutesOfADay) * 60_000).unref()
    else settleAll()
  }
}

/** For what has no account to count by, such as keys of links. */
export async function underAddressLimit<T>(
  access: Access,
  address: string,
  check: () => Promise<T | undefined>,
  kind: Guess['kind'] = 'link',
): Promise<T | undefined> {
  return underLimits(access, { kind, name: '', userId: undefined, address, device: undefined }, check)
}

/** Throws while the password of this user would not even be looked at here, for those who come without it. */
export async function refuseLocked(access: Access, user: UserRow, place: Place): Promise<void> {
  const { lock } = await securityOf(access)
  if (!lock.isEnabled) return
  const guess: Guess = { kind: 'password', name: user.name, userId: user.id, ...place }
  const counters = await countersOf(access, guess, lock.attempts)
  const known = await readCounters(access, counters)
  for (const counter of counters) refuseIfLocked(access, counter, known.get(counter.key), 0, lock.minutes)
}

/** For what costs others something each time, such as a letter: so many within an hour. */
export async function countTurn(
  access: Access,
  what: string,
  limit: number,
  how: 'loudly' | 'quietly' = 'loudly',
): Promise<boolean> {
  const now = access.clock.now()
  const hour = Math.floor(now.getTime() / 3_600_000)
  const counter = { key: digestOf(`turn ${what} ${hour}`), userId: null, address: null, limit }
  const turns = await transaction(access.database, (db) => raise(db, counter, now, 60))
  if (turns <= limit) return true
  if (how === 'quietly') return false
  throw new AppError('too-many-requests', 'This was asked for too often. Try again in an hour.', {
    headers: { 'retry-after': '3600' },
  })
}

/** Inside a transaction. */
export async function unlock(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('attempts').where('user_id', '=', userId).execute()
}

const minutesOfADay = 24 * 60

// One address stands for many people behind one router.
const peopleBehindOneAddress = 10

async function countersOf(access: Access, guess: Guess, limit: number): Promise<Counter[]> {
  const { kind, name, userId = null, address } = guess
  const byAddress = {
    key: digestOf(`address ${address}`),
    userId: null,
    address,
    limit: limit * peopleBehindOneAddress,
  }
  if (name === '') return [byAddress]
  const place = userId === null ? undefined : await findKnownPlace(access, userId, guess)
  if (place !== undefined)
    return [{ key: digestOf(`${kind} ${userId} at ${place}`), userId, address: null, limit }]
  return [{ key: digestOf(`${kind} ${name}`), userId, address: null, limit }, byAddress]
}

async function readCounters(access: Access, counters: Counter[]): Promise<Map<string, AttemptRow>> {
  const keys = counters.map((counter) => counter.key)
  const rows = await access.database.db.selectFrom('attempts').selectAll().where('key', 'in', keys).execute()
  return new Map(rows.map((row) => [row.key, row]))
}

function refuseIfLocked(
  access: Access,
  counter: Counter,
  row: AttemptRow | undefined,
  underWay: number,
  minutes: number,
): void {
  const now = access.clock.now().getTime()
  const until = Date.parse(row?.locked_until ?? '')
  if (until > now) throw tooMany(until - now)
  const failures = row === undefined || isOld(row, now, minutes) ? 0 : row.failures
  // Guessing in parallel gains nothing. But behind one address there are many people, who may well all come at once.
  const guessing = counter.address === null ? underWay : 0
  if (failures + guessing >= counter.limit) throw tooMany(1000)
}

function tooMany(milliseconds: number): AppError {
  const seconds = Math.ceil(milliseconds / 1000)
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError(
    'too-many-requests',
    `Too many wrong answers. Try again in ${wait}, or ask an administrator to unlock the account.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

async function countFailure(
  access: Access,
  guess: Guess,
  counters: Counter[],
  minutes: number,
): Promise<void> {
  const now = access.clock.now()
  await transaction(access.database, async (db, after) => {
    // Not so when they were deleted while their password was looked at.
    const isKnown = guess.userId !== undefined && (await findUserById(db, guess.userId)) !== undefined
    const doer = { actor: { name: isKnown ? guess.name : 'unknown' }, address: guess.address }
    // A name that nobody has is not written down: people type passwords into the wrong field.
    const target = isKnown ? { target: guess.name } : {}
    await audit(access, db, doer, { kind: kinds[guess.kind], outcome: 'failure', ...target })
    for (const counter of counters) {
      const failures = await raise(db, isKnown ? counter : { ...counter, userId: null }, now, minutes)
      const pause = pauseAfter(failures, counter, minutes)
      if (pause === 0) continue
      const locked_until = new Date(now.getTime() + pause).toISOString()
      await db.updateTable('attempts').set({ locked_until }).where('key', '=', counter.key).execute()
      if (failures !== counter.limit) continue
      // Locked means locked: what is remembered of right answers would be an oracle for those who go on guessing.
      after(() => access.verified.clear())
      await audit(access, db, doer, {
        kind: counter.address === null ? 'account.locked' : 'address.locked',
        outcome: 'failure',
        ...(counter.address === null ? target : { target: counter.address }),
        detail: { until: locked_until, failures },
      })
    }
  })
}

async function raise(db: Db, counter: Counter, now: Date, minutes: number): Promise<number> {
  const since = new Date(now.getTime() - minutes * 60_000).toISOString()
  const last_at = now.toISOString()
  const row = await db
    .insertInto('attempts')
    .values({
      key: counter.key,
      user_id: counter.userId,
      address: counter.address,
      failures: 1,
      last_at,
      locked_until: null,
    })
    .onConflict((on) =>
      on.column('key').doUpdateSet((eb) => ({
        failures: eb
          .case()
          .when('attempts.last_at', '<', since)
          .then(1)
          .else(eb('attempts.failures', '+', 1))
          .end(),
        last_at,
      })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return Number(row.failures)
}

/** From the third wrong answer on a pause that doubles, and at the limit the lock. */
function pauseAfter(failures: number, { limit, address }: Counter, minutes: number): number {
  if (failures >= limit) return minutes * 60_000
  if (failures < 3 || address !== null) return 0
  return Math.min(1000 * 2 ** (failures - 3), 30_000)
}

/** A right answer makes up for the wrong ones of its account, not for those of its address. */
async function forgetFailures(access: Access, counters: Counter[]): Promise<void> {
  const keys = counters.filter((counter) => counter.address === null).map((counter) => counter.key)
  if (keys.length === 0) return
  await transaction(access.database, (db) => db.deleteFrom('attempts').where('key', 'in', keys).execute())
}

/** How many were under way before this one. */
function begin(access: Access, key: string): number {
  const before = access.guessing.get(key) ?? 0
  access.guessing.set(key, before + 1)
  return before
}

function settle(access: Access, key: string): void {
  const left = (access.guessing.get(key) ?? 1) - 1
  if (left === 0) access.guessing.delete(key)
  else access.guessing.set(key, left)
}

const isOld = (row: AttemptRow, now: number, minutes: number) =>
  Date.parse(row.last_at) < now - minutes * 60_000

const kinds = {
  password: 'sign-in.failed',
  code: 'second-factor.failed',
  link: 'link.refused',
  key: 'ssh-key.refused',
} as const

const digestOf = (text: string) => hash('sha256', text)
