import type { Config } from '../config.ts'
import { withDatabase } from './open-database.ts'

/** For several processes on one database: migrate once, before they start. */
export const migrateData = (config: Config): Promise<void> =>
  withDatabase(config, (_database, applied) => {
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`)
  })
