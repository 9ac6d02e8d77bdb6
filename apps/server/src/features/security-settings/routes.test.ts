import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SecuritySettings } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { secure } from '../../../../../tests/support/security.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.fetch('/artifactory/generic-local/a.txt', { method: 'PUT', body: 'a' })
})

afterAll(() => app.close())

const address = '/ui/api/v1/security-settings'
const file = '/artifactory/generic-local/a.txt'
const read = async () => SecuritySettings.parse(await (await app.fetch(address)).json())

test('a new installation has these', async () => {
  expect(await read()).toMatchInlineSnapshot(`
    {
      "anonymousAccess": false,
      "anonymousUiAccess": true,
      "auditRetentionDays": 365,
      "forgotPassword": true,
      "lock": {
        "attempts": 5,
        "isEnabled": true,
        "minutes": 15,
      },
      "loginDialog": {
        "buttonLabel": "OK",
        "enabled": false,
        "permanent": false,
        "text": "",
        "title": "",
      },
      "loginView": {
        "isProvidersHidden": false,
        "loginIsExternal": false,
      },
      "password": {
        "expiresAfterDays": 0,
        "minLength": 8,
        "needsDigit": true,
        "needsLowerCase": true,
        "needsSpecial": true,
        "needsUpperCase": true,
      },
      "passwordAutocompleteEnabled": true,
      "registration": {
        "groups": [],
        "isEnabled": false,
      },
      "secondFactor": {
        "appliesToExternal": false,
        "groups": [],
        "policy": "optional",
      },
      "session": {
        "hours": 12,
        "idleMinutes": 60,
        "rememberMeDays": 14,
      },
    }
  `)
})

describe('anonymous access', () => {
  test('ROLE-27: is switched on and off without a restart', async () => {
    expect((await app.anonymous(file)).status).toBe(401)
    const { warnings } = await secure(app, { anonymousAccess: true })
    expect(warnings).toEqual(['Everybody who reaches this server may read what the user anonymous may read.'])
    const current = async () => (await app.anonymous('/ui/api/v1/ui/auth/current')).json()
    expect((await app.anonymous('/ui/api/v1/repositories')).status).toBe(200)
    expect(await current()).toMatchObject({ anonymousAccess: true, user: { isAnonymous: true } })
    // For programs, but not in the web application.
    await secure(app, { anonymousUiAccess: false })
    expect((await app.anonymous('/ui/api/v1/repositories')).status).toBe(401)
    expect(await current()).toMatchObject({ anonymousUiAccess: false, user: null })
    await secure(app, { anonymousAccess: false, anonymousUiAccess: true })
    expect((await app.anonymous(file)).status).toBe(401)
    expect((await app.anonymous('/ui/api/v1/repositories')).status).toBe(401)
  })

  test('begins with what the configuration says, and then the setting counts', async () => {
    const open = await startTestApp({ env: { BINDERY_ANONYMOUS_ACCESS: 'true', BINDERY_SESSION_HOURS: '3' } })
    try {
      expect((await open.anonymous('/ui/api/v1/repositories')).status).toBe(200)
      expect(await (await open.fetch(address)).json()).toMatchObject({
        anonymousAccess: true,
        session: { hours: 3 },
      })
      await secure(open, { anonymousAccess: false })
      await open.restart()
      expect((await open.anonymous('/ui/api/v1/repositories')).status).toBe(401)
    } finally {
      await open.close()
    }
  })

  test('is the same on every node', async ({ skip }) => {
    skip(app.engine === 'sqlite', 'one process on one file')
    const other = await startTestApp({ beside: app })
    try {
      await secure(app, { anonymousAccess: true })
      expect((await other.anonymous('/ui/api/v1/repositories')).status).toBe(200)
      await secure(other, { anonymousAccess: false })
      expect((await app.anonymous('/ui/api/v1/repositories')).status).toBe(401)
    } finally {
      await other.close()
    }
  })

  test('whoever may do some things without a name is asked for one to do others', async () => {
    await secure(app, { anonymousAccess: true })
    await app.permission({
      name: 'public drop',
      repositories: ['generic-local'],
      include: ['drop/**'],
      users: { anonymous: ['read', 'deploy'] },
    })
    const put = (body: string) =>
      app.anonymous('/artifactory/generic-local/drop/a.txt', { method: 'PUT', body })
    expect((await put('first')).status).toBe(201)
    const build = JSON.stringify({ name: 'nobody', number: '1' })
    for (const reply of [
      await put('over it'),
      await app.anonymous('/artifactory/api/build', { method: 'PUT', body: build }),
    ])
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
        401,
        'Basic realm="Artifactory Realm"',
      ])
    await secure(app, { anonymousAccess: false })
  })
})

