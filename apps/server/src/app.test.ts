// The process as operators and browsers see it: health, request ids, logs, documents, stopping, HTTPS.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { get, request as secureRequest, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CreatedToken, ErrorReply } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { json, signIn } from '../../../tests/support/browser.ts'
import { engine } from '../../../tests/support/database.ts'
import { npmPublishBody, npmTarball } from '../../../tests/support/builders/npm.ts'

const root = join(import.meta.dirname, '../../..')
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

describe('health', () => {
  test('is told to anybody, also to those who only ask for the head', async () => {
    const answers: [string, string][] = [
      ['/artifactory/api/system/ping', 'OK'],
      ['/access/api/v1/system/ping', 'OK'],
      ['/artifactory/api/v1/system/liveness', '{"code":"OK"}'],
      ['/artifactory/api/v1/system/readiness', '{"code":"OK"}'],
    ]
    for (const [path, expected] of answers) {
      const reply = await app.anonymous(path)
      expect([reply.status, await reply.text()]).toEqual([200, expected])
      expect((await app.anonymous(path, { method: 'HEAD' })).status).toBe(200)
    }
  })

  test('metrics are for administrators, in the form of Prometheus, by class and never by path', async () => {
    const user = await app.user({ name: 'ann' })
    const path = '/artifactory/api/v1/metrics'
    await app.fetch('/artifactory/generic-local/some/secret/name.txt')
    expect((await app.anonymous(path)).status).toBe(401)
    expect((await app.as(user)(path)).status).toBe(403)
    const reply = await app.fetch(path)
    expect(reply.headers.get('content-type')).toContain('text/plain')
    const body = await reply.text()
    expect(body).toMatch(/^bindery_http_requests_total\{route="files",method="GET",status="4xx"\} [1-9]/m)
    expect(body).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
    expect(body).not.toContain('secret')
  })

  test.skipIf(engine === 'sqlite')(
    'readiness says so when the database is gone, and liveness does not care',
    async () => {
      const lone = await startTestApp()
      try {
        expect((await lone.anonymous('/artifactory/api/v1/system/readiness')).status).toBe(200)
        await lone.database.drop()
        const reply = await lone.anonymous('/artifactory/api/v1/system/readiness')
        expect(reply.status).toBe(503)
        expect(reply.headers.get('retry-after')).not.toBeNull()
        expect(ErrorReply.parse(await reply.json()).errors[0]?.code).toBe('not-ready')
        expect((await lone.anonymous('/artifactory/api/v1/system/liveness')).status).toBe(200)
      } finally {
        await lone.close()
      }
    },
  )
})

