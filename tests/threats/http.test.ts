// HTTP itself: rows I of the threat table, over raw sockets.
// One engine is enough: these are attacks on the reading of HTTP.
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestApp, type TestApp } from '../support/app.ts'
import { rawRequest, sendRaw } from '../support/raw.ts'
import { leavesNothing } from '../support/stored.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.publish('generic', 'victim', '1', { path: 'victim.txt', content: 'victim' })
})

afterEach(async () => {
  expect((await app.anonymous('/artifactory/api/system/ping')).status).toBe(200)
  expect(await (await app.fetch('/artifactory/generic-local/victim.txt')).text()).toBe('victim')
})

afterAll(() => app.close())

describe('I01: a request hidden in another', () => {
  const hidden = 'DELETE /artifactory/generic-local/victim.txt HTTP/1.1\r\nhost: x\r\n'
  const smuggled = () => `${hidden}authorization: ${basic(app.admin)}\r\n\r\n`
  const head = (...headers: string[]) =>
    [
      'PUT /artifactory/generic-local/smuggled.txt HTTP/1.1',
      'host: localhost',
      `authorization: ${basic(app.admin)}`,
      ...headers,
      '',
      '',
    ].join('\r\n')

  test.each<[string, (inner: string) => string]>([
    [
      'a length and chunks',
      (inner) =>
        `${head(`content-length: ${5 + inner.length}`, 'transfer-encoding: chunked')}0\r\n\r\n${inner}`,
    ],
    [
      'chunks and a length',
      (inner) => `${head('transfer-encoding: chunked', 'content-length: 4')}0\r\n\r\n${inner}`,
    ],
    [
      'a coding that only looks like chunks',
      (inner) => `${head('transfer-encoding: xchunked')}0\r\n\r\n${inner}`,
    ],
    [
      'chunks that are not the last coding',
      (inner) => `${head('transfer-encoding: chunked, identity')}0\r\n\r\n${inner}`,
    ],
    [
      'two codings',
      (inner) => `${head('transfer-encoding: chunked', 'transfer-encoding: identity')}0\r\n\r\n${inner}`,
    ],
    ['a space before the colon', (inner) => `${head('transfer-encoding : chunked')}0\r\n\r\n${inner}`],
    [
      'a folded header',
      (inner) => `${head('x: y\r\n transfer-encoding: chunked', 'content-length: 0 0')}${inner}`,
    ],
    ['a control byte in a coding', (inner) => `${head('transfer-encoding: \x0bchunked')}0\r\n\r\n${inner}`],
    ['two lengths', (inner) => `${head('content-length: 0', `content-length: ${inner.length}`)}${inner}`],
    ['two lengths in one', (inner) => `${head(`content-length: 0, ${inner.length}`)}${inner}`],
    ['a length with a sign', (inner) => `${head('content-length: +0')}${inner}`],
    ['a length in hexadecimal', (inner) => `${head('content-length: 0x0')}${inner}`],
    ['a length below nothing', (inner) => `${head('content-length: -1')}${inner}`],
    [
      'a bare LF behind the size of a chunk',
      (inner) => `${head('transfer-encoding: chunked')}1\nx\r\n0\r\n\r\n${inner}`,
    ],
    ['a bare LF behind a chunk', (inner) => `${head('transfer-encoding: chunked')}1\r\nx\n0\r\n\r\n${inner}`],
    [
      'an LF in the extension of a chunk',
      (inner) => `${head('transfer-encoding: chunked')}1;a\nb\r\nx\r\n0\r\n\r\n${inner}`,
    ],
    [
      'a chunk longer than it says',
      (inner) => `${head('transfer-encoding: chunked')}1\r\nxyz\r\n0\r\n\r\n${inner}`,
    ],
    [
      'a size that is no number',
      (inner) => `${head('transfer-encoding: chunked')}0x1\r\nx\r\n0\r\n\r\n${inner}`,
    ],
    [
      'a size beyond all numbers',
      (inner) => `${head('transfer-encoding: chunked')}fffffffffffffffff\r\nx\r\n${inner}`,
    ],
    [
      'something behind the last chunk',
      (inner) => `${head('transfer-encoding: chunked')}0\r\nx\r\n\r\n${inner}`,
    ],
    ['lines that end in LF alone', (inner) => `${head().replaceAll('\r\n', '\n')}${inner}`],
  ])('%s', async (_title, make) => {
    const reply = await leavesNothing(app, () => sendRaw(app.url, make(smuggled())))
    expect(reply.status).toBe(400)
    // One answer, and the connection is closed: nobody answered the second request.
    expect(reply.text.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1)
    expect(reply.head).toMatch(/connection: close/i)
  })

  test('requests that follow each other properly are answered one by one', async () => {
    const request = `GET /artifactory/generic-local/victim.txt HTTP/1.1\r\nhost: x\r\nauthorization: ${basic(app.admin)}\r\n`
    const reply = await sendRaw(app.url, `${request}\r\n${request}connection: close\r\n\r\n`)
    expect(reply.text.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  })

  test('a body that nobody read does not become the next request', async () => {
    const inner = smuggled()
    const first = `PUT /artifactory/generic-local/ HTTP/1.1\r\nhost: x\r\nauthorization: ${basic(app.admin)}\r\ncontent-length: ${inner.length}\r\n\r\n`
    const reply = await leavesNothing(app, () => sendRaw(app.url, first + inner))
    expect(reply.status).toBe(400)
    expect(reply.text.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1)
  })
})

describe('I02: methods', () => {
  const addresses = [
    '/artifactory/generic-local/victim.txt',
    '/artifactory/api/npm/npm-local/victim',
    '/artifactory/api/system/ping',
    '/ui/api/v1/repositories',
    '/',
  ]

  test.each(['TRACE', 'PROPFIND', 'PATCH', 'MKCOL', 'LOCK', 'QUERY'])('%s', async (method) => {
    for (const address of addresses) {
      const reply = await leavesNothing(app, () =>
        rawRequest(app.url, `${method} ${address}`, { authorization: basic(app.admin) }),
      )
      expect([address, [400, 404, 405].includes(reply.status)]).toEqual([address, true])
      // TRACE would send credentials back.
      expect(reply.text).not.toContain(basic(app.admin))
    }
  })

  test.each(['get', 'Get', 'EVIL', 'GET\t', ''])('%j is no method', async (method) => {
    const reply = await rawRequest(app.url, `${method} /artifactory/generic-local/victim.txt`, {
      authorization: basic(app.admin),
    })
    expect([400, 405]).toContain(reply.status)
  })

  test('CONNECT opens no tunnel', async () => {
    const reply = await sendRaw(app.url, 'CONNECT localhost:22 HTTP/1.1\r\nhost: localhost:22\r\n\r\n', {
      patience: 2000,
    })
    expect(reply.status === 0 || reply.status >= 400).toBe(true)
  })

  test('another method cannot be slipped in', async () => {
    const headers = {
      'x-http-method-override': 'DELETE',
      'x-http-method': 'DELETE',
      'x-method-override': 'DELETE',
    }
    for (const query of ['', '?_method=DELETE', '?method=DELETE']) {
      const reply = await leavesNothing(app, () =>
        app.fetch(`/artifactory/generic-local/victim.txt${query}`, { headers }),
      )
      expect(reply.status).toBe(200)
      const post = await leavesNothing(app, () =>
        app.fetch(`/artifactory/generic-local/victim.txt${query}`, {
          method: 'POST',
          headers,
          body: '_method=DELETE',
        }),
      )
      expect(post.status).toBe(405)
    }
  })
})

describe('I05: other origins', () => {
  const addresses = [
    '/artifactory/generic-local/victim.txt',
    '/artifactory/api/npm/npm-local/-/ping',
    '/ui/api/v1/ui/auth/current',
    '/artifactory/api/system/ping',
    '/nothing',
  ]

  test.each(['https://evil.example', 'null', 'http://localhost.evil.example'])(
    '%s may read nothing',
    async (origin) => {
      for (const address of addresses) {
        for (const method of ['GET', 'OPTIONS']) {
          const reply = await app.fetch(address, {
            method,
            headers: { origin, 'access-control-request-method': 'DELETE' },
          })
          const names = [...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))
          expect([address, method, names]).toEqual([address, method, []])
        }
      }
    },
  )

  test('a page of another site cannot write with the session of a browser', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    for (const [method, body] of [
      ['PUT', 'evil'],
      ['DELETE', undefined],
    ] as const) {
      const reply = await leavesNothing(app, () =>
        app.fetch('/artifactory/generic-local/victim.txt', {
          method,
          headers,
          ...(body !== undefined && { body }),
        }),
      )
      expect(reply.status).toBe(403)
    }
  })
})

