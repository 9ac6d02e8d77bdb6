// Long queries on PostgreSQL: a cursor of the server in a transaction that only reads, on a connection of the pool. Never
// on all of them, so that the rest of the application always finds one.
import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { translateFailure } from './failures.ts'
import { pieceSize, readAll, Turnstile, type Cursor, type StreamOptions } from './row-streams.ts'

const mostConnections = 4
const cancelEvery = 50

export class PostgresStreams {
  readonly #pool: pg.Pool
  readonly #turnstile = new Turnstile(mostConnections)

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async *stream<R>(query: CompiledQuery, options: StreamOptions): AsyncGenerator<R[]> {
    await this.#turnstile.enter()
    try {
      const client = await this.#pool.connect().catch(fail)
      yield* readAll<R>(this.#cursor(client, query), options)
    } finally {
      this.#turnstile.leave()
    }
  }

  #cursor(client: pg.PoolClient, query: CompiledQuery): Cursor {
    let isOpen = false
    let isBroken = false
    let isReading = false
    let isInterrupted = false
    return {
      read: async () => {
        isReading = true
        try {
          if (!isOpen) await declare(client, query)
          isOpen = true
          if (isInterrupted) throw new Error('The search was ended.')
          const { rows } = await client.query(`fetch forward ${pieceSize} from pieces`)
          return rows as unknown[]
        } catch (error) {
          isBroken = true
          return fail(error)
        } finally {
          isReading = false
        }
      },
      // A server that is between two statements has nothing to cancel, so it is told until it has listened.
      interrupt: () => {
        isInterrupted = true
        void this.#cancelWhile(client, () => isReading)
      },
      close: async () => {
        await client.query('rollback').catch(() => (isBroken = true))
        // A cancellation that is on its way must not meet whoever gets the connection next.
        client.release(isBroken || isInterrupted)
      },
    }
  }

  async #cancelWhile(client: pg.PoolClient, isReading: () => boolean): Promise<void> {
    while (isReading()) {
      await this.#cancel(client)
      await delay(cancelEvery)
    }
  }

  /** By another connection, as PostgreSQL wants it. */
  async #cancel(client: pg.PoolClient): Promise<void> {
    // pg keeps the number of the server's process, and does not describe it.
    const { processID } = client as unknown as { processID: number }
    await this.#pool.query('select pg_cancel_backend($1)', [processID]).catch(() => {})
  }
}

async function declare(client: pg.PoolClient, query: CompiledQuery): Promise<void> {
  // All rows will be read; by default the server would plan for the first tenth.
  await client.query('begin read only; set local cursor_tuple_fraction = 1')
  await client.query(`declare pieces no scroll cursor for ${query.sql}`, [...query.parameters])
}

function fail(error: unknown): never {
  throw translateFailure(error)
}
