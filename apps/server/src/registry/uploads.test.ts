// How bytes come in: in pieces, too many, all at once, and from clients that go away.
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { sendEndlessly } from '../../../../tests/support/endless.ts'
import { rawRequest, sendRaw } from '../../../../tests/support/raw.ts'
import { filesBelow, leavesNothing, leavesNothingSoon } from '../../../../tests/support/stored.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_MAX_UPLOAD_SIZE: '1 MiB' } })
})

afterAll(() => app.close())

const limit = 1024 * 1024
const base = '/artifactory/generic-local/'

const put = (path: string, body: Buffer | string) => app.fetch(base + path, { method: 'PUT', body })

const head = (path: string, ...headers: string[]) =>
  [
    `PUT ${base}${path} HTTP/1.1`,
    'host: localhost',
    `authorization: ${basic(app.admin)}`,
    ...headers,
    '',
    '',
  ].join('\r\n')

const read = async (path: string) => (await app.fetch(base + path)).text()

describe('a body', () => {
  test('may come in chunks without a length', async () => {
    const chunks = ['5\r\nhello\r\n', '1;ignored=extension\r\n \r\n', '5\r\nworld\r\n', '0\r\n\r\n'].join('')
    const reply = await sendRaw(
      app.url,
      head('chunked.txt', 'transfer-encoding: chunked', 'connection: close') + chunks,
    )
    expect(reply.status).toBe(201)
    expect(await read('chunked.txt')).toBe('hello world')
  })

  test('may be left out: a file without bytes, a call without an object, a refusal', async () => {
    const reply = await sendRaw(app.url, head('empty.txt', 'connection: close'))
    expect(reply.status).toBe(201)
    expect(await read('empty.txt')).toBe('')
    const publish = head('', 'connection: close').replace(base, '/artifactory/api/npm/npm-local/pad')
    expect((await sendRaw(app.url, publish)).status).toBe(400)
    const call = head('', 'connection: close').replace(base, '/artifactory/api/repositories/made-of-nothing')
    expect((await sendRaw(app.url, call)).status).toBe(400)
    const unknown = head('', 'connection: close').replace(`PUT ${base}`, 'GET /artifactory/api/nothing')
    expect((await sendRaw(app.url, unknown)).status).toBe(404)
  })

  test('may wait for the server to agree', async () => {
    const reply = await converse(
      head('agreed.txt', 'content-length: 5', 'expect: 100-continue', 'connection: close'),
      [{ when: /^HTTP\/1\.1 100 Continue\r\n\r\n/, say: 'hello' }],
    )
    expect(reply).toMatch(/\r\n\r\nHTTP\/1\.1 201 Created/)
    expect(await read('agreed.txt')).toBe('hello')
  })

  test('of exactly the limit is stored, and one byte more is not', async () => {
    expect((await put('limit.bin', Buffer.alloc(limit))).status).toBe(201)
    const reply = await leavesNothing(app, () => put('more.bin', Buffer.alloc(limit + 1)))
    expect(reply.status).toBe(413)
    expect(await reply.text()).toContain('1048576 bytes')
  })

  test('that announces too much is refused before any of it is sent', async () => {
    const reply = await leavesNothing(app, () =>
      sendRaw(app.url, head('huge.bin', 'content-length: 1000000000000')),
    )
    expect(reply.status).toBe(413)
    expect(reply.head.toLowerCase()).toContain('connection: close')
  })

  test('that announces too much is not asked for', async () => {
    const reply = await converse(
      head('huge.bin', 'content-length: 1000000000000', 'expect: 100-continue'),
      [],
    )
    expect(reply).toMatch(/HTTP\/1\.1 413 /)
  })

  test('without an end is refused at the limit', async () => {
    const { status, sent } = await leavesNothingSoon(app, () =>
      sendEndlessly(
        app.url,
        `PUT ${base}endless.bin`,
        { authorization: basic(app.admin) },
        { again: '\0'.repeat(65_536) },
      ),
    )
    expect(status).toBe(413)
    expect(sent).toBeLessThan(64 * limit)
  })
})

