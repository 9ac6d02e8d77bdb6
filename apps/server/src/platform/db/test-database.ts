// For the tests of this folder and its neighbours: a migrated database on the engine under test, gone after the test.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Fields, Log } from '../log.ts'
import { connectDatabase, type Database } from './connect.ts'
import { migrate } from './migrate.ts'

interface LogLine {
  level: string
  message: string
  fields: Fields | undefined
}

/** A log that remembers its lines. */
export function createTestLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = []
  const write = (level: string) => (message: string, fields?: Fields) =>
    void lines.push({ level, message, fields })
  const log = {
    lines,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    with: () => log,
  }
  return log
}

export async function createTestFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** `made` comes from tests/support/database.ts, which the test imports itself so that it is run on both engines. */
export async function openTestDatabase(made: {
  url: string | undefined
  drop(): Promise<void>
}): Promise<Database> {
  const file = join(await createTestFolder(), 'bindery.db')
  onTestFinished(() => made.drop())
  const database = await connectDatabase({ databaseUrl: made.url, file, log: createTestLog() })
  // Runs first, as these run in the opposite order of their registration.
  onTestFinished(() => database.close())
  await migrate(database)
  return database
}
