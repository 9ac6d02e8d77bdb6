// Backups by the clock: made by the real command, restored by it, and told of when they fail.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backups as contract } from '@bindery/contracts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { startMailServer, useMailServer, type MailServer } from '../../../../../tests/support/mail-server.ts'

// Each backup is a process to start, and a database to copy.
vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'bindery-backups-'))
const restoredHome = join(folder, 'restored')
const waiting = { timeout: 90_000, interval: 250 }
let app: TestApp
let empty: TestDatabase
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  await useMailServer(app, mail)
  empty = await createTestDatabase()
})

afterAll(async () => {
  await app.close()
  await mail.close()
  await empty.drop()
  rmSync(folder, { recursive: true, force: true })
})

const address = '/ui/api/v1/backups'
const patch = (body: string, as = app.fetch) =>
  as('/artifactory/api/system/configuration', {
    method: 'PATCH',
    body,
    headers: { 'content-type': 'application/yaml' },
  })
async function configure(key: string, members: object): Promise<void> {
  const reply = await patch(JSON.stringify({ backups: { [key]: members } }))
  expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('merged successfully')])
}
const runsOf = async (key: string) =>
  contract.runs.shape.response.parse(await (await app.fetch(`${address}/${key}/runs`)).json())
const ask = (key: string, as = app.fetch) => as(`${address}/${key}/run`, { method: 'POST' })
const auditOf = async (kind: string) => (await app.fetch(`/ui/api/v1/audit?kind=${kind}`)).text()

/** The end of the newest run, once there is one more than there was. */
async function finished(key: string, before: number) {
  await expect
    .poll(async () => {
      const runs = await runsOf(key)
      return runs.length > before && runs[0]?.finishedAt !== null
    }, waiting)
    .toBe(true)
  return (await runsOf(key))[0]
}

/** Asked for by hand, to its end. */
async function made(key: string) {
  const before = (await runsOf(key)).length
  expect((await ask(key)).status).toBe(202)
  return finished(key, before)
}

const command = (args: string[], home: string, url: string | undefined): Promise<string> =>
  new Promise((resolve) => {
    const env = { ...process.env, BINDERY_HOME: home, ...(url && { BINDERY_DATABASE_URL: url }) }
    const program = join(import.meta.dirname, '..', '..', 'main.ts')
    execFile(process.execPath, [program, ...args], { env }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })

const put = (path: string, body: string | Buffer) =>
  app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body })

test('one that is due is made, and the real command restores it', async () => {
  const large = randomBytes(90_000)
  await put('small.txt', 'kept')
  await put('large.bin', large)
  await configure('often', { enabled: true, cronExp: '* * * * * ?', retentionPeriodHours: 168 })
  const first = await finished('often', 0)
  await configure('often', { enabled: false })
  expect(first).toMatchObject({
    failure: null,
    startedBy: 'system',
    folder: expect.stringMatching(/backup[\\/]often[\\/]\d{8}\.\d{6}$/),
    report: expect.stringContaining('Backed up to'),
  })
  expect(await auditOf('backup.made')).toContain('often')
  expect(await command(['restore', first?.folder ?? ''], restoredHome, empty.url)).toContain('Restored what')
  expect(await readdir(restoredHome)).not.toContain('backup')
  const restored = await startTestApp({ beside: { ...app, home: restoredHome, database: empty } })
  try {
    expect(await (await restored.fetch('/artifactory/generic-local/small.txt')).text()).toBe('kept')
    const reply = await restored.fetch('/artifactory/generic-local/large.bin')
    expect(Buffer.from(await reply.arrayBuffer()).equals(large)).toBe(true)
  } finally {
    await restored.close()
  }
})

test('one that fails says why, leaves nothing behind, and the next one is made', async () => {
  await configure('failing', { enabled: false, cronExp: '0 0 2 * * ?' })
  const body = randomBytes(80_000)
  const { checksums } = (await (await put('hurt.bin', body)).json()) as { checksums: { sha256: string } }
  const blob = join(app.home, 'blobs', checksums.sha256.slice(0, 2), checksums.sha256)
  await rename(blob, join(folder, 'aside'))
  const failed = await made('failing')
  expect(failed).toMatchObject({ failure: expect.stringContaining('cannot be backed up'), report: '' })
  expect(await readdir(join(app.home, 'backup', 'failing'))).toEqual([])
  const listed = contract.list.shape.response.parse(await (await app.fetch(address)).json())
  expect(listed.find(({ backup }) => backup.key === 'failing')).toMatchObject({
    lastRun: { failure: failed?.failure },
    nextRunAt: null,
  })
  expect(await auditOf('backup.failed')).toContain(checksums.sha256)
  await rename(join(folder, 'aside'), blob)
  expect(await made('failing')).toMatchObject({ failure: null, startedBy: 'admin' })
})

