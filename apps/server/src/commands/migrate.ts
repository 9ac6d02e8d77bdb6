import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { connectDatabase } from '../platform/db/connect.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createLog } from '../platform/log.ts'

/** For several processes on one database: migrate once, before they start. */
export async function migrateData(config: Config): Promise<void> {
  mkdirSync(config.home, { recursive: true, mode: 0o700 })
  const log = createLog({
    folder: join(config.home, 'log'),
    level: config.logLevel,
    console: 'off',
    maxSize: config.logMaxSize,
    maxFiles: config.logMaxFiles,
  })
  const database = await connectDatabase({
    databaseUrl: config.databaseUrl,
    file: join(config.home, 'bindery.db'),
    log: log.service('database'),
  })
  try {
    const applied = await migrate(database)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`)
  } finally {
    await database.close()
    await log.close()
  }
}
