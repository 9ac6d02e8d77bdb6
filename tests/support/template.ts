// The tables of a new installation, made once in each process and copied for each application: making them anew takes
// longer than all the rest of a start.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase } from '../../apps/server/src/platform/db/connect.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { createTestDatabase, engine, type TestDatabase } from './database.ts'

/** A database that needs no migration any more. The one of SQLite lies in the data folder; without one, who opens it migrates. */
export async function createMigratedDatabase(home?: string): Promise<TestDatabase> {
  const { file, name } = await (template ??= makeTemplate())
  if (engine === 'sqlite' && home !== undefined)
    writeFileSync(join(home, 'bindery.db'), file, { mode: 0o600 })
  return createTestDatabase(name)
}

let template: Promise<{ file: Buffer; name: string | undefined }> | undefined

async function makeTemplate() {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-template-'))
  try {
    // On PostgreSQL it is never dropped: it goes with the cluster.
    const { url, name } = await createTestDatabase()
    const file = join(folder, 'bindery.db')
    const database = await connectDatabase({ databaseUrl: url, file, log: silent })
    await migrate(database)
    await database.close()
    return { file: engine === 'sqlite' ? readFileSync(file) : Buffer.alloc(0), name }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const nothing = () => {}
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing, with: () => silent }
