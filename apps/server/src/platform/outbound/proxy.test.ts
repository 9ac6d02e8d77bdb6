import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  startProxyServer,
  type ProxyServer,
  type ProxyServerOptions,
} from '../../../../../tests/support/proxy-server.ts'
import { openOutbound, type Outbound } from './outbound.ts'
import { isReachedWithout, type Proxy } from './proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'bindery-proxy-'))
const closers: (() => Promise<unknown>)[] = []
let outbound: Outbound
let plain: string
let secure: string

beforeAll(async () => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  })
  const pem = { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8') }
  tls.setDefaultCACertificates([...tls.getCACertificates(), pem.cert])
  plain = await listen(
    createServer((request, response) => response.end(`plain ${request.headers.authorization}`)),
  )
  secure = await listen(
    createSecureServer(pem, (_, response) => response.end('secure')),
    'https',
  )
  outbound = openOutbound(['127.0.0.1'])
})

afterEach(() => outbound.useProxies(async () => undefined))

afterAll(async () => {
  await outbound.close()
  for (const close of closers) await close()
  rmSync(folder, { recursive: true })
})

async function listen(server: Server, scheme = 'http'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function start(options?: ProxyServerOptions): Promise<ProxyServer> {
  const server = await startProxyServer(options)
  closers.push(() => server.close())
  return server
}

const wayOf = ({ port }: ProxyServer, more: Partial<Proxy> = {}): Proxy => ({
  key: 'corp',
  host: '127.0.0.1',
  port,
  user: '',
  password: '',
  redirectingHosts: [],
  noProxy: [],
  ...more,
})

describe('a request', () => {
  test('goes through the default proxy: by its whole address to http, through a tunnel to https', async () => {
    const server = await start()
    outbound.useProxies(async (key) => (key === undefined ? wayOf(server) : undefined))
    expect((await outbound.fetch(`${plain}/a`)).text).toBe('plain undefined')
    expect((await outbound.fetch(secure)).text).toBe('secure')
    expect(server.seen).toEqual([`GET ${plain}/a`, `CONNECT ${new URL(secure).host}`])
  })

  test('goes straight when its caller wants none, and through another that it names', async () => {
    const [first, second] = [await start(), await start()]
    outbound.useProxies(async (key) => (key === 'second' ? wayOf(second, { key }) : wayOf(first)))
    await outbound.fetch(plain, { proxy: null })
    await outbound.fetch(plain, { proxy: 'second' })
    expect([first.seen.length, second.seen.length]).toEqual([0, 1])
    outbound.useProxies(async () => undefined)
    await expect(outbound.fetch(plain, { proxy: 'gone' })).rejects.toThrow('no proxy named "gone"')
  })

  test('shows its credentials to the proxy and not to the server behind it', async () => {
    const server = await start({ credentials: 'ann:it: is' })
    const right = wayOf(server, { user: 'ann', password: 'it: is' })
    expect((await outbound.fetch(plain, { proxy: right })).text).toBe('plain undefined')
    expect((await outbound.fetch(secure, { proxy: right })).text).toBe('secure')
    const wrong = { ...right, password: 'wrong' }
    await expect(outbound.fetch(plain, { proxy: wrong })).rejects.toThrow('does not take these credentials')
    await expect(outbound.fetch(secure, { proxy: wrong })).rejects.toThrow('does not take these credentials')
  })

  test('takes new connections once the proxy has changed', async () => {
    const [first, second] = [await start(), await start()]
    await outbound.fetch(plain, { proxy: wayOf(first) })
    await outbound.fetch(plain, { proxy: wayOf(second) })
    expect([first.seen.length, second.seen.length]).toEqual([1, 1])
  })

  test('fails with a sentence when the proxy is away, silent, or cannot go on', async () => {
    const gone = await startProxyServer()
    await gone.close()
    const away = wayOf(gone)
    await expect(outbound.fetch(plain, { proxy: away })).rejects.toThrow('corp could not be reached')
    const silent = wayOf(await start({ isSilent: true }))
    for (const url of [plain, secure])
      await expect(outbound.fetch(url, { proxy: silent, timeoutMs: 300 })).rejects.toThrow(
        'could not be reached',
      )
    const server = wayOf(await start())
    await expect(outbound.fetch(`https://127.0.0.1:${gone.port}/`, { proxy: server })).rejects.toThrow(
      'did not open a way',
    )
  })
})

describe('a redirect of the proxy', () => {
  test('leads on to a host that may be redirected to, with the credentials of the proxy', async () => {
    const sendsOn = { host: 'start.example', to: plain }
    const server = await start({ credentials: 'ann:secret', sendsOn })
    const way = wayOf(server, { user: 'ann', password: 'secret', noProxy: ['127.0.0.1'] })
    await expect(outbound.fetch('http://start.example/', { proxy: way })).rejects.toThrow('not followed')
    const open = { ...way, redirectingHosts: ['127.0.0.1'] }
    const basic = Buffer.from('ann:secret').toString('base64')
    expect((await outbound.fetch('http://start.example/', { proxy: open })).text).toBe(`plain Basic ${basic}`)
  })

  test('C09: takes no credentials of the request to another host', async () => {
    const server = await start({ sendsOn: { host: 'start.example', to: plain } })
    const way = wayOf(server, { noProxy: ['127.0.0.1'] })
    const headers = { Authorization: 'Bearer of the first' }
    const reply = await outbound.fetch('http://start.example/', { proxy: way, redirects: 'any', headers })
    expect(reply.text).toBe('plain undefined')
  })
})

describe('C01: behind a proxy', () => {
  test.each(['http://169.254.169.254/latest', 'http://[::1]/', 'http://127.0.0.2/'])(
    '%s stays closed, and the proxy is not even asked',
    async (url) => {
      const server = await start()
      await expect(outbound.fetch(url, { proxy: wayOf(server) })).rejects.toThrow('outboundAllow')
      expect(server.seen).toEqual([])
    },
  )

  test('so does a name that leads inside', async () => {
    const strict = openOutbound([])
    const server = await start()
    await expect(strict.fetch('http://localhost/', { proxy: wayOf(server) })).rejects.toThrow('outboundAllow')
    // A name that only the proxy knows is the proxy's business; the proxy itself may be a helper on this machine.
    expect((await strict.fetch('http://nobody.invalid/', { proxy: wayOf(server) })).status).toBe(502)
    await strict.close()
  })

  test('the proxy itself may not be a metadata service', async () => {
    const way = { ...wayOf(await start()), host: '169.254.169.254' }
    await expect(outbound.fetch(plain, { proxy: way })).rejects.toThrow('outboundAllow')
  })
})

test.each([
  ['internal.example', 'internal.example', true],
  ['internal.example', 'www.internal.example', false],
  ['.example', 'a.b.example', true],
  ['*.Example', 'example', true],
  ['example', 'notexample', false],
  ['.example', 'notexample', false],
  ['10.0.0.0/8', '10.9.8.7', true],
  ['10.0.0.0/8', '11.9.8.7', false],
  ['::1', '[::1]', true],
  ['fd00::/8', '[fd12::1]', true],
  ['10.0.0.0/99', '10.0.0.1', false],
  ['*', 'anything.example', true],
  ['*', '10.0.0.1', true],
])('the list %s of hosts without a proxy and %s: %s', (entry, host, expected) => {
  expect(isReachedWithout({ noProxy: [entry] }, host)).toBe(expected)
})
