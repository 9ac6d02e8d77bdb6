import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json, signIn, withCookie } from '../../../../../tests/support/browser.ts'
import { createMigratedDatabase } from '../../../../../tests/support/template.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'
import { openTestDatabase } from '../../platform/db/test-database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { openVault } from '../../platform/vault.ts'
import { createAccess } from '../access.ts'
import { systemActor } from '../actor.ts'
import { findSession, openSession, sessionCookie, touch } from './sessions.ts'
import { createUser, findUser } from '../people/users.ts'

let app: TestApp
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
})

afterAll(() => app.close())

const privatePage = '/ui/api/v1/repositories'

describe('signing in', () => {
  test('answers who one is and sets a cookie that no script reads and no other site sends', async () => {
    const { reply, send } = await signIn(app, ann)
    expect(reply.status).toBe(200)
    expect(await reply.json()).toMatchInlineSnapshot(`
      {
        "canAdministerProjects": false,
        "canManagePermissions": false,
        "canManageResources": false,
        "displayName": "ann",
        "email": null,
        "isAdmin": false,
        "isAnonymous": false,
        "mfaStatus": "none",
        "mustChangePassword": false,
        "name": "ann",
        "realm": "internal",
      }
    `)
    const cookie = reply.headers.getSetCookie()
    expect(cookie.map((one) => one.replace(/=[\w.-]{32,};/, '=(secret);'))).toMatchInlineSnapshot(`
      [
        "bindery_session=(secret); Path=/; HttpOnly; SameSite=Lax",
        "bindery_device=(secret); Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000",
      ]
    `)
    expect((await send(privatePage)).status).toBe(200)
  })

  test('with a wrong password and with an unknown user is answered the same, and sets nothing', async () => {
    const wrong = await signIn(app, { name: 'ann', password: 'wrong' })
    const unknown = await signIn(app, { name: 'nobody', password: 'wrong' })
    for (const { reply } of [wrong, unknown]) {
      expect(reply.status).toBe(401)
      expect(reply.headers.getSetCookie()).toEqual([])
      // A challenge would make browsers open their own window over our page.
      expect(reply.headers.get('www-authenticate')).toBeNull()
      expect({ ...ErrorReply.parse(await reply.json()), requestId: '' }).toEqual({
        error: 'Username or password are incorrect',
        errors: [{ status: 401, code: 'not-signed-in', message: 'Username or password are incorrect' }],
        requestId: '',
      })
    }
  })

  test('takes the name in any case and with spaces around it', async () => {
    expect((await signIn(app, { ...ann, name: ' Ann ' })).reply.status).toBe(200)
  })

  test('with "remember me" gives the cookie a life of its own', async () => {
    const { reply } = await signIn(app, ann, { isRemembered: true })
    expect(reply.headers.getSetCookie()[0]).toContain(`; Max-Age=${14 * 86_400}`)
  })

  test('makes a new secret each time and ends the session that was there before', async () => {
    const first = await signIn(app, ann)
    const second = await signIn(app, ann, { headers: { cookie: first.cookie } })
    expect(second.reply.status).toBe(200)
    expect(second.cookie).not.toBe(first.cookie)
    expect((await second.send(privatePage)).status).toBe(200)
    expect((await first.send(privatePage)).status).toBe(401)
  })

  test('never takes up a session id that somebody chose beforehand', async () => {
    const chosen = `${sessionCookie}=${'x'.repeat(22)}.${'x'.repeat(43)}`
    const { cookie } = await signIn(app, ann, { headers: { cookie: chosen } })
    expect(cookie).not.toBe(chosen)
    expect((await withCookie(app, chosen)(privatePage)).status).toBe(401)
  })

  test('keeps only a digest of the secret in the database', async () => {
    const { cookie } = await signIn(app, ann)
    const [family = '', secret = ''] = cookie.slice(sessionCookie.length + 1).split('.')
    const rows = await app.db.selectFrom('sessions').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(family)
  })
})

describe('signing out', () => {
  test('ends the session and takes the cookie back', async () => {
    const { send, cookie } = await signIn(app, ann)
    const reply = await send('/ui/api/v1/ui/auth/logout', { method: 'POST' })
    expect(reply.status).toBe(204)
    expect(reply.headers.getSetCookie()).toEqual([
      `${sessionCookie}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`,
    ])
    expect((await withCookie(app, cookie)(privatePage)).status).toBe(401)
  })

  test('leaves other browsers of the same user alone', async () => {
    const [one, other] = [await signIn(app, ann), await signIn(app, ann)]
    await one.send('/ui/api/v1/ui/auth/logout', { method: 'POST' })
    expect((await other.send(privatePage)).status).toBe(200)
  })

  test('without a session is no error', async () => {
    expect((await app.anonymous('/ui/api/v1/ui/auth/logout', { method: 'POST' })).status).toBe(204)
  })
})

