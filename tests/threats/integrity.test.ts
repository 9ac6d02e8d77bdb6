// Integrity of what is stored and served: rows D of the threat table.
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { basic, startTestApp, type TestApp } from '../support/app.ts'
import { npmPublishBody, npmTarball } from '../support/builders/npm.ts'
import { rawRequest } from '../support/raw.ts'
import { leavesNothing } from '../support/stored.ts'

const npm = '/artifactory/api/npm/npm-local/'
const files = '/artifactory/generic-local/'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterEach(async () => {
  expect((await app.anonymous('/artifactory/api/system/ping')).status).toBe(200)
})

afterAll(() => app.close())

test('D01: a document cannot be poisoned by writing its address in another way', async () => {
  await app.publish('npm', 'lodash', '4.0.0')
  await app.publish('npm', 'evil', '6.6.6')
  const real = await (await app.fetch(`${npm}lodash`)).text()
  const ways: Record<string, number> = {
    'lodash%2f..%2fevil': 400,
    'lodash/..%2fevil': 400,
    'lodash?x=1': 200,
    'lodash;p=v': 200,
    'lodash/': 200,
    '/lodash': 200,
    LODASH: 404,
    'lodash%20': 404,
    'lodash%2fevil': 404,
    '%6c%6f%64%61%73%68': 200,
  }
  for (const [way, status] of Object.entries(ways)) {
    const reply = await rawRequest(app.url, `GET ${npm}${way}`, { authorization: basic(app.admin) })
    expect([way, reply.status]).toEqual([way, status])
    if (status === 200) expect(reply.body).toBe(real)
    expect(await (await app.fetch(`${npm}lodash`)).text()).toBe(real)
  }
})

describe('D05: the Host header in generated addresses', () => {
  const hosts = [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  ]

  test('never reaches another client', async () => {
    await app.publish('npm', 'hosted', '1.0.0')
    for (const headers of hosts) {
      await rawRequest(app.url, `GET ${npm}hosted`, { ...headers, authorization: basic(app.admin) })
      expect(await (await app.fetch(`${npm}hosted`)).text()).not.toContain('evil.example')
      expect(await (await app.fetch(`${npm}hosted/1.0.0`)).text()).not.toContain('evil.example')
    }
  })

  test('is not taken from a proxy that nobody trusts', async () => {
    await app.publish('npm', 'proxied', '1.0.0')
    const headers = {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      'x-host': 'evil.example',
    }
    for (const path of [`${npm}proxied`, `${npm}proxied/1.0.0`, '/ui/api/v1/repositories'])
      expect(await (await app.fetch(path, { headers })).text()).not.toContain('evil.example')
    const put = await app.fetch(`${files}proxied.txt`, { method: 'PUT', body: 'x', headers })
    expect(`${put.headers.get('location')} ${await put.text()}`).not.toContain('evil.example')
  })

  test('does not matter at all where the base URL is configured', async () => {
    const configured = await startTestApp({ env: { BINDERY_BASE_URL: 'https://bindery.example' } })
    try {
      await configured.publish('npm', 'hosted', '1.0.0')
      const authorization = basic(configured.admin)
      for (const headers of hosts) {
        const reply = await rawRequest(configured.url, `GET ${npm}hosted`, { ...headers, authorization })
        expect(reply.body).toContain('https://bindery.example/artifactory/api/npm/npm-local/hosted/-/')
        expect(reply.body).not.toContain('evil.example')
      }
    } finally {
      await configured.close()
    }
  })

  test.each([
    'evil.example/path',
    'a b',
    '"><script>',
    'user@evil.example',
    'evil.example:99999999',
    '[::1',
    'a\u00e4',
  ])('%s is no host', async (host) => {
    await app.publish('npm', `hosting-${Date.now()}`, '1.0.0')
    const reply = await rawRequest(app.url, `GET ${npm}hosted`, { host, authorization: basic(app.admin) })
    expect(reply.status).toBe(400)
    expect(reply.body).not.toContain(host)
  })
})

