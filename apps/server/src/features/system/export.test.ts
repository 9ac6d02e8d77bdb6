// Exports of the whole installation: made by a process of its own, below one folder only.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'bindery-export-'))
const exports = join(folder, 'exports')
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_EXPORT_FOLDER: exports } })
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (exportPath: string, as = app.fetch, more = {}) =>
  as('/artifactory/api/export/system', json('POST', { exportPath, includeMetadata: true, ...more }))

async function finished(reply: Response) {
  const { jobId } = (await reply.json()) as { jobId: string }
  const job = () => app.db.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
  await expect.poll(async () => (await job()).state, { interval: 250 }).not.toMatch(/waiting|running/)
  return job()
}

test('an export is a backup, made in the background', async () => {
  await app.fetch('/artifactory/generic-local/a.txt', { method: 'PUT', body: 'kept' })
  expect(await finished(await ask('nightly/one'))).toMatchObject({
    state: 'done',
    last_error: null,
    progress: expect.stringContaining('Backed up to'),
  })
  const manifest: unknown = JSON.parse(await readFile(join(exports, 'nightly/one/backup.json'), 'utf8'))
  expect(manifest).toMatchObject({ engine: app.engine })
})

test('an export is one file where an archive is wanted, and always of everything', async () => {
  expect(await finished(await ask('nightly/two', app.fetch, { createArchive: true }))).toMatchObject({
    state: 'done',
  })
  expect((await readFile(join(exports, 'nightly/two.tar.gz'))).subarray(0, 2)).toEqual(
    Buffer.from([0x1f, 0x8b]),
  )
  for (const more of [{ excludeContent: true }, { m2: true }]) {
    const reply = await ask('nightly/three', app.fetch, more)
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('of everything')])
  }
  expect((await ask('nightly/two', app.fetch, { excludeContent: false, m2: false })).status).toBe(200)
})

test('nothing is written elsewhere, also not through a link, and only for administrators', async () => {
  symlinkSync(tmpdir(), join(exports, 'away'))
  for (const path of ['../outside', '/etc', 'away/there', `${exports}/../outside`])
    expect([path, (await ask(path)).status]).toEqual([path, 400])
  expect((await ask('x', app.as(await app.user({ name: 'ann' })))).status).toBe(403)
})

test('an import is refused with the way to do it', async () => {
  const reply = await app.fetch('/artifactory/api/import/system', json('POST', { importPath: 'nightly/one' }))
  expect([reply.status, await reply.text()]).toEqual([409, expect.stringContaining('npm run restore')])
})

test('without a folder for them there are no exports', async () => {
  const other = await startTestApp()
  try {
    const reply = await ask('x', other.fetch)
    expect([reply.status, await reply.text()]).toEqual([409, expect.stringContaining('exportFolder')])
  } finally {
    await other.close()
  }
})