const logLines = (home: string, service: string) =>
  readFileSync(join(home, 'log', `${service}.log`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('each reply carries an id of its own, which leads to its line in the log', async () => {
  const replies = [
    await app.fetch('/ui/api/v1/users'),
    await app.anonymous('/ui/api/v1/users'),
    await app.fetch('/artifactory/generic-local/absent.txt'),
    await app.fetch('/artifactory/api/npm/npm-local/absent'),
    await app.fetch('/nowhere'),
  ]
  const ids = replies.map((reply) => reply.headers.get('x-request-id') ?? '')
  expect(new Set(ids).size).toBe(replies.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/)
  for (const [index, reply] of replies.entries())
    if (!reply.ok) expect(await reply.json()).toMatchObject({ requestId: ids[index] })

  await vi.waitFor(
    () => {
      const lines = ids.map((id) =>
        JSON.stringify(logLines(app.home, 'request').find((line) => JSON.stringify(line).includes(id))),
      )
      expect(lines[0]).toContain('/ui/api/v1/users')
      expect(lines[0]).toContain('admin')
      expect(lines[1]).toContain('401')
      expect(lines[4]).toContain('/nowhere')
    },
    { timeout: 10_000 },
  )
})

test('an id that a client sends is not taken over: it could forge or mix up lines', async () => {
  const reply = await app.anonymous('/artifactory/api/system/ping', { headers: { 'x-request-id': 'forged' } })
  expect(reply.headers.get('x-request-id')).not.toBe('forged')
})

test('no secret reaches a log, on the most talkative level', async () => {
  const talkative = await startTestApp({ env: { BINDERY_LOG_LEVEL: 'debug' } })
  try {
    const secrets = await useEverySecret(talkative)
    // Stopping writes all that was logged.
    await talkative.restart()
    const folder = join(talkative.home, 'log')
    const logs = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n')
    expect(logs).toContain('/artifactory/api/npm/npm-local')
    for (const secret of secrets)
      expect(logs.includes(secret), `${secret.slice(0, 12)}… is in a log`).toBe(false)
  } finally {
    await talkative.close()
  }
}, 60_000)

/** Sends marked secrets by every way in, right and wrong; returns all forms in which they could be found. */
async function useEverySecret(talkative: TestApp): Promise<string[]> {
  const password = 'SECRETMARK-password'
  const user = await talkative.user({
    name: 'marked',
    password,
    grants: [{ action: 'deploy', repository: '*' }],
  })
  const created = await talkative.as(user)('/access/api/v1/tokens', json('POST', { description: 'x' }))
  const { access_token: token } = CreatedToken.parse(await created.json())
  const { cookie, send } = await signIn(talkative, user)
  await signIn(talkative, { name: 'marked', password: 'SECRETMARK-wrong' })
  await signIn(talkative, { name: 'SECRETMARK-typed-into-the-name', password: 'x' })
  await send('/ui/api/v1/repositories')
  await talkative.as({ name: 'marked', password: 'SECRETMARK-basic' })('/ui/api/v1/users')
  await talkative.as({ token: `${token.slice(0, -4)}AAAA` })('/ui/api/v1/users')
  await talkative.anonymous('/ui/api/v1/users', { headers: { 'x-jfrog-art-api': token } })
  await talkative.anonymous(
    `/artifactory/generic-local/a.txt?token=${token}&access_token=SECRETMARK-query&api_key=SECRETMARK-key`,
  )
  await talkative.anonymous('/artifactory/generic-local/a.txt', {
    headers: { authorization: 'Digest SECRETMARK-digest' },
  })
  await talkative.publish('npm', 'marked', '1.0.0', { as: { token } })
  const registry = '/artifactory/api/npm/npm-local'
  await talkative.anonymous(
    `${registry}/-/user/org.couchdb.user:marked`,
    json('PUT', { name: 'marked', password }),
  )
  await talkative.anonymous(
    `${registry}/-/user/org.couchdb.user:marked`,
    json('PUT', { name: 'marked', password: 'SECRETMARK-npm' }),
  )
  const bad = npmPublishBody('marked', '2.0.0', await npmTarball('marked', '2.0.0'))
  await talkative.as({ token })(
    `${registry}/marked`,
    json('PUT', { ...bad, name: 'other', _authToken: 'SECRETMARK-field' }),
  )
  await talkative.anonymous('/ui/api/v1/auth/login', {
    method: 'POST',
    body: '{"user":"marked","password":"SECRETMARK-broken',
  })
  await talkative.anonymous(
    '/ui/api/v1/auth/changePassword',
    json('POST', { user: 'marked', oldPassword: password, newPassword1: 'SECRETMARK-new' }),
  )
  await talkative.as({ token })(`${registry}/-/user/token/${token}`, { method: 'DELETE' })
  const secrets = [token, cookie.slice(cookie.indexOf('=') + 1), talkative.admin.password]
  const basics = [`marked:${password}`, `admin:${talkative.admin.password}`].map((pair) =>
    Buffer.from(pair).toString('base64'),
  )
  const marks = [
    'password',
    'wrong',
    'basic',
    'query',
    'key',
    'digest',
    'npm',
    'field',
    'broken',
    'new',
    'typed-into-the-name',
  ]
  return [...secrets, ...basics, ...marks.map((mark) => `SECRETMARK-${mark}`)]
}

describe('documents', () => {
  test('the description of the API is the one that is committed', async () => {
    const reply = await app.anonymous('/openapi.json')
    expect(reply.headers.get('content-type')).toBe('application/json')
    const committed: unknown = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'))
    expect(await reply.json()).toEqual(committed)
    const again = await app.anonymous('/openapi.json', {
      headers: { 'if-none-match': reply.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  test('and can be read as a page', async () => {
    const reply = await app.anonymous('/ui/api/')
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'self'")
    const page = await reply.text()
    for (const path of ['/ui/api/v1/packages', '/access/api/v1/tokens', '/artifactory/api/system/version'])
      expect(page).toContain(path)
    expect(page).not.toMatch(/<script(?![^>]+src=)/)
  })

  test('an unknown call of the API is answered as the API answers, not with a page', async () => {
    for (const path of [
      '/ui/api/v1/absent',
      '/ui/api/absent',
      '/access/api/v1/absent',
      '/artifactory/api/absent',
      '/absent',
    ]) {
      const reply = await app.fetch(path)
      expect([path, reply.status]).toEqual([path, 404])
      expect(ErrorReply.parse(await reply.json()).errors[0]?.code).toBe('not-found')
    }
  })
})

const isBuilt = existsSync(join(root, 'apps/web/dist/index.html'))

describe.skipIf(!isBuilt)('the web application (skipped while it is not built: npm run build)', () => {
  test('is where the root leads', async () => {
    for (const path of ['/', '/ui']) {
      const reply = await app.anonymous(path)
      expect([reply.status, reply.headers.get('location')]).toEqual([302, '/ui/'])
    }
  })

  test('answers each of its screens with the same page, and a missing file with 404', async () => {
    const page = await (await app.anonymous('/ui/')).text()
    expect(page).toContain('<!doctype html>')
    for (const path of ['/ui/packages', '/ui/packages/npm:%2F%2Fleft-pad/1.3.0', '/ui/login'])
      expect(await (await app.anonymous(path)).text()).toBe(page)
    expect((await app.anonymous('/ui/assets/absent.js')).status).toBe(404)
  })

  test('comes compressed, its parts are kept for ever and its page is asked for anew', async () => {
    const reply = await app.anonymous('/ui/', { headers: { 'accept-encoding': 'br' } })
    expect(reply.headers.get('content-encoding')).toBe('br')
    expect(reply.headers.get('cache-control')).toContain('no-cache')
    const page = await reply.text()
    const [, script] = /src="(\/ui\/assets\/[^"]+\.js)"/.exec(page) ?? []
    const part = await app.anonymous(script ?? '', { headers: { 'accept-encoding': 'gzip' } })
    expect(part.status).toBe(200)
    expect(part.headers.get('content-encoding')).toBe('gzip')
    expect(part.headers.get('cache-control')).toContain('immutable')
  })

  test('may run its own scripts and no others, and is shown in no frame', async () => {
    const policy = (await app.anonymous('/ui/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    const stored = await app.publish('generic', 'page', '1', {
      path: 'page.html',
      content: '<script>alert(1)</script>',
    })
    const file = await app.fetch(`/artifactory/generic-local/${stored.path}`)
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('stopping', () => {
  function startUpload(target: TestApp, path: string, size: number): ClientRequest {
    const upload = plainRequest(new URL(path, target.url), {
      method: 'PUT',
      auth: `admin:${target.admin.password}`,
      // Answered as soon as the server has the headers: by then the upload is running.
      headers: { 'content-length': size, expect: '100-continue' },
    })
    upload.write('a'.repeat(size / 2))
    return upload
  }

  test('finishes what is running, refuses what is new, and loses nothing', async () => {
    const stopped = await startTestApp()
    try {
      const size = 64 * 1024
      const uploads = Array.from({ length: 20 }, (_, index) =>
        startUpload(stopped, `/artifactory/generic-local/${index}.txt`, size),
      )
      const replies = uploads.map((upload) => once(upload, 'response') as Promise<[IncomingMessage]>)
      await Promise.all(uploads.map((upload) => once(upload, 'continue')))
      const address = stopped.url
      const restarted = stopped.restart()
      await vi.waitFor(
        () => expect(fetch(`${address}/artifactory/api/system/ping`)).rejects.toThrow('fetch failed'),
        { timeout: 10_000 },
      )
      for (const upload of uploads) upload.end('b'.repeat(size / 2))
      const statuses = (await Promise.all(replies)).map(([reply]) => (reply.resume(), reply.statusCode))
      expect(statuses).toEqual(uploads.map(() => 201))
      await restarted
      for (const index of uploads.keys()) {
        const stored = await (await stopped.fetch(`/artifactory/generic-local/${index}.txt`)).text()
        expect(stored).toBe('a'.repeat(size / 2) + 'b'.repeat(size / 2))
      }
    } finally {
      await stopped.close()
    }
  }, 60_000)

  test('cuts off what does not end in time, and leaves nothing of it', async () => {
    const stopped = await startTestApp({ env: { BINDERY_SHUTDOWN_TIMEOUT: '1 s' } })
    try {
      const upload = startUpload(stopped, '/artifactory/generic-local/endless.txt', 1 << 20)
      const broken = once(upload, 'error')
      await once(upload, 'continue')
      await stopped.restart()
      await broken
      expect((await stopped.fetch('/artifactory/generic-local/endless.txt')).status).toBe(404)
      expect(readdirSync(join(stopped.home, 'blobs', 'tmp'))).toEqual([])
    } finally {
      await stopped.close()
    }
  }, 30_000)
})

test.skipIf(engine === 'postgres')(
  'a second start on the same folder is refused, and the first goes on',
  async () => {
    const { startApp } = await import('./app.ts')
    const { loadConfig } = await import('./config.ts')
    const env = {
      BINDERY_HOME: app.home,
      BINDERY_HOST: '127.0.0.1',
      BINDERY_PORT: '0',
      BINDERY_LOG_CONSOLE: 'off',
    }
    await expect(startApp(loadConfig({ env }))).rejects.toThrow(
      `Another Bindery is running on this data folder (process ${process.pid}). Stop it, or set BINDERY_HOME to another folder.`,
    )
    expect((await app.fetch('/ui/api/v1/users')).status).toBe(200)
  },
)

test('what was acknowledged is there after a restart: users, sessions, repositories, packages, files', async () => {
  const kept = await startTestApp()
  try {
    const ann = await kept.user({ name: 'ann', grants: [{ action: 'read', repository: '*' }] })
    const { cookie } = await signIn(kept, ann)
    await kept.fetch('/ui/api/v1/repositories', json('POST', { key: 'kept', kind: 'local', format: 'npm' }))
    await kept.publish('npm', 'kept-package', '1.0.0', { repository: 'kept' })
    await kept.publish('generic', 'notes', '1', { path: 'deep/notes.txt', content: 'hello' })
    await kept.restart()
    const page = await kept.anonymous('/ui/api/v1/packages', { headers: { cookie } })
    expect(await page.json()).toMatchObject({
      total: 1,
      items: [{ id: 'npm://kept-package', repositories: ['kept'] }],
    })
    expect(await (await kept.as(ann)('/artifactory/generic-local/deep/notes.txt')).text()).toBe('hello')
    expect((await kept.as(ann)('/artifactory/api/npm/kept/kept-package')).status).toBe(200)
  } finally {
    await kept.close()
  }
})

describe('HTTPS beside HTTP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-https-'))
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  let both: TestApp

  beforeAll(async () => {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
    execFileSync(
      'openssl',
      ['req', '-x509', ...curve, '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', certificate],
      { stdio: 'pipe' },
    )
    both = await startTestApp({
      env: { BINDERY_HTTPS_PORT: '0', BINDERY_HTTPS_CERTIFICATE: certificate, BINDERY_HTTPS_KEY: key },
    })
  })

  afterAll(async () => {
    await both?.close()
    rmSync(folder, { recursive: true })
  })

  async function secure(path: string, options: RequestOptions = {}, body?: string) {
    const url = new URL(
      path,
      both.urls.find((one) => one.startsWith('https:')),
    )
    const auth = `admin:${both.admin.password}`
    const sent = secureRequest(url, { auth, ca: readFileSync(certificate), ...options }).end(body)
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: reply.statusCode, headers: reply.headers, body: await text(reply) }
  }

  test('both serve the same, each with links to itself', async () => {
    expect(both.urls.map((url) => new URL(url).protocol)).toEqual(['http:', 'https:'])
    await both.publish('npm', 'left-pad', '1.0.0')
    const overHttps = await secure('/artifactory/api/npm/npm-local/left-pad')
    expect(overHttps.status).toBe(200)
    expect(overHttps.body).toContain(`"tarball":"${both.urls[1]}/artifactory/`)
    const overHttp = await (await both.fetch('/artifactory/api/npm/npm-local/left-pad')).text()
    expect(overHttp).toContain(`"tarball":"${both.urls[0]}/artifactory/`)
  })

  test('HTTPS takes uploads, and tells browsers to stay with it', async () => {
    const put = await secure('/artifactory/generic-local/s.txt', { method: 'PUT' }, 'secure')
    expect(put.status).toBe(201)
    expect(put.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(await (await both.fetch('/artifactory/generic-local/s.txt')).text()).toBe('secure')
    const page = await secure('/ui/')
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(
      (await both.fetch('/artifactory/generic-local/s.txt')).headers.get('strict-transport-security'),
    ).toBeNull()
  })

  test('a session that begins over HTTPS stays there', async () => {
    const body = JSON.stringify({ user: 'admin', password: both.admin.password })
    const reply = await secure('/ui/api/v1/auth/login', { method: 'POST', auth: undefined }, body)
    expect(reply.status).toBe(200)
    expect(reply.headers['set-cookie']?.[0]).toMatch(/; Secure$/)
    const plain = await signIn(both, both.admin)
    expect(plain.reply.headers.getSetCookie()[0]).not.toContain('Secure')
  })

  test('a client that does not know the certificate refuses it', async () => {
    const failed = once(get(new URL('/ui/', both.urls[1])), 'response')
    await expect(failed).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })

  test('a stop ends both', async () => {
    const urls = [...both.urls]
    await both.restart()
    for (const url of urls) await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})
