// Threats of the list against signing in: passwords, sessions, second factors, links. Each by its number.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type Credentials, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { openBrowser } from '../support/jar.ts'
import { linkIn, startMailServer, useMailServer, type MailServer } from '../support/mail-server.ts'
import { enrol, secure } from '../support/security.ts'
import { writeSql } from '../support/sql.ts'

let app: TestApp
let post: MailServer

beforeAll(async () => {
  post = await startMailServer()
  app = await startTestApp({
    env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1', BINDERY_TRUSTED_PROXIES: '127.0.0.1' },
  })
  await useMailServer(app, post)
})

afterAll(async () => {
  await app.close()
  await post.close()
})

const auth = '/ui/api/v1/ui/auth'
const privatePage = '/ui/api/v1/repositories'
const from = (address: string) => ({ 'x-forwarded-for': address })
const wrongly = ({ name }: Credentials, number = 0): Credentials => ({ name, password: `wrong-${number}` })

describe('E01: a default password', () => {
  test('of a new installation there is none; the one that was made up opens nothing until it is changed', async () => {
    const fresh = await startTestApp({ env: { BINDERY_ADMIN_PASSWORD: '' } })
    try {
      for (const password of ['password', 'admin', 'changeme', 'bindery'])
        expect((await openBrowser(fresh).signIn({ name: 'admin', password })).status).toBeGreaterThanOrEqual(
          401,
        )
      const made = { name: 'admin', password: fresh.madePassword ?? '' }
      const forced = await openBrowser(fresh, from('10.0.0.1')).signIn(made)
      // Refused either way: by the wrong ones before, or because it must be changed.
      expect([401, 429]).toContain(forced.status)
      expect([401, 429]).toContain((await fresh.as(made)(privatePage)).status)
    } finally {
      await fresh.close()
    }
  })
})

describe('E05: who has an account', () => {
  test('is told neither by the text nor by the status of a refused sign-in, in any way in', async () => {
    await app.user({ name: 'known' })
    const ways = [
      (name: string) => openBrowser(app).signIn({ name, password: 'x' }),
      (name: string) => app.as({ name, password: 'y' })(privatePage),
      (name: string) =>
        app.anonymous(
          `/artifactory/api/npm/npm-local/-/user/org.couchdb.user:${name}`,
          json('PUT', { name, password: 'z' }),
        ),
    ]
    for (const way of ways) {
      const [known, unknown] = [await way('known'), await way('unknown')]
      const body = async (reply: Response) => (await reply.text()).replaceAll(/"requestId":"\w+"/g, '')
      expect([unknown.status, await body(unknown)]).toEqual([known.status, await body(known)])
    }
  })

  // In time of the processor: others who use the machine count for nothing.
  test('nor by the time it takes: the same hash is computed for both', async () => {
    await secure(app, { lock: { isEnabled: false } })
    await app.user({ name: 'timed' })
    const time = async (name: string, number: number) => {
      const before = process.cpuUsage()
      await openBrowser(app).signIn({ name, password: `wrong-${number}` })
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const times: Record<'timed' | 'absent', number[]> = { timed: [], absent: [] }
    for (let number = 0; number < 30; number++)
      for (const name of ['timed', 'absent'] as const) times[name].push(await time(name, number))
    await secure(app, { lock: { isEnabled: true } })
    const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
    const ratio = middle(times.timed) / middle(times.absent)
    // Without the hash for nobody it would be ten and more.
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.6)
  })
})

