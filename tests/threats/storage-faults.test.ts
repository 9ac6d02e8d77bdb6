// What the disk does to us (threats J03, J12): it is full, it loses files, somebody puts something else in their place.
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { collectGarbage } from '../support/garbage.ts'
import { mountAt, mountSmall } from '../support/small-disk.ts'
import { writeSql } from '../support/sql.ts'

const megabyte = 1024 * 1024

const put = (app: TestApp, path: string, body: Buffer) =>
  app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body })
const get = (app: TestApp, path: string) => app.fetch(`/artifactory/generic-local/${path}`)

const blobPath = (app: TestApp, bytes: Buffer) => {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return join(app.home, 'blobs', sha256.slice(0, 2), sha256)
}

async function start(parent?: string): Promise<TestApp> {
  const app = await startTestApp(parent === undefined ? {} : { parent })
  onTestFinished(() => app.close())
  return app
}

/** Takes the rest of the room, to the last block. */
function takeTheRest(folder: string): string {
  const path = join(folder, 'taken-by-others')
  for (const piece of [megabyte, 64 * 1024, 4096])
    try {
      for (;;) writeFileSync(path, Buffer.alloc(piece, 'x'), { flag: 'a' })
    } catch {
      // No such piece fits any more.
    }
  return path
}

async function expectFull(reply: Response): Promise<void> {
  expect(reply.status).toBe(507)
  const { errors } = (await reply.json()) as { errors: { status: number; message: string }[] }
  expect(errors[0]).toMatchObject({ status: 507, message: expect.stringContaining('no room left') })
}

test('J03: on a full disk uploads are refused with a sentence, reads go on, nothing half is left, and freed room is used without a restart', async ({
  skip,
}) => {
  const folder = mountSmall(48)
  skip(folder === '', 'needs to be root to make a small file system')
  const app = await start(folder)
  const bytes = randomBytes(3 * megabyte)
  expect((await put(app, 'kept', bytes)).status).toBe(201)
  const small = Buffer.from('a few bytes')
  expect((await put(app, 'small', small)).status).toBe(201)

  const others = takeTheRest(folder)
  await expectFull(await put(app, 'refused', randomBytes(3 * megabyte)))
  // Without a length, and in the middle of arriving.
  const unannounced = new Blob([randomBytes(3 * megabyte)]).stream()
  await expectFull(
    await app.fetch('/artifactory/generic-local/refused', {
      method: 'PUT',
      body: unannounced,
      duplex: 'half',
    }),
  )
  // Small files are rows: where the database lies on the same disk it runs full as well, after the room that it has already.
  if (app.engine === 'sqlite') {
    const status = async (index: number) => (await put(app, `rows/${index}`, randomBytes(30_000))).status
    let index = 0
    await expect.poll(() => status(index++), { interval: 0 }).toBe(507)
  }

  expect(Buffer.from(await (await get(app, 'kept')).arrayBuffer()).equals(bytes)).toBe(true)
  expect(Buffer.from(await (await get(app, 'small')).arrayBuffer()).equals(small)).toBe(true)
  expect((await get(app, 'refused')).status).toBe(404)
  expect((await app.anonymous('/artifactory/api/system/ping')).status).toBe(200)
  expect((await app.fetch('/artifactory/api/storage/generic-local')).status).toBe(200)
  expect(readdirSync(join(app.home, 'blobs', 'tmp'))).toEqual([])

  rmSync(others)
  expect((await put(app, 'refused', bytes.subarray(1))).status).toBe(201)
  expect(Buffer.from(await (await get(app, 'refused')).arrayBuffer()).equals(bytes.subarray(1))).toBe(true)
})

