// Threats of the list against what surrounds a sign-in: forged requests, odd headers, what is open, what leaks.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { openBrowser } from '../support/jar.ts'
import { linkIn, startMailServer, useMailServer, type MailServer } from '../support/mail-server.ts'
import { sendRaw } from '../support/raw.ts'
import { enrol } from '../support/security.ts'

let app: TestApp
let post: MailServer

beforeAll(async () => {
  post = await startMailServer()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1', BINDERY_LOG_LEVEL: 'debug' } })
  await useMailServer(app, post, { user: '', password: 'SECRETMARK-smtp-1' })
})

afterAll(async () => {
  await app.close()
  await post.close()
})

const auth = '/ui/api/v1/ui/auth'
const privatePage = '/ui/api/v1/repositories'

describe('E14: a page of another site', () => {
  test('changes nothing with the cookie of a visitor, by whatever kind of form', async () => {
    const browser = openBrowser(app)
    await browser.signIn(app.admin)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const settings = await (await app.fetch('/ui/api/v1/security-settings')).text()
    const writes: [string, string][] = [
      ['PUT', '/ui/api/v1/security-settings'],
      ['DELETE', '/ui/api/v1/sessions'],
      ['POST', '/ui/api/v1/second-factor/remove'],
      ['POST', '/ui/api/v1/invitations'],
      ['PUT', '/ui/api/v1/mail'],
      ['POST', `${auth}/logout`],
      ['POST', `${auth}/mfa/verify`],
    ]
    for (const [method, path] of writes)
      for (const type of [
        'text/plain',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
      ]) {
        const headers = { cookie, 'content-type': type, origin: 'https://evil.example' }
        const reply = await app.anonymous(path, { method, headers, body: settings })
        expect([path, type, reply.status]).toEqual([path, type, 403])
      }
    expect((await browser.send(privatePage)).status).toBe(200)
  })

  test('signs nobody in as somebody else', async () => {
    const body = new URLSearchParams({ user: app.admin.name, password: app.admin.password })
    const reply = await app.anonymous(`${auth}/login`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      body,
    })
    expect(reply.status).toBe(403)
    expect(reply.headers.getSetCookie()).toEqual([])
  })

  test('finds no GET that changes anything for a visitor', async () => {
    const before = await app.db.selectFrom('audit').select('sequence').execute()
    const browser = openBrowser(app)
    await browser.signIn(await app.user({ name: 'visitor' }))
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const gets = [
      `${auth}/logout`,
      `${auth}/changePassword`,
      '/ui/api/v1/second-factor/remove',
      `${auth}/mfa/verify`,
    ]
    for (const path of gets) expect((await app.anonymous(path, { headers: { cookie } })).status).toBe(404)
    expect((await browser.send(privatePage)).status).toBe(200)
    const after = await app.db.selectFrom('audit').select('kind').execute()
    // The user, and the sign-in.
    expect(after.length - before.length).toBe(2)
  })
})

describe('E15: odd credentials', () => {
  const encode = (text: string | Buffer) => Buffer.from(text).toString('base64')
  const odd: [string, string][] = [
    ['nothing after Basic', 'Basic '],
    ['Basic alone', 'Basic'],
    ['no colon', `Basic ${encode('odd')}`],
    ['two colons', `Basic ${encode('odd:a:b')}`],
    ['an empty password', `Basic ${encode('odd:')}`],
    ['an empty name', `Basic ${encode(':x')}`],
    ['no base64', 'Basic %%%%'],
    ['a NUL', `Basic ${encode(`odd:\0`)}`],
    ['a NUL in the name', `Basic ${encode(`o\0dd:x`)}`],
    ['Latin-1', `Basic ${encode(Buffer.from([0x61, 0xe9, 0x3a, 0xe9]))}`],
    ['a long one', `Basic ${encode(`odd:${'x'.repeat(30_000)}`)}`],
    ['a strangely written Bearer', 'bEaReR nonsense'],
    ['a name of 10,000 letters', `Basic ${encode(`${'a'.repeat(10_000)}:x`)}`],
  ]
  beforeAll(() => app.user({ name: 'odd' }))

  test.each(odd)('%s is refused, never taken for anonymous with rights', async (_, authorization) => {
    for (const path of [
      privatePage,
      '/artifactory/generic-local/a.txt',
      '/artifactory/api/npm/npm-local/-/whoami',
    ]) {
      const { status } = await app.anonymous(path, { headers: { authorization } })
      expect([400, 401, 429]).toContain(status)
    }
  })

  test('a megabyte is refused before it is read', async () => {
    const reply = await sendRaw(
      app.url,
      `GET ${privatePage} HTTP/1.1\r\nhost: x\r\nauthorization: Basic ${'QUJD'.repeat(262_144)}\r\n\r\n`,
    )
    expect(reply.status).toBe(431)
  })

  test('of two headers the first counts, whatever the second says', async () => {
    const right = encode(`${app.admin.name}:${app.admin.password}`)
    const send = (first: string, second: string) =>
      sendRaw(
        app.url,
        `GET ${privatePage} HTTP/1.1\r\nhost: x\r\nauthorization: Basic ${first}\r\nauthorization: Basic ${second}\r\nconnection: close\r\n\r\n`,
      )
    expect([400, 401]).toContain((await send(encode('nobody:x'), right)).status)
    expect((await send(right, encode('nobody:x'))).status).toBe(200)
  })
})

