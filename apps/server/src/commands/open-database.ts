import { makeFolder } from '../platform/files.ts'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { connectDatabase, type Database } from '../platform/db/connect.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createLog } from '../platform/log.ts'

/** For commands that work on the data while no server does: the database, brought to this version. */
export async function withDatabase(
  config: Config,
  work: (database: Database, applied: string[]) => Promise<void> | void,
): Promise<void> {
  makeFolder(config.home, 0o750)
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
    log: log.service('artifactory'),
  })
  try {
    await work(database, await migrate(database))
  } finally {
    await database.close()
    await log.close()
  }
}
