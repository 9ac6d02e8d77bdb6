import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { mailSettings, startMailServer, type MailServer } from '../../../../../tests/support/mail-server.ts'

let app: TestApp
let post: MailServer

beforeAll(async () => {
  post = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'SECRETMARK-mail'
        ? done(null, { user: username ?? '' })
        : done(new Error('Wrong password')),
  })
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1', BINDERY_LOG_LEVEL: 'debug' } })
})

afterAll(async () => {
  await app.close()
  await post.close()
})

const address = '/ui/api/v1/mail'
const given = (more: object = {}) =>
  mailSettings(post.port, { user: 'bindery', password: 'SECRETMARK-mail', ...more })
const save = (body: object) => app.fetch(address, json('PUT', body))
const tryOut = (body: object) =>
  app.fetch(`${address}/test`, json('POST', { to: 'ann@example.com', ...body }))

test('a letter is sent to try the settings, with sign-in at the mail server, before anything is saved', async () => {
  expect(await (await tryOut(given())).json()).toEqual({
    isSent: true,
    message: 'The mail server took a letter to ann@example.com.',
  })
  const letter = await post.letterTo('ann@example.com')
  expect(letter.user).toBe('bindery')
  expect(await (await app.fetch(address)).json()).toMatchObject({ isEnabled: false, host: '' })
})

test.each([
  ['a wrong password', { password: 'wrong' }, /did not take the letter: .*Wrong password/],
  ['a name that is not known', { host: 'mail.invalid' }, /is not known to the name service/],
  ['encryption that it does not speak', { security: 'starttls' }, /did not take the letter/],
])('%s is told to the administrator who tries', async (_, more, message) => {
  const reply = await tryOut(given(more))
  expect([reply.status, await reply.json()]).toEqual([
    200,
    { isSent: false, message: expect.stringMatching(message) },
  ])
})

test('an address inside the machine is refused unless its owner opened it', async () => {
  const reply = await tryOut(given({ host: '169.254.169.254' }))
  expect(await reply.json()).toMatchObject({
    isSent: false,
    message: expect.stringContaining('outboundAllow'),
  })
  const hidden = await tryOut(given({ host: '::1' }))
  expect(await hidden.json()).toMatchObject({
    isSent: false,
    message: expect.stringContaining('outboundAllow'),
  })
})

test('C05: a closed port, a silent server and one that is no mail server get the same words after the same time', async () => {
  const [silent, other] = [createServer(), createServer((socket) => void socket.end('HTTP/1.1 400\r\n\r\n'))]
  const open = (server: Server) =>
    new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
  const ports = [1, await open(silent), await open(other)]
  const timed = async (port: number) => {
    const begun = performance.now()
    const answer: unknown = await (await tryOut(given({ port }))).json()
    return { answer, took: performance.now() - begun }
  }
  try {
    const told = await Promise.all(ports.map(timed))
    for (const { answer } of told)
      expect(answer).toEqual({ isSent: false, message: expect.stringContaining('No mail server answers') })
    // All wait for the end of the five seconds: what answers at once must not be told from what does not.
    for (const { took } of told) expect(took).toBeGreaterThan(4990)
  } finally {
    for (const server of [silent, other]) server.close()
  }
})

test('the password never comes back, stays when it is left out, and does not go to another server', async () => {
  expect(await (await save(given())).json()).toMatchObject({ password: '', hasPassword: true })
  const { password: _, ...rest } = given()
  expect(await (await save({ ...rest, fromName: 'Other' })).json()).toMatchObject({ hasPassword: true })
  expect(await (await tryOut(rest)).json()).toMatchObject({ isSent: true })
  const elsewhere = await tryOut({ ...rest, host: 'mail.example.com' })
  expect([elsewhere.status, await elsewhere.json()]).toMatchObject([400, { errors: [{ field: 'password' }] }])
  const rows = await app.db.selectFrom('settings').selectAll().execute()
  const audit = await app.db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify([rows, audit, await (await app.fetch(address)).json()])).not.toContain('SECRETMARK')
})

test.each([
  ['no host', { host: '' }, 'host'],
  ['no sender', { from: '' }, 'from'],
  ['a sender that is no address', { from: 'bindery' }, 'from'],
  ['a port that is none', { port: 70_000 }, 'port'],
  ['a host with a scheme', { host: 'smtp://mail.example.com' }, 'host'],
  ['a base URL that is none', { baseUrl: 'javascript:alert(1)' }, 'baseUrl'],
])('%s is refused', async (_, more, field) => {
  const reply = await save(given(more))
  expect([reply.status, await reply.json()]).toMatchObject([400, { errors: [{ field }] }])
})

test('only administrators see or change it', async () => {
  const ann = app.as(await app.user({ name: 'ann' }))
  expect((await ann(address)).status).toBe(403)
  expect((await ann(address, json('PUT', given()))).status).toBe(403)
  expect((await ann(`${address}/test`, json('POST', { to: 'a@example.com', ...given() }))).status).toBe(403)
})
