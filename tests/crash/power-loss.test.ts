// Threat J02, as far as it can be shown without pulling the plug: before an answer leaves, every byte that it promises was
// synced, in an order that leaves nothing half at any moment. A disk that loses all that was not synced loses nothing.
// One engine is enough: PostgreSQL syncs its own log before a commit returns; what is ours there are the same files.
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { freePort } from './lives.ts'
import { cutPower } from './power-cut.ts'
import { ServerProcess } from './server-process.ts'
import { readCalls, strace, type SystemCall } from './system-calls.ts'

const password = 'crash-test-password-1'
const isTraceable = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

const small = { path: `small-${randomUUID()}.bin`, body: Buffer.from(`few bytes ${randomUUID()}`) }
const large = { path: `large-${randomUUID()}.bin`, body: Buffer.alloc(300_000, randomUUID()) }
const sha256 = createHash('sha256').update(large.body).digest('hex')

let folder: string
let calls: SystemCall[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-power-'))
  if (!isTraceable) return
  const trace = join(folder, 'calls')
  const port = await freePort()
  const server = new ServerProcess({ home: join(folder, 'home'), port, password, under: strace(trace) })
  const credentials = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  const client = createClient(`http://127.0.0.1:${port}`, () => credentials)
  try {
    await server.untilReady(60_000)
    const send = async (method: string, path: string, body?: Buffer) =>
      (await client.send(method, `/artifactory/generic-local/${path}`, body && { body }))?.status
    expect(await send('PUT', small.path, small.body)).toBe(201)
    expect(await send('PUT', large.path, large.body)).toBe(201)
    expect(await send('DELETE', small.path)).toBe(204)
    expect(await server.stop()).toBe(0)
  } finally {
    await server.kill()
    client.reset()
  }
  // The tracer is nobody's child and writes its last lines after the server is gone.
  await vi.waitFor(() => expect((calls = readCalls(trace)).some(isAnswer(204))).toBe(true), 60_000)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const isAnswer =
  (status: number) =>
  ({ name, text }: SystemCall) =>
    name.startsWith('write') && text.includes(`HTTP/1.1 ${status} `)

/** The last call before `limit` that is meant; fails when there is none. */
function last(what: string, isMeant: (call: SystemCall) => boolean, limit = Infinity): SystemCall {
  const found = calls.findLast((call) => call.ended < limit && isMeant(call))
  if (!found) throw new Error(`There was no ${what} before line ${limit}`)
  return found
}

/**
 * The first call behind `from` that is meant. Not the last: while a sync is under way, a job may write a page of the log again
 * that holds the same words, and syncs it in its own time.
 */
function first(what: string, isMeant: (call: SystemCall) => boolean, from = -1): SystemCall {
  const found = calls.find((call) => call.began > from && isMeant(call))
  if (!found) throw new Error(`There was no ${what} behind line ${from}`)
  return found
}

/** A sync that began when the call was over, and was over before the answer. */
function expectSynced(written: SystemCall, file: string, answer: SystemCall): SystemCall {
  const isSync = ({ name, text }: SystemCall) => /^f(?:data)?sync$/.test(name) && text.includes(`${file}>`)
  const sync = calls.find((call) => isSync(call) && call.began > written.ended && call.ended < answer.began)
  expect(sync, `${file} is synced after line ${written.ended} and before line ${answer.began}`).toBeDefined()
  return sync ?? answer
}

const isWrite = (file: string, content: string) => (call: SystemCall) =>
  call.name.startsWith('pwrite') && call.text.includes(`${file}>`) && call.text.includes(content)

const log = 'bindery.db-wal'

test('J02: a small file is in the synced log of the database before it is acknowledged', ({ skip }) => {
  skip(!isTraceable, 'needs strace and the right to trace')
  const [answer] = calls.filter(isAnswer(201))
  if (!answer) throw new Error('no answer')
  // Both the bytes and the row that names them.
  for (const content of [small.body.toString(), small.path])
    expectSynced(first(content, isWrite(log, content)), log, answer)
})

test('J02: a large file is synced, then renamed, then its folder synced, then its rows, then it is acknowledged', ({
  skip,
}) => {
  skip(!isTraceable, 'needs strace and the right to trace')
  const [, answer] = calls.filter(isAnswer(201))
  if (!answer) throw new Error('no answer')
  const rename = last(
    'rename',
    ({ name, text }) => name.startsWith('rename') && text.includes(sha256),
    answer.began,
  )
  const staged = /blobs\/tmp\/[\w-]+/.exec(rename.text)?.[0] ?? 'nothing'
  const bytes = last('bytes', isWrite(staged, ''), rename.began)
  expect(expectSynced(bytes, staged, answer).ended).toBeLessThan(rename.began)
  const synced = expectSynced(rename, `blobs/${sha256.slice(0, 2)}`, answer)
  const row = first('row', isWrite(log, large.path))
  expect(row.began).toBeGreaterThan(synced.ended)
  expectSynced(row, log, answer)
})

test('J02: a folder that was made for bytes is synced into its own before anything in it is acknowledged', ({
  skip,
}) => {
  skip(!isTraceable, 'needs strace and the right to trace')
  const answer = last('answer', isAnswer(201))
  const made = calls.filter(({ name, text }) => name === 'mkdir' && /blobs\/\w+"/.test(text))
  expect(made.length).toBeGreaterThan(0)
  for (const call of made.filter(({ ended }) => ended < answer.began)) expectSynced(call, 'blobs', answer)
})

test('J02: what is deleted is deleted in the synced log before it is acknowledged', ({ skip }) => {
  skip(!isTraceable, 'needs strace and the right to trace')
  const answer = last('answer', isAnswer(204))
  const before = last('answer', isAnswer(201), answer.began)
  expectSynced(first('row', isWrite(log, small.path), before.ended), log, answer)
})

test('J02: whenever the power is cut, a server starts on what the disk has left and has all that was acknowledged', async ({
  skip,
}) => {
  skip(!isTraceable, 'needs strace and the right to trace')
  const place = join(folder, 'cut')
  await mkdir(place)
  const outcome = await cutPower({ folder: place, seed: 'test', cuts: 8, rounds: 6 })
  expect(outcome.problems).toEqual([])
  expect(outcome.checked).toBeGreaterThan(30)
}, 300_000)
