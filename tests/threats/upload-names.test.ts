// Row A06 of the threat table: what a client calls a file is never where it is stored.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../../apps/server/src/registry/archives/archive.fixture.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { npmPublishBody, npmTarball } from '../support/builders/npm.ts'
import { filesBelow, leavesNothing } from '../support/stored.ts'

const names = [
  '../../../../tmp/pwn.tgz',
  '..\\..\\pwn.tgz',
  '/tmp/pwn.tgz',
  'pwn.tgz\0.html',
  'pwn.tgz%00.html',
]

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(async () => {
  expect((await filesBelow(app.home)).filter((file) => file.includes('pwn'))).toEqual([])
  for (let folder = app.home; folder !== dirname(folder); folder = dirname(folder))
    expect(existsSync(join(folder, 'pwn.tgz'))).toBe(false)
  await app.close()
})

const pathsOf = async () =>
  (await app.db.selectFrom('nodes').select('path').execute()).map(({ path }) => path)

test.each(names)('A06: %j as the name of the file in a publish', async (name) => {
  const tarball = await npmTarball('named', '1.0.0')
  const { _attachments, ...body } = npmPublishBody('named', '1.0.0', tarball)
  const [attachment] = Object.values(_attachments)
  const address = '/artifactory/api/npm/npm-local/named'
  const reply = await app.fetch(address, json('PUT', { ...body, _attachments: { [name]: attachment } }))
  // Taken under the name that it must have, or not at all.
  expect([201, 400, 409]).toContain(reply.status)
  const stored = (await pathsOf()).filter((path) => path.startsWith('named/') && path.includes('.'))
  for (const path of stored) expect(path).toBe('named/-/named-1.0.0.tgz')
})

test.each(names)('A06: %j in the headers and the body of an upload', async (name) => {
  const quoted = JSON.stringify(name)
  const form = `--x\r\nContent-Disposition: form-data; name="file"; filename=${quoted}\r\n\r\nbytes\r\n--x--\r\n`
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-disposition': `attachment; filename=${quoted}`,
    'x-file-name': encodeURIComponent(name),
  }
  const reply = await app.fetch('/artifactory/generic-local/forms/one.bin', {
    method: 'PUT',
    headers,
    body: form,
  })
  expect(reply.status).toBe(201)
  // The form is the file: nothing is taken out of it.
  expect(await (await app.fetch('/artifactory/generic-local/forms/one.bin')).text()).toBe(form)
  const before = await pathsOf()
  for (const path of [
    '/artifactory/generic-local/',
    '/artifactory/generic-local/forms/',
    '/artifactory/api/npm/npm-local/',
  ])
    expect((await app.fetch(path, { method: 'POST', headers, body: form })).status).toBeGreaterThanOrEqual(
      400,
    )
  expect(await pathsOf()).toEqual(before)
})

// The last one is a name like any other, when nobody decodes it twice.
test.each(names.slice(0, -1))(
  'A06: %j as the place of an upload in parts, and of an archive',
  async (name) => {
    await leavesNothing(app, async () => {
      const place = `repoKey=generic-local&repoPath=${encodeURIComponent(name)}`
      const begun = await app.fetch(`/artifactory/api/v1/uploads/create?${place}`, { method: 'POST' })
      // A slash in front is how some clients begin a path.
      expect([name, begun.status]).toEqual([name, name.startsWith('/') ? 200 : 400])
      const archive = await zipOf({ 'good.txt': 'x' })
      const address = `/artifactory/generic-local/${encodeURIComponent(name)}.zip`
      const headers = { 'x-explode-archive': 'true' }
      const exploded = await app.fetch(address, { method: 'PUT', headers, body: archive })
      expect([name, exploded.status]).toEqual([name, 400])
    })
  },
)
