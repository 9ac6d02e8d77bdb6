// The process as operators see it: health, request ids, and logs without secrets.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CreatedToken, ErrorReply } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { json, signIn } from '../../../tests/support/browser.ts'
import { npmPublishBody, npmTarball } from '../../../tests/support/builders/npm.ts'
import { engine } from '../../../tests/support/database.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

describe('health', () => {
  test('is told to anybody, also to those who only ask for the head', async () => {
    const answers: [string, string, string][] = [
      ['/artifactory/api/system/ping', 'OK', 'text/plain'],
      ['/access/api/v1/system/ping', '{"status":"UP"}', 'application/json'],
      ['/artifactory/api/v1/system/liveness', '{"code":"OK"}', 'application/json'],
      ['/artifactory/api/v1/system/readiness', '{"code":"OK"}', 'application/json'],
    ]
    for (const [path, expected, type] of answers) {
      const reply = await app.anonymous(path)
      expect([reply.status, await reply.text()]).toEqual([200, expected])
      expect(reply.headers.get('content-type')).toContain(type)
      expect((await app.anonymous(path, { method: 'HEAD' })).status).toBe(200)
    }
  })

  test('metrics are for administrators, in the form of Prometheus, by class and never by path', async () => {
    const user = await app.user({ name: 'ann' })
    const path = '/artifactory/api/v1/metrics'
    await app.fetch('/artifactory/generic-local/some/secret/name.txt')
    expect((await app.anonymous(path)).status).toBe(401)
    expect((await app.as(user)(path)).status).toBe(403)
    const reply = await app.fetch(path)
    expect(reply.headers.get('content-type')).toContain('text/plain')
    const body = await reply.text()
    expect(body).toMatch(/^bindery_http_requests_total\{route="files",method="GET",status="4xx"\} [1-9]/m)
    expect(body).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
    expect(body).not.toContain('secret')
  })

  test.skipIf(engine === 'sqlite')(
    'readiness says so when the database is gone, and liveness does not care',
    async () => {
      const lone = await startTestApp()
      try {
        expect((await lone.anonymous('/artifactory/api/v1/system/readiness')).status).toBe(200)
        await lone.database.drop()
        const reply = await lone.anonymous('/artifactory/api/v1/system/readiness')
        expect(reply.status).toBe(503)
        expect(reply.headers.get('retry-after')).not.toBeNull()
        expect(ErrorReply.parse(await reply.json()).errors[0]?.code).toBe('not-ready')
        expect((await lone.anonymous('/artifactory/api/v1/system/liveness')).status).toBe(200)
      } finally {
        await lone.close()
      }
    },
  )
})

