// Second ways to the same thing: rows D18 and D19 of the threat table. Bytes that are shared are not readable wherever they
// lie, and what was deleted stays deleted.
import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { publishBuild } from '../support/builders/build.ts'
import type { Send } from '../support/builders/published.ts'
import { makeRepository } from '../support/repositories.ts'
import { collectGarbage } from '../support/garbage.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
})

afterAll(() => app.close())

const put = async (path: string, body = path) =>
  expect((await app.fetch(`/artifactory/${path}`, { method: 'PUT', body })).status).toBe(201)

describe('D18: bytes that lie in two repositories are read where one may read', () => {
  const secret = 'what only the owners of b have'
  const [sha256, sha1, md5] = ['sha256', 'sha1', 'md5'].map((name) => hash(name, secret))
  let spy: Send

  beforeAll(async () => {
    for (const key of ['a', 'b']) await makeRepository(app, key, 'local')
    await put('b/secret.txt', secret)
    await publishBuild(app.fetch, {
      name: 'hidden',
      artifacts: [{ name: 'secret.txt', content: secret, repository: 'b', path: 'secret.txt' }],
    })
    const grants = ['read', 'deploy', 'delete'].map((action) => ({ action, repository: 'a' }))
    spy = app.as(await app.user({ name: 'reader-of-a', grants }))
  })

  /** The same question about a digest that nobody has. */
  const unknown = (question: string) =>
    question
      .replaceAll(sha256 ?? '', '0'.repeat(64))
      .replaceAll(sha1 ?? '', '0'.repeat(40))
      .replaceAll(md5 ?? '', '0'.repeat(32))
      .replaceAll('secret.txt', 'absent.txt')

  const questions: [string, string, RequestInit?][] = [
    ['its path', '/artifactory/b/secret.txt'],
    ['its length', '/artifactory/b/secret.txt', { method: 'HEAD' }],
    ['its digest beside it', '/artifactory/b/secret.txt.sha256'],
    ['what is told about it', '/artifactory/api/storage/b/secret.txt'],
    ['the search by SHA-256', `/artifactory/api/search/checksum?sha256=${sha256}`],
    ['the search by SHA-1', `/artifactory/api/search/checksum?sha1=${sha1}`],
    ['the search by MD5', `/artifactory/api/search/checksum?md5=${md5}`],
    ['the search for builds', `/artifactory/api/search/dependency?sha1=${sha1}`],
    ['AQL', '/artifactory/api/search/aql', { method: 'POST', body: `items.find({"sha256":"${sha256}"})` }],
    ['the tree', '/ui/api/v1/artifacts/item?repository=b&path=secret.txt'],
    ['the viewer', '/ui/api/v1/artifacts/preview?repository=b&path=secret.txt'],
    [
      'a deploy by digest',
      '/artifactory/a/stolen.txt',
      { method: 'PUT', headers: { 'x-checksum-deploy': 'true', 'x-checksum-sha256': sha256 ?? '' } },
    ],
    [
      'a deploy by SHA-1',
      '/artifactory/a/stolen.txt',
      { method: 'PUT', headers: { 'x-checksum-deploy': 'true', 'x-checksum-sha1': sha1 ?? '' } },
    ],
    ['a copy', '/artifactory/api/copy/b/secret.txt?to=/a/stolen.txt', { method: 'POST' }],
    ['a move', '/artifactory/api/move/b/secret.txt?to=/a/stolen.txt', { method: 'POST' }],
    [
      'the calculation of its digest',
      '/artifactory/api/checksum/sha256',
      json('POST', { repoKey: 'b', path: 'secret.txt' }),
    ],
  ]

  const answer = async (send: Send, path: string, init: RequestInit = {}) => {
    const reply = await send(path, init)
    const body = (await reply.text()).replace(/"requestId":"\w+"/, '')
    return { status: reply.status, body }
  }
  const withUnknown = ({ headers, body, ...init }: RequestInit = {}): RequestInit => ({
    ...init,
    ...(headers && { headers: JSON.parse(unknown(JSON.stringify(headers))) }),
    ...(typeof body === 'string' && { body: unknown(body) }),
  })

  const expectBlind = async () => {
    for (const [what, path, init] of questions) {
      const about = await answer(spy, path, init)
      const nothing = await answer(spy, unknown(path), withUnknown(init))
      expect([what, about.status, unknown(about.body)]).toEqual([what, nothing.status, nothing.body])
      expect([what, about.body.includes(secret)]).toEqual([what, false])
    }
  }

  test('every question about it is answered as if nobody had it', async () => {
    expect(await (await app.fetch('/artifactory/b/secret.txt')).text()).toBe(secret)
    await expectBlind()
    await app.restart()
    await expectBlind()
  })

  test('who has the bytes already reads their own copy, and no other', async () => {
    expect((await spy('/artifactory/a/own.txt', { method: 'PUT', body: secret })).status).toBe(201)
    expect(await (await spy('/artifactory/a/own.txt')).text()).toBe(secret)
    for (const path of ['/artifactory/b/secret.txt', '/artifactory/api/storage/b/secret.txt'])
      expect((await spy(path)).status).toBe(404)
    const found = await (await spy(`/artifactory/api/search/checksum?sha256=${sha256}`)).text()
    expect([found.includes('/a/own.txt'), found.includes('/b/')]).toEqual([true, false])
    // Nor do they come back by their digest once they are deleted, while another still has them.
    expect((await spy('/artifactory/a/own.txt', { method: 'DELETE' })).status).toBe(204)
    await expectBlind()
  })
})