describe('D09: what was released stays as it is', () => {
  test('for whoever may deploy and not delete', async () => {
    const writer = app.as(
      await app.user({
        name: 'writer',
        grants: ['read', 'deploy'].flatMap((action) =>
          ['npm-local', 'generic-local'].map((repository) => ({ action, repository })),
        ),
      }),
    )
    await app.publish('generic', 'release', '1', { path: 'release.bin', content: 'original' })
    await app.publish('npm', 'release', '1.0.0')
    const other = await npmTarball('release', '1.0.0', { files: { 'evil.js': 'evil' } })
    const body = JSON.stringify(npmPublishBody('release', '1.0.0', other))
    const attempts: [string, RequestInit, number][] = [
      [`${files}release.bin`, { method: 'PUT', body: 'changed' }, 403],
      [`${files}release.bin;qa=passed`, { method: 'PUT', body: 'changed' }, 403],
      [`${files}release.bin`, { method: 'DELETE' }, 403],
      [`${npm}release`, { method: 'PUT', body }, 409],
      [
        `/artifactory/npm-local/release/-/release-1.0.0.tgz`,
        { method: 'PUT', body: new Uint8Array(other) },
        403,
      ],
      [`/artifactory/npm-local/release/`, { method: 'DELETE' }, 403],
      [`${npm}release/-rev/1-x`, { method: 'DELETE' }, 403],
      [`${npm}release/-/release-1.0.0.tgz/-rev/1-x`, { method: 'DELETE' }, 403],
      [`${npm}release/-rev/1-x`, { method: 'PUT', body: '{"name":"release","versions":{}}' }, 403],
    ]
    for (const [address, init, status] of attempts) {
      const reply = await leavesNothing(app, () => writer(address, init))
      expect([init.method, address, reply.status]).toEqual([init.method, address, status])
    }
    expect(await (await app.fetch(`${files}release.bin`)).text()).toBe('original')
  })
})

test('D14: what the publish body says does not hide what the tarball does', async () => {
  const tarball = await npmTarball('honest', '1.0.0', {
    manifest: {
      scripts: { postinstall: 'node evil.js' },
      dependencies: { evil: '*' },
      bin: { ls: './evil.js' },
    },
  })
  const body = npmPublishBody('honest', '1.0.0', tarball, { manifest: { description: 'Nothing to see' } })
  const reply = await app.fetch(`${npm}honest`, { method: 'PUT', body: JSON.stringify(body) })
  expect(reply.status).toBe(201)
  const Shown = z.looseObject({
    scripts: z.unknown(),
    dependencies: z.unknown(),
    hasInstallScript: z.boolean(),
  })
  const shown = Shown.parse(await (await app.fetch(`${npm}honest/1.0.0`)).json())
  expect(shown).toMatchObject({
    scripts: { postinstall: 'node evil.js' },
    dependencies: { evil: '*' },
    hasInstallScript: true,
    bin: { ls: 'evil.js' },
  })
  expect(shown['description']).toBeUndefined()
})

test.each([
  ['another name', 'other', '1.0.0'],
  ['another version', 'honest', '2.0.0'],
])('D14: a tarball with %s is refused', async (_title, name, version) => {
  const body = npmPublishBody('honest', '1.0.1', await npmTarball(name, version))
  const reply = await leavesNothing(app, () =>
    app.fetch(`${npm}honest`, { method: 'PUT', body: JSON.stringify(body) }),
  )
  expect(reply.status).toBe(400)
})

describe('D17: what the client measured', () => {
  const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')

  test.each(['Sha256', 'Sha1', 'Md5'])('X-Checksum-%s of other bytes is a conflict', async (name) => {
    const headers = { [`X-Checksum-${name}`]: digest(name.toLowerCase(), 'other') }
    const reply = await leavesNothing(app, () =>
      app.fetch(`${files}measured.txt`, { method: 'PUT', body: 'bytes', headers }),
    )
    expect(reply.status).toBe(409)
  })

  test('an upload that names a digest of what its sender may not read stores nothing', async () => {
    await app.publish('generic', 'secret', '1', { path: 'secret.txt', content: 'secret' })
    const stranger = await app.user({
      name: 'stranger',
      grants: [{ action: 'deploy', repository: 'generic-local' }],
    })
    await app.closeReading()
    for (const headers of [
      { 'X-Checksum-Sha256': digest('sha256', 'secret') },
      { 'X-Checksum-Sha1': digest('sha1', 'secret') },
      {},
    ]) {
      const reply = await leavesNothing(app, () =>
        app.as(stranger)(`${files}stolen.txt`, {
          method: 'PUT',
          headers: { ...headers, 'X-Checksum-Deploy': 'true' },
        }),
      )
      expect([400, 404]).toContain(reply.status)
    }
  })
})
