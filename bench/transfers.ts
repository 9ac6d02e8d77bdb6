// Memory of the server during transfers: one large file up and down, then many at once. Prints what the kernel counts as
// resident. Run it by itself: npm run transfers -- --gigabytes 5 --parallel 200
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { serverArguments, serverEnvironment } from '../scripts/prepare/node.mjs'
import { freePort, residentMegabytes, startProgram } from './process.ts'

const { values } = parseArgs({
  options: {
    gigabytes: { type: 'string', default: '5' },
    parallel: { type: 'string', default: '200' },
    megabytes: { type: 'string', default: '5' },
  },
})
const password = 'transfers-password-1'
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
const piece = Buffer.alloc(1 << 20, 'bindery')
const agent = new Agent({ maxSockets: Infinity })

const home = await mkdtemp(join(tmpdir(), 'bindery-transfers-'))
const port = await freePort()
const server = await startProgram({
  name: 'Bindery',
  command: process.execPath,
  args: serverArguments,
  env: {
    ...serverEnvironment,
    BINDERY_HOME: home,
    BINDERY_HOST: '127.0.0.1',
    BINDERY_PORT: String(port),
    BINDERY_ADMIN_PASSWORD: password,
  },
  readyUrl: `http://127.0.0.1:${port}/artifactory/api/v1/system/readiness`,
})
try {
  console.log(`Idle: ${resident()} MB resident`)
  const large = Number(values.gigabytes) * 1024
  await watched(`${values.gigabytes} GiB up`, () => upload('large', large))
  await watched(`${values.gigabytes} GiB down`, () => download('large'))
  const [parallel, each] = [Number(values.parallel), Number(values.megabytes)]
  const names = Array.from({ length: parallel }, (_, index) => `many/${index}`)
  await watched(`${parallel} at once up, ${each} MiB each`, () =>
    Promise.all(names.map((name, index) => upload(name, each, index))),
  )
  await watched(`${parallel} at once down`, () => Promise.all(names.map((name) => download(name))))
} finally {
  await server.stop()
  await rm(home, { recursive: true, force: true })
}

function resident(): number {
  return Math.round(residentMegabytes(server.pid))
}

async function watched(what: string, work: () => Promise<unknown>): Promise<void> {
  let most = 0
  const look = setInterval(() => (most = Math.max(most, resident())), 100)
  const began = performance.now()
  await work()
  clearInterval(look)
  const seconds = (performance.now() - began) / 1000
  console.log(`${what}: at most ${most} MB resident, ${seconds.toFixed(1)} s`)
}

/** `tell` differs, so that no two files share their bytes. */
function upload(name: string, megabytes: number, tell = 0): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = open('PUT', name, { 'content-length': megabytes * 1024 * 1024 }, (status) =>
      status === 201 ? resolve() : reject(new Error(`${name} was answered ${status}`)),
    ).on('error', reject)
    pipeline(Readable.from(pieces(megabytes, tell)), sending).catch(reject)
  })
}

function download(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    open('GET', name, {}, (status) => (status === 200 ? resolve() : reject(new Error(`${name}: ${status}`))))
      .on('error', reject)
      .end()
  })
}

function open(method: string, name: string, headers: object, ended: (status: number) => void) {
  const path = `/artifactory/generic-local/${name}`
  return request(
    { port, host: '127.0.0.1', agent, method, path, headers: { ...headers, authorization } },
    (answer) => answer.resume().on('end', () => ended(answer.statusCode ?? 0)),
  )
}

function* pieces(megabytes: number, tell: number) {
  const first = Buffer.from(piece)
  first.writeUInt32BE(tell)
  yield first
  for (let index = 1; index < megabytes; index++) yield piece
}
