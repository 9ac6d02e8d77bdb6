// How long searches and listings take among many nodes: fills a database of its own, starts the server on it and asks, one
// question after the other. On PostgreSQL the database that BINDERY_DATABASE_URL names must be empty.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connectDatabase } from '../../apps/server/src/platform/db/connect.ts'
import { migrate } from '../../apps/server/src/platform/db/migrate.ts'
import type { Log } from '../../apps/server/src/platform/log.ts'
import { binderyPassword, binderyUser, startBindery } from '../peers/bindery.ts'
import { fileOf, fill, folderOf, repositories, repositoryOf } from './fill.ts'

const { values } = parseArgs({
  options: { nodes: { type: 'string', default: '300000' }, asks: { type: 'string', default: '200' } },
})
const nodes = Number(values.nodes)
const asks = Number(values.asks)
const databaseUrl = process.env.BINDERY_DATABASE_URL

/** By the number of a node that it is about. */
const shapes: Record<string, (index: number) => string> = {
  'pattern in a folder': (i) =>
    `{"$or":[{"$and":[{"repo":"${repositoryOf(i)}","path":"${folderOf(i)}","name":{"$match":"*.jar"}}]}]}`,
  'pattern below a folder': (i) =>
    `{"path":{"$ne":"."},"$or":[{"$and":[{"repo":"${repositoryOf(i)}","path":{"$match":"org/g${Math.floor(i / 20_000)}/*"},"name":{"$match":"*"}}]}]}`,
  'two properties of a build': (i) =>
    `{"@build.name":"build-${i % 1000}","@build.number":"${Math.floor(i / 1000) % 1000}"}`,
  'npm sums': (i) => `{"@npm.name":"package-${i}","$or":[{"@npm.name":"x"},{"@npm.name":"package-${i}"}]}`,
  'name anywhere': (i) => `{"name":"${fileOf(i)}"}`,
  'name in a repository': (i) =>
    `{"repo":"${repositoryOf(i)}","$or":[{"$and":[{"path":{"$match":"*"},"name":{"$match":"${fileOf(i)}"}}]}]}`,
  'property missing in a folder': (i) =>
    `{"repo":"${repositoryOf(i)}","path":"${folderOf(i)}","@build.name":{"$ne":"build-${i % 1000}"}}`,
}

const log: Log = { debug() {}, info() {}, warn: console.warn, error: console.error, with: () => log }
const home = await mkdtemp(join(tmpdir(), 'bindery-search-'))
try {
  await prepare()
  const server = await startBindery(home)
  try {
    await measure(new URL(server.registry).origin)
  } finally {
    await server.stop()
  }
} finally {
  await rm(home, { recursive: true, force: true })
}

async function prepare(): Promise<void> {
  const database = await connectDatabase({ databaseUrl, file: join(home, 'bindery.db'), log })
  try {
    await migrate(database)
    const started = performance.now()
    await fill(database, nodes)
    console.error(`Filled in ${Math.round((performance.now() - started) / 1000)} s`)
  } finally {
    await database.close()
  }
}

async function measure(origin: string): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${binderyUser}:${binderyPassword}`).toString('base64')}`
  const send = async (path: string, body?: string) => {
    const reply = await fetch(origin + path, {
      headers: { authorization },
      ...(body !== undefined && { method: 'POST', body }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text}`)
  }
  const aql = (where: string, rest = '') => send('/artifactory/api/search/aql', `items.find(${where})${rest}`)
  const measures = new Map<string, (index: number) => Promise<void>>([
    ...Object.entries(shapes).map(([name, of]) => [name, (i: number) => aql(of(i))] as const),
    [
      'the newest of a repository',
      (i) =>
        aql(
          `{"type":"file","repo":"${repositoryOf(i)}","path":{"$match":"*"}}`,
          '.sort({"$desc":["created"]}).limit(1)',
        ),
    ],
    [
      'first thousand by date',
      (i) =>
        aql(
          `{"repo":"${repositoryOf(i)}","modified":{"$gte":"2026-02-01T00:00:00.000Z"}}`,
          '.sort({"$asc":["modified","path","name"]}).limit(1000)',
        ),
    ],
    ['folder listing', (i) => send(`/artifactory/${repositoryOf(i)}/${folderOf(i)}/`)],
  ])
  console.log(
    `\n${nodes.toLocaleString('en')} files in ${repositories} repositories, ${databaseUrl ? 'PostgreSQL' : 'SQLite'}, ${asks} questions each, milliseconds\n`,
  )
  console.log('| Question | median | 95 % | slowest |\n|---|---|---|---|')
  for (const [name, run] of measures) {
    const times: number[] = []
    for (let ask = 0; ask < asks; ask++) {
      const index = Math.floor(((((ask + 1) * 2_654_435_761) % 4_294_967_296) / 4_294_967_296) * nodes)
      const started = performance.now()
      await run(index - (index % 3))
      times.push(performance.now() - started)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) =>
      times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1)
    console.log(`| ${name} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`)
  }
}
