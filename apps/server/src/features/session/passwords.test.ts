import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { openBrowser } from '../../../../../tests/support/jar.ts'
import {
  linkIn,
  startMailServer,
  useMailServer,
  type MailServer,
} from '../../../../../tests/support/mail-server.ts'
import { enrol, secure } from '../../../../../tests/support/security.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
let post: MailServer

beforeAll(async () => {
  post = await startMailServer()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  await useMailServer(app, post)
})

afterAll(async () => {
  await app.close()
  await post.close()
})

const auth = '/ui/api/v1/ui/auth'
const privatePage = '/ui/api/v1/repositories'
const newPassword = 'Another-password-2'

const person = (name: string) => app.user({ name, email: `${name}@example.com` })
const forgot = (user: string) => app.anonymous(`${auth}/forgotpassword`, json('POST', { user }))
const validate = (key: string) => app.anonymous(`${auth}/validatetoken?key=${key}`, { method: 'POST' })
const reset = (key: string, body: object, send = app.anonymous) =>
  send(`${auth}/resetpassword?key=${key}`, json('POST', body))

async function keyFor(name: string): Promise<string> {
  expect((await forgot(name)).status).toBe(200)
  return linkIn(await post.letterTo(`${name}@example.com`)).searchParams.get('key') ?? ''
}

describe('a forgotten password', () => {
  test('API-19, AUTH-05, AUTH-55, AUTH-57: a letter with a link to the reset page, from the configured base URL', async () => {
    await person('ann')
    const reply = await forgot('ann')
    expect([reply.status, await reply.json()]).toEqual([
      200,
      { message: 'If there is such an account with an e-mail address, a link is on its way to it.' },
    ])
    const letter = await post.letterTo('ann@example.com')
    expect(letter.from).toBe('bindery@example.com')
    expect(letter.raw).toContain('Subject: [Bindery] Choose a new password')
    expect(letter.raw).toMatch(/content-type: text\/html/i)
    const link = linkIn(letter)
    expect(`${link.origin}${link.pathname}`).toBe('https://bindery.example.com/ui/login/reset-password')
    expect(link.searchParams.get('key')).toMatch(/^[\w-]{32}$/)
  })

  test('it is found by the e-mail address too, in any case', async () => {
    await person('bea')
    await forgot('BEA@Example.com')
    expect((await post.letterTo('bea@example.com')).text).toContain('Hello bea,')
  })

  test('AUTH-56: the answer for somebody who does not exist is the same', async () => {
    await person('cara')
    const [known, unknown] = [await forgot('cara'), await forgot('nobody-at-all')]
    expect([unknown.status, await unknown.json()]).toEqual([known.status, await known.json()])
  })

  test('API-21, AUTH-59: the key tells whose password it sets; a wrong one nothing', async () => {
    await person('dana')
    const key = await keyFor('dana')
    expect(await (await validate(key)).json()).toEqual({ user: 'dana' })
    // Looking does not use it up.
    expect((await validate(key)).status).toBe(200)
    const wrong = await validate('wrong')
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { error: 'This link is no longer valid. Ask for a new one.' },
    ])
    expect((await validate('')).status).toBe(400)
  })

  test('API-20, AUTH-58, AUTH-61: a reset signs in, without remember-me, and ends all other sessions', async () => {
    const eve = await person('eve')
    const there = openBrowser(app)
    await there.signIn(eve, true)
    const key = await keyFor('eve')
    const here = openBrowser(app)
    const reply = await reset(key, { user: 'eve', password: newPassword }, here.send)
    expect([reply.status, await reply.json()]).toMatchObject([200, { name: 'eve', mfaStatus: 'none' }])
    expect(reply.headers.getSetCookie()[0]).toMatch(/^bindery_session=(?!.*Max-Age)/)
    expect((await here.send(privatePage)).status).toBe(200)
    expect((await there.send(privatePage)).status).toBe(401)
    expect((await app.as(eve)(privatePage)).status).toBe(401)
    expect((await app.as({ name: 'eve', password: newPassword })(privatePage)).status).toBe(200)
  })

  test('AUTH-58, AUTH-64: newPassword1 does as well, the rules hold, and a refused password leaves the key', async () => {
    await person('fay')
    const key = await keyFor('fay')
    const weak = await reset(key, { newPassword1: 'short' })
    expect([weak.status, await weak.json()]).toMatchObject([
      400,
      {
        error:
          'The password needs at least 8 characters, an upper-case letter, a digit and a special character.',
      },
    ])
    expect((await reset(key, { newPassword1: newPassword })).status).toBe(200)
  })

  test('no more than three letters an hour go to one account', async () => {
    await person('gia')
    for (let sent = 0; sent < 5; sent++) expect((await forgot('gia')).status).toBe(200)
    for (let sent = 0; sent < 3; sent++) await post.letterTo('gia@example.com')
    await expect
      .poll(async () => {
        const waiting = await app.db
          .selectFrom('jobs')
          .select('id')
          .where('state', 'in', ['waiting', 'running'])
          .where('kind', 'in', ['forgotten-password', 'send-letter'])
          .execute()
        return waiting.length
      })
      .toBe(0)
    expect(post.letters.filter((letter) => letter.to.includes('gia@example.com'))).toHaveLength(3)
  })

  test('it can be switched off', async () => {
    await secure(app, { forgotPassword: false })
    const reply = await forgot('ann')
    await secure(app, { forgotPassword: true })
    expect(reply.status).toBe(403)
  })

  test('who is disabled, or whose password is kept elsewhere, gets no letter', async () => {
    await person('hal')
    await writeSql(app, `update users set status = 'disabled' where name = 'hal'`)
    await person('ida')
    await writeSql(app, `update users set realm = 'ldap' where name = 'ida'`)
    await forgot('hal')
    await forgot('ida')
    await person('jim')
    await forgot('jim')
    await post.letterTo('jim@example.com')
    const to = post.letters.flatMap((letter) => letter.to)
    expect(to).not.toContain('hal@example.com')
    expect(to).not.toContain('ida@example.com')
  })
})

