import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConnectionReport, Proxy } from '@bindery/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { startProxyServer, type ProxyServer } from '../../../../../tests/support/proxy-server.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
let server: ProxyServer
let silent: ProxyServer
let target: Server
let url: string

beforeAll(async () => {
  server = await startProxyServer({ credentials: 'bindery:SECRETMARK-proxy' })
  silent = await startProxyServer({ isSilent: true })
  const gone = await startProxyServer()
  closedPort = gone.port
  await gone.close()
  target = createServer((_, response) => response.end('hello'))
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1', BINDERY_LOG_LEVEL: 'debug' } })
})

afterAll(async () => {
  await app.close()
  await server.close()
  await silent.close()
  await new Promise((resolve) => target.close(resolve))
})

/** Of a proxy that went away again: nothing listens there. */
let closedPort: number

const address = '/ui/api/v1/proxies'
const given = (key: string, more: object = {}) => ({
  key,
  host: '127.0.0.1',
  port: server.port,
  user: 'bindery',
  password: 'SECRETMARK-proxy',
  ...more,
})
const create = (body: object) => app.fetch(address, json('POST', body))
const change = (key: string, body: object) => app.fetch(`${address}/${key}`, json('PUT', body))
const read = async (key: string) => Proxy.parse(await (await app.fetch(`${address}/${key}`)).json())
const test_ = (body: object) => app.fetch('/ui/api/v1/proxy-settings/test', json('POST', body))
const tryOut = async (settings: object, through = url) =>
  ConnectionReport.parse(await (await test_({ type: 'proxy', url: through, settings })).json())

describe('a proxy', () => {
  test('ADMIN-09: has key, host, port, credentials, NT host and domain, a default and redirecting hosts', async () => {
    const full = given('full', {
      ntHost: 'WORKSTATION',
      ntDomain: 'CORP',
      redirectingHosts: ['gateway.example.org'],
      noProxy: ['localhost', '.internal.example', '10.0.0.0/8'],
      isDefault: true,
    })
    expect((await create(full)).status).toBe(201)
    expect(await read('full')).toEqual({
      ...full,
      password: '',
      hasPassword: true,
      usedBy: [],
      lastTest: null,
    })
    await app.fetch(`${address}/full`, { method: 'DELETE' })
  })

  test('ADMIN-09: keys are unique, whatever their case', async () => {
    await create(given('Corp'))
    const again = await create(given('corp'))
    expect([again.status, await again.json()]).toMatchObject([
      409,
      { error: expect.stringContaining('already') },
    ])
    expect((await app.fetch(`${address}/corp`)).status).toBe(404)
  })

  test('of several only one is the default', async () => {
    await create(given('one', { isDefault: true }))
    await create(given('two', { isDefault: true }))
    expect([(await read('one')).isDefault, (await read('two')).isDefault]).toEqual([false, true])
    await change('two', given('two', { isDefault: false }))
    expect((await read('two')).isDefault).toBe(false)
  })

  test('tells its password to nobody, keeps it when it is left out, and shows it to no other server', async () => {
    await create(given('quiet'))
    const { password: _, ...rest } = given('quiet')
    expect(await (await change('quiet', { ...rest, ntDomain: 'X' })).json()).toMatchObject({
      hasPassword: true,
    })
    expect((await tryOut(rest)).isPassed).toBe(true)
    const moved = await change('quiet', { ...rest, host: 'proxy.example.org' })
    expect([moved.status, await moved.json()]).toMatchObject([400, { errors: [{ field: 'password' }] }])
    expect(await (await change('quiet', { ...rest, password: '' })).json()).toMatchObject({
      hasPassword: false,
    })
    const rows = await app.db.selectFrom('proxies').selectAll().execute()
    const audited = await app.db.selectFrom('audit').selectAll().execute()
    expect(JSON.stringify([rows, audited])).not.toContain('SECRETMARK')
    expect(audited.map((one) => [one.kind, one.target])).toContainEqual(['proxy.changed', 'quiet'])
  })

  test('cannot be removed while a remote repository names it', async () => {
    await create(given('busy'))
    await writeSql(
      app,
      `insert into repositories (id, key, folded_key, kind, format, description, settings, created_at)
       values ('remote-1', 'npm-remote-1', 'npm-remote-1', 'remote', 'npm', '', '{"proxy":"busy"}', '2026-01-01')`,
    )
    expect((await read('busy')).usedBy).toEqual(['npm-remote-1'])
    const refused = await app.fetch(`${address}/busy`, { method: 'DELETE' })
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('npm-remote-1')])
    await writeSql(app, `delete from repositories where id = 'remote-1'`)
    expect((await app.fetch(`${address}/busy`, { method: 'DELETE' })).status).toBe(204)
    expect((await app.fetch(`${address}/busy`, { method: 'DELETE' })).status).toBe(404)
  })

  test.each([
    ['no key', { key: '' }, 'key'],
    ['a key with a slash', { key: 'a/b' }, 'key'],
    ['a host with a scheme', { host: 'http://proxy.example.org' }, 'host'],
    ['no host', { host: '' }, 'host'],
    ['a port that is none', { port: 0 }, 'port'],
    ['a list with a blank', { noProxy: ['a b'] }, 'noProxy.0'],
  ])('%s is refused', async (_, more, field) => {
    const reply = await create(given('wrong', more))
    expect([reply.status, await reply.json()]).toMatchObject([400, { errors: [{ field }] }])
  })

  test('C05: the address of a metadata service is refused', async () => {
    const reply = await create(given('inside', { host: '169.254.169.254' }))
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('outboundAllow')])
  })

  test('only administrators see or change it', async () => {
    const ann = app.as(await app.user({ name: 'ann' }))
    for (const [method, path] of [
      ['GET', address],
      ['POST', address],
      ['PUT', `${address}/one`],
      ['DELETE', `${address}/one`],
      ['POST', '/ui/api/v1/proxy-settings/test'],
    ] as const)
      expect([method, path, (await ann(path, { method })).status]).toEqual([method, path, 403])
  })
})

