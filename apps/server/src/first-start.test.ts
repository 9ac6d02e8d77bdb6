import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { Current, CurrentUser } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { json, signIn, withCookie, cookieOf } from '../../../tests/support/browser.ts'
import { createTestDatabase, engine } from '../../../tests/support/database.ts'
import { startApp } from './app.ts'
import { loadConfig } from './config.ts'

let app: TestApp | undefined

afterEach(async () => {
  await app?.close()
  app = undefined
})

const withoutPassword = { env: { BINDERY_ADMIN_PASSWORD: '' } }
const changeAddress = '/ui/api/v1/ui/auth/changePassword'

describe('a made-up first password', () => {
  test('is random, strong, and works for nothing but changing it', async () => {
    app = await startTestApp(withoutPassword)
    const password = app.madePassword ?? ''
    expect(password).toMatch(/^[\w-]{16}$/)
    const admin = { name: 'admin', password }

    const signedIn = await signIn(app, admin)
    expect(signedIn.reply.status).toBe(401)
    expect(signedIn.reply.headers.getSetCookie()).toEqual([])
    expect(await signedIn.reply.json()).toMatchObject({ errors: [{ code: 'password-change-required' }] })

    for (const path of [
      '/ui/api/v1/users',
      '/artifactory/generic-local/',
      '/artifactory/api/npm/npm-local/-/whoami',
    ]) {
      const reply = await app.as(admin)(path)
      expect(reply.status).toBe(401)
      expect(JSON.stringify(await reply.json())).toContain('Change your password in the browser first')
    }
    const login = await app.anonymous(
      '/artifactory/api/npm/npm-local/-/user/org.couchdb.user:admin',
      json('PUT', { name: 'admin', password }),
    )
    expect(login.status).toBe(401)
  })

  test('is changed into one’s own, which signs in at once', async () => {
    app = await startTestApp(withoutPassword)
    const change = (given: object) => app?.anonymous(changeAddress, json('POST', { user: 'admin', ...given }))
    const oldPassword = app.madePassword
    const wrong = await change({ oldPassword: 'wrong', newPassword1: 'Another-password-2' })
    expect(wrong?.status).toBe(401)
    const short = await change({ oldPassword, newPassword1: 'short' })
    expect(short?.status).toBe(400)
    const same = await change({ oldPassword, newPassword1: oldPassword })
    expect(same?.status).toBe(400)
    expect(await same?.json()).toMatchObject({ errors: [{ field: 'newPassword1' }] })

    const reply = await app.anonymous(
      changeAddress,
      json('POST', { user: 'admin', oldPassword, newPassword1: 'Another-password-2' }),
    )
    expect(reply.status).toBe(200)
    expect(CurrentUser.parse(await reply.json())).toMatchObject({
      name: 'admin',
      isAdmin: true,
      mustChangePassword: false,
    })
    const bootstrap = await withCookie(app, cookieOf(reply))('/ui/api/v1/ui/auth/current')
    expect(Current.parse(await bootstrap.json()).user).toMatchObject({
      name: 'admin',
      mustChangePassword: false,
    })
    expect((await app.as({ name: 'admin', password: 'Another-password-2' })('/ui/api/v1/users')).status).toBe(
      200,
    )
    expect((await app.as({ name: 'admin', password: oldPassword ?? '' })('/ui/api/v1/users')).status).toBe(
      401,
    )
  })

  test('is told once: a second start does not know it', async () => {
    app = await startTestApp(withoutPassword)
    expect(app.madePassword).toBeDefined()
    await app.restart()
    expect(app.madePassword).toBeUndefined()
  })
})

test('no password that people know from other products opens a new installation', async () => {
  app = await startTestApp(withoutPassword)
  for (const password of ['password', 'admin', 'admin123', 'Harbor12345', 'changeme', ''])
    // 429 once too many were wrong.
    expect([401, 429]).toContain((await app.as({ name: 'admin', password })('/ui/api/v1/users')).status)
})

