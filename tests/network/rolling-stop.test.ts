// Row J18 of the threat table: a process behind a proxy is told to stop while it is busy, as in a rolling update.
// One engine is enough: this is about connections and signals.
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { ServerProcess } from '../crash/server-process.ts'
import { counted } from '../support/counts.ts'
import { freePort } from '../support/free-port.ts'
import { startNginx } from '../support/nginx.ts'
import { isRefused } from '../support/refused.ts'

const folder = mkdtempSync(join(tmpdir(), 'bindery-rolling-stop-'))
const password = 'password-of-the-test'
const authorization = `Basic ${btoa(`admin:${password}`)}`
/** Together larger than what is collected in memory, so that the server has a file of each that is under way. */
const half = 'x'.repeat(300_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(name: string) {
  const port = await freePort()
  const server = new ServerProcess({ home: join(folder, name), port, password })
  onTestFinished(() => server.kill())
  await server.untilReady(60_000)
  return { server, port, url: `http://127.0.0.1:${port}` }
}

/** All to the first for as long as it takes connections, then to the second. */
async function startProxy(first: number, second: number): Promise<string> {
  const port = await freePort()
  const nginx = await startNginx(
    `upstream nodes { server 127.0.0.1:${first}; server 127.0.0.1:${second} backup; keepalive 8; }
     server { listen 127.0.0.1:${port}; client_max_body_size 0;
       location / { proxy_pass http://nodes; proxy_http_version 1.1; proxy_set_header Connection "";
         proxy_request_buffering off; proxy_buffering off; } }`,
    port,
  )
  onTestFinished(() => nginx.close())
  return `http://127.0.0.1:${port}`
}

/** Half of it is sent. */
async function beginUpload(url: string): Promise<ClientRequest> {
  const headers = { authorization, 'content-length': 2 * half.length }
  const upload = request(url, { method: 'PUT', headers })
  upload.write(half)
  await once(upload, 'socket')
  return upload
}

/** The head of the answer has come, and the rest is not asked for yet. */
async function beginDownload(url: string): Promise<IncomingMessage> {
  const download = request(url, { headers: { authorization } }).end()
  const [reply] = (await once(download, 'response')) as [IncomingMessage]
  return reply
}

const unfinished = () => readdirSync(join(folder, 'one', 'blobs', 'tmp')).length

test('J18: told to stop twice with fifty transfers through a proxy, it finishes them all and ends with 0; nobody sees a 5xx', async () => {
  const [one, other] = [await start('one'), await start('other')]
  const proxy = await startProxy(one.port, other.port)
  const bytes = randomBytes(20 << 20)
  const large = '/artifactory/generic-local/large.bin'
  const put = await fetch(proxy + large, { method: 'PUT', body: bytes, headers: { authorization } })
  expect(put.status).toBe(201)

  const paths = Array.from({ length: 25 }, (_, index) => `/artifactory/generic-local/stop/${index}.txt`)
  const uploads = await Promise.all(paths.map((path) => beginUpload(proxy + path)))
  const replies = uploads.map((upload) => once(upload, 'response') as Promise<[IncomingMessage]>)
  const downloads = await Promise.all(paths.map(() => beginDownload(proxy + large)))
  await expect.poll(unfinished).toBe(uploads.length)

  process.kill(one.server.pid, 'SIGTERM')
  const stoppedAt = performance.now()
  await expect.poll(() => isRefused(`${one.url}/artifactory/api/system/ping`)).toBe(true)
  // The others are served meanwhile, by the other node; then the same signal comes again.
  const pause = counted(1000, 5000)
  while (performance.now() - stoppedAt < pause) {
    const pings = await Promise.all([1, 2, 3].map(() => fetch(`${proxy}/artifactory/api/system/ping`)))
    expect(pings.map(({ status }) => status)).toEqual([200, 200, 200])
  }
  process.kill(one.server.pid, 'SIGTERM')
  expect((await fetch(`${proxy}/artifactory/api/system/ping`)).status).toBe(200)
  expect(one.server.isRunning).toBe(true)

  for (const upload of uploads) upload.end(half)
  const statuses = (await Promise.all(replies)).map(([reply]) => (reply.resume(), reply.statusCode))
  expect(new Set(statuses)).toEqual(new Set([201]))
  for (const download of downloads)
    expect([download.statusCode, hash('sha256', await buffer(download))]).toEqual([
      200,
      hash('sha256', bytes),
    ])
  expect(await one.server.ended()).toBe(0)

  const again = await start('one')
  for (const path of paths)
    expect(await (await fetch(again.url + path, { headers: { authorization } })).text()).toBe(half + half)
})
