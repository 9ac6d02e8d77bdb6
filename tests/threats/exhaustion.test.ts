// Resource exhaustion: rows B of the threat table, scaled down so that they run in seconds unless all is asked for.
// One engine is enough: what is exhausted here is memory, sockets and time, before a row is written.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createGzip, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pack } from 'tar-stream'
import { z } from 'zod'
import { basic, startTestApp, type TestApp } from '../support/app.ts'
import { npmPublishBody } from '../support/builders/npm.ts'
import { counted } from '../support/counts.ts'
import { sendEndlessly } from '../support/endless.ts'
import { sendRaw } from '../support/raw.ts'
import { filesBelow, leavesNothing, leavesNothingSoon } from '../support/stored.ts'
import { watched } from '../support/watched.ts'

const npm = '/artifactory/api/npm/npm-local/'
const files = '/artifactory/generic-local/'
const megabyte = 1 << 20

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({
    env: {
      BINDERY_MAX_UPLOAD_SIZE: '32 MiB',
      BINDERY_MAX_METADATA_SIZE: '8 MiB',
    },
  })
})

afterEach(async () => {
  expect((await app.anonymous('/artifactory/api/system/ping')).status).toBe(200)
})

afterAll(() => app.close())

describe('B01: a decompression bomb', () => {
  test('is stored, described by what comes before it, and costs no memory', async () => {
    const tarball = await bomb('bomb', ['package.json', 'zeros'])
    const { reply, growth, pings } = await watched(app, () => publish('bomb', tarball))
    expect(reply.status).toBe(201)
    expect(growth).toBeLessThan(150 * megabyte)
    expect(pings).toBeGreaterThan(0)
    expect(await (await app.fetch(`${npm}bomb/1.0.0`)).json()).not.toHaveProperty('dist.unpackedSize')
  })

  test('is refused when nothing comes before it', async () => {
    const tarball = await bomb('bomb-first', ['zeros', 'package.json'])
    const { reply, growth } = await watched(app, () =>
      leavesNothing(app, () => publish('bomb-first', tarball)),
    )
    expect(reply.status).toBe(400)
    expect(growth).toBeLessThan(150 * megabyte)
  })
})

