// Run by sqlite.test.ts as a process of its own, to be killed: commits pairs of rows and tells the parent about each
// one only after the transaction has returned.
import { join } from 'node:path'
import { connectDatabase } from './connect.ts'
import { migrate } from './migrate.ts'
import { transaction } from './transaction.ts'

const [, , folder = ''] = process.argv
const silent = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent }
const database = await connectDatabase({ file: join(folder, 'bindery.db'), log: silent })
await migrate(database)

async function commitForEver(lane: number): Promise<never> {
  for (let number = 0; ; number += 1) {
    const key = `${process.pid}/${lane}/${number}`
    await transaction(database, async (db) => {
      await db
        .insertInto('settings')
        .values({ name: `row:${key}`, value: '' })
        .execute()
      await db
        .insertInto('settings')
        .values({ name: `pair:${key}`, value: '' })
        .execute()
    })
    process.send?.(key)
  }
}

await Promise.all([0, 1, 2, 3].map(commitForEver))