test('a new installation has an administrator, repositories of each format, a trash can and the right to read for whoever signs in', async () => {
  app = await startTestApp()
  const users = await app.db
    .selectFrom('users')
    .select(['name', 'is_admin', 'must_change_password'])
    .orderBy('name')
    .execute()
  expect(users).toEqual([
    { name: 'admin', is_admin: 1, must_change_password: 0 },
    { name: 'anonymous', is_admin: 0, must_change_password: 0 },
  ])
  const repositories = await app.db
    .selectFrom('repositories')
    .select(['key', 'kind', 'format'])
    .orderBy('key')
    .execute()
  expect(repositories).toEqual([
    { key: 'auto-trashcan', kind: 'local', format: 'generic' },
    { key: 'generic-local', kind: 'local', format: 'generic' },
    { key: 'generic-virtual', kind: 'virtual', format: 'generic' },
    { key: 'npm-local', kind: 'local', format: 'npm' },
    { key: 'npm-remote', kind: 'remote', format: 'npm' },
    { key: 'npm-virtual', kind: 'virtual', format: 'npm' },
  ])
  const caching = await app.fetch('/ui/api/v1/permissions/Any%20Remote')
  expect(await caching.json()).toMatchObject({
    sections: [{ targets: [{ name: 'ANY REMOTE' }], who: [{ name: 'readers' }, { name: 'anonymous' }] }],
  })
  const permission = await app.fetch('/ui/api/v1/permissions/Anything')
  expect(await permission.json()).toMatchObject({
    sections: [
      {
        section: 'artifact',
        targets: [{ name: 'ANY', includePatterns: ['**'], excludePatterns: [] }],
        who: [
          { kind: 'group', name: 'readers', actions: ['read'] },
          { kind: 'user', name: 'anonymous', actions: ['read'] },
        ],
      },
      {
        section: 'build',
        targets: [{ name: 'artifactory-build-info', includePatterns: ['**'], excludePatterns: [] }],
        who: [{ kind: 'group', name: 'readers', actions: ['read'] }],
      },
    ],
  })
})

test('an installation behind a wall begins with its own mirrors', async () => {
  const mirror = 'https://mirror.example.com'
  const env = { BINDERY_UPSTREAM_MIRRORS: `npm=${mirror}/npm/, generic=${mirror}/files, pypi=${mirror}/py` }
  app = await startTestApp({ env })
  const read = async (path: string) => (await app?.fetch(path))?.json()
  for (const [format, url] of [
    ['npm', `${mirror}/npm/`],
    ['generic', `${mirror}/files`],
  ]) {
    expect(await read(`/artifactory/api/repositories/${format}-remote`)).toMatchObject({ url })
    expect(await read(`/artifactory/api/repositories/${format}-virtual`)).toMatchObject({
      repositories: [`${format}-local`, `${format}-remote`],
      defaultDeploymentRepo: `${format}-local`,
    })
  }
  const types = (await read('/ui/api/v1/repository-types')) as { id: string; upstream: string }[]
  expect(types.find(({ id }) => id === 'pypi')?.upstream).toBe(`${mirror}/py`)
})

test('later starts change nothing, whatever the setting says', async () => {
  app = await startTestApp()
  await app.fetch('/ui/api/v1/repositories/npm-local', { method: 'DELETE' })
  await app.fetch(
    changeAddress,
    json('POST', { user: 'admin', oldPassword: app.admin.password, newPassword1: 'Another-password-2' }),
  )
  await app.restart()
  const admin = app.as({ name: 'admin', password: 'Another-password-2' })
  const keys = (await (await admin('/ui/api/v1/repositories')).json()) as { key: string }[]
  expect(keys.map(({ key }) => key)).toEqual([
    'generic-local',
    'generic-virtual',
    'npm-remote',
    'npm-virtual',
  ])
  expect((await app.fetch('/ui/api/v1/repositories')).status).toBe(401)
})

test.skipIf(engine === 'sqlite')('two processes that start at once on an empty database agree', async () => {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'bindery-first-'))
  const start = (name: string) =>
    startApp(
      loadConfig({
        env: {
          BINDERY_HOME: join(folder, name),
          BINDERY_HOST: '127.0.0.1',
          BINDERY_PORT: '0',
          BINDERY_LOG_CONSOLE: 'off',
          BINDERY_DATABASE_URL: database.url,
        },
      }),
    )
  const started = await Promise.allSettled([start('a'), start('b'), start('c')])
  const apps = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    expect(started.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    const passwords = apps.flatMap((one) => one.adminPassword ?? [])
    expect(passwords).toHaveLength(1)
    for (const { url } of apps) {
      const change = json('POST', { user: 'admin', password: passwords[0] })
      const reply = await fetch(`${url}/ui/api/v1/ui/auth/login`, change)
      expect(await reply.json()).toMatchObject({ errors: [{ code: 'password-change-required' }] })
    }
  } finally {
    for (const one of apps) await one.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  }
})