describe('B04: huge or deep JSON', () => {
  const deep = '['.repeat(200_000)
  const calls: [string, string][] = [
    ['PUT', `${npm}deep`],
    ['PUT', `${npm}-/package/deep/dist-tags/latest`],
    ['PUT', `${npm}-/user/org.couchdb.user:deep`],
    ['PUT', `${npm}deep/-rev/1-x`],
    ['POST', '/ui/api/v1/ui/auth/login'],
    ['POST', '/ui/api/v1/users'],
    ['POST', '/ui/api/v1/repositories'],
    ['POST', '/access/api/v1/tokens'],
  ]

  test.each(calls)('200,000 brackets to %s %s', async (method, address) => {
    for (const body of [deep, deep + ']'.repeat(200_000), '{"a":'.repeat(100_000)]) {
      const reply = await leavesNothing(app, () => app.fetch(address, { method, body }))
      expect([400, 413]).toContain(reply.status)
    }
  })

  test.each(calls)('a text without an end to %s %s', async (method, address) => {
    const { status, sent } = await leavesNothingSoon(app, () =>
      endless(method, address, '{"name":"', 'x'.repeat(65_536)),
    )
    expect(status).toBe(413)
    expect(sent).toBeLessThan(64 * megabyte)
  })

  test('whoever sends all of it before they listen gets the answer, too', async () => {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname).setEncoding('latin1').pause()
    const address = `${npm}-/package/deep/dist-tags/latest`
    socket.write(
      `PUT ${address} HTTP/1.1\r\nhost: x\r\nauthorization: ${basic(app.admin)}\r\ncontent-length: ${64 * megabyte}\r\n\r\n`,
    )
    // Some that are taken, and some that nobody wants any more.
    for (let piece = 0; piece < 64; piece++) {
      await new Promise<void>((resolve, reject) => {
        socket.write(' '.repeat(megabyte / 16), (error) => (error ? reject(error) : resolve()))
      })
      await app.anonymous('/artifactory/api/system/ping')
    }
    let text = ''
    for await (const part of socket) text += String(part)
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('B05: a huge packument', () => {
  test('of very many versions with 40 kB of readme each is served, and small', async () => {
    const readme = randomBytes(30_000).toString('base64')
    const versions = Array.from({ length: counted(500, 5000) }, (_, index) => `1.${index}.0`)
    const queue = versions.values()
    const publishers = Array.from({ length: 8 }, async () => {
      for (const version of queue) await app.publish('npm', 'huge', version, { readme })
    })
    const { growth } = await watched(app, () => Promise.all(publishers))
    expect(growth).toBeLessThan(250 * megabyte)
    for (const accept of ['application/json', 'application/vnd.npm.install-v1+json']) {
      const text = await (await app.fetch(`${npm}huge`, { headers: { accept } })).text()
      const shown = z.object({ versions: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text))
      expect(Object.keys(shown.versions)).toEqual(versions)
      // The readme is told once, not for each version.
      expect(text.length).toBeLessThan(versions.length * 1000 + 500_000)
    }
  })

  test('a dist-tag without an end is refused', async () => {
    await app.publish('npm', 'endless-tag', '1.0.0')
    const address = `${npm}-/package/endless-tag/dist-tags/beta`
    const { status, sent } = await leavesNothingSoon(app, () =>
      endless('PUT', address, '"', '1'.repeat(65_536)),
    )
    expect(status).toBe(413)
    expect(sent).toBeLessThan(16 * megabyte)
  })

  test('a dist-tag that announces 2 GB is refused before it is sent', async () => {
    const request = `PUT ${npm}-/package/endless-tag/dist-tags/beta HTTP/1.1\r\nhost: x\r\nauthorization: ${basic(app.admin)}\r\n`
    const body = `"${'1'.repeat(100_000)}`
    const reply = await sendRaw(app.url, `${request}content-length: 2147483648\r\n\r\n${body}`)
    expect(reply.status).toBe(413)
  })
})

test('B07: a page cannot be made endless', async () => {
  for (let index = 0; index < 3; index++) await app.publish('npm', `paged-${index}`, '1.0.0')
  const search = (query: string) => app.fetch(`${npm}-/v1/search?text=paged&${query}`)
  const Found = z.object({ objects: z.array(z.unknown()) })
  for (const query of ['size=999999999999', 'size=1e9', 'from=0&size=250'])
    expect(Found.parse(await (await search(query)).json()).objects).toHaveLength(3)
  expect(Found.parse(await (await search('size=0')).json()).objects).toHaveLength(0)
  for (const query of ['size=-1', 'size=NaN', 'from=-5', 'size=Infinity'])
    expect((await search(query)).status).toBe(400)
  for (const query of ['limit=999999999999', 'limit=-1', 'limit=1e9', 'limit=0'])
    expect([200, 400]).toContain((await app.fetch(`/ui/api/v1/packages?${query}`)).status)
})

describe('B09: many or large headers', () => {
  test.each([
    [
      '2,000 headers',
      Array.from({ length: 2000 }, (_, index) => `x-header-${index}: ${'v'.repeat(30)}`).join('\r\n'),
    ],
    ['one header of 1 MB', `x-large: ${'v'.repeat(megabyte)}`],
    ['one name of 100 kB', `x-${'n'.repeat(100_000)}: v`],
  ])('%s', async (_title, headers) => {
    for (const upgrade of ['', 'connection: upgrade\r\nupgrade: websocket\r\n']) {
      const reply = await sendRaw(app.url, `GET ${files} HTTP/1.1\r\nhost: x\r\n${upgrade}${headers}\r\n\r\n`)
      expect([400, 431]).toContain(reply.status)
    }
  })

  test('many small ones do not crash it', async () => {
    const headers = Array.from({ length: 5000 }, (_, index) => `a${index}: b`).join('\r\n')
    const reply = await sendRaw(
      app.url,
      `GET ${files} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n\r\n`,
    )
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
  })
})

test('B11: overlapping ranges are answered once', async () => {
  const content = randomBytes(megabyte)
  await app.fetch(`${files}ranged.bin`, { method: 'PUT', body: content })
  const answer = async (range: string) => {
    const reply = await app.fetch(`${files}ranged.bin`, { headers: { range } })
    return [reply.status, (await reply.arrayBuffer()).byteLength]
  }
  expect(await answer(`bytes=${'0-,'.repeat(5000)}0-`)).toEqual([200, megabyte])
  expect(await answer(`bytes=${Array.from({ length: 1000 }, (_, at) => `${at}-`).join(',')}`)).toEqual([
    200,
    megabyte,
  ])
  expect(await answer('bytes=5-2')).toEqual([200, megabyte])
  expect((await answer('bytes=-0'))[0]).toBe(416)
  expect((await answer('bytes=99999999999999999999-'))[0]).not.toBe(500)
})

describe('B17: a compressed body', () => {
  test.each(['gzip', 'deflate', 'br', 'gzip, gzip', 'zstd'])('%s is not expanded', async (coding) => {
    const body = gzipSync(Buffer.alloc(10 * megabyte))
    const headers = { 'content-encoding': coding, 'content-type': 'application/json' }
    const calls: [string, string][] = [
      ['PUT', `${npm}packed`],
      ['PUT', `${npm}-/package/packed/dist-tags/latest`],
      ['PUT', `${npm}-/user/org.couchdb.user:packed`],
      ['POST', '/ui/api/v1/users'],
      ['POST', '/ui/api/v1/ui/auth/login'],
    ]
    for (const [method, address] of calls) {
      const reply = await leavesNothing(app, () => app.fetch(address, { method, headers, body }))
      expect([address, [400, 415].includes(reply.status)]).toEqual([address, true])
    }
  })
})

test('B19: an upload without an end is refused at the limit and leaves nothing', async () => {
  const { status, sent } = await leavesNothingSoon(app, () =>
    endless('PUT', `${files}endless.bin`, '', '\0'.repeat(65_536)),
  )
  expect(status).toBe(413)
  expect(sent).toBeLessThan(128 * megabyte)
  expect(await filesBelow(join(app.home, 'blobs', 'tmp'))).toEqual([])
})

test('B21: paths and names that somebody makes up do not grow the metrics', async () => {
  const metrics = async () =>
    (await (await app.fetch('/artifactory/api/v1/metrics')).text()).split('\n').length
  await fire(20)
  const before = await metrics()
  const { growth } = await watched(app, () => fire(counted(1000, 1_000_000)))
  expect(await metrics()).toBe(before)
  expect(growth).toBeLessThan(200 * megabyte)

  async function fire(times: number) {
    for (let round = 0; round < times; round += 20)
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const word = randomBytes(8).toString('hex')
          const addresses = [`${files}${word}`, `${npm}${word}`, `/${word}`, `/ui/api/v1/${word}`]
          const address = addresses[index % addresses.length] ?? ''
          const headers = { authorization: `Bearer bnd_${word}`, 'user-agent': word, 'x-request-id': word }
          await (await app.fetch(address, { headers: index % 2 ? headers : { 'user-agent': word } })).text()
        }),
      )
  }
})