test('I06: conditions and ranges on changed content follow RFC 9110', async () => {
  const address = '/artifactory/generic-local/changing.txt'
  const write = (body: string) => app.fetch(address, { method: 'PUT', body })
  const ask = async (headers: Record<string, string>) => {
    const reply = await app.fetch(address, { headers })
    return [reply.status, await reply.text()]
  }
  await write('old content')
  const etag = (await app.fetch(address)).headers.get('etag') ?? ''
  expect(await ask({ 'if-none-match': '*' })).toEqual([304, ''])
  expect(await ask({ 'if-none-match': `W/${etag}` })).toEqual([304, ''])
  expect(await ask({ range: 'bytes=4-', 'if-range': etag })).toEqual([206, 'content'])
  await write('new content, longer')
  expect(await ask({ 'if-none-match': etag })).toEqual([200, 'new content, longer'])
  expect(await ask({ range: 'bytes=4-', 'if-range': etag })).toEqual([200, 'new content, longer'])
  expect(await ask({ range: 'bytes=4-', 'if-range': `W/${etag}` })).toEqual([200, 'new content, longer'])
  expect((await ask({ range: 'bytes=19-' }))[0]).toBe(416)
  await app.fetch(address, { method: 'DELETE' })
  expect((await ask({ 'if-none-match': etag, range: 'bytes=4-' }))[0]).toBe(404)
})