describe('E06: guessing', () => {
  const ways: [string, (who: Credentials, address: string) => Promise<Response>][] = [
    ['the sign-in screen', (who, address) => openBrowser(app, from(address)).signIn(who)],
    ['Basic', (who, address) => app.as(who)(privatePage, { headers: from(address) })],
    [
      'npm login',
      (who, address) =>
        app.anonymous(`/artifactory/api/npm/npm-local/-/user/org.couchdb.user:${who.name}`, {
          ...json('PUT', who),
          headers: { ...from(address), 'content-type': 'application/json' },
        }),
    ],
    [
      'changing the password',
      (who, address) =>
        openBrowser(app, from(address)).send(
          `${auth}/changePassword`,
          json('POST', { user: who.name, oldPassword: who.password, newPassword1: 'New-password-9' }),
        ),
    ],
  ]

  test.each(ways)(
    'by %s ends after a few tries with 429, a time to wait, and an entry in the audit log',
    async (label, way) => {
      const victim = await app.user({ name: `victim-${label.replaceAll(/[^a-z]/gi, '').toLowerCase()}` })
      const replies: Response[] = []
      for (let number = 0; number < 20; number++) {
        replies.push(await way(wrongly(victim, number), '10.1.0.1'))
        // What would be waiting for a second or two.
        if (number < 4) await writeSql(app, `update attempts set locked_until = null`)
      }
      const statuses = replies.map((reply) => reply.status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(5)
      expect(statuses.slice(5)).toEqual(Array.from({ length: 15 }, () => 429))
      const last = replies.at(-1)
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(800)
      expect(await last?.text()).toMatch(/Too many wrong answers. Try again in 15 minutes/)
      // Neither the right password, nor another address, opens it now.
      expect((await way(victim, '10.1.0.2')).status).toBe(429)
      const locked = await app.db
        .selectFrom('audit')
        .selectAll()
        .where('kind', '=', 'account.locked')
        .execute()
      expect(locked.map((entry) => entry.target)).toContain(victim.name)
    },
  )

  test('in parallel gains nothing: no more passwords are looked at than one after the other', async () => {
    const victim = await app.user({ name: 'parallel' })
    const tries = Array.from({ length: 30 }, (_, number) =>
      openBrowser(app, from('10.2.0.1')).signIn(wrongly(victim, number)),
    )
    const statuses = (await Promise.all(tries)).map((reply) => reply.status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(25)
  })

  test('pauses grow from the third wrong answer on', async () => {
    const victim = await app.user({ name: 'paused' })
    const browser = openBrowser(app, from('10.3.0.1'))
    for (const number of [1, 2, 3]) expect((await browser.signIn(wrongly(victim, number))).status).toBe(401)
    const paused = await browser.signIn(victim)
    expect([paused.status, paused.headers.get('retry-after')]).toEqual([429, '1'])
  })

  test('a right answer makes up for the wrong ones before', async () => {
    const person = await app.user({ name: 'forgiven' })
    for (let round = 0; round < 4; round++) {
      const browser = openBrowser(app, from('10.4.0.1'))
      for (const number of [1, 2]) await browser.signIn(wrongly(person, number))
      expect((await browser.signIn(person)).status).toBe(200)
    }
  })

  test('cannot lock people out: where they signed in before, by address or by browser, their password still works', async () => {
    const victim = await app.user({ name: 'besieged' })
    const laptop = openBrowser(app, from('10.5.0.1'))
    expect((await laptop.signIn(victim)).status).toBe(200)
    const attack = async () => {
      for (let number = 0; number < 8; number++) {
        await openBrowser(app, from('10.6.6.6')).signIn(wrongly(victim, number))
        await writeSql(app, `update attempts set locked_until = null where failures < 5`)
      }
    }
    await attack()
    const stranger = openBrowser(app, from('10.6.0.2'))
    expect((await stranger.signIn(victim)).status).toBe(429)
    // The same desk, without cookies.
    expect((await openBrowser(app, from('10.5.0.1')).signIn(victim)).status).toBe(200)
    expect((await app.as(victim)(privatePage, { headers: from('10.5.0.1') })).status).toBe(200)
    // The same browser in a train.
    const cookies = new Map([...laptop.cookies].filter(([name]) => name === 'bindery_device'))
    expect((await openBrowser(app, from('10.7.0.1'), cookies).signIn(victim)).status).toBe(200)
    // At that place wrong answers count on their own.
    const thief = openBrowser(app, from('10.5.0.1'))
    const replies: number[] = []
    for (let number = 0; number < 7; number++) {
      replies.push((await thief.signIn(wrongly(victim, number))).status)
      await writeSql(app, `update attempts set locked_until = null where failures < 5`)
    }
    expect(replies).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('locks end by themselves, outlive a restart, and are ended by an administrator', async () => {
    const victim = await app.user({ name: 'locked' })
    const lock = async () => {
      for (let number = 0; number < 5; number++) {
        await openBrowser(app, from('10.8.0.1')).signIn(wrongly(victim, number))
        await writeSql(app, `update attempts set locked_until = null where failures < 5`)
      }
    }
    const attempt = async () => (await openBrowser(app, from('10.8.0.2')).signIn(victim)).status
    await lock()
    await app.restart()
    expect(await attempt()).toBe(429)
    expect(await (await app.fetch('/artifactory/api/security/lockedUsers')).json()).toContain('locked')
    expect((await app.fetch('/ui/api/v1/locks/locked', { method: 'DELETE' })).status).toBe(204)
    expect(await (await app.fetch('/ui/api/v1/locks')).json()).not.toContainEqual(
      expect.objectContaining({ user: 'locked' }),
    )
    await writeSql(app, `delete from known_places`)
    await lock()
    expect(await attempt()).toBe(429)
    const past = new Date(Date.now() - 16 * 60_000).toISOString()
    await writeSql(app, `update attempts set locked_until = '${past}', last_at = '${past}'`)
    expect(await attempt()).toBe(200)
  })

  test('many names from one address are counted against the address', async () => {
    const statuses: number[] = []
    for (let number = 0; number < 52; number++)
      statuses.push(
        (await openBrowser(app, from('10.9.0.1')).signIn({ name: `nobody-${number}`, password: 'x' })).status,
      )
    expect(statuses.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 401))
    expect(statuses.slice(50)).toEqual([429, 429])
    // Somebody else, elsewhere, notices nothing.
    const person = await app.user({ name: 'elsewhere' })
    expect((await openBrowser(app, from('10.9.0.2')).signIn(person)).status).toBe(200)
  })

  test('codes of a second factor are limited too', async () => {
    const person = await app.user({ name: 'coded' })
    const mine = openBrowser(app, from('10.10.0.1'))
    await mine.signIn(person)
    await enrol(mine)
    const statuses: number[] = []
    for (let number = 0; number < 12; number++) {
      // Each time a new pending sign-in: the limit holds across them.
      const browser = openBrowser(app, from('10.10.0.2'))
      await browser.signIn(person)
      const otp = String(number).padStart(6, '0')
      statuses.push((await browser.send(`${auth}/mfa/verify`, json('POST', { otp }))).status)
      await writeSql(app, `update attempts set locked_until = null where failures < 5`)
    }
    expect(statuses.slice(5)).toEqual(Array.from({ length: 7 }, () => 429))
  })

  test('keys of links are limited by address', async () => {
    const statuses = new Set<number>()
    for (let number = 0; number < 55; number++) {
      const reply = await app.anonymous(`${auth}/validatetoken?key=guess-${number}`, {
        method: 'POST',
        headers: from('10.11.0.1'),
      })
      statuses.add(reply.status)
    }
    expect(statuses).toEqual(new Set([400, 429]))
  })
})

test('fifty sign-ins at once let everybody else through', async () => {
  const people = await Promise.all(
    Array.from({ length: 50 }, (_, number) => app.user({ name: `busy-${number}` })),
  )
  let done = 0
  const all = people.map(async (person, number) => {
    const reply = await openBrowser(app, from(`10.30.0.${number}`)).signIn({
      ...person,
      password: `wrong-${number}`,
    })
    done += 1
    return reply.status
  })
  const doneAtPing: number[] = []
  for (let asked = 0; asked < 5; asked++) {
    expect((await app.anonymous('/artifactory/api/v1/system/readiness')).status).toBe(200)
    doneAtPing.push(done)
  }
  // Each waits for its turn at the hash, and nobody for them.
  expect(doneAtPing.at(-1)).toBeLessThan(50)
  expect(new Set(await Promise.all(all))).toEqual(new Set([401]))
})

describe('E07: a session that somebody else has', () => {
  test('a chosen id is never taken up, and each sign-in makes a new one', async () => {
    const person = await app.user({ name: 'fixed' })
    const browser = openBrowser(
      app,
      {},
      new Map([['bindery_session', `${'a'.repeat(22)}.${'b'.repeat(43)}`]]),
    )
    const chosen = browser.copy()
    await browser.signIn(person)
    const first = browser.copy()
    expect((await chosen.send(privatePage)).status).toBe(401)
    await browser.signIn(person)
    expect(browser.cookies.get('bindery_session')).not.toBe(first.cookies.get('bindery_session'))
    expect((await first.send(privatePage)).status).toBe(401)
  })

  const old = `update sessions set rotated_at = '2001-01-01T00:00:00.000Z'`
  const later = `update sessions set confirmed_at = '2001-01-01T00:00:00.000Z' where confirmed_at is not null`

  test('a remembered session changes its secret; an old secret that comes back ends it for both', async () => {
    const person = await app.user({ name: 'robbed' })
    const owner = openBrowser(app)
    await owner.signIn(person, true)
    const thief = owner.copy()
    await writeSql(app, old)
    await owner.send('/ui/api/v1/ui/auth/current')
    expect(owner.cookies.get('bindery_session')).not.toBe(thief.cookies.get('bindery_session'))
    expect((await owner.send(privatePage)).status).toBe(200)
    await writeSql(app, later)
    expect((await thief.send(privatePage)).status).toBe(401)
    expect((await owner.send(privatePage)).status).toBe(401)
    const entries = await app.db
      .selectFrom('audit')
      .selectAll()
      .where('kind', '=', 'session.stolen')
      .execute()
    expect(entries.map((entry) => entry.target)).toContain('robbed')
  })

  test('nor does the thief win by being first', async () => {
    const person = await app.user({ name: 'outrun' })
    const owner = openBrowser(app)
    await owner.signIn(person, true)
    const thief = owner.copy()
    await writeSql(app, old)
    await thief.send('/ui/api/v1/ui/auth/current')
    expect((await thief.send(privatePage)).status).toBe(200)
    await writeSql(app, later)
    expect((await owner.send('/ui/api/v1/ui/auth/current')).status).toBe(200)
    expect((await thief.send(privatePage)).status).toBe(401)
  })

  test('two tabs that open at once, and an answer that was lost, are no theft', async () => {
    const person = await app.user({ name: 'tabbed' })
    const owner = openBrowser(app)
    await owner.signIn(person, true)
    await writeSql(app, old)
    const [one, other] = [owner.copy(), owner.copy()]
    await Promise.all([one.send('/ui/api/v1/ui/auth/current'), other.send('/ui/api/v1/ui/auth/current')])
    // Neither answer reached the browser: it comes with what it has.
    expect((await owner.send(privatePage)).status).toBe(200)
    const changed = [one, other].filter(
      (tab) => tab.cookies.get('bindery_session') !== owner.cookies.get('bindery_session'),
    )
    expect(changed).toHaveLength(1)
    expect((await changed[0]?.send(privatePage))?.status).toBe(200)
    // Requests that were on their way with the old secret.
    expect((await owner.send(privatePage)).status).toBe(200)
  })
})

describe('E09: around the second factor', () => {
  async function protectedPerson(name: string) {
    const person = await app.user({ name, email: `${name}@example.com` })
    const browser = openBrowser(app)
    await browser.signIn(person)
    return { person, browser, phone: await enrol(browser) }
  }

  test('the same code in twenty requests at once opens one session', async () => {
    const { person, phone } = await protectedPerson('raced')
    const browsers = await Promise.all(
      Array.from({ length: 20 }, async (_, number) => {
        const browser = openBrowser(app, from(`10.20.0.${number}`))
        await browser.signIn(person)
        return browser
      }),
    )
    const otp = phone.code()
    const replies = await Promise.all(
      browsers.map((browser) => browser.send(`${auth}/mfa/verify`, json('POST', { otp }))),
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    const inside = await Promise.all(
      browsers.map(async (browser) => (await browser.send(privatePage)).status),
    )
    expect(inside.filter((status) => status === 200)).toHaveLength(1)
  })

  test('the same code twice is refused the second time, and so is one before it', async () => {
    const { person, phone } = await protectedPerson('twice')
    const attempt = async (otp: string) => {
      const browser = openBrowser(app)
      await browser.signIn(person)
      return (await browser.send(`${auth}/mfa/verify`, json('POST', { otp }))).status
    }
    const now = phone.code()
    expect(await attempt(now)).toBe(200)
    expect(await attempt(now)).toBe(400)
    expect(await attempt(phone.code(-1))).toBe(400)
  })

  test('a recovery code in ten requests at once opens one session', async () => {
    const { person, phone } = await protectedPerson('rescued')
    const browsers = await Promise.all(
      Array.from({ length: 10 }, async (_, number) => {
        const browser = openBrowser(app, from(`10.21.0.${number}`))
        await browser.signIn(person)
        return browser
      }),
    )
    const replies = await Promise.all(
      browsers.map((browser) =>
        browser.send(`${auth}/mfa/verify`, json('POST', { otp: phone.recoveryCodes[0] })),
      ),
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  })

  test('neither a reset nor a change of the password leads around it', async () => {
    const { person, browser } = await protectedPerson('reset')
    await app.anonymous(`${auth}/forgotpassword`, json('POST', { user: 'reset' }))
    const key = linkIn(await post.letterTo('reset@example.com')).searchParams.get('key')
    const fresh = openBrowser(app)
    const reply = await fresh.send(
      `${auth}/resetpassword?key=${key}`,
      json('POST', { password: 'New-password-1' }),
    )
    expect(await reply.json()).toMatchObject({ mfaStatus: 'verify' })
    expect((await fresh.send(privatePage)).status).toBe(401)
    expect((await browser.send(privatePage)).status).toBe(401)
    const change = { user: person.name, oldPassword: 'New-password-1', newPassword1: 'New-password-2' }
    const other = openBrowser(app)
    expect(await (await other.send(`${auth}/changePassword`, json('POST', change))).json()).toMatchObject({
      mfaStatus: 'verify',
    })
    expect((await other.send(privatePage)).status).toBe(401)
  })

  test('what one node learns counts on the other at once', async ({ skip }) => {
    skip(app.engine === 'sqlite', 'one process on one file')
    const other = await startTestApp({ beside: app })
    try {
      const person = await app.user({ name: 'spread' })
      expect((await other.as(person)(privatePage)).status).toBe(200)
      const browser = openBrowser(app)
      await browser.signIn(person)
      await enrol(browser)
      expect((await other.as(person)(privatePage)).status).toBe(401)
      const guessed = await app.user({ name: 'spread-guessed' })
      for (let number = 0; number < 5; number++) {
        await openBrowser(app).signIn(wrongly(guessed, number))
        await writeSql(app, `update attempts set locked_until = null where failures < 5`)
      }
      expect((await openBrowser(other).signIn(guessed)).status).toBe(429)
    } finally {
      await other.close()
    }
  })

  test('programs need a token: the password is refused with a sentence, at once, in Basic and npm login', async () => {
    const person = await app.user({ name: 'scripted' })
    expect((await app.as(person)(privatePage)).status).toBe(200)
    const browser = openBrowser(app)
    await browser.signIn(person)
    await enrol(browser)
    const basic = await app.as(person)(privatePage)
    expect([basic.status, await basic.json()]).toMatchObject([
      401,
      { error: expect.stringMatching(/protected by a second factor.*access token/) },
    ])
    const npm = await app.anonymous(
      '/artifactory/api/npm/npm-local/-/user/org.couchdb.user:scripted',
      json('PUT', person),
    )
    expect([npm.status, await npm.text()]).toEqual([401, expect.stringMatching(/access token/)])
    const made = await browser.send('/access/api/v1/tokens', json('POST', {}))
    const { access_token: token } = (await made.json()) as { access_token: string }
    expect((await app.as({ token })(privatePage)).status).toBe(200)
    expect((await app.as({ name: 'scripted', password: token })(privatePage)).status).toBe(200)
  })
})

describe('E13: where a sign-in leads', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https://evil.example/',
    '/%09/evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/ui/../../\\evil',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    'http://good.example@evil.example',
    '\u0000//evil.example',
    '/ui/\r\nset-cookie: a=b',
    'ui/packages',
    '/%E0%A4%A',
    '',
  ])('API-23: %j leads home', async (redirectTo) => {
    const reply = await app.anonymous(`${auth}/redirect?${new URLSearchParams({ redirectTo })}`)
    if (reply.status === 400) return
    expect(await reply.json()).toEqual({ url: '/ui/' })
  })

  test('API-23: a path of this site is kept, without tricks in it', async () => {
    const lead = async (redirectTo: string) =>
      (await app.anonymous(`${auth}/redirect?${new URLSearchParams({ redirectTo })}`)).json()
    expect(await lead('/ui/packages?name=a%20b#top')).toEqual({ url: '/ui/packages?name=a%20b#top' })
    expect(await lead('/ui/a/../../ui/b')).toEqual({ url: '/ui/b' })
    expect(await lead('/ui/login?next=//evil.example')).toEqual({ url: '/ui/login?next=//evil.example' })
  })
})

describe('E16: the link for a new password', () => {
  async function keyOf(name: string, headers: Record<string, string> = {}) {
    await app.anonymous(`${auth}/forgotpassword`, {
      ...json('POST', { user: name }),
      headers: { 'content-type': 'application/json', ...headers },
    })
    const link = linkIn(await post.letterTo(`${name}@example.com`))
    return { link, key: link.searchParams.get('key') ?? '' }
  }
  const reset = (key: string, password: string) =>
    app.anonymous(`${auth}/resetpassword?key=${key}`, json('POST', { password }))
  const person = (name: string) => app.user({ name, email: `${name}@example.com` })

  test('leads to the configured address whatever host the request names', async () => {
    await person('poisoned')
    const { link } = await keyOf('poisoned', {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    })
    expect(link.origin).toBe('https://bindery.example.com')
  })

  test('is not sent at all when nothing is configured and the host could be anybody', async () => {
    await person('unsure')
    await useMailServer(app, post, { baseUrl: '' })
    try {
      const body = json('POST', { user: 'unsure' })
      const headers = { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' }
      const reply = await app.anonymous(`${auth}/forgotpassword`, { ...body, headers })
      expect([reply.status, await reply.json()]).toMatchObject([
        400,
        { error: 'Links cannot be sent until an administrator sets the base URL in the settings for mail.' },
      ])
      // At the machine itself the address of the connection is beyond doubt.
      expect((await keyOf('unsure')).link.origin).toBe(new URL(app.url).origin)
    } finally {
      await useMailServer(app, post)
    }
  })

  test('works once, also for ten who use it at once', async () => {
    await person('once')
    const { key } = await keyOf('once')
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, number) => reset(key, `New-password-${number}`)),
    )
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 400),
    ])
    expect((await reset(key, 'New-password-99')).status).toBe(400)
  })

  test('ends after a day, and with the next change of the password', async () => {
    const { password } = await person('ended')
    const first = await keyOf('ended')
    const lives = await app.db
      .selectFrom('one_time_keys')
      .selectAll()
      .where('kind', '=', 'password-reset')
      .execute()
    for (const { created_at, expires_at } of lives)
      expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(24 * 3_600_000)
    await writeSql(app, `update one_time_keys set expires_at = '2001-01-01T00:00:00.000Z'`)
    expect((await reset(first.key, 'New-password-1')).status).toBe(400)
    const second = await keyOf('ended')
    const change = { user: 'ended', oldPassword: password, newPassword1: 'New-password-2' }
    expect((await app.anonymous(`${auth}/changePassword`, json('POST', change))).status).toBe(200)
    expect((await reset(second.key, 'New-password-3')).status).toBe(400)
  })

  test('is random and long, and lies nowhere in the database', async () => {
    await person('random')
    const { key } = await keyOf('random')
    expect(Buffer.from(key, 'base64url').length).toBeGreaterThanOrEqual(16)
    const tables = [
      await app.db.selectFrom('one_time_keys').selectAll().execute(),
      await app.db.selectFrom('jobs').selectAll().execute(),
      await app.db.selectFrom('audit').selectAll().execute(),
    ]
    expect(JSON.stringify(tables)).not.toContain(key)
  })

  test('names in letters are text, never markup', async () => {
    await app.user({ name: 'markup', email: 'markup@example.com' })
    await writeSql(app, `update users set name = '<img src=x>' where name = 'markup'`)
    await app.anonymous(`${auth}/forgotpassword`, json('POST', { user: 'markup@example.com' }))
    const letter = await post.letterTo('markup@example.com')
    const html = letter.raw.slice(letter.raw.search(/content-type: text\/html/i)).replaceAll(/=\r?\n/g, '')
    expect(html).not.toContain('<img')
    expect(html).toMatch(/&lt;img src=(3D)?x&gt;/)
  })
})