describe('a change', () => {
  test('is looked at before it is made', async () => {
    const given = {
      ...(await read()),
      anonymousAccess: true,
      lock: { isEnabled: false, attempts: 5, minutes: 15 },
    }
    const reply = await app.fetch(`${address}/check`, json('POST', given))
    expect(await reply.json()).toEqual({
      warnings: [
        'Everybody who reaches this server may read what the user anonymous may read.',
        'Passwords can be guessed without limit.',
      ],
    })
    expect(await read()).toMatchObject({ anonymousAccess: false, lock: { isEnabled: true } })
  })

  test('is written to the audit log, what changed and nothing else', async () => {
    await secure(app, { lock: { attempts: 7 } })
    const [entry] = await app.db
      .selectFrom('audit')
      .selectAll()
      .where('kind', '=', 'security-settings.changed')
      .orderBy('sequence', 'desc')
      .limit(1)
      .execute()
    expect(entry?.actor).toBe('admin')
    expect(JSON.parse(entry?.detail ?? '')).toEqual({ lock: { isEnabled: true, attempts: 7, minutes: 15 } })
    await secure(app, { lock: { attempts: 5 } })
  })

  test.each([
    ['a password of four characters', { password: { minLength: 4 } }],
    ['a lock after one answer', { lock: { attempts: 1 } }],
    ['a policy that is none', { secondFactor: { policy: 'maybe' } }],
    ['a session without end', { session: { hours: 0 } }],
    ['days below zero', { password: { expiresAfterDays: -1 } }],
    ['a dialog of a megabyte', { loginDialog: { text: 'x'.repeat(100_000) } }],
    ['a text for a switch', { anonymousAccess: 'yes' }],
    ['nothing at all', undefined],
  ])('to %s is refused', async (_, change) => {
    const before = await read()
    const merged = Object.fromEntries(
      Object.entries(before).map(([name, value]) => {
        const given = (change as Record<string, object | string> | undefined)?.[name]
        return [name, typeof given === 'object' ? Object.assign({}, value, given) : (given ?? value)]
      }),
    )
    const reply = await app.fetch(address, json('PUT', change === undefined ? {} : merged))
    expect(reply.status).toBe(400)
    expect(await read()).toEqual(before)
  })

  test('is made through the addresses of Artifactory too', async () => {
    const lock = '/artifactory/api/security/userLockPolicy'
    expect((await app.fetch(lock, json('PUT', { enabled: true, loginAttempts: 9 }))).status).toBe(200)
    expect(await (await app.fetch(lock)).json()).toEqual({ enabled: true, loginAttempts: 9 })
    expect(await read()).toMatchObject({ lock: { isEnabled: true, attempts: 9, minutes: 15 } })
    const expiry = '/artifactory/api/security/configuration/passwordExpirationPolicy'
    const given = { enabled: true, passwordMaxAge: 90, notifyByEmail: true }
    expect(await (await app.fetch(expiry, json('PUT', given))).json()).toEqual({
      enabled: true,
      passwordMaxAge: 90,
      notifyByEmail: false,
    })
    expect(await read()).toMatchObject({ password: { expiresAfterDays: 90 } })
    await app.fetch(expiry, json('PUT', { enabled: false, passwordMaxAge: 90 }))
    expect(await read()).toMatchObject({ password: { expiresAfterDays: 0 } })
    for (const [path, body] of [
      ['unlockUsers/nobody', {}],
      ['unlockUsers', ['admin', 'nobody']],
      ['unlockAllUsers', {}],
    ] as const)
      expect((await app.fetch(`/artifactory/api/security/${path}`, json('POST', body))).status).toBe(200)
  })

  test('is for administrators', async () => {
    const ann = app.as(await app.user({ name: 'ann' }))
    const body = json('PUT', await read())
    for (const [path, init] of [
      [address, undefined],
      [address, body],
      ['/ui/api/v1/locks', undefined],
      ['/ui/api/v1/second-factors', undefined],
    ] as const)
      expect((await ann(path, init)).status).toBe(403)
  })
})
