// Rows A and J of the threat table for the calls that take the path of an item: traversal in every coding, wrong kinds,
// very long paths, clients that go away.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, startTestApp, type TestApp } from '../support/app.ts'
import { rawRequest } from '../support/raw.ts'
import { leavesNothing, leavesNothingSoon } from '../support/stored.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.fetch('/artifactory/generic-local/dir/file.txt', { method: 'PUT', body: 'file' })
})

afterAll(() => app.close())

const send = (line: string) =>
  rawRequest(app.url, line, { authorization: basic(app.admin), 'content-length': '0' }, '')

const attempts = [
  '../../../../../../etc/passwd',
  '%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..%5c..%5cetc%5cpasswd',
  'dir/%2e%2e/%2e%2e/pwn',
  'dir/./pwn',
  'a%00.txt',
  'a%0d%0aSet-Cookie:x=1',
  'a%1b[31m',
]

const calls: ((path: string) => string)[] = [
  (path) => `GET /artifactory/api/storage/generic-local/${path}`,
  (path) => `GET /artifactory/api/storage/generic-local/${path}?list&deep=1`,
  (path) => `PUT /artifactory/api/storage/generic-local/${path}?properties=a=b`,
  (path) => `DELETE /artifactory/api/storage/generic-local/${path}?properties=a`,
  (path) => `POST /artifactory/api/copy/generic-local/${path}?to=/generic-local/pwn`,
  (path) => `POST /artifactory/api/move/generic-local/dir?to=/generic-local/${path}`,
  (path) => `POST /artifactory/api/trash/restore/generic-local/${path}`,
  (path) => `POST /artifactory/api/trash/clean/generic-local/${path}`,
  (path) => `POST /artifactory/api/v1/uploads/create?repoKey=generic-local&repoPath=${path}`,
  (path) => `GET /artifactory/api/archive/download/generic-local/${path}?archiveType=zip`,
  (path) => `GET /artifactory/api/trace/generic-local/${path}`,
]

test('A01, A03, A04: no call leads outside of a repository', async () => {
  await leavesNothing(app, async () => {
    for (const call of calls)
      for (const attempt of attempts) {
        const reply = await send(call(attempt))
        expect([call(attempt), [400, 404].includes(reply.status)]).toEqual([call(attempt), true])
        expect(reply.text).not.toContain('root:x:')
        expect(reply.head).not.toMatch(/^set-cookie/im)
      }
  })
  for (let folder = app.home; folder !== dirname(folder); folder = dirname(folder))
    expect(existsSync(join(folder, 'pwn'))).toBe(false)
})

test('A12: names and paths that are too long are refused everywhere', async () => {
  await leavesNothing(app, async () => {
    for (const call of calls)
      for (const path of ['x'.repeat(256), `${'x'.repeat(200)}/`.repeat(20), 'x/'.repeat(500)]) {
        const reply = await send(call(path))
        expect([400, 414]).toContain(reply.status)
      }
  })
})

test('A10: twins by case and normal form are copied and moved apart', async () => {
  const names = ['Foo', 'foo', 'caf\u00e9', 'cafe\u0301']
  for (const name of names)
    await app.fetch(`/artifactory/generic-local/twins/${encodeURIComponent(name)}`, {
      method: 'PUT',
      body: name,
    })
  await send('POST /artifactory/api/copy/generic-local/twins?to=/generic-local/copied')
  await send('POST /artifactory/api/move/generic-local/copied?to=/generic-local/moved')
  for (const name of names) {
    const reply = await app.fetch(`/artifactory/generic-local/moved/${encodeURIComponent(name)}`)
    expect(await reply.text()).toBe(name)
  }
})

test('folders where files are, and the reverse', async () => {
  const put = async (path: string) =>
    (
      await leavesNothing(app, () =>
        app.fetch(`/artifactory/generic-local/${path}`, {
          method: 'PUT',
          body: path.endsWith('/') ? '' : 'x',
        }),
      )
    ).status
  expect(await put('dir')).toBe(409)
  expect(await put('dir/file.txt/below')).toBe(409)
  expect(await put('dir/file.txt/')).toBe(409)
})

test('J08: an upload that is cut off leaves nothing', async () => {
  await leavesNothingSoon(app, async () => {
    const controller = new AbortController()
    const body = new ReadableStream({
      pull(stream) {
        stream.enqueue(new Uint8Array(100_000))
        controller.abort()
      },
    })
    await expect(
      app.fetch('/artifactory/generic-local/cut.bin', {
        method: 'PUT',
        body,
        duplex: 'half',
        signal: controller.signal,
      }),
    ).rejects.toThrow(/abort/)
  })
})
