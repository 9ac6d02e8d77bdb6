// What the screens of the administration ask beside the configuration itself.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply, repositories, UpstreamReport } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp
let upstream: Server
let origin: string

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  upstream = createServer((request, response) => {
    const isRight =
      request.headers.authorization === `Basic ${Buffer.from('ann:SECRETMARK').toString('base64')}`
    const path = request.url ?? ''
    const status =
      path === '/guarded/' ? (isRight ? 200 : 401) : path === '/broken/' ? 503 : path === '/none/' ? 404 : 200
    response
      .writeHead(status, { 'content-type': path === '/page/' ? 'text/html' : 'application/json' })
      .end('{}')
  })
  await new Promise<void>((resolve) => {
    upstream.listen(0, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
})

afterAll(async () => {
  upstream.close()
  await app.close()
})

const create = (key: string, kind: string, config: object = {}) =>
  app.fetch('/ui/api/v1/repositories', json('POST', { key, kind, format: 'npm', config }))
const change = (key: string, config: object) =>
  app.fetch(`/ui/api/v1/repositories/${key}`, json('PUT', config))
const details = async (key: string) =>
  repositories.read.shape.response.parse(await (await app.fetch(`/ui/api/v1/repositories/${key}`)).json())
const attempt = (body: object) => app.fetch('/ui/api/v1/repository-upstream/test', json('POST', body))
const verdict = async (body: object) => UpstreamReport.parse(await (await attempt(body)).json())

describe('the test of an upstream', () => {
  test.for([
    ['/', 'passed', 200, /answers 200/],
    ['/page/', 'warning', 200, /web page/],
    ['/none/', 'warning', 404, /nothing at this address/],
    ['/guarded/', 'failed', 401, /asks for a user name/],
    ['/broken/', 'failed', 503, /fault of its own/],
  ] as const)('of %s has %s', async ([path, outcome, status, sentence]) => {
    expect(await verdict({ url: origin + path })).toMatchObject({
      outcome,
      status,
      sentence: expect.stringMatching(sentence) as string,
    })
  })

  test('says why nothing came back', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => {
      closed.listen(0, '127.0.0.1', resolve)
    })
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const cases: [string, RegExp][] = [
      [`http://127.0.0.1:${port}/`, /refuses connections/],
      ['http://does-not-exist.invalid/', /no server named does-not-exist\.invalid/],
      [origin.replace('http:', 'https:'), /does not speak TLS|broke off/],
    ]
    for (const [url, sentence] of cases)
      expect(await verdict({ url })).toMatchObject({
        outcome: 'failed',
        status: null,
        sentence: expect.stringMatching(sentence) as string,
      })
  })

  test.for(['http://169.254.169.254/latest/', 'http://[::1]/', 'file:///etc/passwd', 'http://0.0.0.0/'])(
    'does not ask %s',
    async (url) => {
      const reply = await attempt({ url })
      expect(reply.status).toBe(400)
      expect(ErrorReply.parse(await reply.json()).errors[0]).toMatchObject({ field: 'url' })
    },
  )

  test('takes the stored password to the server it is for, and to no other', async () => {
    await create('guarded', 'remote', { url: `${origin}/guarded/`, username: 'ann', password: 'SECRETMARK' })
    const given = { key: 'guarded', username: 'ann' }
    expect(await verdict({ ...given, url: `${origin}/guarded/` })).toMatchObject({ outcome: 'passed' })
    expect(await verdict({ ...given, url: `${origin}/guarded/`, password: 'no' })).toMatchObject({
      status: 401,
    })
    const elsewhere = await attempt({ ...given, url: 'http://127.0.0.1:9/' })
    expect(ErrorReply.parse(await elsewhere.json()).errors[0]).toMatchObject({ field: 'password' })
    const ann = app.as(await app.user({ name: 'ann' }))
    expect((await ann('/ui/api/v1/repository-upstream/test', json('POST', { url: origin }))).status).toBe(403)
  })
})

describe('the administration', () => {
  test('shows what a repository holds, who uses it and who changed it last; secrets stay out', async () => {
    await create('kept', 'remote', { url: origin, username: 'ann', password: 'SECRETMARK', notes: 'n' })
    await create('around', 'virtual', { repositories: ['kept'] })
    await app.permission({ name: 'of-kept', repositories: ['kept'], users: { admin: ['read'] } })
    expect((await change('kept', { offline: true })).status).toBe(204)
    const found = await details('kept')
    expect(found).toMatchObject({
      kind: 'remote',
      upstream: new URL(origin).host,
      hasPassword: true,
      usedBy: ['around'],
      permissions: 1,
      files: 0,
      problems: ['offline'],
      lastChange: { by: 'admin', settings: ['offline'] },
      configuration: { notes: 'n', offline: true, password: '' },
    })
    expect(JSON.stringify(found)).not.toContain('SECRETMARK')
    expect((await change('kept', { rclass: 'local' })).status).toBe(400)
    expect((await change('missing', {})).status).toBe(404)
  })

  test('tells by name what the last change changed: not what it only repeated, and no value', async () => {
    await create('told', 'remote', { url: origin, notes: 'n' })
    const last = async () => (await details('told')).lastChange?.settings
    expect(await last()).toEqual([])
    // As scripts do it: everything that was read, with one thing changed.
    const { configuration } = await details('told')
    await change('told', { ...configuration, hardFail: true, description: 'mine' })
    expect(await last()).toEqual(['description', 'hardFail'])
    await change('told', { hardFail: null, notes: null, environments: ['DEV'] })
    expect(await last()).toEqual(['environments', 'notes', 'hardFail'])
    await change('told', { password: 'SECRETMARK' })
    expect(await last()).toEqual(['password'])
    await change('told', { notes: '' })
    expect(await last()).toEqual([])
    const rows = await app.db.selectFrom('audit').selectAll().where('target', '=', 'told').execute()
    expect(rows).toHaveLength(5)
    expect(JSON.stringify(rows)).not.toContain('SECRETMARK')
  })

  test('tells that a repository was made federated', async () => {
    await create('joined', 'local')
    expect((await app.fetch('/ui/api/v1/repositories/joined/federate', { method: 'POST' })).status).toBe(204)
    expect((await details('joined')).lastChange?.settings).toEqual(['rclass'])
  })

  test('lists what one manages, and every package type with its defaults', async () => {
    const list = repositories.managed.shape.response
    const all = list.parse(await (await app.fetch('/ui/api/v1/managed-repositories')).json())
    expect(all.find(({ key }) => key === 'around')).toMatchObject({ members: ['kept'], files: null })
    const bob = app.as(await app.user({ name: 'bob' }))
    expect(list.parse(await (await bob('/ui/api/v1/managed-repositories')).json())).toEqual([])
    const types = repositories.types.shape.response.parse(
      await (await app.fetch('/ui/api/v1/repository-types')).json(),
    )
    expect(types.find(({ id }) => id === 'npm')).toMatchObject({
      kinds: ['local', 'remote', 'virtual', 'federated'],
      isSpoken: true,
      clientPath: '/artifactory/api/npm/{key}/',
      upstream: expect.stringMatching(/^https:\/\/[^/]+\/$/) as string,
      defaults: { remote: { hardFail: false, repoLayoutRef: 'npm-default' } },
    })
    expect(types.find(({ id }) => id === 'cargo')?.kinds).not.toContain('virtual')
  })
})
