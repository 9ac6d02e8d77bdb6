import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { openBrowser } from '../../../../../tests/support/jar.ts'
import { startMailServer, useMailServer } from '../../../../../tests/support/mail-server.ts'
import { secure } from '../../../../../tests/support/security.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
})

afterAll(() => app.close())

const api = '/ui/api/v1'
const auth = `${api}/ui/auth`
const privatePage = `${api}/repositories`
const get = async (path: string) => {
  const reply = await app.anonymous(path)
  return [reply.status, await reply.json()]
}

describe('signing in', () => {
  test('API-05, AUTH-01, AUTH-07, AUTH-29: user, password, type and the remember-me query are answered with the user data', async () => {
    const ann = await app.user({ name: 'ann', email: 'ann@example.com' })
    for (const [remember, life] of [
      ['false', undefined],
      ['true', 'Max-Age=1209600'],
    ]) {
      const reply = await app.anonymous(
        `${auth}/login?_spring_security_remember_me=${remember}`,
        json('POST', { user: 'ann', password: ann.password, type: 'login' }),
      )
      expect([reply.status, await reply.json()]).toEqual([
        200,
        {
          name: 'ann',
          displayName: 'ann',
          email: 'ann@example.com',
          isAdmin: false,
          isAnonymous: false,
          mustChangePassword: false,
          realm: 'internal',
          mfaStatus: 'none',
          canManagePermissions: false,
          canManageResources: false,
          canAdministerProjects: false,
        },
      ])
      const cookie = reply.headers.getSetCookie()[0] ?? ''
      if (life === undefined) expect(cookie).not.toContain('Max-Age')
      else expect(cookie).toContain(life)
    }
  })

  test('API-06: the access variant does the same, below /ui/api/v1 and at the root', async () => {
    const bea = await app.user({ name: 'bea' })
    for (const path of [`${api}/access/auth/login`, '/access/auth/login']) {
      const browser = openBrowser(app)
      const body = json('POST', { user: 'bea', password: bea.password, type: 'login' })
      expect(await (await browser.send(path, body)).json()).toMatchObject({ name: 'bea' })
      expect((await browser.send(privatePage)).status).toBe(200)
    }
  })

  test('API-04: a failure has "error" and "errors[].message"', async () => {
    const reply = await app.anonymous(`${auth}/login`, json('POST', { user: 'ann', password: 'wrong' }))
    expect([reply.status, await reply.json()]).toMatchObject([
      401,
      {
        error: 'Username or password are incorrect',
        errors: [{ message: 'Username or password are incorrect', status: 401 }],
      },
    ])
    const empty = await app.anonymous(`${auth}/login`, json('POST', { user: '', password: '' }))
    expect([empty.status, await empty.json()]).toMatchObject([400, { errors: [{ field: 'user' }] }])
  })

  test('API-16, AUTH-50: logout ends the session', async () => {
    const browser = openBrowser(app)
    await browser.signIn(await app.user({ name: 'cleo' }))
    const before = browser.copy()
    expect((await browser.send(`${auth}/logout`, { method: 'POST' })).status).toBe(204)
    expect(browser.cookies.has('bindery_session')).toBe(false)
    expect((await before.send(privatePage)).status).toBe(401)
  })

  test('somebody who is disabled, or may not use the application, gets no session', async () => {
    const dora = await app.user({ name: 'dora' })
    const edda = await app.user({ name: 'edda', hasUiAccess: false })
    await writeSql(app, `update users set status = 'disabled' where name = 'dora'`)
    for (const who of [dora, edda]) {
      const browser = openBrowser(app)
      const reply = await browser.signIn(who)
      expect([401, 403]).toContain(reply.status)
      expect(await reply.text()).toMatch(/This account/)
      expect(browser.cookies.size).toBe(0)
    }
  })
})

describe('what the screen asks first', () => {
  test('API-17, AUTH-12: the login-related data, with its access variants', async () => {
    const paths = [
      `${auth}/loginRelatedData`,
      `${api}/access/auth/loginRelatedData`,
      '/access/auth/loginRelatedData',
    ]
    for (const path of paths) {
      const reply = await app.anonymous(path, json('POST', { dummy: '' }))
      expect([reply.status, await reply.json()]).toEqual([
        200,
        {
          forgotPassword: false,
          canRememberMe: true,
          passwordAutocompleteEnabled: true,
          samlAuthenticationData: [],
          ssoProviderLink: null,
          isRegistrationEnabled: false,
          passwordRules: {
            minLength: 8,
            needsUpperCase: true,
            needsLowerCase: true,
            needsDigit: true,
            needsSpecial: true,
          },
        },
      ])
    }
  })

  test('AUTH-13: its flags follow the settings; a link for a forgotten password needs a mail server', async () => {
    const flags = async () => (await app.anonymous(`${auth}/loginRelatedData`, json('POST', {}))).json()
    const post = await startMailServer()
    await useMailServer(app, post)
    expect(await flags()).toMatchObject({ forgotPassword: true })
    await secure(app, {
      forgotPassword: false,
      passwordAutocompleteEnabled: false,
      session: { rememberMeDays: 0 },
      registration: { isEnabled: true },
    })
    expect(await flags()).toMatchObject({
      forgotPassword: false,
      passwordAutocompleteEnabled: false,
      canRememberMe: false,
      isRegistrationEnabled: true,
    })
    await secure(app, {
      forgotPassword: true,
      passwordAutocompleteEnabled: true,
      session: { rememberMeDays: 14 },
      registration: { isEnabled: false },
    })
    await post.close()
  })

  test('API-07: the realms that check passwords, and whether they can be reached', async () => {
    for (const path of [`${api}/access/auth/realms/status`, '/access/auth/realms/status'])
      expect(await get(path)).toEqual([200, [{ name: 'internal', isAvailable: true, message: '' }]])
  })

  test('API-08, AUTH-67: the notice over the form, with its HTML made harmless', async () => {
    expect(await get(`${auth}/loginDialog`)).toMatchObject([
      200,
      { config: { enabled: false, permanent: false } },
    ])
    const text =
      '<p onclick="x()">Be <b>careful</b> <script>alert(1)</script><a href="javascript:alert(1)">a</a> ' +
      '<a href="https://example.com">b</a><img src=x onerror=alert(1)><style>*{}</style></p>'
    await secure(app, {
      loginDialog: { enabled: true, permanent: true, title: 'Notice', text, buttonLabel: 'I agree' },
    })
    expect(await get(`${auth}/loginDialog`)).toEqual([
      200,
      {
        config: {
          enabled: true,
          permanent: true,
          title: 'Notice',
          text: '<p>Be <b>careful</b> <a>a</a> <a href="https://example.com">b</a></p>',
          buttonLabel: 'I agree',
        },
      },
    ])
  })

  test('API-09, AUTH-08: the view mode', async () => {
    expect(await get(`${auth}/loginVisualMode`)).toEqual([
      200,
      { loginIsExternal: false, isProvidersHidden: false },
    ])
    await secure(app, { loginView: { loginIsExternal: true, isProvidersHidden: true } })
    expect(await get(`${auth}/loginVisualMode`)).toEqual([
      200,
      { loginIsExternal: true, isProvidersHidden: true },
    ])
    await secure(app, { loginView: { loginIsExternal: false, isProvidersHidden: false } })
  })

  test('API-10: whether a plug-in checks people', async () => {
    expect(await get(`${auth}/userPlugins`)).toEqual([200, { isUserPluginEnabled: false }])
  })
})