describe('the test of a proxy', () => {
  test('tells each step with its time, and the result is kept for the saved settings only', async () => {
    await create(given('tried'))
    const { isPassed, steps } = await tryOut(given('tried'))
    expect([isPassed, steps.map((step) => [step.step, step.outcome])]).toEqual([
      true,
      [
        ['Connect', 'passed'],
        ['Sign in', 'passed'],
        ['Answer', 'passed'],
      ],
    ])
    expect((await read('tried')).lastTest).toBeNull()
    const { password: _, ...saved } = given('tried')
    await tryOut(saved)
    expect((await read('tried')).lastTest).toMatchObject({ url, isPassed: true })
    await change('tried', { ...saved, noProxy: ['intranet'] })
    expect((await read('tried')).lastTest).toBeNull()
  })

  test('names a wrong password, and a tunnel that is not opened', async () => {
    const wrong = await tryOut(given('x', { password: 'wrong' }))
    expect(wrong.steps.at(-1)).toMatchObject({ step: 'Sign in', outcome: 'failed', fix: expect.any(String) })
    const closed = await tryOut(given('x'), `https://127.0.0.1:${closedPort}/`)
    expect(closed.steps.at(-1)).toMatchObject({ step: 'Tunnel', outcome: 'failed' })
  })

  test('C05: a closed port and a silent server get the same words after the same time', async () => {
    const timed = async (port: number) => {
      const begun = performance.now()
      const report = await tryOut(given('x', { port }))
      return { report, took: performance.now() - begun }
    }
    const [closed, open] = await Promise.all([timed(closedPort), timed(silent.port)])
    expect(closed.report).toEqual(open.report)
    expect(closed.report.steps).toMatchObject([{ step: 'Connect', outcome: 'failed' }])
    // Both wait for the end of the five seconds: what answers at once must not be told from what does not.
    for (const { took } of [closed, open]) expect(took).toBeGreaterThan(4990)
  })

  test('VAL-14: an address that is none gets "Enter a valid URL"', async () => {
    const reply = await test_({ type: 'proxy', url: 'registry', settings: given('x') })
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { errors: [{ field: 'url', message: expect.stringContaining('Enter a valid URL') }] },
    ])
  })

  test('an address that would not go through the proxy is refused, and one that is closed', async () => {
    const own = await test_({ type: 'proxy', url, settings: given('x', { noProxy: ['127.0.0.1'] }) })
    expect([own.status, await own.json()]).toMatchObject([400, { errors: [{ field: 'url' }] }])
    const inside = await test_({ type: 'proxy', url: 'http://169.254.169.254/', settings: given('x') })
    expect([inside.status, await inside.text()]).toEqual([400, expect.stringContaining('outboundAllow')])
  })
})

test('requests of the server go through the default proxy until it is none any more', async () => {
  await create(given('out', { isDefault: true }))
  const fetchMetadata = () => app.fetch('/ui/api/v1/saml-metadata', json('POST', { url: `${url}metadata` }))
  server.seen.length = 0
  await fetchMetadata()
  expect(server.seen).toEqual([`GET ${url}metadata`])
  await app.fetch(`${address}/out`, { method: 'DELETE' })
  await fetchMetadata()
  expect(server.seen).toHaveLength(1)
})

test('ADMIN-08: the types of settings about proxies are proxy and baseUrl, and no other', async () => {
  expect((await test_({ type: 'proxy', url, settings: given('x') })).status).toBe(200)
  expect((await test_({ type: 'baseUrl', url: app.url })).status).toBe(200)
  expect((await test_({ type: 'socks', url })).status).toBe(400)
})

describe('the test of the base URL', () => {
  const check = async (address: string) =>
    ConnectionReport.parse(await (await test_({ type: 'baseUrl', url: address })).json())

  test('calls this server through the address and judges what arrives', async () => {
    const { isPassed, steps } = await check(app.url)
    expect([isPassed, steps.map((step) => [step.step, step.outcome])]).toEqual([
      true,
      ['Reach', 'Host header', 'Forwarded scheme', 'Encoded slashes', 'Large bodies'].map((name) => [
        name,
        'passed',
      ]),
    ])
  })

  test('does not take another server for itself', async () => {
    expect(await check(url)).toMatchObject({ isPassed: false, steps: [{ step: 'Reach', outcome: 'failed' }] })
  })

  test('an echo answers nobody without a ticket of ours', async () => {
    const reply = await app.fetch('/ui/api/v1/proxy-settings/echo/v1.made-up')
    expect(reply.status).toBe(404)
  })
})