test('J03: with the disk of the bytes full, small files are taken, and large ones again when there is room', async ({
  skip,
}) => {
  const app = await start()
  const blobs = join(app.home, 'blobs')
  skip(!mountAt(blobs, 32), 'needs to be root to make a small file system')
  await app.restart()
  const bytes = randomBytes(3 * megabyte)
  expect((await put(app, 'kept', bytes)).status).toBe(201)
  const others = takeTheRest(blobs)
  for (const size of [50_000, 3 * megabyte]) await expectFull(await put(app, 'refused', randomBytes(size)))
  const npm = app.publish('npm', 'too-large', '1.0.0', { files: { big: randomBytes(3 * megabyte) } })
  await expect(npm).rejects.toThrow('no room left')
  expect((await put(app, 'small', Buffer.from('a few bytes'))).status).toBe(201)
  expect((await get(app, 'kept')).status).toBe(200)
  expect((await get(app, 'refused')).status).toBe(404)
  expect((await app.fetch('/artifactory/api/npm/npm-local/too-large')).status).toBe(404)
  expect(readdirSync(join(blobs, 'tmp'))).toEqual([])
  rmSync(others)
  expect((await put(app, 'refused', randomBytes(3 * megabyte))).status).toBe(201)
  await app.publish('npm', 'too-large', '1.0.0', { files: { big: randomBytes(3 * megabyte) } })
})

test('J03: with the disk of the database full, nothing is acknowledged that it does not hold, reads go on, and it goes on by itself', async ({
  skip,
}) => {
  const folder = mountSmall(32)
  skip(folder === '', 'needs to be root to make a small file system')
  const app = await start(folder)
  skip(app.engine === 'postgres', 'PostgreSQL has a disk of its own')
  mountAt(join(app.home, 'blobs'), 64)
  await app.restart()
  const bytes = randomBytes(100_000)
  expect((await put(app, 'kept', bytes)).status).toBe(201)
  const others = takeTheRest(folder)
  let index = 0
  const taken: number[] = []
  const status = async () => {
    const reply = await put(app, `rows/${++index}`, randomBytes(index % 2 === 0 ? 30_000 : 60_000))
    if (reply.status === 201) taken.push(index)
    return reply.status
  }
  // After the room that the log of the database has already.
  await expect.poll(status, { interval: 0, timeout: 60_000 }).toBe(507)
  const full = index
  expect((await get(app, 'kept')).status).toBe(200)
  expect((await get(app, `rows/${full}`)).status).toBe(404)
  for (const one of taken) expect([one, (await get(app, `rows/${one}`)).status]).toEqual([one, 200])
  expect((await app.fetch('/artifactory/api/storage/generic-local')).status).toBe(200)
  rmSync(others)
  expect(await status()).toBe(201)
  await app.restart()
  for (const one of taken) expect([one, (await get(app, `rows/${one}`)).status]).toEqual([one, 200])
})