describe('D19: what was deleted does not come back', () => {
  test('not because another repository has the same bytes', async () => {
    for (const key of ['here', 'there']) await makeRepository(app, key, 'local')
    for (const key of ['here', 'there']) await put(`${key}/same.bin`, 'x'.repeat(100_000))
    await makeRepository(app, 'both', 'virtual', { repositories: ['here'] })
    for (const key of ['here', 'both'])
      expect((await app.fetch(`/artifactory/${key}/same.bin`)).status).toBe(200)
    const sha256 = hash('sha256', 'x'.repeat(100_000))
    const etag = (await app.fetch('/artifactory/here/same.bin')).headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect((await app.fetch('/artifactory/here/same.bin', { method: 'DELETE' })).status).toBe(204)
    const expectGone = async () => {
      expect((await app.fetch('/artifactory/there/same.bin')).status).toBe(200)
      for (const path of [
        'here/same.bin',
        'both/same.bin',
        'here/same.bin.sha256',
        'api/storage/here/same.bin',
      ])
        for (const headers of [{}, { 'if-none-match': etag }, { range: 'bytes=0-9' }])
          expect([path, (await app.fetch(`/artifactory/${path}`, { headers })).status]).toEqual([path, 404])
      for (const search of [`checksum?sha256=${sha256}&repos=`, 'artifact?name=same.bin&repos=']) {
        const found = async (key: string) =>
          (await (await app.fetch(`/artifactory/api/search/${search}${key}`)).json()) as {
            results: unknown[]
          }
        expect([search, (await found('here')).results]).toEqual([search, []])
        expect([search, (await found('there')).results]).toEqual([search, [expect.anything()]])
      }
    }
    await expectGone()
    // Nothing that was kept in memory brings it back when its time is over.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    try {
      await expectGone()
    } finally {
      vi.useRealTimers()
    }
    await app.restart()
    await expectGone()
    expect((await app.fetch('/artifactory/api/trash/empty', { method: 'POST' })).status).toBe(200)
    await collectGarbage(app)
    await expectGone()
  })

  test('not by a version of npm in another repository, nor after the index is made anew', async () => {
    for (const key of ['npm-here', 'npm-there'])
      await makeRepository(app, key, 'local', { packageType: 'npm' })
    for (const repository of ['npm-here', 'npm-there'])
      for (const version of ['1.0.0', '1.0.1']) await app.publish('npm', 'gone', version, { repository })
    const registry = '/artifactory/api/npm/npm-here'
    const removed = await app.fetch(`${registry}/gone/-/gone-1.0.0.tgz/-rev/1-x`, { method: 'DELETE' })
    expect(removed.status).toBe(200)
    const expectGone = async () => {
      expect((await app.fetch('/artifactory/api/npm/npm-there/gone/-/gone-1.0.0.tgz')).status).toBe(200)
      for (const path of ['gone/-/gone-1.0.0.tgz', 'gone/1.0.0'])
        expect([path, (await app.fetch(`${registry}/${path}`)).status]).toEqual([path, 404])
      expect(await (await app.fetch(`${registry}/gone`)).text()).not.toContain('1.0.0')
      expect((await app.fetch(`${registry}/gone/1.0.1`)).status).toBe(200)
    }
    await expectGone()
    await app.restart()
    await expectGone()
    expect((await app.fetch(`${registry}/reindex`, { method: 'POST' })).status).toBeLessThan(300)
    await expectGone()
  })
})