test('administrators get a letter about one that fails, unless it says that they do not', async () => {
  await app.user({ name: 'vera', isAdmin: true, email: 'vera@example.com' })
  await app.user({ name: 'sam', email: 'sam@example.com' })
  await configure('silent', { enabled: false, cronExp: '0 0 2 * * ?', sendMailOnError: false })
  await configure('telling', { enabled: false, cronExp: '0 0 2 * * ?' })
  const { checksums } = (await (await put('lost.bin', randomBytes(80_000))).json()) as {
    checksums: { sha256: string }
  }
  const blob = join(app.home, 'blobs', checksums.sha256.slice(0, 2), checksums.sha256)
  await rename(blob, join(folder, 'aside'))
  expect(await made('silent')).toMatchObject({ failure: expect.any(String) })
  expect(await made('telling')).toMatchObject({ failure: expect.any(String) })
  await rename(join(folder, 'aside'), blob)
  const letter = await mail.letterTo('vera@example.com')
  expect(letter.raw).toContain('The backup telling was not made')
  expect(letter.text).toContain(checksums.sha256)
  expect(mail.letters.filter(({ raw }) => raw.includes('silent'))).toEqual([])
  expect(mail.letters.filter(({ to }) => to.includes('sam@example.com'))).toEqual([])
})

test('one archive holds everything, the command restores it, and old ones go', async () => {
  const [large, home] = [randomBytes(300_000), join(folder, 'from-archive')]
  await put('packed.bin', large)
  await configure('packed', { enabled: false, cronExp: '', retentionPeriodHours: 24, createArchive: true })
  const all = join(app.home, 'backup', 'packed')
  await mkdir(join(all, '20200101.000000.tar.gz.folder'), { recursive: true })
  await writeFile(join(all, '20200101.000000.tar.gz'), '')
  const run = await made('packed')
  expect(run).toMatchObject({ failure: null, removed: 2, folder: expect.stringMatching(/\d{6}\.tar\.gz$/) })
  const archive = run?.folder ?? ''
  expect(await readdir(all)).toEqual([archive.slice(all.length + 1)])

  const database = await createTestDatabase()
  try {
    const half = join(folder, 'half.tar.gz')
    const bytes = await readFile(archive)
    await writeFile(half, bytes.subarray(0, bytes.length - 1000))
    expect(await command(['restore', half], join(folder, 'never'), database.url)).toContain('not complete')
    expect(await command(['restore', archive], home, database.url)).toContain('Restored what')
    expect(await readdir(home)).not.toContain('unpacked')
    expect(await command(['fsck'], home, database.url)).toContain('all is well')
    const restored = await startTestApp({ beside: { ...app, home, database } })
    try {
      const reply = await restored.fetch('/artifactory/generic-local/packed.bin')
      expect(Buffer.from(await reply.arrayBuffer()).equals(large)).toBe(true)
    } finally {
      await restored.close()
    }
  } finally {
    await database.drop()
  }
})

test('old ones and halves go when a new one is complete; without a time there is one', async () => {
  await configure('aging', { enabled: false, cronExp: '', retentionPeriodHours: 24 })
  const all = join(app.home, 'backup', 'aging')
  const stamp = (hours: number) =>
    new Date(Date.now() - hours * 3_600_000)
      .toISOString()
      .replaceAll(/[-:]/g, '')
      .replace('T', '.')
      .slice(0, 15)
  const [old, recent, half] = [stamp(48), stamp(2), stamp(1)]
  for (const name of [old, recent, half, 'notes']) await mkdir(join(all, name), { recursive: true })
  for (const name of [old, recent]) await writeFile(join(all, name, 'backup.json'), '{}')
  const run = await made('aging')
  expect(run).toMatchObject({ failure: null, removed: 2 })
  const left = [recent, 'notes', run?.folder.slice(all.length + 1)]
  expect(new Set(await readdir(all))).toEqual(new Set(left))
  await configure('aging', { retentionPeriodHours: 0 })
  for (let time = 0; time < 2; time++)
    expect(await made('aging')).toMatchObject({ failure: null, folder: join(all, 'current'), removed: 0 })
  await configure('aging', { createArchive: true })
  expect(await made('aging')).toMatchObject({
    failure: null,
    folder: join(all, 'current.tar.gz'),
    removed: 1,
  })
  expect(new Set(await readdir(all))).toEqual(new Set([...left, 'current.tar.gz']))
})

test('what cannot be honoured is refused with a sentence, and nothing changes', async () => {
  for (const [members, why] of [
    [
      { enabled: true, cronExp: '0 0 2 * * ?', excludedRepositories: ['npm-local'] },
      'none can be left out. Take npm-local out of the excludedRepositories of refused',
    ],
    [{ enabled: true, cronExp: 'soon' }, 'not a cron expression'],
    [{ enabled: true }, 'not a cron expression'],
    [{ cronExp: '0 0 2 * * ?', retentionPeriodHours: -1 }, 'whole number'],
  ] as const) {
    const reply = await patch(JSON.stringify({ backups: { refused: members } }))
    expect([members, reply.status, await reply.text()]).toEqual([members, 400, expect.stringContaining(why)])
  }
  expect((await patch(JSON.stringify({ backups: { '../out': { enabled: false } } }))).status).toBe(400)
  expect((await app.fetch(`${address}/refused/runs`)).status).toBe(404)
  expect((await ask('refused')).status).toBe(404)
})

test('they are for administrators', async () => {
  const ann = app.as(await app.user({ name: 'ann' }))
  expect([(await ann(address)).status, (await ask('often', ann)).status]).toEqual([403, 403])
})
