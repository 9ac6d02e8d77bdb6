// What people see: rows G of the threat table, as far as the server decides it. Browsers are tested in tests/browser.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const script = '<script>alert(1)</script>'

describe('G03: stored pages do not run on our origin', () => {
  test.each([
    'page.html',
    'page.xhtml',
    'picture.svg',
    'paper.pdf',
    'page-without-suffix',
    'page.xml',
    'style.shtml',
  ])('%s', async (name) => {
    const address = `/artifactory/generic-local/pages/${name}`
    expect((await app.fetch(address, { method: 'PUT', body: `<html>${script}</html>` })).status).toBe(201)
    const { headers } = await app.fetch(address)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const isAttached = headers.get('content-disposition')?.startsWith('attachment') ?? false
    const policy = headers.get('content-security-policy') ?? ''
    expect(isAttached || (policy.includes('sandbox') && !policy.includes('allow-scripts'))).toBe(true)
  })
})

describe('G05: what was asked is not shown as a page', () => {
  const sent = encodeURIComponent(script)
  test.each([
    `/artifactory/api/security/users/${sent}`,
    `/artifactory/api/repositories/${sent}`,
    `/artifactory/api/storage/generic-local/${sent}`,
    `/artifactory/generic-local/${sent}`,
    `/ui/api/v1/users/${sent}`,
    `/ui/api/v1/packages?name=${sent}&sort=${sent}`,
    `/ui/api/v1/events?topics=${sent}`,
    `/${sent}`,
    `/ui/${sent}?redirect=${sent}`,
  ])('%s', async (address) => {
    const reply = await app.fetch(address)
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    const body = await reply.text()
    if (reply.headers.get('content-type')?.includes('html') === true) expect(body).not.toContain(script)
  })
})

describe('G07: a file name stays inside its header', () => {
  test.each(['quote".txt', 'semi;filename*=x.html', "apostrophe'.txt", 'ünïcödé ✓.txt', 'percent%41.txt'])(
    '%s',
    async (name) => {
      const address = `/artifactory/generic-local/names/${encodeURIComponent(name)}`
      const stored = await app.fetch(address, { method: 'PUT', body: 'x' })
      // A name may be refused, but not with a failure of the server.
      if (stored.status !== 201) return expect(stored.status).toBe(400)
      const { status, headers } = await app.fetch(
        `${address}?filename=${encodeURIComponent('a\r\nx-evil: 1')}`,
      )
      expect(status).toBe(200)
      expect(headers.get('x-evil')).toBeNull()
      const given = headers.get('content-disposition') ?? ''
      // Nothing of the name ends the quoted part early.
      expect(given.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/"|filename\*=x/)
    },
  )

  test.each(['a%0d%0ax-evil:%201.txt', 'a%0ab.txt', 'a%00b.txt'])('%s is refused', async (name) => {
    const reply = await app.fetch(`/artifactory/generic-local/${name}`, { method: 'PUT', body: 'x' })
    expect(reply.status).toBe(400)
  })
})

describe('G09: names that look like others', () => {
  test.each(['lod\u0430sh', 'r\u202eslod', 'lo\u200bdash'])(
    '%j is no name of an npm package',
    async (name) => {
      await expect(app.publish('npm', name, '1.0.0')).rejects.toThrow(/40\d|refused|name/i)
    },
  )
})
