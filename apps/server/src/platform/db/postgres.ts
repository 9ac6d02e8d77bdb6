// PostgreSQL, for several processes on one database. COMMIT is durable there by itself.
import { EventEmitter } from 'node:events'
import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Database } from './connect.ts'
import { notReady, translateFailure } from './failures.ts'
import { PostgresStreams } from './postgres-streams.ts'
import { Turnstile } from './row-streams.ts'
import type { Schema } from './schema.ts'
import { writeGuard } from './write-guard.ts'

export async function openPostgres(databaseUrl: string, log: Log): Promise<Database> {
  const pool = createPool(databaseUrl)
  // Without a listener an idle connection that breaks would end the process; the next query opens a new one.
  pool.on('error', (error) => log.warn('An idle connection to PostgreSQL was lost', { error: error.message }))
  // Nor has one that is taken out: when it breaks between two queries, the next query says so.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // Compiling a plan takes up to a second, starting processes for one some dozens of milliseconds: no request wins that back.
    // By a statement, since poolers such as PgBouncer refuse options in the greeting. A connection that breaks here says so to its next query.
    client.query('set jit = off; set max_parallel_workers_per_gather = 0').catch(() => {})
  })
  const writing = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: translating(pool) }) })
  try {
    await checkServer(writing)
  } catch (error) {
    await writing.destroy()
    throw explain(error, databaseUrl)
  }
  const streams = new PostgresStreams(pool)
  const turnstile = new Turnstile(mostWriters)
  return {
    db: writing.withPlugin(writeGuard),
    engine: 'postgres',
    isShared: true,
    log,
    notices: new EventEmitter(),
    sync: async () => {},
    stream: (query, options = {}) => streams.stream(query, options),
    close: () => writing.destroy(),
    async write(body, committed) {
      await turnstile.enter()
      try {
        const result = await writing.transaction().setIsolationLevel('read committed').execute(body)
        committed()
        return result
      } finally {
        turnstile.leave()
      }
    },
  }
}

const oldestServer = 13
const mostConnections = 12
/** Writers that wait for a lock must not take them all: the rest is for those who read. */
const mostWriters = 6

function createPool(connectionString: string): pg.Pool {
  if (!/^postgres(ql)?:\/\//.test(connectionString)) {
    throw notReady(
      'BINDERY_DATABASE_URL must begin with postgres://. Correct it, or remove it to use SQLite.',
    )
  }
  // Checked here because the driver's own error carries the address, and with it the password.
  if (!URL.canParse(connectionString)) {
    throw notReady(
      'BINDERY_DATABASE_URL is not an address. Write postgres://user:password@host:5432/database.',
    )
  }
  return new pg.Pool({
    connectionString,
    max: mostConnections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'bindery',
    types: { getTypeParser },
  })
}

/** Our integers are below 2^53, and so are their sums: as numbers, where pg would give text to be safe. */
function getTypeParser(type: number, format?: 'text' | 'binary') {
  const isInteger = type === pg.types.builtins.INT8 || type === pg.types.builtins.NUMERIC
  if (isInteger && format !== 'binary') return Number
  return pg.types.getTypeParser(type, format)
}

// Kysely knows a connection by its client, so each client must always get the same wrapper.
function translating(pool: pg.Pool): PostgresPool {
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect().catch(rethrow)
      const wrapper = wrappers.get(client) ?? wrap(client)
      wrappers.set(client, wrapper)
      return wrapper
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function wrap(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: unknown[]) => client.query(text, values).catch(rethrow)
  return {
    // Kysely's type also covers cursors, which are used for streaming only, and we do not stream.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

function rethrow(error: unknown): never {
  throw translateFailure(error)
}

async function checkServer(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding
  `.execute(db)
  const { version = 0, encoding = '' } = rows[0] ?? {}
  if (version < oldestServer * 10_000) {
    throw notReady(`This PostgreSQL is too old. Bindery needs version ${oldestServer} or later.`)
  }
  if (encoding !== 'UTF8') {
    throw notReady(`The database is encoded in ${encoding}. Create one with the encoding UTF8 for Bindery.`)
  }
}

/** Says what to look at. The address is shown without the user's password, which must never be printed. */
function explain(error: unknown, databaseUrl: string): Error {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  const where = describeAddress(databaseUrl)
  if (code === '28P01' || code === '28000') {
    return notReady(`PostgreSQL at ${where} refused the user or password. Check BINDERY_DATABASE_URL.`, cause)
  }
  if (code === '3D000') {
    return notReady(
      `PostgreSQL at ${where} has no such database. Create it, or check BINDERY_DATABASE_URL.`,
      cause,
    )
  }
  if (error instanceof Error && error === cause && code === '') return error
  const reason = code === '' ? 'no answer' : code
  return notReady(
    `PostgreSQL at ${where} cannot be reached (${reason}). Check BINDERY_DATABASE_URL and that the server runs.`,
    cause,
  )
}

function describeAddress(databaseUrl: string): string {
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl)
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || '5432'}${pathname}`
}