describe('a session ends', () => {
  test('when its time has come, as if there were none', async () => {
    const { send } = await signIn(app, ann)
    await writeSql(app, `update sessions set expires_at = '2001-01-01T00:00:00.000Z'`)
    const reply = await send(privatePage)
    expect(reply.status).toBe(401)
    const bootstrap = await send('/ui/api/v1/ui/auth/current')
    expect(await bootstrap.json()).toMatchObject({ user: null })
  })

  test('when its user changes the password, in all browsers but the one that did it', async () => {
    const bea = await app.user({ name: 'bea' })
    const [here, there] = [await signIn(app, bea), await signIn(app, bea, { isRemembered: true })]
    const change = { user: 'bea', oldPassword: bea.password, newPassword1: 'Another-password-2' }
    const reply = await here.send('/ui/api/v1/ui/auth/changePassword', json('POST', change))
    expect(reply.status).toBe(200)
    expect((await there.send(privatePage)).status).toBe(401)
    expect((await here.send(privatePage)).status).toBe(401)
    const renewed = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await withCookie(app, renewed)(privatePage)).status).toBe(200)
  })

  test('when its user is deleted', async () => {
    const { send } = await signIn(app, await app.user({ name: 'gone' }))
    expect((await send(privatePage)).status).toBe(200)
    await app.fetch('/ui/api/v1/users/gone', { method: 'DELETE' })
    expect((await send(privatePage)).status).toBe(401)
  })
})

test('remembering can be taken away by a setting', async () => {
  const strict = await startTestApp({ env: { BINDERY_REMEMBER_ME_DAYS: '0' } })
  try {
    const { reply } = await signIn(strict, strict.admin, { isRemembered: true })
    expect(reply.status).toBe(200)
    expect(reply.headers.getSetCookie()[0]).not.toContain('Max-Age')
    const screen = await strict.anonymous('/ui/api/v1/ui/auth/loginRelatedData', json('POST', {}))
    expect(await screen.json()).toMatchObject({ canRememberMe: false })
  } finally {
    await strict.close()
  }
})

test('behind HTTPS the cookie is never sent over HTTP', async () => {
  const secure = await startTestApp({ env: { BINDERY_BASE_URL: 'https://bindery.example.com' } })
  try {
    const { reply, send } = await signIn(secure, secure.admin)
    expect(reply.headers.getSetCookie()[0]).toMatch(/; Secure$/)
    const ended = await send('/ui/api/v1/ui/auth/logout', { method: 'POST' })
    expect(ended.headers.getSetCookie()[0]).toMatch(/; Secure$/)
  } finally {
    await secure.close()
  }
})

const minute = 60_000

describe('time', () => {
  async function openClock() {
    const database = await openTestDatabase(await createMigratedDatabase())
    let now = Date.parse('2030-01-01T00:00:00Z')
    const clock = { now: () => new Date(now) }
    const settings = { anonymousAccess: false, sessionIdleMinutes: 60, sessionHours: 12, rememberMeDays: 14 }
    const access = createAccess({ database, clock, settings, vault: openVault(Buffer.alloc(32)) })
    const person = { name: 'ann', email: null, password: 'Password-1', isAdmin: false }
    await createUser(access, { actor: systemActor, address: null }, person)
    const user = await findUser(database.db, 'ann')
    const open = async (isRemembered: boolean) => {
      const given = { userId: user?.id ?? '', isRemembered, address: '', browser: '' }
      const { value } = await transaction(database, (db) => openSession(access, db, given))
      return async () => {
        const session = await findSession(access, value)
        if (session) touch(access, session)
        return session ? 'ann' : 'anonymous'
      }
    }
    return { open, pass: (minutes: number) => (now += minutes * minute) }
  }

  test('a session ends after an hour without a request', async () => {
    const { open, pass } = await openClock()
    const who = await open(false)
    pass(50)
    expect(await who()).toBe('ann')
    pass(50)
    expect(await who()).toBe('ann')
    pass(61)
    expect(await who()).toBe('anonymous')
  })

  test('a session ends after twelve hours however busy it is', async () => {
    const { open, pass } = await openClock()
    const who = await open(false)
    for (let passed = 0; passed < 12 * 60 - 30; passed += 30) {
      pass(30)
      expect(await who()).toBe('ann')
    }
    pass(31)
    expect(await who()).toBe('anonymous')
  })

  test('a remembered session rests for days and ends after fourteen', async () => {
    const { open, pass } = await openClock()
    const who = await open(true)
    pass(13 * 24 * 60)
    expect(await who()).toBe('ann')
    pass(24 * 60 + 1)
    expect(await who()).toBe('anonymous')
  })
})
