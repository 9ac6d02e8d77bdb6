import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutbound, type Outbound } from './outbound.ts'

let server: Server
let outbound: Outbound
let base: string
let elsewhere: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const [, path = ''] = (request.url ?? '').split('/')
    if (path === 'large') response.end('x'.repeat(5000))
    else if (path === 'round') response.writeHead(302, { location: '/round' }).end()
    else if (path === 'here') response.writeHead(302, { location: '/large' }).end()
    else if (path === 'away') response.writeHead(302, { location: elsewhere }).end()
    else if (path === 'file') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    else if (path === 'metadata')
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
    else response.end(`${request.method} ${String(request.headers['x-test'])}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
  elsewhere = `http://localhost:${port}/`
  outbound = openOutbound(['127.0.0.1', '::1'])
})

afterAll(async () => {
  await outbound.close()
  await new Promise((resolve) => server.close(resolve))
})

test('a reply comes with its status, text and address', async () => {
  const reply = await outbound.fetch(`${base}/hello`, {
    method: 'POST',
    headers: { 'x-test': 'yes' },
    body: 'b',
  })
  expect(reply).toMatchObject({ status: 200, text: 'POST yes', url: `${base}/hello` })
})

test('C02: redirects stay on the same site unless allowed, and are few', async () => {
  expect((await outbound.fetch(`${base}/here`)).text).toHaveLength(5000)
  await expect(outbound.fetch(`${base}/here`, { redirects: 'none' })).rejects.toThrow('not followed')
  await expect(outbound.fetch(`${base}/away`)).rejects.toThrow('not followed')
  expect((await outbound.fetch(`${base}/away`, { redirects: 'any' })).text).toBe('GET undefined')
  await expect(outbound.fetch(`${base}/round`)).rejects.toThrow('more than 5 times')
})

test('C02: every hop is checked, its scheme too', async () => {
  await expect(outbound.fetch(`${base}/metadata`, { redirects: 'any' })).rejects.toThrow('internal')
  await expect(outbound.fetch(`${base}/file`, { redirects: 'any' })).rejects.toThrow('not an http')
  await expect(outbound.fetch('file:///etc/passwd')).rejects.toThrow('not an http')
})

test('C01: nothing is sent to a closed address, by number or by name', async () => {
  const strict = openOutbound([])
  try {
    await expect(strict.fetch(base)).rejects.toThrow('internal')
    await expect(strict.fetch(elsewhere)).rejects.toThrow('internal')
  } finally {
    await strict.close()
  }
})

test('a large answer is cut off, a silent server named', async () => {
  await expect(outbound.fetch(`${base}/large`, { limit: 4000 })).rejects.toThrow('larger than 4000 bytes')
  await expect(outbound.fetch('http://127.0.0.1:1/')).rejects.toThrow('could not be reached')
})
