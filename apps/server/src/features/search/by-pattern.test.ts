// Files by Ant patterns, and what is told of each file that a search finds.
import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'

let app: TestApp

const put = (address: string, headers: Record<string, string> = {}) =>
  app.fetch(`/artifactory/${address}`, { method: 'PUT', body: address, headers })

beforeAll(async () => {
  app = await startTestApp()
  await makeRepository(app, 'first', 'local')
  await makeRepository(app, 'second', 'local')
  await makeRepository(app, 'both', 'virtual', { repositories: ['first', 'second'] })
  for (const path of ['top.txt', 'org/a.txt', 'org/a.jar', 'org/in/b.txt', 'org/in/deep/c.txt', 'orgs/d.txt'])
    await put(`first/${path}`)
  for (const path of ['org/a.txt', 'org/e.txt']) await put(`second/${path}`)
})

afterAll(() => app.close())

test.each([
  ['first:*', ['top.txt']],
  ['first:org/*.txt', ['org/a.txt']],
  ['first:*/*.txt', ['org/a.txt', 'orgs/d.txt']],
  ['first:org/?/*.txt', []],
  ['first:org/*/*.txt', ['org/in/b.txt']],
  ['first:org/**/*.txt', ['org/a.txt', 'org/in/b.txt', 'org/in/deep/c.txt']],
  ['first:org/**', ['org/a.jar', 'org/a.txt', 'org/in/b.txt', 'org/in/deep/c.txt']],
  ['first:org/**/deep/*', ['org/in/deep/c.txt']],
  ['first:**/b.txt', ['org/in/b.txt']],
  ['first:**', ['org/a.jar', 'org/a.txt', 'org/in/b.txt', 'org/in/deep/c.txt', 'orgs/d.txt', 'top.txt']],
  ['both:org/*.txt', ['org/a.txt', 'org/e.txt']],
  ['nowhere:**', []],
])('%s finds what an Ant pattern means, each path once', async (pattern, files) => {
  const reply = await app.fetch(`/artifactory/api/search/pattern?pattern=${pattern}`)
  const found = (await reply.json()) as { sourcePattern: string; files: string[] }
  expect([found.sourcePattern, found.files.toSorted()]).toEqual([pattern, files])
})

test('X-Result-Detail tells of a file what the storage API tells, declared checksums and all', async () => {
  const bytes = 'first/declared.bin'
  await put(bytes, { 'x-checksum-sha1': hash('sha1', bytes) })
  const read = async (address: string) =>
    (await (
      await app.fetch(`/artifactory/api/${address}`, { headers: { 'x-result-detail': 'info' } })
    ).json()) as { results: object[] }
  for (const name of ['declared.bin', 'top.txt']) {
    const { results } = await read(`search/artifact?name=${name}&repos=first`)
    expect(results).toEqual([await read(`storage/first/${name}`)])
  }
})
