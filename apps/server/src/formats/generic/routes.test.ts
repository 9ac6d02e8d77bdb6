import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { leavesNothing } from '../../../../../tests/support/stored.ts'
import { formatSuite } from '../../registry/format.suite.ts'

const base = '/artifactory/generic-local/'

const Refusal = z.object({ errors: z.tuple([z.object({ status: z.number(), message: z.string() })]) })

formatSuite({
  format: 'generic',
  repository: 'generic-local',
  base: (repository) => `/artifactory/${repository}/`,
  file: (name, version) => `${name}/${version}/${name}-${version}.txt`,
  documents: (name, version) => ['', `${name}/`, `${name}/${version}/${name}-${version}.txt.sha256`],
  absent: ['nothing.txt', 'suite/nothing/', 'suite/1.0.0/suite-1.0.0.txt/below', 'nothing.txt.sha256'],
  write: (name) => Promise.resolve({ path: `${name}.txt`, method: 'PUT', body: 'content' }),
  sentenceOf: (body) => Refusal.parse(body).errors[0].message,
})

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const put = (path: string, body: string, headers: Record<string, string> = {}) =>
  app.fetch(base + path, { method: 'PUT', body, headers })

const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')

describe('a file', () => {
  test('is stored, and described in the words that the clients read', async () => {
    const reply = await put('described/hello.txt', 'hello', { 'x-checksum-sha1': digest('sha1', 'hello') })
    expect(reply.status).toBe(201)
    expect(reply.headers.get('location')).toBe(`${app.url}${base}described/hello.txt`)
    const { created, ...item } = z
      .object({ created: z.iso.datetime() })
      .loose()
      .parse(await reply.json())
    expect(Date.now() - Date.parse(created)).toBeLessThan(60_000)
    expect(item).toEqual({
      repo: 'generic-local',
      path: '/described/hello.txt',
      createdBy: 'admin',
      downloadUri: `${app.url}/artifactory/generic-local/described/hello.txt`,
      mimeType: 'text/plain',
      size: '5',
      checksums: {
        sha1: digest('sha1', 'hello'),
        md5: digest('md5', 'hello'),
        sha256: digest('sha256', 'hello'),
      },
      originalChecksums: { sha1: digest('sha1', 'hello') },
      uri: `${app.url}/artifactory/api/storage/generic-local/described/hello.txt`,
    })
  })

  test('is served with its digests, and always as a download', async () => {
    await put('served/page.html', '<script>alert(1)</script>')
    const reply = await app.fetch(`${base}served/page.html`)
    const names = ['content-type', 'content-length', 'content-disposition', 'accept-ranges', 'etag']
    const checksums = ['x-checksum-md5', 'x-checksum-sha1', 'x-checksum-sha256', 'x-artifactory-filename']
    const safety = ['content-security-policy', 'x-content-type-options', 'cache-control']
    const headers = [...names, ...checksums, ...safety].map((name) => `${name}: ${reply.headers.get(name)}`)
    expect([reply.status, ...headers, await reply.text()].join('\n')).toMatchInlineSnapshot(`
      "200
      content-type: text/html
      content-length: 25
      content-disposition: attachment; filename="page.html"; filename*=UTF-8''page.html
      accept-ranges: bytes
      etag: "d5f936942ce9128c48c06d488663b224e56f3df7"
      x-checksum-md5: 38fff51cb7248a06d6142c6bdf846831
      x-checksum-sha1: d5f936942ce9128c48c06d488663b224e56f3df7
      x-checksum-sha256: 5c140d35dcb46a622e2cedf5ef5cc3638cdffd1c118c9331f8c84669f0b74783
      x-artifactory-filename: page.html
      content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox
      x-content-type-options: nosniff
      cache-control: private, no-cache
      <script>alert(1)</script>"
    `)
    expect(reply.headers.get('x-artifactory-id')).toMatch(/./)
    expect(Date.parse(reply.headers.get('last-modified') ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('may be empty', async () => {
    expect((await put('empty.bin', '')).status).toBe(201)
    const reply = await app.fetch(`${base}empty.bin`)
    expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([200, '0', ''])
    expect((await app.fetch(`${base}empty.bin`, { headers: { range: 'bytes=0-' } })).status).toBe(416)
  })

  test('is gone after DELETE, and only then', async () => {
    await put('gone/here.txt', 'here')
    const reply = await app.fetch(`${base}gone/here.txt`, { method: 'DELETE' })
    expect([reply.status, await reply.text()]).toEqual([204, ''])
    for (const method of ['GET', 'HEAD', 'DELETE'])
      expect((await app.fetch(`${base}gone/here.txt`, { method })).status).toBe(404)
    expect((await app.fetch(`${base}gone/`)).status).toBe(200)
  })

  test('survives a deletion of another file with the same bytes', async () => {
    await put('twin/a.txt', 'the same')
    await put('twin/b.txt', 'the same')
    await app.fetch(`${base}twin/a.txt`, { method: 'DELETE' })
    expect(await (await app.fetch(`${base}twin/b.txt`)).text()).toBe('the same')
  })
})

describe('digests', () => {
  test.each(['md5', 'sha1', 'sha256'])('%s that is right is accepted, in upper case too', async (name) => {
    const right = digest(name, name).toUpperCase()
    expect((await put(`digests/${name}.txt`, name, { [`x-checksum-${name}`]: right })).status).toBe(201)
  })

  test.each(['md5', 'sha1', 'sha256'])('%s that is wrong is refused, and nothing is stored', async (name) => {
    const wrong = digest(name, 'other bytes')
    const reply = await leavesNothing(app, () =>
      put('digests/wrong.txt', 'these bytes', { [`x-checksum-${name}`]: wrong }),
    )
    expect(reply.status).toBe(409)
    expect(Refusal.parse(await reply.json()).errors[0].message).toBe(
      `The ${name} of the received bytes is ${digest(name, 'these bytes')}, not ${wrong} as announced. The file was not stored; send it again.`,
    )
  })

  test.each(['md5', 'sha1', 'sha256'])('a plain X-Checksum is a %s when it has its length', async (name) => {
    const plain = (bytes: string) =>
      put(`digests/plain-${name}.txt`, bytes, { 'x-checksum': digest(name, 'plain') })
    const right = await plain('plain')
    expect([right.status, await right.json()]).toMatchObject([
      201,
      { originalChecksums: { [name]: digest(name, 'plain') } },
    ])
    expect((await leavesNothing(app, () => plain('changed'))).status).toBe(409)
  })

  test('one wrong among right ones is enough', async () => {
    const reply = await leavesNothing(app, () =>
      put('digests/mixed.txt', 'mixed', {
        'x-checksum-sha1': digest('sha1', 'mixed'),
        'x-checksum-md5': digest('md5', 'other'),
      }),
    )
    expect(reply.status).toBe(409)
  })

  test('an empty header counts as none, and one that is no digest is refused', async () => {
    expect((await put('digests/empty.txt', 'x', { 'x-checksum-sha1': '' })).status).toBe(201)
    for (const value of ['abc', 'z'.repeat(40), digest('md5', 'x')]) {
      const reply = await leavesNothing(app, () => put('digests/bad.txt', 'x', { 'x-checksum-sha1': value }))
      expect(reply.status).toBe(400)
    }
  })

  test('can be read at the address of the file with their name behind it', async () => {
    await put('digests/read.txt', 'read me')
    for (const name of ['sha256', 'sha1', 'md5']) {
      const reply = await app.fetch(`${base}digests/read.txt.${name}`)
      expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(await reply.text()).toBe(digest(name, 'read me'))
    }
    expect((await app.fetch(`${base}digests/read.txt.sha512`)).status).toBe(404)
  })

  test('a file that was stored under such a name wins', async () => {
    await put('digests/own.txt', 'own')
    await put('digests/own.txt.sha256', 'stored by somebody')
    expect(await (await app.fetch(`${base}digests/own.txt.sha256`)).text()).toBe('stored by somebody')
  })
})
