import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BrowserSession } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { openBrowser, type Jar } from '../../../../../tests/support/jar.ts'
import { secure } from '../../../../../tests/support/security.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const privatePage = '/ui/api/v1/repositories'
const list = async (browser: Jar) =>
  (await (await browser.send('/ui/api/v1/sessions')).json()) as BrowserSession[]
const check = async (browser: Jar) => (await browser.send('/ui/api/v1/ui/auth/session')).json()

test('one sees where one is signed in, and ends any of it', async () => {
  const ann = await app.user({ name: 'ann' })
  const [here, there] = [
    openBrowser(app, { 'user-agent': 'Here/1' }),
    openBrowser(app, { 'user-agent': 'There/2' }),
  ]
  await here.signIn(ann)
  await there.signIn(ann, true)
  const sessions = await list(here)
  expect(
    sessions.map(({ browser, isCurrent, isRemembered, address }) => ({
      browser,
      isCurrent,
      isRemembered,
      address,
    })),
  ).toEqual(
    expect.arrayContaining([
      { browser: 'Here/1', isCurrent: true, isRemembered: false, address: '127.0.0.1' },
      { browser: 'There/2', isCurrent: false, isRemembered: true, address: '127.0.0.1' },
    ]),
  )
  const other = sessions.find((one) => !one.isCurrent)
  // Of no use to anybody else, who does not even learn that it exists.
  const bea = openBrowser(app)
  await bea.signIn(await app.user({ name: 'bea' }))
  expect((await bea.send(`/ui/api/v1/sessions/${other?.id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await here.send(`/ui/api/v1/sessions/${other?.id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await there.send(privatePage)).status).toBe(401)
  expect((await here.send(privatePage)).status).toBe(200)
})

test('signing out everywhere ends all sessions, or all others', async () => {
  const cleo = await app.user({ name: 'cleo' })
  const browsers = [openBrowser(app), openBrowser(app), openBrowser(app)]
  for (const browser of browsers) await browser.signIn(cleo)
  const states = () => Promise.all(browsers.map(async (browser) => (await browser.send(privatePage)).status))
  const [first] = browsers
  expect((await first?.send('/ui/api/v1/sessions?keep=current', { method: 'DELETE' }))?.status).toBe(204)
  expect(await states()).toEqual([200, 401, 401])
  expect((await first?.send('/ui/api/v1/sessions', { method: 'DELETE' }))?.status).toBe(204)
  expect(await states()).toEqual([401, 401, 401])
})

test('AUTH-68: asking whether the session has expired does not keep it alive', async () => {
  const dora = await app.user({ name: 'dora' })
  const browser = openBrowser(app)
  expect(await check(browser)).toEqual({ isAlive: false, user: null })
  await browser.signIn(dora)
  expect(await check(browser)).toEqual({ isAlive: true, user: 'dora' })
  // Fifty minutes without anybody doing anything.
  const before = new Date(Date.now() - 50 * 60_000).toISOString()
  await writeSql(app, `update sessions set seen_at = '${before}'`)
  const seenAt = async () =>
    (await app.db.selectFrom('sessions').select('seen_at').execute()).map((row) => row.seen_at)
  for (let asked = 0; asked < 3; asked++) expect(await check(browser)).toMatchObject({ isAlive: true })
  await app.restart()
  expect(new Set(await seenAt())).toEqual(new Set([before]))
  // A real call does.
  expect((await browser.send(privatePage)).status).toBe(200)
  await app.restart()
  expect((await seenAt()).some((at) => at > before)).toBe(true)
  await writeSql(app, `update sessions set seen_at = '2001-01-01T00:00:00.000Z'`)
  expect(await check(browser)).toEqual({ isAlive: false, user: null })
})

test('how long sessions last is a setting that takes effect at once', async () => {
  const browser = openBrowser(app)
  await browser.signIn(await app.user({ name: 'edda' }))
  const ago = new Date(Date.now() - 10 * 60_000).toISOString()
  await writeSql(app, `update sessions set seen_at = '${ago}'`)
  await secure(app, { session: { idleMinutes: 5 } })
  expect(await check(browser)).toMatchObject({ isAlive: false })
  await secure(app, { session: { idleMinutes: 60 } })
  expect(await check(browser)).toMatchObject({ isAlive: true })
})

test('administrators see where somebody is signed in and end it, and both are in the audit log', async () => {
  const fred = await app.user({ name: 'fred' })
  const browsers = [openBrowser(app), openBrowser(app), openBrowser(app)]
  for (const browser of browsers) await browser.signIn(fred)
  const states = () => Promise.all(browsers.map(async (browser) => (await browser.send(privatePage)).status))
  const address = '/ui/api/v1/users/fred/sessions'
  const sessions = (await (await app.fetch(address)).json()) as BrowserSession[]
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false])
  // A session is ended under the name of its owner only, and only by those who may.
  await app.user({ name: 'gus' })
  const end = (send: typeof app.fetch, path: string) => send(path, { method: 'DELETE' })
  const [first] = sessions
  expect((await end(app.fetch, `/ui/api/v1/users/gus/sessions/${first?.id}`)).status).toBe(404)
  expect((await end(app.as(fred), `${address}/${first?.id}`)).status).toBe(403)
  expect((await app.as(fred)(address)).status).toBe(403)
  expect((await end(app.fetch, `${address}/${first?.id}`)).status).toBe(204)
  expect((await states()).filter((status) => status === 401)).toHaveLength(1)
  expect((await end(app.fetch, address)).status).toBe(204)
  expect(await states()).toEqual([401, 401, 401])
  expect((await app.fetch('/ui/api/v1/users/nobody-here/sessions')).status).toBe(404)
  const log = await (await app.fetch('/ui/api/v1/audit?kind=session.ended&actor=admin')).json()
  expect(log).toMatchObject({
    items: [
      { target: 'fred', detail: { all: true } },
      { target: 'fred', actor: 'admin' },
    ],
  })
})