describe('E17: with anonymous access off', () => {
  test('nothing of the sign-in area tells more than the sign-in screen needs', async () => {
    const closed: [string, string][] = [
      ['GET', '/ui/api/v1/security-settings'],
      ['GET', '/ui/api/v1/audit'],
      ['GET', '/ui/api/v1/audit/csv'],
      ['GET', '/ui/api/v1/mail'],
      ['GET', '/ui/api/v1/invitations'],
      ['GET', '/ui/api/v1/sessions'],
      ['GET', '/ui/api/v1/locks'],
      ['GET', '/ui/api/v1/second-factor'],
      ['GET', '/ui/api/v1/second-factors'],
      ['GET', '/artifactory/api/security/lockedUsers'],
      ['POST', '/artifactory/api/security/unlockAllUsers'],
    ]
    for (const [method, path] of closed)
      expect([path, (await app.anonymous(path, { method })).status]).toEqual([path, 401])
  })
})

/** Everything that was written to the disk. */
function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name))
    else yield join(folder, entry.name)
}

describe('H01, H05: secrets of a sign-in', () => {
  test('are neither in the logs, nor in the database, nor in the audit log', async () => {
    const marked = { name: 'marked', password: 'SECRETMARK-first-1' }
    await app.user({ ...marked, email: 'marked@example.com' })
    const browser = openBrowser(app)
    await browser.signIn(marked, true)
    const phone = await enrol(browser)
    const code = phone.code()
    const second = openBrowser(app)
    await second.signIn(marked)
    await second.send(`${auth}/mfa/verify`, json('POST', { otp: code }))
    await second.send(`${auth}/mfa/verify`, json('POST', { otp: 'SECRETMARK-code' }))
    await app.anonymous(`${auth}/forgotpassword`, json('POST', { user: 'marked' }))
    const key = linkIn(await post.letterTo('marked@example.com')).searchParams.get('key') ?? ''
    await app.anonymous(`${auth}/forgotpassword`, json('POST', { user: 'SECRETMARK-typed-as-name' }))
    await app.anonymous(
      `${auth}/resetpassword?key=SECRETMARK-key`,
      json('POST', { password: 'SECRETMARK-reset-1a' }),
    )
    await app.anonymous(`${auth}/resetpassword?key=${key}`, json('POST', { password: 'SECRETMARK-reset-1a' }))
    const change = { user: 'marked', oldPassword: 'SECRETMARK-reset-1a', newPassword1: 'SECRETMARK-third-1a' }
    await app.anonymous(`${auth}/changePassword`, json('POST', change))
    await app.fetch('/ui/api/v1/invitations', json('POST', { email: 'guest@example.com' }))
    const token = linkIn(await post.letterTo('guest@example.com')).searchParams.get('token') ?? ''
    const account = { userName: 'guest', password: 'SECRETMARK-guest-1', token }
    await app.anonymous(`${auth}/createAccount`, json('POST', account))
    await app.anonymous(`${auth}/verifyToken`, json('POST', { token: 'SECRETMARK-token' }))
    const secrets = [
      'SECRETMARK',
      phone.secret,
      ...phone.recoveryCodes,
      key,
      token,
      ...[...browser.cookies.values(), ...second.cookies.values()].flatMap((value) => value.split('.')),
    ]
    // Everything reaches the disk when the program ends.
    await app.restart()
    const tables = await Promise.all(
      (
        [
          'audit',
          'jobs',
          'settings',
          'users',
          'sessions',
          'one_time_keys',
          'invitations',
          'attempts',
        ] as const
      ).map((table) => app.db.selectFrom(table).selectAll().execute()),
    )
    const written = [
      JSON.stringify(tables),
      ...[...filesBelow(app.home)].map((file) => readFileSync(file, 'latin1')),
    ]
    for (const secret of secrets)
      expect([secret, written.filter((text) => text.includes(secret)).length]).toEqual([secret, 0])
  })
})

describe('H06: file modes', () => {
  test('keys, database and logs are open to their owner only', () => {
    const files = [...filesBelow(app.home)].filter((file) => /\.(key|db|db-wal|db-shm|log)$/.test(file))
    expect(files.length).toBeGreaterThan(1)
    expect(files.filter((file) => (statSync(file).mode & 0o077) !== 0)).toEqual([])
  })
})

describe('H07: what an error tells', () => {
  test('is a sentence and an id: no path, no query, no stack', async () => {
    const bodies = ['{', '[]', '{"user":1}', `{"user":"a","password":"${'x'.repeat(5000)}"}`, 'null']
    for (const path of [
      'login',
      'mfa/verify',
      'forgotpassword',
      'resetpassword?key=x',
      'createAccount',
      'verifyToken',
    ])
      for (const body of bodies) {
        const reply = await app.anonymous(`${auth}/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        const text = await reply.text()
        expect(reply.status).toBeLessThan(500)
        expect(text).not.toMatch(/node_modules|\.ts:\d|\bat \w+ \(|select .* from|SQLITE|zod/i)
        expect(text).not.toContain(app.home)
      }
  })
})
