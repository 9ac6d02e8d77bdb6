import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { mountSmall } from '../../../../tests/support/small-disk.ts'
import { writeSql } from '../../../../tests/support/sql.ts'

// The commands as people run them, in processes of their own, beside a server that is running.
const program = join(import.meta.dirname, '..', 'main.ts')
const folder = mkdtempSync(join(tmpdir(), 'bindery-care-'))
const backups = join(folder, 'backup')
const restoredHome = join(folder, 'restored')
let app: TestApp
let empty: TestDatabase
const acknowledged = new Map<string, string>()

beforeAll(async () => {
  app = await startTestApp()
  empty = await createTestDatabase()
})

afterAll(async () => {
  await app.close()
  await empty.drop()
  rmSync(folder, { recursive: true, force: true })
})

interface Ended {
  code: number
  output: string
}

const run = (args: string[], home = app.home, url = app.database.url): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, BINDERY_HOME: home, ...(url && { BINDERY_DATABASE_URL: url }) }
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })

async function put(path: string, size: number): Promise<void> {
  const body = randomBytes(size)
  const reply = await app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body })
  expect(reply.status).toBe(201)
  acknowledged.set(path, createHash('sha256').update(body).digest('hex'))
}

const blobFile = (home: string, path: string) => {
  const sha256 = acknowledged.get(path) ?? ''
  return join(home, 'blobs', sha256.slice(0, 2), sha256)
}

test('A11, J14: a backup beside writers holds everything acknowledged before it; restored, it is sound and serves it', async () => {
  await app.publish('npm', 'left-pad', '1.3.0')
  for (let index = 0; index < 10; index++) await put(`before/${index}`, index % 2 === 0 ? 2000 : 90_000)
  for (const name of ['CON', 'a.', 'a%20', '-rf', '~', '%F0%9F%92%A9']) await put(`odd/${name}`, 500)
  const reader = await app.user({ name: 'reader' })
  const writer = await app.user({
    name: 'writer',
    grants: [{ action: 'deploy', repository: 'generic-local' }],
  })
  const token = await app.token(writer)
  const owed = new Map([...acknowledged].map(([path, sha256]) => [path, { sha256, at: '' }]))
  let isOver = false
  const writing = (async () => {
    for (let index = 0; !isOver; index++) {
      const path = `during/${index}`
      await put(path, index % 2 === 0 ? 3000 : 70_000)
      owed.set(path, { sha256: acknowledged.get(path) ?? '', at: new Date().toISOString() })
    }
  })()
  const taken = await run(['backup', backups])
  isOver = true
  await writing
  const { takenAt = '' } = /before (?<takenAt>\S+Z)\./.exec(taken.output)?.groups ?? {}
  expect(taken).toMatchObject({ code: 0, output: expect.stringMatching(/Backed up to .* in [\d.]+ s\./) })
  expect([...owed.values()].some(({ at }) => at > takenAt)).toBe(true)

  expect(await run(['restore', backups], restoredHome, empty.url)).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      new RegExp(
        `acknowledged before ${takenAt}: .* in [\\d.]+ s\\. Every file was compared with its digest`,
      ),
    ),
  })
  expect(await run(['fsck'], restoredHome, empty.url)).toMatchObject({
    code: 0,
    output: expect.stringContaining('all is well'),
  })
  const restored = await startTestApp({ beside: { ...app, home: restoredHome, database: empty } })
  try {
    for (const [path, { sha256, at }] of owed) {
      if (at > takenAt) continue
      const reply = await restored.fetch(`/artifactory/generic-local/${path}`)
      expect([path, reply.status]).toEqual([path, 200])
      expect(
        createHash('sha256')
          .update(Buffer.from(await reply.arrayBuffer()))
          .digest('hex'),
      ).toBe(sha256)
    }
    expect((await restored.fetch('/artifactory/api/npm/npm-local/left-pad')).status).toBe(200)
    // People, their rights and their tokens.
    const deploy = async (who: Parameters<TestApp['as']>[0]) =>
      (await restored.as(who)('/artifactory/generic-local/after', { method: 'PUT', body: 'x' })).status
    expect([await deploy(writer), await deploy({ token }), await deploy(reader)]).toEqual([201, 201, 403])
    expect(await deploy({ ...writer, password: 'another' })).toBe(401)
  } finally {
    await restored.close()
  }
  expect(await run(['restore', backups], restoredHome, empty.url)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not empty'),
  })
})

test('a restored database knows how large its tables are, so that its first searches use their indexes', async ({
  skip,
}) => {
  skip(app.engine === 'sqlite', 'the file holds what it knows')
  const client = new Client({ connectionString: empty.url })
  await client.connect()
  // Autovacuum would come a minute later, and write another column.
  const { rows } = await client
    .query('select relname from pg_stat_user_tables where last_analyze is null')
    .finally(() => client.end())
  expect(rows).toEqual([])
})

