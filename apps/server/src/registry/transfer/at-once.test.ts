// Several who want the same file at once: one of them gets it, and the others are told so.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const base = '/artifactory/generic-local'
const put = (path: string) => app.fetch(`${base}/${path}`, { method: 'PUT', body: path })
const statuses = async (replies: readonly Promise<Response>[]) =>
  (await Promise.all(replies)).map(({ status }) => status)
const countOf = async (kind: string) =>
  (await app.db.selectFrom('events').select('id').where('kind', '=', kind).execute()).length

test('one of many moves is made, tells of itself, and is the only one that says so', async () => {
  await put('moved/from.txt')
  const before = await countOf('moved')
  const found = await statuses(
    Array.from({ length: 10 }, (_, index) =>
      app.fetch(
        `/artifactory/api/move/generic-local/moved/from.txt?to=/generic-local/moved/to-${index}.txt`,
        { method: 'POST' },
      ),
    ),
  )
  expect(found.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
  const list = await app.fetch('/artifactory/api/storage/generic-local/moved?list')
  const { files } = (await list.json()) as { files: { uri: string }[] }
  expect(files.map(({ uri }) => uri)).toEqual([`/to-${found.indexOf(200)}.txt`])
  expect((await countOf('moved')) - before).toBe(1)
})

test('one of many deletions is made, and the others find nothing', async () => {
  await put('deleted.txt')
  const before = await countOf('deleted')
  const found = await statuses(
    Array.from({ length: 10 }, () => app.fetch(`${base}/deleted.txt`, { method: 'DELETE' })),
  )
  expect(found.toSorted()).toEqual([204, ...Array.from({ length: 9 }, () => 404)])
  expect((await countOf('deleted')) - before).toBe(1)
})
