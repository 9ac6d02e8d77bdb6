import type { Follow, Followers, FollowNews } from '@bindery/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'
import { follow as openEvents } from '../../../../../tests/support/event-stream.ts'
import { startMailServer, useMailServer, type MailServer } from '../../../../../tests/support/mail-server.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
let mail: MailServer
beforeAll(async () => {
  mail = await startMailServer()
  // Long enough for any machine: the tests say when the minutes are over.
  app = await startTestApp({ env: { BINDERY_FOLLOW_WINDOW: '1 h', BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  await useMailServer(app, mail)
  await app.closeReading()
})
afterAll(async () => {
  await app.close()
  await mail.close()
})

const base = '/ui/api/v1/follows'
type Target = { repository: string; path?: string } | { package: string }

const followRaw = (send: Send, target: Target) => send(base, json('POST', target))
const follow = async (send: Send, target: Target) => {
  const reply = await followRaw(send, target)
  expect(reply.status, await reply.clone().text()).toBe(200)
  return (await reply.json()) as Follow
}
const read = async <T>(send: Send, path: string) => (await (await send(`${base}${path}`)).json()) as T
const news = (send: Send) => read<FollowNews[]>(send, '/news')
const followersOf = (send: Send, repository: string, path = '') =>
  read<Followers>(send, `/followers?repository=${repository}&path=${encodeURIComponent(path)}`)
const put = (path: string, as: Send = app.fetch) =>
  as(`/artifactory/${path}`, { method: 'PUT', body: `content of ${path}` })

/** A reader of some paths of a repository of their own. */
async function makeReader(name: string, include = ['**']): Promise<{ repository: string; send: Send }> {
  const repository = await makeRepository(app, `${name}-files`, 'local')
  const who = await app.user({ name, email: `${name}@example.com` })
  await app.permission({
    name: `${name}-reads`,
    repositories: [repository],
    include,
    users: { [name]: ['read'] },
  })
  return { repository, send: app.as(who) }
}

/** The amounts of all news, once they have arrived. */
async function expectNews(send: Send, wanted: object[]) {
  await expect.poll(() => news(send)).toMatchObject(wanted)
}

/** Moves the clock of the letters that are being gathered. */
const endMinutes = () =>
  writeSql(
    app,
    "update jobs set run_after = '2000-01-01T00:00:00.000Z' where kind = 'tell-followers' and state = 'waiting'",
  )

test('who follows a place is listed there and below it, also to others; twice is once', async () => {
  const { repository, send } = await makeReader('ann')
  await put(`${repository}/a/b/one.txt`)
  const own = await follow(send, { repository, path: 'a' })
  expect(own).toMatchObject({ target: { repository, path: 'a', package: '' }, isMissing: false })
  expect((await follow(send, { repository, path: '/a/' })).id).toBe(own.id)
  await follow(app.fetch, { repository })
  const below = await followersOf(app.fetch, repository, 'a/b/one.txt')
  expect(below).toMatchObject({ own: null, total: 2, canRemove: true })
  expect(below.items.map(({ name, target, isHere, isOwn }) => [name, target.path, isHere, isOwn])).toEqual([
    ['ann', 'a', false, false],
    ['admin', '', false, true],
  ])
  const here = await followersOf(send, repository, 'a')
  expect(here).toMatchObject({ own: own.id, canRemove: false })
  expect(here.items[0]).toMatchObject({ name: 'ann', isHere: true, isOwn: true })
  expect((await send(`${base}/${own.id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await followersOf(send, repository, 'a')).own).toBeNull()
})

test('only what one may read can be followed or asked about, and only what holds files', async () => {
  const { repository, send } = await makeReader('bob', ['open/**'])
  await put(`${repository}/open/one.txt`)
  await put(`${repository}/closed/two.txt`)
  expect((await followRaw(send, { repository, path: 'closed/two.txt' })).status).toBe(404)
  expect((await followRaw(send, { repository, path: 'missing' })).status).toBe(404)
  expect((await followRaw(send, { repository: 'npm-local' })).status).toBe(404)
  expect((await followRaw(send, { package: 'npm://nowhere' })).status).toBe(404)
  expect((await followRaw(send, { package: 'nonsense' })).status).toBe(404)
  expect((await send(`${base}/followers?repository=npm-local`)).status).toBe(404)
  expect((await app.anonymous(base)).status).toBe(401)
  const virtual = await makeRepository(app, 'bob-all', 'virtual', { repositories: [repository] })
  // Found through the virtual one, followed where it lies.
  expect((await follow(app.fetch, { repository: virtual, path: 'open' })).target).toEqual({
    repository,
    path: 'open',
    package: '',
  })
  const trash = await followRaw(app.fetch, { repository: 'auto-trashcan' })
  expect(trash.status).toBe(400)
})

test('of a virtual repository one is told what happens in its members, as far as one may read them', async () => {
  const { repository, send } = await makeReader('vera', ['open/**'])
  const hidden = await makeRepository(app, 'vera-hidden', 'local')
  const inner = await makeRepository(app, 'vera-inner', 'virtual', { repositories: [repository] })
  const all = await makeRepository(app, 'vera-all', 'virtual', { repositories: [inner, hidden] })
  expect((await follow(send, { repository: all })).target).toEqual({ repository: all, path: '', package: '' })
  const followersAt = async (key: string, path = '') =>
    (await followersOf(send, key, path)).items.map(({ name, target, isHere }) => [
      name,
      target.repository,
      isHere,
    ])
  await put(`${repository}/open/zero.txt`)
  // Whoever follows it follows what lies in it, by whatever way one comes there.
  expect(await followersAt(all)).toEqual([['vera', all, true]])
  for (const [key, path] of [[all, 'open'], [repository, 'open'], [repository], [inner]] as const)
    expect([key, path, await followersAt(key, path)]).toEqual([key, path, [['vera', all, false]]])
  const empty = await makeRepository(app, 'vera-closed', 'virtual', { repositories: [hidden] })
  expect((await followRaw(send, { repository: empty })).status).toBe(404)
  await put(`${hidden}/open/secret.txt`)
  await put(`${repository}/closed/two.txt`)
  await put(`${repository}/open/one.txt`)
  await expect
    .poll(async () =>
      (await read<FollowNews[]>(send, '/news')).map(({ target, added, last }) => [target, added, last?.path]),
    )
    .toEqual([[{ repository: all, path: '', package: '' }, 2, 'open/one.txt']])
})

test('at the limit nothing new can be followed, but what is followed is', async () => {
  const { repository, send } = await makeReader('max')
  const own = await follow(send, { repository })
  await writeSql(
    app,
    `insert into follows (id, user_id, repository_id, format, package, path, since)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 499)
     select 'max-' || i, user_id, repository_id, format, package, 'p' || i, since from follows, n where id = '${own.id}'`,
  )
  expect((await follow(send, { repository })).id).toBe(own.id)
  await put(`${repository}/new.txt`)
  const refused = await followRaw(send, { repository, path: 'new.txt' })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('At most 500')])
})

test('others may not end what one follows, administrators may, and it is noted', async () => {
  const { repository, send } = await makeReader('cid')
  const theirs = await follow(send, { repository })
  const other = app.as(await app.user({ name: 'cid-other' }))
  expect((await other(`${base}/${theirs.id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await app.fetch(`${base}/${theirs.id}`, { method: 'DELETE' })).status).toBe(204)
  expect(await read<Follow[]>(send, '')).toEqual([])
  const row = await app.db
    .selectFrom('audit')
    .select(['actor', 'target'])
    .where('kind', '=', 'follow.removed')
    .executeTakeFirst()
  expect(row).toEqual({ actor: 'admin', target: 'cid' })
})

test('what others do below the place is gathered into one message, told at once in the browser and in one letter when the minutes are over', async () => {
  const { repository, send } = await makeReader('dora')
  await follow(send, { repository, path: '' })
  const stream = await openEvents(send, { query: '?topics=follows' })
  for (const name of ['one', 'two', 'three']) await put(`${repository}/deep/${name}.txt`)
  expect(await stream.next()).toEqual({ topic: 'follows', kind: 'follow-news', at: expect.any(String) })
  await app.fetch(`/artifactory/api/storage/${repository}/deep/one.txt?properties=qa=ok`, { method: 'PUT' })
  await app.fetch(`/artifactory/${repository}/deep/two.txt`, { method: 'DELETE' })
  await expectNews(send, [
    {
      target: { repository, path: '', package: '' },
      isRead: false,
      added: 3,
      annotated: 1,
      removed: 1,
      by: 'admin',
      last: { repository, path: 'deep/two.txt', package: '' },
    },
  ])
  expect((await send(`${base}/news/read`, { method: 'POST' })).status).toBe(204)
  expect((await news(send)).map(({ isRead }) => isRead)).toEqual([true])

  await endMinutes()
  const letter = await mail.letterTo('dora@example.com')
  expect(letter.raw).toContain(`Subject: [Bindery] ${repository}: 3 added, 1 removed,`)
  expect(letter.text).toContain(`Last: ${repository}/deep/two.txt, by admin.`)
  expect(letter.text).toContain(`https://bindery.example.com/ui/repos/tree/General/${repository}`)

  // The next minutes are the next message.
  await put(`${repository}/deep/four.txt`)
  await expectNews(send, [{ added: 1, isRead: false }, { added: 3 }])
  expect(mail.letters.filter(({ to }) => to.includes('dora@example.com'))).toHaveLength(1)
  expect((await send(`${base}/news`, { method: 'DELETE' })).status).toBe(204)
  expect(await news(send)).toEqual([])
  stream.close()
})

test('what one does oneself is no news, nor are letters sent to who does not want them', async () => {
  const { repository, send } = await makeReader('eve')
  await app.permission({ name: 'eve-writes', repositories: [repository], users: { eve: ['deploy'] } })
  await send('/ui/api/v1/preferences/followMail', json('PUT', { value: 'false' }))
  await follow(send, { repository })
  await put(`${repository}/own.txt`, send)
  await put(`${repository}/foreign.txt`)
  await expectNews(send, [{ added: 1, last: { path: 'foreign.txt' } }])
  const finn = await makeReader('finn')
  await follow(finn.send, { repository: finn.repository })
  await put(`${finn.repository}/file.txt`)
  await expectNews(finn.send, [{ added: 1 }])
  await endMinutes()
  await mail.letterTo('finn@example.com')
  await expect.poll(openNews).toBe(0)
  expect(mail.letters.some(({ to }) => to.includes('eve@example.com'))).toBe(false)
})

const openNews = async () =>
  (await app.db.selectFrom('follow_news').select('id').where('is_open', '=', 1).execute()).length

test('nobody is told of what they may not read; who loses the right is told nothing more and shown nothing', async () => {
  const { repository, send } = await makeReader('gus', ['open/**'])
  await put(`${repository}/open/first.txt`)
  await follow(send, { repository })
  await put(`${repository}/closed/secret.txt`)
  await put(`${repository}/open/second.txt`)
  await expectNews(send, [{ added: 1, last: { path: 'open/second.txt' } }])
  await app.fetch('/ui/api/v1/permissions/gus-reads', { method: 'DELETE' })
  expect(await news(send)).toEqual([])
  expect(await read<Follow[]>(send, '')).toEqual([])
  await endMinutes()
  await expect.poll(openNews).toBe(0)
  expect(mail.letters.some(({ to }) => to.includes('gus@example.com'))).toBe(false)
})

test('what is moved is followed to its new place; what is deleted stays followed and is marked', async () => {
  const { repository, send } = await makeReader('hal')
  await put(`${repository}/old/äpfel/file.txt`)
  await put(`${repository}/keep/file.txt`)
  await follow(send, { repository, path: 'old/äpfel' })
  await follow(send, { repository, path: 'keep/file.txt' })
  const to = encodeURIComponent(`/${repository}/new`)
  await app.fetch(`/artifactory/api/move/${repository}/old?to=${to}`, { method: 'POST' })
  const paths = async () => (await read<Follow[]>(send, '')).map(({ target }) => target.path).sort()
  await expect.poll(paths).toEqual(['keep/file.txt', 'new/äpfel'])
  await app.fetch(`/artifactory/${repository}/keep`, { method: 'DELETE' })
  await expect
    .poll(async () => (await news(send)).find(({ removed }) => removed > 0)?.target.path)
    .toBe('keep/file.txt')
  const kept = (await read<Follow[]>(send, '')).find(({ target }) => target.path === 'keep/file.txt')
  expect(kept?.isMissing).toBe(true)
})

test('a package is followed wherever it is published', async () => {
  const reader = await app.user({ name: 'ida', email: 'ida@example.com' })
  const send = app.as(reader)
  const second = await makeRepository(app, 'ida-npm', 'local', { packageType: 'npm' })
  await app.permission({ name: 'ida-reads', repositories: ['npm-local', second], users: { ida: ['read'] } })
  await app.publish('npm', '@ida/tool', '1.0.0')
  const own = await follow(send, { package: 'npm://@ida/tool' })
  expect(own.target).toEqual({ repository: '', path: '', package: 'npm://@ida/tool' })
  await app.publish('npm', '@ida/tool', '1.1.0', { repository: second })
  await app.publish('npm', '@ida/toolbox', '1.0.0')
  await expect.poll(async () => (await news(send))[0]?.last?.repository).toBe(second)
  await app.publish('npm', '@ida/tool', '1.2.0')
  await expect.poll(async () => (await news(send))[0]?.last?.repository).toBe('npm-local')
  expect((await news(send)).map(({ added }) => added)).toEqual([2])
  const { items } = await read<Followers>(app.fetch, '/followers?package=npm://@ida/tool')
  expect(items.map(({ name }) => name)).toEqual(['ida'])
})

test('PKG-30: a package tells how often it was downloaded and how many follow it', async () => {
  const { path } = await app.publish('npm', '@kim/tool', '1.0.0')
  await app.publish('npm', '@kim/other', '1.0.0')
  const read = () => app.fetch('/ui/api/v1/packages/npm%3A%2F%2F%40kim%2Ftool')
  expect(await (await read()).json()).toMatchObject({ downloads: 0, followers: 0 })
  await follow(app.fetch, { package: 'npm://@kim/tool' })
  await follow(app.fetch, { package: 'npm://@kim/other' })
  const reader = await app.user({ name: 'kim' })
  await app.permission({ name: 'kim-reads', repositories: ['npm-local'], users: { kim: ['read'] } })
  const own = await follow(app.as(reader), { package: 'npm://@kim/tool' })
  expect((await app.fetch(`/artifactory/api/npm/npm-local/${path}`)).status).toBe(200)
  await expect
    .poll(async () => (await read()).json(), { timeout: 15_000 })
    .toMatchObject({ downloads: 1, followers: 2 })
  await app.as(reader)(`${base}/${own.id}`, { method: 'DELETE' })
  expect(await (await read()).json()).toMatchObject({ followers: 1 })
})

test('with a user or a repository goes what they follow', async () => {
  const { repository, send } = await makeReader('jon')
  await follow(send, { repository })
  await follow(app.fetch, { repository })
  expect((await app.fetch('/ui/api/v1/users/jon', { method: 'DELETE' })).ok).toBe(true)
  expect((await followersOf(app.fetch, repository)).items.map(({ name }) => name)).toEqual(['admin'])
  await app.fetch(`/artifactory/api/repositories/${repository}`, { method: 'DELETE' })
  const left = (await read<Follow[]>(app.fetch, '')).map(({ target }) => target.repository)
  expect(left).not.toContain(repository)
})

test('what happened before somebody followed is no news, also when it is delivered later', async () => {
  const early = await makeReader('early')
  const late = await app.user({ name: 'late', email: 'late@example.com' })
  await app.permission({
    name: 'late-reads',
    repositories: [early.repository],
    include: ['**'],
    users: { late: ['read'] },
  })
  await follow(early.send, { repository: early.repository })
  const { id } = await follow(app.as(late), { repository: early.repository })
  await writeSql(app, `update follows set since = '9999-01-01T00:00:00.000Z' where id = '${id}'`)
  await put(`${early.repository}/before.txt`)
  await expectNews(early.send, [{ added: 1 }])
  expect(await news(app.as(late))).toEqual([])
})
