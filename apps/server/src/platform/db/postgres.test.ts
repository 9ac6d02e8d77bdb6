import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase, engine } from '../../../../../tests/support/database.ts'
import { connectDatabase } from './connect.ts'
import { createTestLog, openTestDatabase } from './test-database.ts'

const connect = (databaseUrl: string) => connectDatabase({ databaseUrl, file: '', log: createTestLog() })

async function failureOf(databaseUrl: string): Promise<Error> {
  const error: unknown = await connect(databaseUrl).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Error)
  // Just checked.
  return error as Error
}

test.each([
  [
    'a server that is not there',
    'postgres://ann:s3cret@127.0.0.1:1/bindery',
    'PostgreSQL at 127.0.0.1:1/bindery cannot be reached (ECONNREFUSED). Check BINDERY_DATABASE_URL and that the server runs.',
  ],
  [
    'another kind of database',
    'mysql://ann:s3cret@127.0.0.1/bindery',
    'BINDERY_DATABASE_URL must begin with postgres://. Correct it, or remove it to use SQLite.',
  ],
  [
    'an address that is none',
    'postgres://ann:s3cret@127.0.0.1:port/bindery',
    'BINDERY_DATABASE_URL is not an address. Write postgres://user:password@host:5432/database.',
  ],
])('%s is explained without the password', async (_what, url, message) => {
  const error = await failureOf(url)
  expect(error.message).toBe(message)
  expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain('s3cret')
})

test.skipIf(engine === 'sqlite')('a database that does not exist is explained', async () => {
  const made = await createTestDatabase()
  await made.drop()
  expect((await failureOf(made.url ?? '')).message).toMatch(
    /^PostgreSQL at 127\.0\.0\.1:\d+\/test_\w+ has no such database\. Create it, or check BINDERY_DATABASE_URL\.$/,
  )
})

test.skipIf(engine === 'sqlite')(
  'a server that goes away is a passing failure, and its return is noticed',
  async () => {
    const made = await createTestDatabase()
    const database = await openTestDatabase(made)
    const other = await connect(made.url ?? '')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db)
    await other.close()
    const read = () => database.db.selectFrom('settings').selectAll().execute()
    await expect
      .poll(() =>
        read().then(
          () => 'works',
          () => 'fails',
        ),
      )
      .toBe('works')
  },
)