const logLines = (home: string, service: string) =>
  readFileSync(join(home, 'log', `${service}.log`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('each reply carries an id of its own, which leads to its line in the log', async () => {
  const replies = [
    await app.fetch('/ui/api/v1/users'),
    await app.anonymous('/ui/api/v1/users'),
    await app.fetch('/artifactory/generic-local/absent.txt'),
    await app.fetch('/artifactory/api/npm/npm-local/absent'),
    await app.fetch('/nowhere'),
  ]
  const ids = replies.map((reply) => reply.headers.get('x-request-id') ?? '')
  expect(new Set(ids).size).toBe(replies.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/)
  for (const [index, reply] of replies.entries())
    if (!reply.ok) expect(await reply.json()).toMatchObject({ requestId: ids[index] })

  await vi.waitFor(
    () => {
      const lines = ids.map((id) =>
        JSON.stringify(logLines(app.home, 'request').find((line) => JSON.stringify(line).includes(id))),
      )
      expect(lines[0]).toContain('/ui/api/v1/users')
      expect(lines[0]).toContain('admin')
      expect(lines[1]).toContain('401')
      expect(lines[4]).toContain('/nowhere')
    },
    { timeout: 90_000 },
  )
})

test('an id that a client sends is not taken over: it could forge or mix up lines', async () => {
  const reply = await app.anonymous('/artifactory/api/system/ping', { headers: { 'x-request-id': 'forged' } })
  expect(reply.headers.get('x-request-id')).not.toBe('forged')
})

test('no secret reaches a log, on the most talkative level', async () => {
  const talkative = await startTestApp({ env: { BINDERY_LOG_LEVEL: 'debug' } })
  try {
    const secrets = await useEverySecret(talkative)
    // Stopping writes all that was logged.
    await talkative.restart()
    const folder = join(talkative.home, 'log')
    const logs = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n')
    expect(logs).toContain('/artifactory/api/npm/npm-local')
    for (const secret of secrets)
      expect(logs.includes(secret), `${secret.slice(0, 12)}… is in a log`).toBe(false)
  } finally {
    await talkative.close()
  }
})

/** Sends marked secrets by every way in, right and wrong; returns all forms in which they could be found. */
async function useEverySecret(talkative: TestApp): Promise<string[]> {
  const password = 'SECRETMARK-password-1'
  const user = await talkative.user({
    name: 'marked',
    password,
    grants: [{ action: 'deploy', repository: '*' }],
  })
  const created = await talkative.as(user)('/access/api/v1/tokens', json('POST', { description: 'x' }))
  const { access_token: token } = CreatedToken.parse(await created.json())
  const { cookie, send } = await signIn(talkative, user)
  await signIn(talkative, { name: 'marked', password: 'SECRETMARK-wrong' })
  await signIn(talkative, { name: 'SECRETMARK-typed-into-the-name', password: 'x' })
  await send('/ui/api/v1/repositories')
  await talkative.as({ name: 'marked', password: 'SECRETMARK-basic' })('/ui/api/v1/users')
  await talkative.as({ token: `${token.slice(0, -4)}AAAA` })('/ui/api/v1/users')
  await talkative.anonymous('/ui/api/v1/users', { headers: { 'x-jfrog-art-api': token } })
  await talkative.anonymous(
    `/artifactory/generic-local/a.txt?token=${token}&access_token=SECRETMARK-query&api_key=SECRETMARK-key`,
  )
  await talkative.anonymous('/artifactory/generic-local/a.txt', {
    headers: { authorization: 'Digest SECRETMARK-digest' },
  })
  await talkative.publish('npm', 'marked', '1.0.0', { as: { token } })
  const registry = '/artifactory/api/npm/npm-local'
  await talkative.anonymous(
    `${registry}/-/user/org.couchdb.user:marked`,
    json('PUT', { name: 'marked', password }),
  )
  await talkative.anonymous(
    `${registry}/-/user/org.couchdb.user:marked`,
    json('PUT', { name: 'marked', password: 'SECRETMARK-npm' }),
  )
  const bad = npmPublishBody('marked', '2.0.0', await npmTarball('marked', '2.0.0'))
  await talkative.as({ token })(
    `${registry}/marked`,
    json('PUT', { ...bad, name: 'other', _authToken: 'SECRETMARK-field' }),
  )
  await talkative.anonymous('/ui/api/v1/ui/auth/login', {
    method: 'POST',
    body: '{"user":"marked","password":"SECRETMARK-broken',
  })
  await talkative.anonymous(
    '/ui/api/v1/ui/auth/changePassword',
    json('POST', { user: 'marked', oldPassword: password, newPassword1: 'SECRETMARK-new-1a' }),
  )
  await talkative.as({ token })(`${registry}/-/user/token/${token}`, { method: 'DELETE' })
  const secrets = [token, cookie.slice(cookie.indexOf('=') + 1), talkative.admin.password]
  const basics = [`marked:${password}`, `admin:${talkative.admin.password}`].map((pair) =>
    Buffer.from(pair).toString('base64'),
  )
  const marks = [
    'password',
    'wrong',
    'basic',
    'query',
    'key',
    'digest',
    'npm',
    'field',
    'broken',
    'new',
    'typed-into-the-name',
  ]
  return [...secrets, ...basics, ...marks.map((mark) => `SECRETMARK-${mark}`)]
}
