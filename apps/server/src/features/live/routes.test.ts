import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json, signIn } from '../../../../../tests/support/browser.ts'
import { engine } from '../../../../../tests/support/database.ts'
import { follow, type EventReader } from '../../../../../tests/support/event-stream.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

async function open(...args: Parameters<typeof follow>): Promise<EventReader> {
  const reader = await follow(...args)
  onTestFinished(() => reader.close())
  expect(reader.reply.status).toBe(200)
  return reader
}

const isPackage = (name: string) => (event: { package?: string | undefined }) => event.package === name

test('what is published and deleted is told as it happens, in a form that no proxy keeps back', async () => {
  const reader = await open(app.fetch)
  expect(Object.fromEntries(reader.reply.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  await app.publish('npm', 'live-one', '1.0.0')
  expect(await reader.next(isPackage('live-one'))).toMatchObject({
    topic: 'packages',
    kind: 'published',
    repository: 'npm-local',
    format: 'npm',
    version: '1.0.0',
    actor: 'admin',
  })
  await app.fetch('/artifactory/npm-local/live-one/-/live-one-1.0.0.tgz', { method: 'DELETE' })
  expect(await reader.next(({ kind }) => kind === 'deleted')).toMatchObject({ repository: 'npm-local' })
})

test('of people, rights, repositories and settings only the kind is told', async () => {
  const reader = await open(app.fetch)
  await app.user({ name: 'told-about' })
  expect(await reader.next(({ topic }) => topic === 'people')).toEqual({
    topic: 'people',
    kind: 'user.created',
    at: expect.any(String),
  })
  await app.fetch(
    '/ui/api/v1/repositories',
    json('POST', { key: 'told-repo', kind: 'local', format: 'generic' }),
  )
  expect(await reader.next(({ topic }) => topic === 'repositories')).toEqual({
    topic: 'repositories',
    kind: 'repository-created',
    at: expect.any(String),
  })
  await app.permission({ name: 'told-permission', users: { 'told-about': ['read'] } })
  expect((await reader.next(({ topic }) => topic === 'permissions')).kind).toBe('permission.created')
  const settings = await (await app.fetch('/ui/api/v1/security-settings')).json()
  expect((await app.fetch('/ui/api/v1/security-settings', json('PUT', settings))).status).toBeLessThan(300)
  expect(await reader.next(({ topic }) => topic === 'settings')).toMatchObject({ kind: 'setting-changed' })
})

test('topics narrow what is told; one that does not exist is refused', async () => {
  const reader = await open(app.fetch, { query: '?topics=people' })
  await app.publish('npm', 'not-told', '1.0.0')
  await app.user({ name: 'second-told' })
  expect((await reader.next()).topic).toBe('people')
  const refused = await app.fetch('/ui/api/v1/events?topics=people,everything')
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('Known topics are packages')
})

test('who was away for a moment is told what was missed, and who was away too long that much was', async () => {
  const first = await open(app.fetch)
  await app.publish('npm', 'before-leaving', '1.0.0')
  await first.next(isPackage('before-leaving'))
  const last = first.lastId()
  first.close()
  await app.publish('npm', 'while-away', '1.0.0')
  const again = await open(app.fetch, { headers: { 'last-event-id': last } })
  expect(await again.next()).toMatchObject({ package: 'while-away' })
  const byQuery = await open(app.fetch, { query: `?after=${last}` })
  expect(await byQuery.next()).toMatchObject({ package: 'while-away' })
  const stranger = await open(app.fetch, { headers: { 'last-event-id': '999999999' } })
  expect(await stranger.next()).toMatchObject({ topic: 'reset' })
})

test('what happened while the server was stopped is told after it came back', async () => {
  const own = await startTestApp()
  onTestFinished(() => own.close())
  const reader = await follow(own.fetch)
  await own.publish('npm', 'before-stop', '1.0.0')
  await reader.next(isPackage('before-stop'))
  const last = reader.lastId()
  reader.close()
  await own.publish('npm', 'unheard', '1.0.0')
  await own.restart()
  const again = await follow(own.fetch, { headers: { 'last-event-id': last } })
  expect(await again.next()).toMatchObject({ package: 'unheard' })
  again.close()
})

test('much at once is told in one word', async () => {
  const reader = await open(app.fetch, { query: '?topics=packages' })
  await app.publish('npm', 'mark', '1.0.0')
  await reader.next(isPackage('mark'))
  const last = reader.lastId()
  const names = Array.from({ length: 60 }, (_, index) => `many-${index}`)
  await Promise.all(names.map((name) => app.publish('generic', name, '1.0.0')))
  // Everything was told once something that came later is.
  await reader.next(({ path = '' }) => path.includes('many') || path === '')
  await app.publish('npm', 'end-mark', '1.0.0')
  await reader.next(isPackage('end-mark'))
  const again = await open(app.fetch, { query: `?topics=packages&after=${last}` })
  expect(await again.next()).toMatchObject({ topic: 'packages', kind: 'many' })
  expect(again.events).toHaveLength(1)
})

describe('nobody is told of what they may not read', () => {
  test('files of other repositories and paths, people and jobs stay out', async () => {
    const own = await startTestApp()
    onTestFinished(() => own.close())
    await own.closeReading()
    const ann = await own.user({ name: 'ann' })
    await own.permission({
      name: 'ann',
      repositories: ['generic-local'],
      include: ['open/**'],
      users: { ann: ['read'] },
    })
    const reader = await follow(own.as(ann))
    const put = (path: string) =>
      own.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body: 'x' })
    await own.publish('npm', 'secret-package', '1.0.0')
    await put('closed/one.txt')
    await own.user({ name: 'somebody' })
    await put('open/two.txt')
    expect(await reader.next()).toMatchObject({ kind: 'published', path: 'open/two.txt' })
    expect(reader.events).toHaveLength(1)
    reader.close()
    const stranger = await own.anonymous('/ui/api/v1/events')
    expect(stranger.status).toBe(401)
  })

  test('a stream ends when the rights of its reader change, and the next one follows the new rights', async () => {
    const own = await startTestApp()
    onTestFinished(() => own.close())
    await own.closeReading()
    const bea = await own.user({ name: 'bea', grants: [{ action: 'read', repository: 'npm-local' }] })
    const reader = await follow(own.as(bea))
    await own.publish('npm', 'seen', '1.0.0')
    await reader.next(isPackage('seen'))
    await own.fetch('/ui/api/v1/permissions/bea%20may%20read', { method: 'DELETE' })
    await own.publish('npm', 'unseen', '1.0.0')
    expect((await reader.next()).topic).toBe('rights')
    await reader.ended
    expect(JSON.stringify(reader.events)).not.toContain('unseen')
  })

  test('a stream ends with the session, wherever that is ended', async () => {
    const carl = await app.user({ name: `carl-${engine}` })
    const browser = await signIn(app, carl)
    const other = await signIn(app, carl)
    const reader = await open(browser.send)
    const kept = await open(other.send)
    expect((await browser.send('/ui/api/v1/ui/auth/logout', { method: 'POST' })).status).toBe(204)
    expect((await reader.next()).topic).toBe('session')
    await reader.ended
    await app.publish('npm', 'still-told', '1.0.0')
    await kept.next(isPackage('still-told'))
    await app.fetch(`/ui/api/v1/users/${carl.name}`, { method: 'DELETE' })
    expect((await kept.next(({ topic }) => topic === 'session')).topic).toBe('session')
    await kept.ended
  })

  test('a token that is revoked ends its stream', async () => {
    const token = await app.token()
    const reader = await open(app.as({ token }))
    const { tokens } = (await (await app.fetch('/access/api/v1/tokens')).json()) as {
      tokens: { token_id: string }[]
    }
    for (const { token_id } of tokens)
      await app.fetch(`/access/api/v1/tokens/${token_id}`, { method: 'DELETE' })
    expect((await reader.next(({ topic }) => topic === 'session')).topic).toBe('session')
  })
})