test('J03: with the disk of unfinished uploads full, a part is refused, everything else goes on, and the upload ends when there is room', async ({
  skip,
}) => {
  const app = await start()
  const parts = join(app.home, 'uploads')
  skip(!mountAt(parts, 8), 'needs to be root to make a small file system')
  const base = '/artifactory/api/v1/uploads'
  const begun = await app.fetch(`${base}/create?repoKey=generic-local&repoPath=in-parts`, { method: 'POST' })
  const { token } = (await begun.json()) as { token: string }
  const call = (what: string) =>
    app.anonymous(`${base}/${what}`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  const { url } = (await (await call('urlPart?partNumber=1')).json()) as { url: string }
  const bytes = randomBytes(3 * megabyte)
  const others = takeTheRest(parts)
  await expectFull(await fetch(url, { method: 'PUT', body: bytes }))
  expect(await (await call('status')).json()).toMatchObject({ status: 'QUEUED', parts: [] })
  expect((await put(app, 'whole', bytes)).status).toBe(201)
  rmSync(others)
  expect((await fetch(url, { method: 'PUT', body: bytes })).status).toBe(200)
  expect((await call('complete')).status).toBe(202)
  await expect.poll(async () => (await call('status')).json()).toMatchObject({ status: 'FINISHED' })
})

test('J03: what is deleted makes room again', async ({ skip }) => {
  const folder = mountSmall(64)
  skip(folder === '', 'needs to be root to make a small file system')
  const app = await start(folder)
  // Deleting writes rows, for which there must be a little room.
  const reserve = join(folder, 'reserve')
  writeFileSync(reserve, Buffer.alloc(8 * megabyte, 'x'))
  let stored = 0
  const fill = async () => {
    const { status } = await put(app, `big/${stored}`, randomBytes(10 * megabyte))
    if (status === 201) stored++
    return status
  }
  await expect.poll(fill, { interval: 0 }).toBe(507)
  expect(stored).toBeGreaterThan(3)
  rmSync(reserve)
  expect((await app.fetch('/artifactory/generic-local/big/', { method: 'DELETE' })).status).toBe(204)
  expect((await app.fetch('/artifactory/api/trash/empty', { method: 'POST' })).status).toBeLessThan(300)
  const collect = async () => {
    await writeSql(
      app,
      "update blobs set unreferenced_at = '2020-01-01T00:00:00.000Z' where unreferenced_at is not null",
    )
    await collectGarbage(app)
  }
  // Emptying the trash can is a job: collected until it has come to its end.
  await expect
    .poll(
      async () => {
        await collect()
        return (await app.db.selectFrom('blobs').select('sha256').where('size', '>', 1000).execute()).length
      },
      { interval: 20 },
    )
    .toBe(0)
  // What was taken away can be brought back for some minutes more; here they are over.
  const aside = join(app.home, 'blobs', 'aside')
  for (const name of readdirSync(aside)) utimesSync(join(aside, name), 0, 0)
  await collect()
  for (let round = 0; round < 3; round++) expect(await fill()).toBe(201)
})

test('J12: bytes that vanished, were cut or replaced are named in the answer, and everything else goes on', async () => {
  const app = await start()
  const bodies = Object.fromEntries(
    ['gone', 'cut', 'link', 'folder', 'small-cut'].map((name) => [
      name,
      randomBytes(name === 'small-cut' ? 50_000 : 3 * megabyte),
    ]),
  )
  for (const [name, body] of Object.entries(bodies)) expect((await put(app, name, body)).status).toBe(201)
  // The start forgets what is in memory.
  await app.restart()
  const place = (name: string) => blobPath(app, bodies[name] ?? Buffer.alloc(0))
  rmSync(place('gone'))
  truncateSync(place('cut'), 1000)
  truncateSync(place('small-cut'), 1000)
  rmSync(place('link'))
  symlinkSync('/etc/passwd', place('link'))
  rmSync(place('folder'))
  mkdirSync(place('folder'))
  const expected = {
    gone: 'are missing from the storage',
    cut: 'are damaged in the storage',
    'small-cut': 'are damaged in the storage',
    link: 'The storage cannot be used (ELOOP)',
    folder: 'The storage cannot be used (no file)',
  }
  for (const [name, sentence] of Object.entries(expected)) {
    const reply = await get(app, name)
    const text = await reply.text()
    expect([name, reply.status, text.includes(sentence), text.includes('root:')]).toEqual([
      name,
      500,
      true,
      false,
    ])
    // Nothing of the machine is told.
    expect(text).not.toContain(app.home)
  }
  expect((await put(app, 'another', randomBytes(100_000))).status).toBe(201)
  // Garbage collection takes away what is damaged like all else, and says nothing of it.
  expect((await app.fetch('/artifactory/generic-local/cut', { method: 'DELETE' })).status).toBe(204)
  expect(
    (await app.fetch('/artifactory/api/trash/clean/generic-local/cut', { method: 'POST' })).status,
  ).toBeLessThan(300)
  rmSync(place('small-cut'))
  expect((await app.fetch('/artifactory/generic-local/small-cut', { method: 'DELETE' })).status).toBe(204)
  expect(
    (await app.fetch('/artifactory/api/trash/clean/generic-local/small-cut', { method: 'POST' })).status,
  ).toBeLessThan(300)
  await collectGarbage(app)
  for (const name of ['cut', 'small-cut']) {
    const sha256 = createHash('sha256')
      .update(bodies[name] ?? '')
      .digest('hex')
    expect(await app.db.selectFrom('blobs').select('sha256').where('sha256', '=', sha256).execute()).toEqual(
      [],
    )
  }
  // The right bytes once more mend what was lost.
  expect((await put(app, 'again', bodies['gone'] ?? Buffer.alloc(0))).status).toBe(201)
  expect((await get(app, 'gone')).status).toBe(200)
})
