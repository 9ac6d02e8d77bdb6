// Writes that no call of the application makes: an expiry that has passed, a grant taken away. The handle of a test
// application only reads, as everywhere outside a transaction.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { TestApp } from './app.ts'

export async function writeSql(app: TestApp, statement: string): Promise<void> {
  if (app.database.url === undefined) {
    const db = new DatabaseSync(join(app.home, 'bindery.db'), { timeout: 60_000 })
    db.exec(statement)
    db.close()
    return
  }
  const client = new Client({ connectionString: app.database.url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
