import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { openBrowser, type Jar } from '../../../../../tests/support/jar.ts'
import { authenticator, enrol, secure } from '../../../../../tests/support/security.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
let admin: { token: string }

beforeAll(async () => {
  app = await startTestApp()
  // A token goes on working when a second factor is required.
  admin = { token: await app.token() }
})

afterAll(() => app.close())

const asAdmin = () => app.as(admin)
const enrolAddress = '/ui/api/v1/ui/auth/mfa/enroll'
const verifyAddress = '/ui/api/v1/ui/auth/mfa/verify'
const privatePage = '/ui/api/v1/repositories'

const give = (browser: Jar, otp: string, address = verifyAddress) =>
  browser.send(address, json('POST', { otp }))

/** Somebody with a second factor, and nobody signed in. */
async function personWithFactor(name: string) {
  const person = await app.user({ name })
  const browser = openBrowser(app)
  await browser.signIn(person)
  return { person, phone: await enrol(browser), browser }
}

describe('setting it up', () => {
  test('API-11, AUTH-28: a signed-in user gets a secret, its address for an authenticator app, and a picture of that', async () => {
    const browser = openBrowser(app)
    await browser.signIn(await app.user({ name: 'ann' }))
    const reply = await browser.send(enrolAddress)
    expect(reply.status).toBe(200)
    const offer = (await reply.json()) as { secret: string; uri: string; qrImage: string }
    expect(offer.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(offer.uri).toBe(
      `otpauth://totp/Bindery:ann?issuer=Bindery&secret=${offer.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const picture = Buffer.from(offer.qrImage.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
    expect(picture).toMatch(/^<svg /)
    // A page may be loaded twice.
    expect(await (await browser.send(enrolAddress)).json()).toMatchObject({ secret: offer.secret })
    for (const variant of ['/ui/api/v1/access/auth/mfa/enroll', '/access/auth/mfa/enroll'])
      expect(await (await browser.send(variant)).json()).toMatchObject({ secret: offer.secret })
  })

  test('API-12: the first code turns it on, gives recovery codes once, and renews the session', async () => {
    const browser = openBrowser(app)
    await browser.signIn(await app.user({ name: 'bea' }))
    const before = browser.copy()
    const { secret } = (await (await browser.send(enrolAddress)).json()) as { secret: string }
    const wrong = await give(browser, '000000')
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { errors: [{ field: 'otp' }] }])
    const reply = await give(browser, authenticator(secret).code())
    expect(reply.status).toBe(200)
    const answer = (await reply.json()) as { recoveryCodes: string[] }
    expect(answer).toMatchObject({ name: 'bea', mfaStatus: 'none' })
    expect(answer.recoveryCodes).toHaveLength(10)
    expect(new Set(answer.recoveryCodes).size).toBe(10)
    expect(answer.recoveryCodes[0]).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    expect((await browser.send(privatePage)).status).toBe(200)
    expect((await before.send(privatePage)).status).toBe(401)
    expect(await (await browser.send('/ui/api/v1/second-factor')).json()).toEqual({
      isEnrolled: true,
      isOffered: true,
      isRequired: false,
      recoveryCodesLeft: 10,
    })
    expect((await browser.send(enrolAddress)).status).toBe(409)
  })

  test('neither the secret nor a recovery code can be read in the database', async () => {
    const { phone } = await personWithFactor('cleo')
    const rows = JSON.stringify([
      await app.db.selectFrom('second_factors').selectAll().execute(),
      await app.db.selectFrom('recovery_codes').selectAll().execute(),
    ])
    for (const secret of [phone.secret, ...phone.recoveryCodes]) expect(rows).not.toContain(secret)
  })

  test('AUTH-42: without a sign-in there is nothing to set up or to verify: 403', async () => {
    const nobody = openBrowser(app)
    expect((await nobody.send(enrolAddress)).status).toBe(403)
    expect((await give(nobody, '123456')).status).toBe(403)
  })
})

describe('signing in with it', () => {
  test('AUTH-02, AUTH-25, AUTH-26, AUTH-38, AUTH-39: the password leads to "verify" and no session; the code does the rest', async () => {
    const { person, phone } = await personWithFactor('dora')
    const browser = openBrowser(app)
    const first = await browser.signIn(person)
    expect([first.status, await first.json()]).toMatchObject([
      200,
      { name: 'dora', realm: 'internal', mfaStatus: 'verify', isAdmin: false, email: null },
    ])
    expect([...browser.cookies.keys()]).toEqual(['bindery_pending'])
    expect((await browser.send(privatePage)).status).toBe(401)
    const second = await give(browser, phone.code())
    expect([second.status, await second.json()]).toMatchObject([
      200,
      { name: 'dora', mfaStatus: 'none', recoveryCodes: [] },
    ])
    expect([...browser.cookies.keys()].toSorted()).toEqual(['bindery_device', 'bindery_session'])
    expect((await browser.send(privatePage)).status).toBe(200)
  })

  test('API-06, API-12: the access variants do the same, below /ui/api/v1 and at the root', async () => {
    const { person, phone } = await personWithFactor('edda')
    const steps = [0, 1]
    for (const root of ['/ui/api/v1/access/auth', '/access/auth']) {
      const browser = openBrowser(app)
      const body = json('POST', { user: person.name, password: person.password, type: 'login' })
      expect(await (await browser.send(`${root}/login`, body)).json()).toMatchObject({ mfaStatus: 'verify' })
      expect((await give(browser, phone.code(steps.shift()), `${root}/mfa/verify`)).status).toBe(200)
      expect((await browser.send(privatePage)).status).toBe(200)
    }
  })

  test('remember-me is kept over the second step', async () => {
    const { person, phone } = await personWithFactor('frey')
    const browser = openBrowser(app)
    await browser.signIn(person, true)
    const reply = await give(browser, phone.code())
    expect(reply.headers.getSetCookie()[0]).toMatch(/^bindery_session=.*Max-Age=1209600/)
  })

  test('a phone whose clock is off by half a minute is taken, by a minute and a half not', async () => {
    const { person, phone } = await personWithFactor('gwen')
    const browser = openBrowser(app)
    await browser.signIn(person)
    expect((await give(browser, phone.code(3))).status).toBe(400)
    expect((await give(browser, phone.code(1))).status).toBe(200)
  })

  test('a recovery code does for a code, once', async () => {
    const { person, phone } = await personWithFactor('hana')
    const [code = ''] = phone.recoveryCodes
    for (const [given, status] of [
      [code.toUpperCase().replaceAll('-', ' '), 200],
      [code, 400],
    ] as const) {
      const browser = openBrowser(app)
      await browser.signIn(person)
      expect((await give(browser, given)).status).toBe(status)
    }
  })

  test('AUTH-40, AUTH-41, AUTH-42: wrong codes are told so, and after a few the password is asked for again', async () => {
    const { person, phone } = await personWithFactor('ines')
    const browser = openBrowser(app)
    await browser.signIn(person)
    const reply = await give(browser, '000000')
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { error: 'The code is wrong, or was used already. Wait for the next one.' },
    ])
    await writeSql(app, `update one_time_keys set tries = 4 where kind = 'pending-sign-in'`)
    expect((await give(browser, '000000')).status).toBe(403)
    expect((await give(browser, phone.code())).status).toBe(403)
  })

  test('a pending sign-in ends after five minutes', async () => {
    const { person, phone } = await personWithFactor('jana')
    const browser = openBrowser(app)
    await browser.signIn(person)
    const key = await app.db
      .selectFrom('one_time_keys')
      .innerJoin('users', 'users.id', 'one_time_keys.user_id')
      .select(['one_time_keys.created_at', 'expires_at'])
      .where('name', '=', 'jana')
      .executeTakeFirstOrThrow()
    expect(Date.parse(key.expires_at) - Date.parse(key.created_at)).toBe(5 * 60_000)
    await writeSql(app, `update one_time_keys set expires_at = '2001-01-01T00:00:00.000Z'`)
    expect((await give(browser, phone.code())).status).toBe(403)
  })
})

describe('doing without it', () => {
  test('taking it away needs the password', async () => {
    const { person, browser } = await personWithFactor('kate')
    const remove = (password: string) =>
      browser.send('/ui/api/v1/second-factor/remove', json('POST', { password }))
    expect((await remove('wrong')).status).toBe(403)
    expect((await remove(person.password)).status).toBe(204)
    expect(await (await openBrowser(app).signIn(person)).json()).toMatchObject({ mfaStatus: 'none' })
  })

  test('new recovery codes end the old ones', async () => {
    const { person, phone, browser } = await personWithFactor('lena')
    const reply = await browser.send(
      '/ui/api/v1/second-factor/recovery-codes',
      json('POST', { password: person.password }),
    )
    const { recoveryCodes } = (await reply.json()) as { recoveryCodes: string[] }
    expect(recoveryCodes).toHaveLength(10)
    const other = openBrowser(app)
    await other.signIn(person)
    expect((await give(other, phone.recoveryCodes[0] ?? '')).status).toBe(400)
    expect((await give(other, recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('an administrator resets it; sessions end, and it is listed who has none', async () => {
    const { person, browser } = await personWithFactor('mona')
    const listed = async (enrolled: boolean) => {
      const reply = await asAdmin()(`/ui/api/v1/second-factors?enrolled=${enrolled}`)
      return ((await reply.json()) as { items: { name: string }[] }).items.map(({ name }) => name)
    }
    expect(await listed(true)).toContain('mona')
    expect((await asAdmin()('/ui/api/v1/second-factors/mona', { method: 'DELETE' })).status).toBe(204)
    expect(await listed(false)).toContain('mona')
    expect((await browser.send(privatePage)).status).toBe(401)
    expect(await (await openBrowser(app).signIn(person)).json()).toMatchObject({ mfaStatus: 'none' })
    expect((await asAdmin()('/ui/api/v1/second-factors/mona', { method: 'DELETE' })).status).toBe(404)
  })
})

describe('the policy', () => {
  const policy = (given: object) =>
    secure(app, { secondFactor: { groups: [], appliesToExternal: false, ...given } }, asAdmin())

  test('AUTH-24: required, it leads somebody without one to "enroll", and the sign-in ends with the set-up', async () => {
    const person = await app.user({ name: 'nina' })
    const { warnings } = await policy({ policy: 'required' })
    expect(warnings).toEqual([
      expect.stringMatching(/^\d+ people without a second factor, you perhaps among them/),
    ])
    try {
      const browser = openBrowser(app)
      expect(await (await browser.signIn(person)).json()).toMatchObject({ mfaStatus: 'enroll' })
      expect((await browser.send(privatePage)).status).toBe(401)
      const phone = await enrol(browser)
      expect(phone.recoveryCodes).toHaveLength(10)
      expect((await browser.send(privatePage)).status).toBe(200)
      const remove = json('POST', { password: person.password })
      expect((await browser.send('/ui/api/v1/second-factor/remove', remove)).status).toBe(403)
      // A password alone is not enough for programs either.
      expect((await app.fetch(privatePage)).status).toBe(401)
    } finally {
      await policy({ policy: 'optional' })
    }
  })

  test('required for groups, it concerns their members only', async () => {
    const [inside, outside] = [await app.user({ name: 'olga' }), await app.user({ name: 'pia' })]
    await app.group({ name: 'guarded', members: ['olga'] })
    await policy({ policy: 'required-for-groups', groups: ['guarded'] })
    try {
      expect(await (await openBrowser(app).signIn(inside)).json()).toMatchObject({ mfaStatus: 'enroll' })
      expect(await (await openBrowser(app).signIn(outside)).json()).toMatchObject({ mfaStatus: 'none' })
    } finally {
      await policy({ policy: 'optional' })
    }
  })

  test('AUTH-27: off, nobody is asked and nothing can be set up', async () => {
    const { person } = await personWithFactor('rosa')
    await policy({ policy: 'off' })
    try {
      const browser = openBrowser(app)
      expect(await (await browser.signIn(person)).json()).toMatchObject({ mfaStatus: 'none' })
      const other = openBrowser(app)
      await other.signIn(await app.user({ name: 'sara' }))
      expect((await other.send(enrolAddress)).status).toBe(403)
    } finally {
      await policy({ policy: 'optional' })
    }
  })
})