test('I06: a download that began before the file was deleted ends with the bytes it began with', async () => {
  const content = Buffer.alloc(8 << 20, 'content')
  await app.fetch('/artifactory/generic-local/vanishing.bin', { method: 'PUT', body: content })
  const { hostname, port } = new URL(app.url)
  const received = await new Promise<number>((resolve) => {
    const socket = connect(Number(port), hostname)
    let size = 0
    let isDeleted = false
    socket.on('data', (chunk) => {
      size += chunk.length
      if (isDeleted) return
      isDeleted = true
      socket.pause()
      void app
        .fetch('/artifactory/generic-local/vanishing.bin', { method: 'DELETE' })
        .then(() => app.fetch('/artifactory/generic-local/vanishing.bin', { method: 'PUT', body: 'other' }))
        .then(() => socket.resume())
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(size))
    const request =
      'GET /artifactory/generic-local/vanishing.bin HTTP/1.1\r\nhost: x\r\nconnection: close\r\n'
    socket.write(`${request}authorization: ${basic(app.admin)}\r\n\r\n`)
  })
  expect(received).toBeGreaterThan(content.length)
})

describe('I03: forms of several parts', () => {
  const boundary = 'x'.repeat(60)
  const part = (name: string, value = '1') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const end = `--${boundary}--\r\n`
  const bodies: [string, string, string?][] = [
    ['ten thousand parts', Array.from({ length: 10_000 }, (_, index) => part(`p${index}`)).join('') + end],
    ['a field twice', part('user') + part('user', '2') + end],
    ['no end', part('user')],
    [
      'parts in parts',
      part('a', `content-type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\n1\r\n--y--`) + end,
    ],
    ['a head of a megabyte', part('h'.repeat(1_048_576)) + end],
    ['a long boundary', part('user') + end, 'y'.repeat(2000)],
  ]

  test.each(bodies)('%s', async (_, body, given = boundary) => {
    for (const address of [
      '/ui/api/v1/ui/auth/login',
      '/ui/api/v1/users',
      '/ui/api/v1/ui/generalConfig/logo',
    ]) {
      const reply = await leavesNothing(app, () =>
        app.fetch(address, {
          method: address.endsWith('logo') ? 'PUT' : 'POST',
          headers: { 'content-type': `multipart/form-data; boundary=${given}`, 'x-requested-with': 'test' },
          body,
        }),
      )
      expect([address, Math.floor(reply.status / 100)]).toEqual([address, 4])
    }
  })
})