describe('changing it', () => {
  const change = (body: object) =>
    app.anonymous(`${auth}/changePassword?prefix=changePassword`, json('POST', body))

  test('API-22, AUTH-06, AUTH-62, AUTH-63: the old password and the new one twice; then one is signed in', async () => {
    const kim = await app.user({ name: 'kim' })
    const given = { userName: 'kim', oldPassword: kim.password, newPassword1: newPassword }
    const unequal = await change({ ...given, newPassword2: 'Something-else-3' })
    expect([unequal.status, await unequal.json()]).toMatchObject([
      400,
      { error: 'The two new passwords are not the same.', errors: [{ field: 'newPassword2' }] },
    ])
    const reply = await change({ ...given, newPassword2: newPassword })
    expect([reply.status, await reply.json()]).toMatchObject([200, { name: 'kim', mfaStatus: 'none' }])
    expect(reply.headers.getSetCookie()[0]).toMatch(/^bindery_session=/)
    expect((await app.as({ name: 'kim', password: newPassword })(privatePage)).status).toBe(200)
  })

  test('the same password again is no new one', async () => {
    const lea = await app.user({ name: 'lea' })
    const reply = await change({ user: 'lea', oldPassword: lea.password, newPassword1: lea.password })
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { error: 'The new password is the old one. Choose another.' },
    ])
  })

  test('it ends the links that were sent before', async () => {
    const mia = await person('mia')
    const key = await keyFor('mia')
    await change({ user: 'mia', oldPassword: mia.password, newPassword1: newPassword })
    expect((await validate(key)).status).toBe(400)
  })
})

describe('a password that is old', () => {
  const signInAs = (who: Credentials) => openBrowser(app).signIn(who)

  test('AUTH-43, AUTH-45: one that must be changed is answered 401 with CREDENTIALS_EXPIRED at the top level', async () => {
    const nel = await app.user({ name: 'nel' })
    await writeSql(app, `update users set must_change_password = 1 where name = 'nel'`)
    const reply = await signInAs(nel)
    expect([reply.status, await reply.json()]).toMatchObject([401, { code: 'CREDENTIALS_EXPIRED' }])
    expect(reply.headers.getSetCookie()).toEqual([])
  })

  test('AUTH-44, AUTH-45: one past its days is answered 401 with PASSWORD_EXPIRED in errors[0], and a change helps', async () => {
    const ora = await app.user({ name: 'ora' })
    await secure(app, { password: { expiresAfterDays: 30 } })
    try {
      expect((await signInAs(ora)).status).toBe(200)
      await writeSql(
        app,
        `update users set password_changed_at = '2001-01-01T00:00:00.000Z' where name = 'ora'`,
      )
      const reply = await signInAs(ora)
      expect(reply.status).toBe(401)
      const body = (await reply.json()) as { code?: string; errors: { code: string }[] }
      expect(body.errors[0]?.code).toBe('PASSWORD_EXPIRED')
      expect(body.code).toBeUndefined()
      // With a wrong password nobody learns that it is old.
      expect(await (await signInAs({ ...ora, password: 'wrong' })).json()).toMatchObject({
        errors: [{ code: 'not-signed-in' }],
      })
      const program = await app.as({ ...ora })('/access/api/v1/tokens')
      expect([program.status, await program.json()]).toMatchObject([
        401,
        { error: 'Change your password in the browser first, then use the new one.' },
      ])
      const change = { user: 'ora', oldPassword: ora.password, newPassword1: newPassword }
      expect((await app.anonymous(`${auth}/changePassword`, json('POST', change))).status).toBe(200)
      expect((await signInAs({ name: 'ora', password: newPassword })).status).toBe(200)
    } finally {
      await secure(app, { password: { expiresAfterDays: 0 } })
    }
  })
})

test('AUTH-64: the rules can be changed, hold wherever a password is set, and name all that is missing', async () => {
  await secure(app, { password: { minLength: 12, needsSpecial: false, needsDigit: false } })
  try {
    const create = (name: string, password: string) =>
      app.fetch('/ui/api/v1/users', json('POST', { name, password }))
    const refused = await create('pat', 'short')
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: 'The password needs at least 12 characters and an upper-case letter.' },
    ])
    expect((await create('pat', 'Longenoughnow')).status).toBeLessThan(300)
    const login = await app.anonymous(`${auth}/loginRelatedData`, json('POST', {}))
    expect(await login.json()).toMatchObject({ passwordRules: { minLength: 12, needsSpecial: false } })
  } finally {
    await secure(app, { password: { minLength: 8, needsSpecial: true, needsDigit: true } })
  }
})

test('a reset asks for the second factor all the same', async () => {
  const quin = await person('quin')
  const enrolled = openBrowser(app)
  await enrolled.signIn(quin)
  const phone = await enrol(enrolled)
  const browser = openBrowser(app)
  const reply = await reset(await keyFor('quin'), { password: newPassword }, browser.send)
  expect(await reply.json()).toMatchObject({ mfaStatus: 'verify' })
  expect((await browser.send(privatePage)).status).toBe(401)
  const verified = await browser.send(`${auth}/mfa/verify`, json('POST', { otp: phone.code() }))
  expect(verified.status).toBe(200)
  expect((await browser.send(privatePage)).status).toBe(200)
})
