// Uploads in parts, as the JFrog client sends them, with everything that can happen on the way.
import { execFileSync } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { UploadStatus } from '@bindery/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { collectGarbage } from '../../../../../tests/support/garbage.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

const base = '/artifactory/api/v1/uploads'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const create = async (path: string, send = app.fetch) =>
  send(`${base}/create?repoKey=generic-local&repoPath=${encodeURIComponent(path)}&partSizeMB=1`, {
    method: 'POST',
  })

async function begin(path: string) {
  const reply = await create(path)
  expect(reply.status).toBe(200)
  const { token } = (await reply.json()) as { token: string }
  const call = (what: string) =>
    app.anonymous(`${base}/${what}`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  return {
    token,
    call,
    async send(number: number, bytes: Buffer) {
      const told = await call(`urlPart?partNumber=${number}`)
      if (!told.ok) return told
      const { url } = (await told.json()) as { url: string }
      expect(url).not.toContain(token)
      // As clients do: no credentials but the address.
      return fetch(url, { method: 'PUT', body: bytes })
    },
    status: async () => UploadStatus.parse(await (await call('status')).json()),
  }
}

const deploy = (path: string, headers: Record<string, string>, send = app.fetch) =>
  send(`/artifactory/generic-local/${path}`, {
    method: 'PUT',
    headers: { 'x-checksum-deploy': 'true', ...headers },
  })

test('J07: parts in any order, one of them twice, across a restart, end as one file, which is no garbage before it is deployed', async () => {
  expect(await (await app.fetch(`${base}/config`)).json()).toEqual({ supported: true })
  const parts = [randomBytes(1 << 20), randomBytes(1 << 20), randomBytes(1000)]
  const bytes = Buffer.concat(parts)
  const upload = await begin('large/file.bin')
  expect((await upload.send(2, parts[1] ?? bytes)).status).toBe(200)
  expect((await upload.call('complete')).status).toBe(400)
  await app.restart()
  expect((await upload.send(1, Buffer.from('not yet'))).status).toBe(200)
  expect((await upload.send(1, parts[0] ?? bytes)).status).toBe(200)
  expect((await upload.send(3, parts[2] ?? bytes)).status).toBe(200)
  expect((await upload.status()).parts).toEqual([
    { number: 1, size: 1 << 20 },
    { number: 2, size: 1 << 20 },
    { number: 3, size: 1000 },
  ])
  const sha1 = hash('sha1', bytes)
  expect((await upload.call(`complete?sha1=${sha1}`)).status).toBe(202)
  await expect.poll(async () => (await upload.status()).status).toBe('FINISHED')
  const { checksumToken = '' } = await upload.status()
  await collectGarbage(app)
  expect(await readdir(join(app.home, 'uploads'))).toEqual([])
  // Nobody's file has these bytes yet, so the digest alone is not enough, and neither is the token in other hands.
  const other = app.as(
    await app.user({ name: 'other', grants: [{ action: 'deploy', repository: 'generic-local' }] }),
  )
  const headers = { 'x-checksum-sha1': sha1, 'x-checksum-deploy-token': checksumToken }
  expect((await deploy('large/stolen.bin', headers, other)).status).toBe(404)
  expect((await deploy('large/file.bin', { 'x-checksum-sha1': sha1 })).status).toBe(404)
  expect((await deploy('large/file.bin', headers)).status).toBe(201)
  const stored = await app.fetch('/artifactory/generic-local/large/file.bin')
  expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true)
})

test('J07: two who send the same part at once leave one of the two whole; a hole is told and nothing is put together', async () => {
  const upload = await begin('two.bin')
  const [one, other] = [Buffer.alloc(900_000, 'a'), Buffer.alloc(800_000, 'b')]
  const statuses = await Promise.all([one, other].map(async (bytes) => (await upload.send(1, bytes)).status))
  expect(statuses).toEqual([200, 200])
  await upload.send(3, Buffer.from('end'))
  const refused = await upload.call('complete')
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('Part 2 has not arrived'),
  ])
  await upload.send(2, Buffer.from('-'))
  expect((await upload.call('complete')).status).toBe(202)
  await expect.poll(async () => (await upload.status()).status).toBe('FINISHED')
  const whole = [one, other].map((bytes) => hash('sha256', Buffer.concat([bytes, Buffer.from('-end')])))
  expect(whole).toContain((await upload.status()).sha256)
})

test('J07: once it is complete nothing more is taken, not even what was on its way, and asking again changes nothing', async () => {
  const upload = await begin('late.bin')
  await upload.send(1, Buffer.from('first'))
  const told = await upload.call('urlPart?partNumber=2')
  const { url } = (await told.json()) as { url: string }
  // On its way, and not at its end before the upload is complete.
  const late = request(url, { method: 'PUT', headers: { expect: '100-continue', 'content-length': 2 } })
  const answered = once(late, 'response') as Promise<[IncomingMessage]>
  late.write('s')
  await once(late, 'continue')
  const answers = await Promise.all([1, 2, 3].map(async () => (await upload.call('complete')).status))
  expect(answers).toEqual([202, 202, 202])
  late.end('e')
  const [answer] = await answered
  answer.resume()
  expect(answer.statusCode).toBe(409)
  expect((await upload.send(2, Buffer.from('more'))).status).toBe(409)
  await expect
    .poll(upload.status)
    .toMatchObject({ status: 'FINISHED', sha256: hash('sha256', 'first'), parts: [] })
})