async function publish(name: string, tarball: Buffer): Promise<Response> {
  const body = JSON.stringify(npmPublishBody(name, '1.0.0', tarball))
  return app.fetch(npm + name, { method: 'PUT', body })
}

/** A thousandth of what it unpacks to. */
async function bomb(name: string, order: string[]): Promise<Buffer> {
  const archive = pack()
  const packed = archive.pipe(createGzip({ level: 6 }))
  const chunks: Buffer[] = []
  const finished = (async () => {
    for await (const chunk of packed) chunks.push(chunk)
  })()
  for (const part of order) {
    if (part === 'package.json') {
      archive.entry({ name: 'package/package.json' }, JSON.stringify({ name, version: '1.0.0' }))
      continue
    }
    const megabytes = counted(200, 10_240)
    const entry = archive.entry({ name: 'package/zeros.bin', size: megabytes * megabyte })
    for (let written = 0; written < megabytes; written++)
      if (!entry.write(Buffer.alloc(megabyte)))
        await new Promise<void>((resolve) => entry.once('drain', () => resolve()))
    entry.end(undefined)
    await new Promise<void>((resolve) => entry.once('finish', () => resolve()))
  }
  archive.finalize()
  await finished
  return Buffer.concat(chunks)
}

const endless = (method: string, address: string, first: string, again: string) =>
  sendEndlessly(app.url, `${method} ${address}`, { authorization: basic(app.admin) }, { first, again })
