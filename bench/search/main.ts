// How long searches and listings take among many files: fills a database of its own, starts the server on it and asks, one
// question after the other. With --home the folder stays, and a second run finds it filled. On PostgreSQL the database
// that BINDERY_DATABASE_URL names must be empty, or filled by a run before.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connectDatabase } from '../../apps/server/src/platform/db/connect.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { keepNames } from '../../apps/server/src/registry/names/keep-names.ts'
import type { Log } from '../../apps/server/src/platform/log.ts'
import { startBindery } from '../peers/bindery.ts'
import type { Place } from './bulk.ts'
import { fill } from './fill.ts'
import { measureCare } from './care.ts'
import { measure } from './measure.ts'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '300000' },
    asks: { type: 'string', default: '200' },
    home: { type: 'string' },
    // How many files the one large folder has.
    folder: { type: 'string', default: '10000' },
    // Also starts, garbage collection and a backup among so many files.
    care: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})
const files = Number(values.files)
const asks = Number(values.asks)
const folder = Number(values.folder)
const databaseUrl = process.env.BINDERY_DATABASE_URL
const log: Log = { debug() {}, info() {}, warn: console.warn, error: console.error, with: () => log }

const home = values.home ?? (await mkdtemp(join(tmpdir(), 'bindery-search-')))
try {
  await prepare()
  const began = performance.now()
  const server = await startBindery(home)
  if (values.care) console.log(`\nStart to first answer: ${Math.round(performance.now() - began)} ms`)
  try {
    console.log(`\n${files.toLocaleString('en')} files, ${databaseUrl ? 'PostgreSQL' : 'SQLite'}\n`)
    const { origin } = new URL(server.registry)
    console.log(await measure({ origin, pid: server.pid, databaseUrl, files, asks, only: values.only }))
    if (values.care) console.log(await measureCare(origin, home))
  } finally {
    await server.stop()
  }
} finally {
  if (values.home === undefined) await rm(home, { recursive: true, force: true })
}

async function prepare(): Promise<void> {
  const place = { databaseUrl, file: join(home, 'bindery.db') }
  const database = await connectDatabase({ ...place, log })
  let isFilled: boolean
  try {
    await migrate(database)
    const first = database.db.selectFrom('repositories').select('id').where('key', '=', 'bench-0')
    isFilled = (await first.executeTakeFirst()) !== undefined
  } finally {
    await database.close()
  }
  if (isFilled) return
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  await fill(place, files, folder)
  console.error(`Filled in ${seconds()} s`)
  await indexNames(place)
  console.error(`Names indexed after ${seconds()} s`)
}

/** As the server would do it by itself, which the questions must not wait for. */
async function indexNames(place: Place): Promise<void> {
  const database = await connectDatabase({ ...place, log })
  try {
    await keepNames(database, new AbortController().signal)
  } finally {
    await database.close()
  }
}
