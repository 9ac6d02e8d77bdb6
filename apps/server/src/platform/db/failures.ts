// What an engine's error means, for both engines, in one place.
import { AppError, badRequest } from '../errors.ts'

/** A row with this key is there already. Inside a PostgreSQL transaction nothing can follow such an error. */
export function isUniqueViolation(error: unknown): boolean {
  return sqliteUnique.has(sqliteCode(error)) || postgresCode(error) === '23505'
}

/** The transaction lost against another and may simply be run again; what it then finds gone, it can say better. */
export function isLostRace(error: unknown): boolean {
  const code = postgresCode(error)
  return code === '40001' || code === '40P01' || isForeignKeyViolation(error)
}

/** For whoever lost again and again. */
export const lostForGood = (cause: unknown) =>
  isForeignKeyViolation(cause)
    ? new AppError('conflict', 'What this belongs to was removed at the same moment. Look again.', { cause })
    : notReady('The database is busy. Try again in a moment.', cause)

/** A row refers to one that is gone. */
function isForeignKeyViolation(error: unknown): boolean {
  return sqliteCode(error) === sqliteForeignKey || postgresCode(error) === '23503'
}

export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error) & primaryCode
  return code === 5 || code === 6 || postgresCode(error) === lockTimeout
}

/** Full disks and unreachable servers become sentences; every other error stays what it is. */
export function translateFailure(error: unknown): unknown {
  if (isFull(error)) return storageFull(error)
  if (isBusy(error)) return notReady('The database is busy. Try again in a moment.', error)
  if (isUnreachable(error)) return notReady('The database cannot be reached. Try again in a moment.', error)
  // What the borders should have refused; PostgreSQL stores no NUL, SQLite would.
  if (postgresCode(error) === '22021') return badRequest('A value holds a NUL character. Leave it out.')
  return error
}

const storageFull = (cause: unknown) =>
  new AppError(
    'storage-full',
    'There is no room left on the storage. Nothing was stored; ask your administrator.',
    {
      cause,
    },
  )

export const notReady = (message: string, cause?: unknown) =>
  new AppError('not-ready', message, { cause, headers: { 'retry-after': '2' } })

/** The same for files: a full device, too many open files, and a folder that does not let us. */
export function translateFileFailure(error: unknown): unknown {
  const code = codeOf(error)
  if (isFull(error)) return storageFull(error)
  if (tooManyOpen.has(code)) return notReady('Too many files are open. Try again in a moment.', error)
  return locked.has(code) ? unusable(code, error) : error
}

/** Says what is wrong, not where: paths of the machine are for the log. */
export const unusable = (what: string, cause?: unknown) =>
  new AppError('internal', `The storage cannot be used (${what}). Tell an administrator.`, { cause })

const tooManyOpen = new Set(['EMFILE', 'ENFILE'])
const locked = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'ELOOP', 'ENOTDIR', 'EISDIR'])

/** PostgreSQL waited for a lock as long as it may. */
const lockTimeout = '55P03'
const full = new Set(['ENOSPC', 'EDQUOT'])
// SQLite's extended codes keep the primary one in the low byte.
const primaryCode = 0xff
// UNIQUE, PRIMARY KEY, ROWID.
const sqliteUnique = new Set([2067, 1555, 2579])
const sqliteForeignKey = 787
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])

/** A disk, whoever writes to it. */
export function isFull(error: unknown): boolean {
  return (
    (sqliteCode(error) & primaryCode) === 13 || full.has(codeOf(error)) || postgresCode(error) === '53100'
  )
}

function isUnreachable(error: unknown): boolean {
  const code = codeOf(error)
  if (unreachable.has(code)) return true
  // 08: connection trouble; 57P01 to 57P03: the server stops or starts; 53300: too many connections;
  // 3D000: the database is not there, as in the middle of a restore.
  if (/^(08...|57P0[123]|53300|3D000)$/.test(code)) return true
  return (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}

function sqliteCode(error: unknown): number {
  if (codeOf(error) !== 'ERR_SQLITE_ERROR') return 0
  return typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : 0
}

function postgresCode(error: unknown): string {
  const code = codeOf(error)
  return code.length === 5 ? code : ''
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
