// What npm compares with the bytes it receives, of tarballs that came into the repository by another way than `npm publish`.
import { hash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { npmTarball } from '../../../../../tests/support/builders/npm.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const put = (path: string, body: Buffer | undefined, headers: Record<string, string> = {}) =>
  app.fetch(`/artifactory/${path}`, { method: 'PUT', headers, ...(body && { body: new Uint8Array(body) }) })

const tarballOf = (name: string) =>
  npmTarball(name, '1.0.0', { files: { 'noise.bin': randomBytes(1_000_000) } })

async function integrityOf(name: string): Promise<string | undefined> {
  const reply = await app.fetch(`/artifactory/api/npm/npm-local/${name}`)
  if (!reply.ok) return undefined
  const document = (await reply.json()) as { versions: Record<string, { dist: { integrity?: string } }> }
  return document.versions['1.0.0']?.dist.integrity
}

const sha512Of = async (bytes: Buffer) =>
  (
    await app.db
      .selectFrom('blobs')
      .select('sha512')
      .where('sha256', '=', hash('sha256', bytes))
      .executeTakeFirst()
  )?.sha512

const expectedOf = (bytes: Buffer) => `sha512-${hash('sha512', bytes, 'base64')}`

test('deployed as a plain file', async () => {
  const bytes = await tarballOf('plainly')
  expect((await put('npm-local/plainly/-/plainly-1.0.0.tgz', bytes)).status).toBe(201)
  expect(await integrityOf('plainly')).toBe(expectedOf(bytes))
})

test('deployed by the digest of bytes that lie in a generic repository, where nobody needed it', async () => {
  const bytes = await tarballOf('by-digest')
  expect((await put('generic-local/by-digest.tgz', bytes)).status).toBe(201)
  expect(await sha512Of(bytes)).toBe('')
  const headers = { 'x-checksum-deploy': 'true', 'x-checksum-sha256': hash('sha256', bytes) }
  expect((await put('npm-local/by-digest/-/by-digest-1.0.0.tgz', undefined, headers)).status).toBe(201)
  expect(await integrityOf('by-digest')).toBe(expectedOf(bytes))
  // Sent to the generic repository once more, it is still known.
  expect((await put('generic-local/again.tgz', bytes)).status).toBe(201)
  expect(await integrityOf('by-digest')).toBe(expectedOf(bytes))
})

test('published after the same bytes were stored without it', async () => {
  const bytes = await tarballOf('after')
  expect((await put('generic-local/after.tgz', bytes)).status).toBe(201)
  expect((await put('npm-local/after/-/after-1.0.0.tgz', bytes)).status).toBe(201)
  expect(await integrityOf('after')).toBe(expectedOf(bytes))
})

test('copied from a generic repository', async () => {
  const bytes = await tarballOf('copied')
  expect((await put('generic-local/copied/-/copied-1.0.0.tgz', bytes)).status).toBe(201)
  const copied = await app.fetch('/artifactory/api/copy/generic-local/copied?to=/npm-local/copied', {
    method: 'POST',
  })
  expect(copied.status).toBe(200)
  // A job looks into what was copied.
  await vi.waitFor(async () => expect(await integrityOf('copied')).toBe(expectedOf(bytes)), 20_000)
})
