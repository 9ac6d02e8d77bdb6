// The tests that every format must pass. Each format's routes.test.ts calls this with the few things that differ.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  basic,
  startTestApp,
  type Credentials,
  type PublishOptions,
  type TestApp,
} from '../../../../tests/support/app.ts'
import type { Send } from '../../../../tests/support/builders/published.ts'
import { rawRequest } from '../../../../tests/support/raw.ts'
import { leavesNothing } from '../../../../tests/support/stored.ts'

export interface FormatUnderTest {
  format: keyof PublishOptions
  repository: string
  /** Where the client finds the repository, with a slash at the end. */
  base(repository: string): string
  /** The address of a published file below the base. */
  file(name: string, version: string): string
  /** Addresses below the base that tell about a published package without being one of its files. */
  documents(name: string, version: string): string[]
  /** Addresses below the base where nothing is. */
  absent: string[]
  /** A request that stores something new. */
  write(name: string): Promise<WriteRequest>
  /** The sentence of a refusal; throws when the reply has not the form that this client understands. */
  sentenceOf(body: unknown): string
}

export interface WriteRequest {
  path: string
  method: string
  headers?: Record<string, string>
  body: string
}

export function formatSuite(format: FormatUnderTest): void {
  let app: TestApp
  let reader: Credentials
  let stranger: Credentials
  const name = 'suite'
  const version = '1.0.0'
  const base = format.base(format.repository)
  const file = base + format.file(name, version)
  let bytes: Buffer

  beforeAll(async () => {
    app = await startTestApp()
    // A new installation lets everybody who signs in read; here it matters who may not.
    await app.closeReading()
    reader = await app.user({ name: 'reader', grants: [{ action: 'read', repository: format.repository }] })
    stranger = await app.user({ name: 'stranger' })
    bytes = (await app.publish(format.format, name, version)).bytes
  })

  afterAll(() => app.close())

  describe('paths that lead elsewhere', () => {
    test.each(refusedPaths)('%s is refused, whatever the method', async (path) => {
      const replies = await leavesNothing(app, () =>
        Promise.all(
          ['GET', 'HEAD', 'PUT', 'DELETE'].map((method) =>
            rawRequest(app.url, `${method} ${base}${path}`, { authorization: basic(app.admin) }),
          ),
        ),
      )
      expect(replies.map((reply) => reply.status)).toEqual([400, 400, 400, 400])
      expect(replies.map((reply) => reply.text).join('')).not.toContain('root:x:')
    })

    test.each(literalPaths)('%s is a name like any other, and absent', async (path) => {
      const reply = await rawRequest(app.url, `GET ${base}${path}`, { authorization: basic(app.admin) })
      expect(reply.status).toBe(404)
    })

    test('a path of 20,000 characters is too long', async () => {
      const long = 'a/'.repeat(10_000)
      const replies = await leavesNothing(app, () =>
        Promise.all(['GET', 'PUT'].map((method) => app.fetch(`${base}${long}x`, { method }))),
      )
      expect(replies.map((reply) => reply.status)).toEqual([414, 414])
    })
  })

  describe('refusals', () => {
    test.each(format.absent)('%s is not there', async (path) => {
      const reply = await app.fetch(base + path)
      expect(reply.status).toBe(404)
      expect(await refusal(reply)).toMatch(/^There is no .+\.$/)
    })

    test('a repository that does not exist is not there', async () => {
      const reply = await app.fetch(format.base('no-such-repository') + format.file(name, version))
      expect(reply.status).toBe(404)
      expect(await refusal(reply)).toBe(
        'There is no repository "no-such-repository" here, or you may not see it.',
      )
    })

    test('a method that nobody offers is told which ones there are', async () => {
      const reply = await app.fetch(file, { method: 'PATCH' })
      expect(reply.status).toBe(405)
      expect(reply.headers.get('allow')).toMatch(/GET/)
      await refusal(reply)
    })

    test('a HEAD that is refused has the headers of the GET and no body', async () => {
      const [path = ''] = format.absent
      await expectSameHeaders(base + path)
    })
  })

  describe('reading', () => {
    test('a file arrives byte for byte', async () => {
      const reply = await app.fetch(file)
      expect(reply.status).toBe(200)
      expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
    })

    test.each(['file', 'documents'] as const)('HEAD of %s has the headers of GET', async (kind) => {
      const addresses = kind === 'file' ? [file] : format.documents(name, version).map((path) => base + path)
      for (const address of addresses) expect((await expectSameHeaders(address)).status).toBe(200)
    })

    test('a part can be had, from the start, from the end and in between', async () => {
      expect(await partOf('bytes=0-')).toEqual([206, `bytes 0-${bytes.length - 1}/${bytes.length}`, bytes])
      expect(await partOf('bytes=2-5')).toEqual([206, `bytes 2-5/${bytes.length}`, bytes.subarray(2, 6)])
      expect(await partOf('bytes=-3')).toEqual([
        206,
        `bytes ${bytes.length - 3}-${bytes.length - 1}/${bytes.length}`,
        bytes.subarray(-3),
      ])
      expect(await partOf(`bytes=1-${bytes.length * 2}`)).toEqual([
        206,
        `bytes 1-${bytes.length - 1}/${bytes.length}`,
        bytes.subarray(1),
      ])
    })

    test('a part that lies outside is refused, and what is no range is ignored', async () => {
      const outside = await app.fetch(file, { headers: { range: `bytes=${bytes.length}-` } })
      expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
      await refusal(outside)
      for (const range of ['bytes=5-2', 'bytes=0-1,3-4', 'bytes=-', 'lines=1-2', 'bytes=x-'])
        expect(await partOf(range)).toEqual([200, null, bytes])
    })

    test('a client that has the file already is told so', async () => {
      const { headers } = await app.fetch(file)
      const etag = headers.get('etag') ?? ''
      const since = headers.get('last-modified') ?? ''
      expect(etag).toMatch(/^"[0-9a-f]{40}"$/)
      expect(await statusWith({ 'if-none-match': etag })).toBe(304)
      expect(await statusWith({ 'if-none-match': `W/${etag}` })).toBe(304)
      expect(await statusWith({ 'if-none-match': `"other", ${etag}` })).toBe(304)
      expect(await statusWith({ 'if-none-match': '*' })).toBe(304)
      expect(await statusWith({ 'if-none-match': '"other"' })).toBe(200)
      expect(await statusWith({ 'if-modified-since': since })).toBe(304)
      expect(await statusWith({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(200)
      // RFC 9110, 13.1.3: the tag decides when both are there.
      expect(await statusWith({ 'if-none-match': '"other"', 'if-modified-since': since })).toBe(200)
    })
  })

  describe('access', () => {
    test('whoever did not sign in is asked to, and learns nothing about what exists', async () => {
      const addresses = [
        file,
        ...[...format.documents(name, version), ...format.absent].map((path) => base + path),
        format.base('no-such-repository') + format.file(name, version),
      ]
      const refusals = await Promise.all(addresses.map((address) => refusalFor(app.anonymous, address)))
      for (const one of refusals) expect(one).toEqual(refusals[0])
      expect(refusals[0]).toEqual([
        401,
        'Basic realm="Artifactory Realm"',
        'Sign in first: anonymous users may not read anything here.',
      ])
    })

    test('a wrong password and a wrong token are refused before anything else', async () => {
      for (const who of [{ ...reader, password: 'wrong' }, { token: 'wrong' }]) {
        const reply = await app.as(who)(file)
        expect(reply.status).toBe(401)
        await refusal(reply)
      }
    })

    test('a user without rights cannot tell a repository from one that is not there', async () => {
      const paths = [format.file(name, version), ...format.documents(name, version), ...format.absent]
      for (const path of paths) {
        const known = await refusalFor(app.as(stranger), base + path)
        const unknown = await refusalFor(app.as(stranger), format.base('no-such-repository') + path)
        expect(known[0]).toBe(404)
        expect(known).toEqual(unknown.map((part) => renamed(part)))
      }
    })

    test('a user without rights cannot write either, and learns as little', async () => {
      const { path, ...request } = await format.write('smuggled')
      const reply = await leavesNothing(app, () => app.as(stranger)(base + path, request))
      expect(reply.status).toBe(404)
      expect(await refusal(reply)).toBe(
        `There is no repository "${format.repository}" here, or you may not see it.`,
      )
    })

    test('nobody writes without signing in', async () => {
      const { path, ...request } = await format.write('smuggled')
      const reply = await leavesNothing(app, () => app.anonymous(base + path, request))
      expect(reply.status).toBe(401)
      expect(reply.headers.get('www-authenticate')).toBe('Basic realm="Artifactory Realm"')
      await refusal(reply)
    })

    test('a reader reads, and is told which right a write would need', async () => {
      expect((await app.as(reader)(file)).status).toBe(200)
      const { path, ...request } = await format.write('smuggled')
      const reply = await leavesNothing(app, () => app.as(reader)(base + path, request))
      expect(reply.status).toBe(403)
      const sentence = await refusal(reply)
      expect(sentence).toContain(`User reader may not deploy to ${format.repository}/`)
      expect(sentence).toContain(
        'no permission allows it. Ask an administrator for the deploy right on this repository.',
      )
    })

    test('a reader deletes nothing, by no path', async () => {
      const plain = `/artifactory/${format.repository}/`
      for (const address of new Set([file, plain, plain + format.file(name, version)])) {
        const reply = await leavesNothing(app, () => app.as(reader)(address, { method: 'DELETE' }))
        expect([403, 405]).toContain(reply.status)
      }
    })

    test('whoever may deploy stores something new', async () => {
      const writer = await app.user({
        name: 'writer',
        grants: [{ action: 'deploy', repository: format.repository }],
      })
      const { path, ...request } = await format.write('written')
      expect((await app.as(writer)(base + path, request)).status).toBe(201)
    })
  })

  async function refusal(reply: Response): Promise<string> {
    const id = reply.headers.get('x-request-id')
    expect(id).toMatch(/^[\w-]{8,}$/)
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/)
    const sentence = format.sentenceOf(await reply.json())
    expect(sentence).toMatch(/^[A-Z"].+\.$/)
    return sentence
  }

  async function refusalFor(send: Send, address: string): Promise<(string | number | null)[]> {
    const reply = await send(address)
    return [reply.status, reply.headers.get('www-authenticate'), await refusal(reply)]
  }

  const renamed = (part: string | number | null) =>
    typeof part === 'string' ? part.replace('no-such-repository', format.repository) : part

  async function partOf(range: string): Promise<[number, string | null, Buffer]> {
    const reply = await app.fetch(file, { headers: { range } })
    const body = Buffer.from(await reply.arrayBuffer())
    expect(Number(reply.headers.get('content-length'))).toBe(body.length)
    return [reply.status, reply.headers.get('content-range'), body]
  }

  async function statusWith(headers: Record<string, string>): Promise<number> {
    const reply = await app.fetch(file, { headers })
    const body = await reply.arrayBuffer()
    expect(body.byteLength).toBe(reply.status === 304 ? 0 : bytes.length)
    return reply.status
  }

  async function expectSameHeaders(address: string): Promise<Response> {
    const headers = { 'accept-encoding': 'identity' }
    const get = await app.fetch(address, { headers })
    const head = await app.fetch(address, { headers, method: 'HEAD' })
    const length = get.headers.get('content-length')
    if (length !== null) expect(Number(length)).toBe((await get.arrayBuffer()).byteLength)
    expect((await head.arrayBuffer()).byteLength).toBe(0)
    expect(head.status).toBe(get.status)
    expect(lasting(head)).toEqual(lasting(get))
    return get
  }
}

/** Each would leave the folder it stands in, for one parser or another. */
const refusedPaths = [
  '../../../etc/passwd',
  'a/../../b',
  '..',
  '.',
  'a/./b',
  '%2e%2e/%2e%2e/etc/passwd',
  '%2E%2E%2F%2E%2E%2Fetc%2Fpasswd',
  '.%2e/.%2e/etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2F%2F%2F%2F..%2F..%2F..%2Fetc%2Fpasswd',
  '..\\..\\etc\\passwd',
  '..%5c..%5cetc%5cpasswd',
  'a%5c..%5cb',
  '..;/..;/etc/passwd',
  '..;a=b/etc/passwd',
  '%c0%ae%c0%ae/etc/passwd',
  '%u002e%u002e/etc/passwd',
  'a%00.txt',
  'a%0d%0aSet-Cookie:x=1',
  'a%1b[31m',
  'a%7f',
  'a%zz',
  'a%',
]

/** Decoded once, as it should be, these are odd names and nothing else. */
const literalPaths = [
  '%252e%252e%252fetc%252fpasswd',
  '.../.../etc/passwd',
  '%EF%BC%8E%EF%BC%8E/etc/passwd',
  '%e2%80%ae/etc/passwd',
]

/** Without what belongs to the moment or to the connection. */
function lasting(reply: Response): Record<string, string> {
  const {
    date,
    connection,
    'keep-alive': keepAlive,
    'transfer-encoding': coding,
    'x-request-id': id,
    ...rest
  } = Object.fromEntries(reply.headers)
  return rest
}
