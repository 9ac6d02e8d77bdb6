// Threat J20. Mixed load for as long as is asked for, with restarts in good order: nothing acknowledged may be lost, and memory,
// descriptors and unfinished files may not grow. `npm run soak -- --minutes 1440 --restart-minutes 60`
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fileAddress, packageAddress } from './addresses.ts'
import { createClient } from './client.ts'
import { checkEverything } from './final-check.ts'
import { becomeReady, freePort } from './lives.ts'
import { createRandom } from './random.ts'
import { countAcknowledged, createRun, noteFailure, type Run } from './run.ts'
import { type ServerOptions, ServerProcess } from './server-process.ts'
import { findGrowth, type Sample, takeSample } from './soak-watch.ts'
import { startWriters } from './writers.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    'restart-minutes': { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})
const minutes = Number(values.minutes)
const restartMinutes = Number(values['restart-minutes'])
const readers = 4
/** In fewer minutes than this the memory of a young process still grows by itself. */
const judgesMemoryFrom = 30

const password = 'soak-test-password-1'
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
const folder = await mkdtemp(join(tmpdir(), 'bindery-soak-'))
const options: ServerOptions = { home: join(folder, 'home'), port: await freePort(), password }
const run = createRun(
  createRandom(values.seed),
  createClient(`http://127.0.0.1:${options.port}`, () => authorization),
)
const samples: Sample[] = []

const everybody = Promise.all([
  startWriters(run),
  ...Array.from({ length: readers }, (_, index) => read(run, index)),
])
try {
  for (let left = minutes; left > 0 && run.problems.length === 0; left -= restartMinutes)
    await live(Math.min(left, restartMinutes) * 60_000)
} catch (error) {
  noteFailure(run, error)
}
run.gate.end()
await everybody
if (countAcknowledged(run) === 0) run.problems.push('Nothing was acknowledged, so nothing was tested')
await checkEverything(run, {}, options).catch((error: unknown) => noteFailure(run, error))
report()
if (run.problems.length === 0) await rm(folder, { recursive: true, force: true })

/** From a start to a stop in good order; who is answered meanwhile is answered for good. */
async function live(milliseconds: number): Promise<void> {
  const server = new ServerProcess(options)
  try {
    await becomeReady(run, server)
    run.gate.open()
    const end = performance.now() + milliseconds
    const pause = Math.max(1000, milliseconds / 40)
    const own: Sample[] = []
    while (performance.now() < end && run.problems.length === 0) {
      await sleep(Math.min(pause, Math.max(0, end - performance.now())))
      if (server.unwantedEnd) run.problems.push(server.unwantedEnd)
      else own.push(await takeSample(server.pid, options.home))
    }
    samples.push(...own)
    const kinds = (['megabytes', 'descriptors', 'temporary'] as const).filter(
      (kind) => kind !== 'megabytes' || restartMinutes >= judgesMemoryFrom,
    )
    run.problems.push(...findGrowth(own, kinds))
    run.gate.close()
    const code = await server.stop()
    if (code !== 0) run.problems.push(`The server did not stop in good order: its exit code was ${code}`)
  } finally {
    await server.kill()
    run.client.reset()
  }
}

/** Reads what others write: any answer but a file, nothing or "not now" is a problem. */
async function read({ random, ledger, client, gate, counts, problems }: Run, reader: number): Promise<void> {
  const own = random.fork(`reader-${reader}`)
  while (await gate.pass()) {
    const addresses = [
      ...[...ledger.files.keys()].map(fileAddress),
      ...[...ledger.packages.keys()].map(packageAddress),
    ]
    const address = addresses.length > 0 ? own.pick(addresses) : '/artifactory/api/system/ping'
    const answer = await client.send('GET', address)
    if (answer === undefined) await sleep(20)
    else if ([200, 404, 503].includes(answer.status)) counts.checkedFiles += 1
    else problems.push(`GET ${address} was answered with ${answer.status}`)
  }
}

function report(): void {
  const range = (kind: keyof Sample) => {
    const seen = samples.map((sample) => sample[kind])
    return `${Math.min(...seen)} to ${Math.max(...seen)}`
  }
  for (const problem of run.problems) console.error(`LOST OR WRONG: ${problem}`)
  if (run.problems.length > 0) console.error(`The data is kept in ${folder}.`)
  console.log(
    `${minutes} minutes, ${run.counts.starts} starts, ${countAcknowledged(run)} changes acknowledged, ${run.counts.checkedFiles} reads`,
  )
  console.log(
    `Memory ${range('megabytes')} MB, descriptors ${range('descriptors')}, unfinished files ${range('temporary')}`,
  )
  console.log(
    run.problems.length === 0 ? 'Nothing was lost, and nothing grew.' : `${run.problems.length} problems.`,
  )
  process.exitCode = run.problems.length === 0 ? 0 : 1
}