describe('a client that stops halfway leaves nothing', () => {
  test.each([
    ['before the first byte', 0],
    ['in a small file', 1000],
    ['in a file that is written while it comes', 900_000],
  ])('%s', async (_title, sent) => {
    const bytes = Buffer.concat([
      Buffer.from(head('halfway.bin', 'content-length: 1000000')),
      Buffer.alloc(sent),
    ])
    await leavesNothingSoon(app, () => sendRaw(app.url, bytes, { end: true }))
    expect((await app.fetch(`${base}halfway.bin`)).status).toBe(404)
  })

  test('in the middle of a chunk', async () => {
    const bytes = `${head('halfway.bin', 'transfer-encoding: chunked')}5\r\nhel`
    await leavesNothingSoon(app, () => sendRaw(app.url, bytes, { end: true }))
    expect((await app.fetch(`${base}halfway.bin`)).status).toBe(404)
  })

  test('and the file that was there stays', async () => {
    await put('precious.bin', 'precious')
    const bytes = `${head('precious.bin', 'content-length: 100')}worthless`
    await leavesNothingSoon(app, () => sendRaw(app.url, bytes, { end: true }))
    expect(await read('precious.bin')).toBe('precious')
  })
})

describe('many at once', () => {
  test('for one path all succeed, and one of them is there whole', async () => {
    const contents = Array.from({ length: 20 }, (_, index) => `${index} `.repeat(1 + index * 3000))
    const replies = await Promise.all(contents.map((content) => put('same/path.txt', content)))
    expect(replies.map((reply) => reply.status)).toEqual(contents.map(() => 201))
    const stored = await app.fetch(`${base}same/path.txt`)
    const body = await stored.text()
    expect(contents).toContain(body)
    expect(Number(stored.headers.get('content-length'))).toBe(body.length)
    const rows = await app.db.selectFrom('nodes').select('size').where('path', '=', 'same/path.txt').execute()
    expect(rows).toEqual([{ size: body.length }])
  })

  test.each([
    ['as a row', 'twins'],
    ['as a file', 'twins'.repeat(20_000)],
  ])('with the same bytes for many paths are one blob, %s', async (kind, content) => {
    const paths = Array.from({ length: 20 }, (_, index) => `${kind}/${index % 5}/${index}`)
    const replies = await Promise.all(paths.map((path) => put(path, content)))
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]))
    expect(await Promise.all(paths.map(read))).toEqual(paths.map(() => content))
    const nodes = await app.db
      .selectFrom('nodes')
      .select('sha256')
      .distinct()
      .where('path', 'in', paths)
      .execute()
    expect(nodes).toHaveLength(1)
    const sha256 = String(nodes[0]?.sha256)
    const files = await filesBelow(join(app.home, 'blobs'))
    const rows = await app.db
      .selectFrom('blob_contents')
      .select('sha256')
      .where('sha256', '=', sha256)
      .execute()
    expect([files.filter((file) => file.endsWith(sha256)).length, rows.length]).toEqual(
      kind === 'as a row' ? [0, 1] : [1, 0],
    )
  })

  test('storing and deleting one path ends with a whole file or none', async () => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 2
          ? app.fetch(`${base}flicker.txt`, { method: 'DELETE' })
          : put('flicker.txt', `${index}`),
      ),
    )
    for (const reply of replies) expect([201, 204, 404]).toContain(reply.status)
    const last = await app.fetch(`${base}flicker.txt`)
    expect([200, 404]).toContain(last.status)
  })

  test('a folder that is deleted while files arrive keeps no file without it', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 5 === 4
          ? app.fetch(`${base}busy/`, { method: 'DELETE' })
          : put(`busy/in/here-${index}.txt`, 'x'),
      ),
    )
    const nodes = await app.db
      .selectFrom('nodes')
      .select(['path', 'parent'])
      .where('path', 'like', 'busy%')
      .execute()
    const paths = new Set(nodes.map(({ path }) => path))
    expect(nodes.filter(({ parent }) => parent !== '' && !paths.has(parent))).toEqual([])
  })
})

test('raw bytes of any value come back', async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value))
  await rawRequest(
    app.url,
    `PUT ${base}bytes.bin`,
    { authorization: basic(app.admin), 'content-length': '256' },
    bytes,
  )
  const reply = await app.fetch(`${base}bytes.bin`)
  expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
})

test('no upload of this file left anything unfinished', async () => {
  await expect.poll(() => filesBelow(join(app.home, 'blobs', 'tmp'))).toEqual([])
})

/** Writes, answers what comes back in order, and collects everything until the server closes. */
function converse(first: string, answers: { when: RegExp; say: string }[]): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const waiting = [...answers]
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('latin1')
    socket.setTimeout(60_000, () => socket.destroy())
    socket.on('data', (chunk) => {
      text += chunk
      if (waiting[0]?.when.test(text)) socket.write(waiting.shift()?.say ?? '')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
    socket.write(first)
  })
}
