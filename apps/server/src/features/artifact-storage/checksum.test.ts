import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.fetch('/artifactory/generic-local/some/file.txt', { method: 'PUT', body: 'content' })
})

afterAll(() => app.close())

const ask = async (repoKey: string, path: string, as = app.fetch) =>
  (await as('/artifactory/api/checksum/sha256', json('POST', { repoKey, path }))).status

test('a file is asked to have its SHA-256, which every file has; what is not there is said not to be', async () => {
  expect(await ask('generic-local', 'some/file.txt')).toBe(200)
  expect(await ask('generic-local', '/some/file.txt')).toBe(200)
  const info = await app.fetch('/artifactory/api/storage/generic-local/some/file.txt')
  expect(await info.json()).toMatchObject({
    checksums: { sha256: 'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73' },
  })
  expect(await ask('generic-local', 'some/other.txt')).toBe(404)
  expect(await ask('nowhere', 'some/file.txt')).toBe(404)
  expect(await ask('generic-local', '../some/file.txt')).toBe(400)
})

test('nobody learns from it what they may not read', async () => {
  await app.closeReading()
  const ann = app.as(await app.user({ name: 'ann' }))
  expect(await ask('generic-local', 'some/file.txt', ann)).toBe(
    await ask('generic-local', 'some/other.txt', ann),
  )
  expect(await ask('generic-local', 'some/file.txt', ann)).not.toBe(200)
})
