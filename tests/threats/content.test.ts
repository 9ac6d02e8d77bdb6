// What people see: rows G of the threat table, as far as the server decides it. Browsers are tested in tests/browser.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { writeSql } from '../support/sql.ts'

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

test('G02: names are escaped in the listing of a folder', async () => {
  const names = [`"><img src=x onerror=alert(1)>.txt`, `'onmouseover='alert(1).txt`, 'a&lt;b&#60;.txt']
  for (const name of names)
    await app.fetch(`/artifactory/generic-local/listed/${encodeURIComponent(name)}`, {
      method: 'PUT',
      body: 'x',
    })
  await app.fetch('/artifactory/generic-local/listed/plain.txt', { method: 'PUT', body: 'x' })
  const reply = await app.fetch('/artifactory/generic-local/listed/')
  expect(reply.headers.get('content-type')).toContain('text/html')
  const page = await reply.text()
  expect(page).toContain('plain.txt')
  // Whatever of them was stored: no element but ours, and no attribute but the address of a link.
  expect(
    page.match(/<[a-z]+/g)?.filter((tag) => !/^<(?:html|head|meta|title|body|h|pre|a)$/.test(tag)) ?? [],
  ).toEqual([])
  expect(page).not.toMatch(/<a [^>]*\bon\w+\s*=/)
})

test('G06: a name that is a formula stays text in the exported audit log', async () => {
  // Names of today cannot begin like this; those that came with older data or from a directory may.
  const names = ['=HYPERLINK("http://evil.example","x")', '+cmd|calc', '@SUM(A1)', '-2+3', '\t=1+1']
  for (const name of names)
    await writeSql(
      app,
      `insert into audit (at, kind, outcome, actor, address, target, detail) values ('2026-01-01T00:00:00.000Z', 'test.formula', 'success', '${name}', null, '${name}', '{}')`,
    )
  const text = await (await app.fetch('/ui/api/v1/audit/csv?kind=test.formula')).text()
  expect(text).toContain('HYPERLINK')
  const cells = text.match(/"(?:[^"]|"")*"/g) ?? []
  expect(cells).toHaveLength(names.length * 8)
  expect(cells.filter((cell) => /^"[=+\-@\t\r]/.test(cell))).toEqual([])
})
