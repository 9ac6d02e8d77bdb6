import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Announcements, GeneralState, type GeneralSettings } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({
    env: {
      BINDERY_SERVER_NAME: 'From the configuration',
      BINDERY_OUTBOUND_ALLOW: '127.0.0.1',
      BINDERY_TRANSFER_QUOTA: '100 kB',
    },
  })
})

afterAll(() => app.close())

const address = '/ui/api/v1/ui/generalConfig'
const read = async () => GeneralState.parse(await (await app.fetch(address)).json())
const change = async (part: Partial<GeneralSettings>) =>
  app.fetch(address, json('PUT', { ...(await read()).settings, ...part }))
const announced = async () =>
  Announcements.parse(await (await app.fetch('/ui/api/v1/ui/announcements')).json())
const footer = async () => (await app.anonymous('/ui/api/v1/ui/auth/screen/footer')).json()
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const upload = (body: Buffer | string) => app.fetch(`${address}/logo`, { method: 'PUT', body })

test('ROUTE-07, ADMIN-15: the server name begins as configured and is what an administrator made it', async () => {
  expect((await read()).settings).toMatchObject({ serverName: 'From the configuration', homePage: '' })
  expect((await change({ serverName: ' Team repository ' })).status).toBe(200)
  expect(await footer()).toMatchObject({ serverName: 'Team repository' })
  await app.restart()
  expect(await footer()).toMatchObject({ serverName: 'Team repository' })
  const unnamed = await startTestApp()
  try {
    expect(await (await unnamed.anonymous('/ui/api/v1/ui/auth/screen/footer')).json()).toMatchObject({
      serverName: '',
    })
  } finally {
    await unnamed.close()
  }
})

test('the base URL is where clients are pointed at, at once and with a slash at its end', async () => {
  const pointed = async () => (await app.fetch('/ui/api/v1/ui/setMeUp')).json()
  expect(await pointed()).toEqual({ baseUrl: `${app.url}/` })
  expect((await change({ baseUrl: 'https://packages.example.com/repo' })).status).toBe(200)
  expect((await read()).settings.baseUrl).toBe('https://packages.example.com/repo/')
  expect(await pointed()).toEqual({ baseUrl: 'https://packages.example.com/repo/' })
  const wire = await app.fetch('/artifactory/api/system/configuration/baseUrl', {
    method: 'PUT',
    body: 'https://other.example.com',
  })
  expect([wire.status, await wire.text()]).toEqual([
    200,
    'URL base has been successfully updated to "https://other.example.com".',
  ])
  expect(await pointed()).toEqual({ baseUrl: 'https://other.example.com/' })
  await change({ baseUrl: '' })
  expect(await pointed()).toEqual({ baseUrl: `${app.url}/` })
})

test('a base URL is tried from the server: itself, somebody else, nobody, a forbidden place', async () => {
  const other = createServer((_, response) => response.end('{"id":"somebody else"}')).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const tryOut = async (url: string) =>
    (await app.fetch(`${address}/baseUrlTest`, json('POST', { url }))).json()
  try {
    expect(await tryOut(`${app.url}/`)).toEqual({
      isReached: true,
      message: `This installation answers at ${app.url}.`,
    })
    const { port } = other.address() as AddressInfo
    expect(await tryOut(`http://127.0.0.1:${port}`)).toMatchObject({
      isReached: false,
      message: expect.stringContaining('not this installation'),
    })
    expect(await tryOut('http://127.0.0.1:1')).toMatchObject({ isReached: false })
    expect(await tryOut('http://169.254.169.254/')).toMatchObject({
      isReached: false,
      message: expect.stringContaining('outboundAllow'),
    })
  } finally {
    other.close()
  }
})

describe('the logo', () => {
  test('API-42, NAV-38: it is uploaded, served as an image and not as a page, and 404 without one', async () => {
    expect((await app.anonymous(`${address}/logo`)).status).toBe(404)
    const { logo } = GeneralState.parse(await (await upload(png)).json())
    expect(logo).toMatch(/^\/ui\/api\/v1\/ui\/generalConfig\/logo\?v=\w+$/)
    const reply = await app.anonymous(logo)
    expect([
      reply.status,
      reply.headers.get('content-type'),
      reply.headers.get('x-content-type-options'),
      reply.headers.get('content-security-policy'),
    ]).toEqual([200, 'image/png', 'nosniff', "default-src 'none'; frame-ancestors 'none'; sandbox"])
    expect(Buffer.from(await reply.arrayBuffer()).equals(png)).toBe(true)
    expect(await footer()).toMatchObject({ userLogo: logo, logoUrl: '' })
    const etag = reply.headers.get('etag') ?? ''
    expect((await app.anonymous(logo, { headers: { 'if-none-match': etag } })).status).toBe(304)
    await app.fetch(`${address}/logo`, { method: 'DELETE' })
    expect((await app.anonymous(logo)).status).toBe(404)
  })

  test.each([
    ['a page', '<html><script>alert(1)</script>', 400],
    ['an SVG image', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 400],
    ['nothing', '', 400],
    ['a picture that is too large', Buffer.concat([png, Buffer.alloc(512 * 1024)]), 413],
  ])('%s is refused', async (_, body, status) => {
    const reply = await upload(body)
    expect(reply.status).toBe(status)
    expect((await app.anonymous(`${address}/logo`)).status).toBe(404)
  })

  test('NAV-39: one behind an address is copied, so that browsers ask nobody but us', async () => {
    const site = createServer((request, response) =>
      request.url === '/logo.png' ? response.end(png) : response.end('<html></html>'),
    ).listen(0, '127.0.0.1')
    await new Promise((resolve) => site.once('listening', resolve))
    try {
      const at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
      const wrong = await change({ logoUrl: `${at}/page` })
      expect([wrong.status, await wrong.json()]).toMatchObject([400, { errors: [{ field: 'logoUrl' }] }])
      const right = GeneralState.parse(await (await change({ logoUrl: `${at}/logo.png` })).json())
      expect(right.logo).toBe('')
      expect(await footer()).toMatchObject({ userLogo: '', logoUrl: right.linkedLogo })
      const copy = await app.anonymous(right.linkedLogo)
      expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'image/png'])
      const none = GeneralState.parse(await (await change({ logoUrl: '' })).json())
      expect(none.linkedLogo).toBe('')
    } finally {
      site.close()
    }
  })
})

