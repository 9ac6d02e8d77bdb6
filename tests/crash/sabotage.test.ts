// The crash test must be able to fail: each kind of damage done to the stored data has to be reported.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { checkEverything } from './final-check.ts'
import type { Ledger } from './ledger.ts'
import { freePort, liveAndDie } from './lives.ts'
import type { Sabotage } from './options.ts'
import { createRandom } from './random.ts'
import { createRun } from './run.ts'
import type { ServerOptions } from './server-process.ts'
import { startWriters } from './writers.ts'

const password = 'crash-test-password-1'
const credentials = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
const limits = { timeout: 60_000 }

let folder: string
let server: ServerOptions
let ledger: Ledger

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-sabotage-'))
  server = { home: join(folder, 'home'), port: await freePort(), password }
  const run = newRun()
  const writers = startWriters(run)
  await liveAndDie(run, server, run.random.fork('lives'), { meanMs: 0, isLast: true })
  run.gate.end()
  await writers
  if (run.problems.length > 0) throw new Error(run.problems.join('\n'))
  ledger = run.ledger
}, limits.timeout)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('J01: after a kill all that was acknowledged is found whole', limits, async () => {
  expect(await problemsAfter()).toEqual([])
})

const damages: [Sabotage, RegExp][] = [
  ['missing-blob', /^Blob [0-9a-f]{64} has a row and no bytes$/m],
  ['missing-content', /^Blob [0-9a-f]{64} has a row and no bytes$/m],
  ['changed-blob', /^Blob [0-9a-f]{64} has another sha256 than its row says$/m],
  ['missing-row', /^A version without a file|^File .* found "absent"$/m],
  ['missing-version', /^Package .*: owed/m],
  ['wrong-tag', /^A tag on a missing version: /m],
]

test.for(damages)('%s is reported', limits, async ([kind, sentence]) => {
  expect((await problemsAfter(kind)).join('\n')).toMatch(sentence)
})

async function problemsAfter(kind?: Sabotage): Promise<string[]> {
  const home = join(folder, kind ?? 'whole')
  await cp(server.home, home, { recursive: true })
  const run = { ...newRun(), ledger: structuredClone(ledger) }
  await checkEverything(run, kind ? { sabotage: kind } : {}, { ...server, home })
  return run.problems
}

function newRun() {
  return createRun(
    createRandom('sabotage'),
    createClient(`http://127.0.0.1:${server.port}`, () => credentials),
  )
}
