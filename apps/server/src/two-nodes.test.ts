// Two processes on one PostgreSQL and one blob folder: what one changes, the very next request to the other sees.
// Each test warms the memory of the second before the first changes something.
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { json, signIn } from '../../../tests/support/browser.ts'
import { engine } from '../../../tests/support/database.ts'
import { follow } from '../../../tests/support/event-stream.ts'

describe.skipIf(engine === 'sqlite')('two nodes (PostgreSQL only: SQLite has one process)', () => {
  let a: TestApp
  let b: TestApp

  beforeAll(async () => {
    a = await startTestApp({ env: { BINDERY_NODE_ID: 'node-a' } })
    b = await startTestApp({ beside: a, env: { BINDERY_NODE_ID: 'node-b' } })
  })

  afterAll(async () => {
    await b?.close()
    await a?.close()
  })

  const whoami = '/artifactory/api/npm/npm-local/-/whoami'

  test('a revoked token', async () => {
    const ann = await a.user({ name: 'ann' })
    const created = await (await a.as(ann)('/access/api/v1/tokens', json('POST', {}))).json()
    const { token_id: id, access_token: token } = created as { token_id: string; access_token: string }
    for (let tries = 0; tries < 3; tries++) expect((await b.as({ token })(whoami)).status).toBe(200)
    expect((await a.as(ann)(`/access/api/v1/tokens/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await b.as({ token })(whoami)).status).toBe(401)
  })

  test('an API key that was replaced, and keys that sign tokens', async () => {
    const kay = await a.user({ name: 'kay' })
    const address = '/artifactory/api/security/apiKey'
    const replace = async () =>
      ((await (await a.as(kay)(address, { method: 'PUT' })).json()) as { apiKey: string }).apiKey
    const key = await replace()
    for (let tries = 0; tries < 3; tries++) expect((await b.as({ token: key })(whoami)).status).toBe(200)
    await replace()
    expect((await b.as({ token: key })(whoami)).status).toBe(401)
    expect((await a.fetch('/ui/api/v1/token-keys/rotate', json('POST', {}))).status).toBe(200)
    expect((await b.as({ token: await a.token(kay) })(whoami)).status).toBe(200)
    expect((await a.as({ token: await b.token(kay) })(whoami)).status).toBe(200)
  })

  test('a changed password', async () => {
    const bea = await a.user({ name: 'bea' })
    for (let tries = 0; tries < 3; tries++) expect((await b.as(bea)(whoami)).status).toBe(200)
    const browser = await signIn(b, bea)
    const change = { user: 'bea', oldPassword: bea.password, newPassword1: 'Another-password-2' }
    expect((await a.anonymous('/ui/api/v1/ui/auth/changePassword', json('POST', change))).status).toBe(200)
    expect((await b.as(bea)(whoami)).status).toBe(401)
    expect((await browser.send('/ui/api/v1/repositories')).status).toBe(401)
    expect((await b.as({ name: 'bea', password: 'Another-password-2' })(whoami)).status).toBe(200)
  })

  test('a session that was ended', async () => {
    const carl = await a.user({ name: 'carl' })
    const browser = await signIn(a, carl)
    const onB = () => b.anonymous('/ui/api/v1/repositories', { headers: { cookie: browser.cookie } })
    expect((await onB()).status).toBe(200)
    expect((await browser.send('/ui/api/v1/ui/auth/logout', { method: 'POST' })).status).toBe(204)
    expect((await onB()).status).toBe(401)
  })

  test('a permission that came, and one that went', async () => {
    const dan = await a.user({ name: 'dan' })
    const put = () => b.as(dan)('/artifactory/generic-local/dan.txt', { method: 'PUT', body: 'x' })
    expect((await put()).status).toBe(403)
    await a.permission({ name: 'dan', repositories: ['generic-local'], users: { dan: ['deploy'] } })
    expect((await put()).status).toBe(201)
    await a.fetch('/ui/api/v1/permissions/dan', { method: 'DELETE' })
    expect(
      (await b.as(dan)('/artifactory/generic-local/dan2.txt', { method: 'PUT', body: 'x' })).status,
    ).toBe(403)
  })

  test('a deleted user', async () => {
    const eve = await a.user({ name: 'eve' })
    const token = await a.token(eve)
    expect((await b.as(eve)(whoami)).status).toBe(200)
    expect((await b.as({ token })(whoami)).status).toBe(200)
    await a.fetch('/ui/api/v1/users/eve', { method: 'DELETE' })
    expect((await b.as(eve)(whoami)).status).toBe(401)
    expect((await b.as({ token })(whoami)).status).toBe(401)
  })

  test('a new repository, and a deleted one', async () => {
    const read = () => b.fetch('/artifactory/made-on-a/')
    expect((await read()).status).toBe(404)
    await a.fetch(
      '/ui/api/v1/repositories',
      json('POST', { key: 'made-on-a', kind: 'local', format: 'generic' }),
    )
    expect((await read()).status).toBe(200)
    await a.fetch('/ui/api/v1/repositories/made-on-a', { method: 'DELETE' })
    expect((await read()).status).toBe(404)
  })

  test('what happens on one, for those who follow the other', async () => {
    const fay = await a.user({ name: 'fay' })
    const browser = await signIn(a, fay)
    const onB: typeof browser.send = (path, init) =>
      b.anonymous(path, { ...init, headers: { cookie: browser.cookie } })
    const reader = await follow(onB)
    await a.publish('npm', 'told-on-b', '1.0.0')
    expect((await reader.next()).package).toBe('told-on-b')
    await browser.send('/ui/api/v1/ui/auth/logout', { method: 'POST' })
    expect((await reader.next()).topic).toBe('session')
    await reader.ended
  })

  const versionsOn = async (app: TestApp, name: string) => {
    const reply = await app.fetch(`/artifactory/api/npm/npm-local/${name}`)
    if (reply.status !== 200) return reply.status
    const { versions } = (await reply.json()) as { versions: Record<string, unknown> }
    return Object.keys(versions)
  }

  test('a published package', async () => {
    expect(await versionsOn(b, 'fresh')).toBe(404)
    await a.publish('npm', 'fresh', '1.0.0')
    expect(await versionsOn(b, 'fresh')).toEqual(['1.0.0'])
    await a.publish('npm', 'fresh', '1.1.0')
    expect(await versionsOn(b, 'fresh')).toEqual(['1.0.0', '1.1.0'])
    await b.publish('npm', 'fresh', '1.2.0')
    expect(await versionsOn(a, 'fresh')).toEqual(['1.0.0', '1.1.0', '1.2.0'])
    expect((await b.fetch('/artifactory/api/npm/npm-local/fresh/-/fresh-1.1.0.tgz')).status).toBe(200)
  })

  test('a package that was unpublished and published anew', async () => {
    await a.publish('npm', 'reborn', '1.0.0')
    expect(await versionsOn(b, 'reborn')).toEqual(['1.0.0'])
    expect((await a.fetch('/artifactory/api/npm/npm-local/reborn/-rev/1', { method: 'DELETE' })).status).toBe(
      200,
    )
    await a.publish('npm', 'reborn', '2.0.0')
    expect(await versionsOn(b, 'reborn')).toEqual(['2.0.0'])
  })

  test('a file that was overwritten, and one that was deleted', async () => {
    const read = async () => {
      const reply = await b.fetch('/artifactory/generic-local/shared.txt')
      return reply.status === 200 ? reply.text() : reply.status
    }
    const write = (body: string) => a.fetch('/artifactory/generic-local/shared.txt', { method: 'PUT', body })
    await write('one')
    expect(await read()).toBe('one')
    await write('two')
    expect(await read()).toBe('two')
    await a.fetch('/artifactory/generic-local/shared.txt', { method: 'DELETE' })
    expect(await read()).toBe(404)
  })

  test('an upload that runs on one while another starts', async () => {
    const size = 1 << 20
    const upload = request(new URL('/artifactory/generic-local/long.bin', a.url), {
      method: 'PUT',
      auth: `admin:${a.admin.password}`,
      headers: { 'content-length': 2 * size, expect: '100-continue' },
    })
    upload.write(Buffer.alloc(size, 'a'))
    await once(upload, 'continue')
    await expect.poll(() => readdirSync(join(a.home, 'blobs', 'tmp'))).toHaveLength(1)
    const c = await startTestApp({ beside: a })
    upload.end(Buffer.alloc(size, 'b'))
    const [reply] = await once(upload, 'response')
    await c.close()
    expect(reply.statusCode).toBe(201)
    const stored = Buffer.from(await (await b.fetch('/artifactory/generic-local/long.bin')).arrayBuffer())
    expect(stored.equals(Buffer.concat([Buffer.alloc(size, 'a'), Buffer.alloc(size, 'b')]))).toBe(true)
  })
})
