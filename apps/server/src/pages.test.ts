// What a browser gets: the description of the API, its page, and the web application.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'

const root = join(import.meta.dirname, '../../..')
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

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