test('listening does not keep a session alive', async () => {
  const own = await startTestApp({ env: { BINDERY_SESSION_IDLE_MINUTES: '5' } })
  onTestFinished(() => own.close())
  const browser = await signIn(own, own.admin)
  const seenAt = async () =>
    (await own.db.selectFrom('sessions').select('seen_at').executeTakeFirstOrThrow()).seen_at
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const before = await seenAt()
  const reader = await follow(browser.send)
  expect(reader.reply.status).toBe(200)
  await own.restart()
  expect(await seenAt()).toBe(before)
  reader.close()
})

describe('limits', () => {
  test('one person has so many streams and no more; closing one makes room', async () => {
    const dora = await app.user({ name: `dora-${engine}` })
    const readers = await Promise.all(Array.from({ length: 40 }, () => open(app.as(dora))))
    const refused = await app.as(dora)('/ui/api/v1/events')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    await open(app.fetch)
    readers[0]?.close()
    const next = async () => {
      const reader = await follow(app.as(dora))
      reader.close()
      return reader.reply.status
    }
    await expect.poll(next).toBe(200)
  })

  test('a process has so many streams as it is told, and a stop ends them at once', async () => {
    const own = await startTestApp({ env: { BINDERY_MAX_LIVE_STREAMS: '2' } })
    const readers = [await follow(own.fetch), await follow(own.fetch)]
    expect((await own.fetch('/ui/api/v1/events')).status).toBe(429)
    const before = performance.now()
    await own.close()
    expect(performance.now() - before).toBeLessThan(10_000)
    await Promise.all(readers.map(({ ended }) => ended))
  })
})
