// Run by migrate.test.ts as a process of its own: is killed when some migrations are applied, and the one after them has done all of
// its work and is about to be committed.
import { connectDatabase } from './connect.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'

const [, , file = '', applied = '1', databaseUrl] = process.argv
const silent = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent }
const database = await connectDatabase({ file, databaseUrl, log: silent })
let begun = 0
const deadly = migrations.map((migration) => ({
  ...migration,
  async up(...args: Parameters<typeof migration.up>) {
    await migration.up(...args)
    begun += 1
    if (begun > Number(applied)) process.kill(process.pid, 'SIGKILL')
  },
}))
await migrate(database, deadly)
await database.close()