test('the same folder again takes only what is new, and gives up what is gone', async () => {
  await app.fetch('/artifactory/generic-local/before/1', { method: 'DELETE' })
  await app.fetch('/artifactory/api/trash/clean/generic-local/before/1', { method: 'POST' })
  await put('later', 50_000)
  expect(await run(['backup', backups])).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 files that'),
  })
  const kept = await readdir(join(backups, 'blobs'), { recursive: true })
  expect(kept.some((name) => name.endsWith(acknowledged.get('later') ?? '-'))).toBe(true)
  expect(kept.some((name) => name.endsWith(acknowledged.get('before/1') ?? '-'))).toBe(false)
})

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('backups beside each other share the files that they both have, as long as these are intact', async () => {
  const beside = (name: string) => join(folder, 'beside', name)
  const paths = ['shared/well', 'shared/hurt']
  for (const path of paths) await put(path, 70_000)
  expect(await run(['backup', beside('first')])).toMatchObject({ code: 0 })
  const hurt = await open(blobFile(beside('first'), 'shared/hurt'), 'r+')
  await hurt.write('x', 0)
  await hurt.close()
  await put('shared/new', 70_000)
  expect(await run(['backup', beside('second')])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\d+ of them are shared with the backup at .*first/),
  })
  const fileOf = async (name: string, path: string) => (await stat(blobFile(beside(name), path))).ino
  expect(await fileOf('second', 'shared/well')).toBe(await fileOf('first', 'shared/well'))
  expect(await fileOf('second', 'shared/hurt')).not.toBe(await fileOf('first', 'shared/hurt'))
  await rm(beside('first'), { recursive: true })
  for (const path of [...paths, 'shared/new'])
    expect(digestOf(await readFile(blobFile(beside('second'), path)))).toBe(acknowledged.get(path))
})

async function megabytesIn(place: string): Promise<number> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const pages = await Promise.all(
    files.map(async ({ parentPath, name }) => Math.ceil((await stat(join(parentPath, name))).size / 4096)),
  )
  return Math.ceil(pages.reduce((sum, some) => sum + some, 0) / 256)
}

test('an archive that does not fit says so and leaves nothing behind', async ({ skip }) => {
  await put('large', 4_000_000)
  expect(await run(['backup', backups])).toMatchObject({ code: 0 })
  // Room for the folder that it is made from, and not for both.
  const disk = mountSmall((await megabytesIn(backups)) + 2)
  skip(disk === '', 'needs the right to mount')
  expect(await run(['backup', join(disk, 'all.tar.gz')])).toMatchObject({
    code: 1,
    output: expect.stringContaining(`no room left on the disk that holds "${disk}`),
  })
  expect(await readdir(disk)).toEqual([])
})

test('J12: fsck names the files that are hurt and ends with 1; a backup of damaged bytes is refused', async () => {
  await put('hurt/missing', 60_000)
  await put('hurt/damaged', 60_001)
  await rm(blobFile(app.home, 'hurt/missing'))
  await appendFile(blobFile(app.home, 'hurt/damaged'), 'x')
  const found = await run(['fsck'])
  expect(found.code).toBe(1)
  expect(found.output).toContain(
    `missing: ${acknowledged.get('hurt/missing')}, needed by generic-local/hurt/missing`,
  )
  expect(found.output).toContain(
    `damaged: ${acknowledged.get('hurt/damaged')}, needed by generic-local/hurt/damaged`,
  )
  expect(await run(['fsck', '--quick'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('2 problems'),
  })
  expect(await run(['backup', join(folder, 'other')])).toMatchObject({
    code: 1,
    output: expect.stringContaining('cannot be backed up'),
  })
  expect(await readdir(join(folder, 'other'))).not.toContain('backup.json')
})

test('fsck --repair mends rows, moves damaged bytes out of the way, and says what is left', async () => {
  const stopped = { ...app, home: restoredHome, database: empty }
  await writeSql(stopped, `delete from nodes where path = 'before' and kind = 'folder'`)
  await writeSql(stopped, `update nodes set size = size + 1 where path = 'before/2'`)
  await writeSql(stopped, `update packages set version_count = 7`)
  await appendFile(blobFile(restoredHome, 'before/3'), 'x')
  expect(await run(['fsck', '--quick'], restoredHome, empty.url)).toMatchObject({ code: 1 })
  const mended = await run(['fsck', '--repair'], restoredHome, empty.url)
  expect(mended).toMatchObject({ code: 1, output: expect.stringContaining('1 problems') })
  for (const sentence of [
    'Missing folders were made.',
    'Sizes of files were taken from their bytes.',
    'Packages of npm-local will be made again',
    'Damaged bytes were moved',
    'needed by generic-local/before/3',
  ])
    expect(mended.output).toContain(sentence)
  expect(await readdir(join(restoredHome, 'damaged'))).toEqual([acknowledged.get('before/3')])
  const again = await run(['fsck', '--quick'], restoredHome, empty.url)
  expect(again.output).toContain(`missing: ${acknowledged.get('before/3')}`)
  expect(again.output).not.toContain('without the folder')
})

test('nothing is repaired beside a running server', async ({ skip }) => {
  skip(app.engine === 'postgres', 'several processes may work on PostgreSQL')
  const refused = await run(['fsck', '--repair'])
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Another Bindery is running') })
})