test.each(['/packages', '/admin/monitoring/service-status?a=b', '/artifacts/browse/tree/General'])(
  'LAND-02: %s may be the home page',
  async (homePage) => {
    expect((await change({ homePage })).status).toBe(200)
    expect(await footer()).toMatchObject({ homePage })
    await change({ homePage: '' })
  },
)

test.each([
  ['homePage', '//evil.example.com'],
  ['homePage', '/\\evil.example.com'],
  ['homePage', 'https://evil.example.com'],
  ['homePage', '/%2f/evil.example.com'],
  ['homePage', 'javascript:alert(1)'],
  ['homePage', '/pack\nages'],
  ['homePage', '/'],
  ['homePage', '/login'],
  ['homePage', '/ui/packages'],
  ['baseUrl', 'ftp://example.com'],
  ['baseUrl', 'example.com'],
  ['baseUrl', 'https://user:secret@example.com/'],
  ['baseUrl', 'https://example.com/?a=b'],
  ['logoUrl', 'javascript:alert(1)'],
  ['serverName', 'x'.repeat(101)],
])('LAND-02, VAL-14: %s refuses %j', async (field, value) => {
  const reply = await change({ [field]: value })
  expect([reply.status, await reply.json()]).toMatchObject([400, { errors: [{ field }] }])
  if (field === 'baseUrl')
    expect(JSON.stringify(await (await change({ [field]: value })).json())).toContain('Enter a valid URL')
})

test('a message is shown between its beginning and its end, to everybody who may look', async () => {
  const ann = app.as(await app.user({ name: 'ann' }))
  const seen = async () =>
    ((await (await ann('/ui/api/v1/ui/announcements')).json()) as { message: unknown }).message
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const message = { text: 'Maintenance on Sunday', level: 'warning' as const, from: null, until: null }
  await change({ dailyMessage: message })
  expect(await seen()).toEqual({ text: 'Maintenance on Sunday', level: 'warning' })
  await change({ dailyMessage: { ...message, from: at(60) } })
  expect(await seen()).toBeNull()
  await change({ dailyMessage: { ...message, from: at(-60), until: at(-30) } })
  expect(await seen()).toBeNull()
  const backwards = await change({ dailyMessage: { ...message, from: at(60), until: at(30) } })
  expect([backwards.status, await backwards.json()]).toMatchObject([
    400,
    { errors: [{ field: 'dailyMessage.until' }] },
  ])
  await change({ dailyMessage: { ...message, text: '' } })
})

test('API-62: a quota of data transfer that is used up is told, with what was used', async () => {
  const blocked = async () => (await app.fetch('/ui/api/v1/ui/subscription/blockedUsages')).json()
  expect(await blocked()).toEqual([])
  await app.publish('generic', 'large', '1', { path: 'large.bin', content: Buffer.alloc(60_000, 1) })
  const fetchOnce = async () => (await app.fetch('/artifactory/generic-local/large.bin')).arrayBuffer()
  await fetchOnce()
  await fetchOnce()
  await expect.poll(blocked).toEqual([{ usage: 'DATA_TRANSFER', used: expect.any(Number), quota: 100_000 }])
  await app.restart()
  expect((await announced()).blockedUsages).toMatchObject([{ usage: 'DATA_TRANSFER' }])
})

test('only administrators see or change settings and switch the read-only mode, and each change is audited', async () => {
  const bob = app.as(await app.user({ name: 'bob' }))
  expect((await bob(address)).status).toBe(403)
  expect((await bob(address, json('PUT', (await read()).settings))).status).toBe(403)
  expect((await bob(`${address}/readOnly`, json('PUT', { isReadOnly: true }))).status).toBe(403)
  expect((await bob('/ui/api/v1/ui/announcements')).status).toBe(200)
  expect(
    ((await (await bob('/ui/api/v1/ui/announcements')).json()) as { license: unknown }).license,
  ).toBeNull()
  await change({ footerMessage: 'Audited' })
  const rows = await app.db
    .selectFrom('audit')
    .selectAll()
    .where('kind', '=', 'general-settings.changed')
    .execute()
  expect(rows.at(-1)).toMatchObject({ actor: 'admin', detail: '{"footerMessage":"Audited"}' })
})