test('whoever asks how far it is gets an answer at every moment, also while the parts go', async () => {
  const upload = await begin('asked.bin')
  for (let number = 1; number <= 80; number++) await upload.send(number, Buffer.from(`part ${number}`))
  expect((await upload.call('complete')).status).toBe(202)
  const ask = async () => {
    const seen = new Set<number>()
    for (let isOver = false; !isOver;) {
      const reply = await upload.call('status')
      seen.add(reply.status)
      // They go after it is finished.
      isOver = !reply.ok || UploadStatus.parse(await reply.json()).parts.length === 0
    }
    return [...seen]
  }
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(ask))).toEqual(Array.from({ length: 6 }, () => [200]))
})

test('a fault that nobody foresaw is told, and completing it once more goes on from there', async () => {
  const others = await readdir(join(app.home, 'uploads'))
  const upload = await begin('large/unreadable.bin')
  await upload.send(1, Buffer.from('first'))
  const [id = ''] = (await readdir(join(app.home, 'uploads'))).filter((one) => !others.includes(one))
  const part = join(app.home, 'uploads', id, '1')
  await rename(part, `${part}.aside`)
  await mkdir(part)
  expect((await upload.call('complete')).status).toBe(202)
  await expect.poll(async () => (await upload.status()).status).toBe('RETRYABLE_ERROR')
  expect((await upload.status()).error).toContain('Complete it once more')
  await rmdir(part)
  await rename(`${part}.aside`, part)
  expect((await upload.call('complete')).status).toBe(202)
  await expect.poll(async () => (await upload.status()).status).toBe('FINISHED')
})

test('another digest than announced ends it for good', async () => {
  const upload = await begin('wrong.bin')
  await upload.send(1, Buffer.from('bytes'))
  expect((await upload.call(`complete?sha1=${'a'.repeat(40)}`)).status).toBe(202)
  await expect.poll(async () => (await upload.status()).status).toBe('NON_RETRYABLE_ERROR')
  expect((await upload.status()).error).toContain('as announced')
  expect((await upload.call('urlPart?partNumber=1')).status).toBe(409)
})

test('given up, its parts are gone and nothing more is taken', async () => {
  const upload = await begin('given-up.bin')
  await upload.send(1, Buffer.from('bytes'))
  expect((await upload.call('abort')).status).toBe(204)
  expect(await upload.status()).toMatchObject({ status: 'ABORTED', parts: [] })
  expect((await upload.call('urlPart?partNumber=2')).status).toBe(409)
  expect((await upload.call('complete')).status).toBe(409)
})

test('given up while its parts are put together, it stays so', async () => {
  const others = await readdir(join(app.home, 'uploads'))
  const upload = await begin('given-up-late.bin')
  await upload.send(1, Buffer.from('bytes'))
  const [id = ''] = (await readdir(join(app.home, 'uploads'))).filter((one) => !others.includes(one))
  const part = join(app.home, 'uploads', id, '1')
  // A pipe in the place of the part: whoever reads it waits for the test.
  await rm(part)
  execFileSync('mkfifo', [part])
  expect((await upload.call('complete')).status).toBe(202)
  const pipe = await open(part, 'w')
  expect((await upload.call('abort')).status).toBe(204)
  expect(await jobStateOf(id)).toBe('running')
  await pipe.close()
  await expect.poll(() => jobStateOf(id)).not.toBe('running')
  expect(await upload.status()).toMatchObject({ status: 'ABORTED', parts: [] })
  expect((await upload.call('complete')).status).toBe(409)
})

async function jobStateOf(id: string): Promise<string | undefined> {
  const jobs = app.db.selectFrom('jobs').select('state')
  return (await jobs.where('id', '=', `finish-upload:${id}`).executeTakeFirst())?.state
}

test('a part that is too large, a wrong number, a wrong token and a wrong place are refused', async () => {
  const upload = await begin('refused.bin')
  expect((await upload.send(1, Buffer.alloc((1 << 20) + 1))).status).toBe(413)
  expect((await upload.status()).parts).toEqual([])
  for (const number of ['0', '10001', 'x', '1.5'])
    expect((await upload.call(`urlPart?partNumber=${number}`)).status).toBe(400)
  const stranger = { method: 'POST', headers: { authorization: 'Bearer nothing' } }
  for (const what of ['urlPart?partNumber=1', 'complete', 'status', 'abort'])
    expect((await app.anonymous(`${base}/${what}`, stranger)).status).toBe(403)
  expect((await app.anonymous(`${base}/parts/nothing/1`, { method: 'PUT', body: 'x' })).status).toBe(403)
  for (const path of ['../x', 'a/../../x', 'a\\b', 'a\0b', '', 'x'.repeat(4000)])
    expect([400, 414]).toContain((await create(path)).status)
  const reader = app.as(await app.user({ name: 'reader' }))
  expect((await create('x', reader)).status).toBe(403)
  expect(
    (await app.anonymous(`${base}/create?repoKey=generic-local&repoPath=x`, { method: 'POST' })).status,
  ).toBe(401)
})

test('what nobody goes on with is given up after a day', async () => {
  const upload = await begin('old.bin')
  await upload.send(1, Buffer.from('bytes'))
  await writeSql(
    app,
    `update uploads set touched_at = '2020-01-01T00:00:00.000Z';
     update jobs set run_after = '2020-01-01T00:00:00.000Z' where kind = 'expire-uploads'`,
  )
  await expect.poll(async () => (await upload.call('status')).status).toBe(403)
  expect(await readdir(join(app.home, 'uploads'))).toEqual([])
})
