// Threat J01. Publishes in a loop while the server is killed with SIGKILL at random moments and started again, then checks that
// everything acknowledged is there with the right bytes, that nothing points to missing bytes, and that what was
// not acknowledged happened wholly or not at all. Wants to find a loss: any doubt is a failure.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npmRegistry } from './addresses.ts'
import { createClient } from './client.ts'
import { checkEverything } from './final-check.ts'
import { interruptFirstStart } from './first-start.ts'
import { becomeReady, freePort, liveAndDie } from './lives.ts'
import { type Options, readOptions } from './options.ts'
import { createRandom } from './random.ts'
import { printReport } from './report.ts'
import { countAcknowledged, createRun, everyKind, missingKinds, noteFailure, type Run } from './run.ts'
import { type ServerOptions, ServerProcess } from './server-process.ts'
import { startWriters } from './writers.ts'

const password = 'crash-test-password-1'
// One kill in ten hits the first start of an installation of its own.
const firstStartShare = 0.1

process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function main(options: Options): Promise<number> {
  const started = performance.now()
  if (!options.json) console.log(`Crash test: ${options.kills} kills, seed ${options.seed}`)
  const folder = await mkdtemp(join(tmpdir(), 'bindery-crash-'))
  const server = await serverOptions(options, join(folder, 'home'))
  let authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  const client = createClient(`http://127.0.0.1:${server.port}`, () => authorization)
  const run = createRun(createRandom(String(options.seed)), client)
  await survive(run, options, server, (token) => (authorization = `Bearer ${token}`))
  const audited = await checkEverything(run, options, server).catch((error: unknown) =>
    noteFailure(run, error),
  )
  const isGood = run.problems.length === 0
  if (isGood) await rm(folder, { recursive: true, force: true })
  printReport(run, options, audited, (performance.now() - started) / 1000, folder)
  return isGood ? 0 : 1
}

async function serverOptions({ databaseUrl }: Options, home: string): Promise<ServerOptions> {
  const port = await freePort()
  return { home, port, password, ...(databaseUrl === undefined ? {} : { databaseUrl }) }
}

// Stops at the first problem: what comes after it would only hide how it came about.
async function survive(
  run: Run,
  options: Options,
  server: ServerOptions,
  takeToken: (token: string) => void,
) {
  const random = run.random.fork('lives')
  const writers = startWriters(run)
  try {
    for (let begun = 0; run.counts.kills < options.kills && run.problems.length === 0; begun++) {
      if (begun === 2) takeToken(await signIn(run, server))
      const isLast = run.counts.kills === options.kills - 1
      const plan = { meanMs: options.secondsPerLife * 1000, isLast, kinds: everyKind }
      const isFirst =
        begun >= 2 && !isLast && server.databaseUrl === undefined && random.next() < firstStartShare
      if (isFirst) await interruptFirstStart(run, { ...server, home: `${server.home}-${begun}` }, random)
      else await liveAndDie(run, server, random, plan)
      if (!options.json) showProgress(run, options)
    }
  } catch (error) {
    noteFailure(run, error)
  }
  run.gate.end()
  await writers
  const missing = missingKinds(run, everyKind)
  if (run.problems.length === 0 && missing.length > 0)
    run.problems.push(`Never acknowledged, so never tested: ${missing.join(', ')}`)
}

// The token is made once: that it still works after every restart is one more thing that was promised.
async function signIn(run: Run, options: ServerOptions): Promise<string> {
  const server = new ServerProcess(options)
  try {
    await becomeReady(run, server)
    const body = Buffer.from(JSON.stringify({ name: 'admin', password }))
    const headers = { 'content-type': 'application/json' }
    const address = `${npmRegistry}/-/user/org.couchdb.user:admin`
    const answer = await run.client.send('PUT', address, { headers, body })
    if (answer?.status !== 201)
      throw new Error(`Signing in failed: ${answer?.status} ${answer?.body.toString()}`)
    return JSON.parse(answer.body.toString()).token
  } finally {
    await server.kill()
    run.client.reset()
  }
}

function showProgress(run: Run, options: Options): void {
  const { counts } = run
  if (counts.kills % 20 !== 0) return
  console.log(`${counts.kills} of ${options.kills} kills, ${countAcknowledged(run)} changes acknowledged`)
}
