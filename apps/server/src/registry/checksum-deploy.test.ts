// Deploying by digest: only what the deployer may read, and with every form of the headers.
import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { leavesNothing } from '../../../../tests/support/stored.ts'

const base = '/artifactory/generic-local/'
const bytes = 'these bytes are known'
const sha1 = hash('sha1', bytes)
const sha256 = hash('sha256', bytes)
const md5 = hash('md5', bytes)

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.fetch(`${base}known.txt`, { method: 'PUT', body: bytes })
})

afterAll(() => app.close())

const deploy = (path: string, headers: Record<string, string>, send = app.fetch) =>
  send(base + path, { method: 'PUT', headers: { 'x-checksum-deploy': 'true', ...headers } })

test.each([
  ['sha1', { 'x-checksum-sha1': sha1 }],
  ['sha256', { 'x-checksum-sha256': sha256 }],
  ['plain', { 'x-checksum': sha256 }],
  ['plain-sha1', { 'x-checksum': sha1 }],
  ['all', { 'x-checksum-sha1': sha1, 'x-checksum-sha256': sha256, 'x-checksum-md5': md5 }],
  ['both', { 'x-checksum-sha1': sha1.toUpperCase(), 'x-checksum-sha256': sha256, 'x-checksum-md5': '' }],
])('%s finds the bytes, and properties are set', async (name, headers) => {
  const reply = await deploy(`by-${name}.txt;how=${name}`, headers)
  expect(reply.status).toBe(201)
  expect(await reply.json()).toMatchObject({ size: String(bytes.length), checksums: { sha1, md5, sha256 } })
  expect(await (await app.fetch(`${base}by-${name}.txt`)).text()).toBe(bytes)
  const told = await app.fetch(`/artifactory/api/storage/generic-local/by-${name}.txt?properties`)
  expect(await told.json()).toMatchObject({ properties: { how: [name] } })
})

test.each([
  ['unknown', { 'x-checksum-sha1': 'a'.repeat(40) }, 404],
  [
    'one that is right and one that is not',
    { 'x-checksum-sha1': sha1, 'x-checksum-sha256': 'b'.repeat(64) },
    404,
  ],
  ['an md5 of other bytes', { 'x-checksum-sha1': sha1, 'x-checksum-md5': 'c'.repeat(32) }, 404],
  ['no header', {}, 400],
  ['md5 alone', { 'x-checksum-md5': md5 }, 400],
  ['a plain md5', { 'x-checksum': md5 }, 400],
  ['a plain header that is no digest', { 'x-checksum': 'abc' }, 400],
  ['empty headers', { 'x-checksum-sha1': '', 'x-checksum': '' }, 400],
  ['no digest', { 'x-checksum-sha1': 'walked' }, 400],
])('%s is refused', async (_, headers, status) => {
  const reply = await leavesNothing(app, () => deploy('refused.txt', headers))
  expect(reply.status).toBe(status)
})

test('the same bytes at the same path need no right to overwrite, and count as a change', async () => {
  const deployer = app.as(
    await app.user({ name: 'deployer', grants: [{ action: 'deploy', repository: 'generic-local' }] }),
  )
  const read = async () =>
    (await (await app.fetch('/artifactory/api/storage/generic-local/known.txt')).json()) as Record<
      string,
      string
    >
  const before = await read()
  expect((await deploy('known.txt', { 'x-checksum-sha1': sha1 }, deployer)).status).toBe(201)
  const after = await read()
  expect([after['created'], after['createdBy']]).toEqual([before['created'], 'admin'])
  expect(String(after['lastModified']) > String(before['lastModified'])).toBe(true)
  expect(after['modifiedBy']).toBe('deployer')
})

test('bytes that one may not read are not known', async () => {
  await app.fetch('/artifactory/generic-local/secret/a.txt', { method: 'PUT', body: 'secret' })
  await app.closeReading()
  const outsider = app.as(await app.user({ name: 'outsider' }))
  await app.permission({
    name: 'own corner',
    repositories: ['generic-local'],
    include: ['corner/**'],
    users: { outsider: ['read', 'deploy'] },
  })
  const headers = { 'x-checksum-sha1': hash('sha1', 'secret') }
  expect((await leavesNothing(app, () => deploy('corner/taken.txt', headers, outsider))).status).toBe(404)
  await app.fetch('/artifactory/generic-local/corner/given.txt', { method: 'PUT', body: 'secret' })
  expect((await deploy('corner/taken.txt', headers, outsider)).status).toBe(201)
})

test('an npm tarball by its digest is a package as if it had been sent', async () => {
  const { bytes: tarball } = await app.publish('npm', 'by-digest', '1.0.0')
  await app.fetch('/artifactory/npm-local/by-digest/-/by-digest-1.0.0.tgz', { method: 'DELETE' })
  await app.fetch('/artifactory/generic-local/kept.tgz', { method: 'PUT', body: tarball })
  const reply = await app.fetch('/artifactory/npm-local/by-digest/-/by-digest-1.0.0.tgz', {
    method: 'PUT',
    headers: { 'x-checksum-deploy': 'true', 'x-checksum-sha1': hash('sha1', tarball) },
  })
  expect(reply.status).toBe(201)
  expect((await app.fetch('/artifactory/api/npm/npm-local/by-digest')).status).toBe(200)
})
