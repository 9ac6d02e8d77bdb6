// Archives made to harm whoever looks into them: rows A08, A16, A17 and B02 of the threat table, in every place that opens one.
// One engine is enough: this is about the reading of archives; what it stores are files like any other.
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { makeTar } from '../../apps/server/src/formats/npm/tarball/tarball.fixture.ts'
import { type Entries, tarOf, zipOf } from '../../apps/server/src/registry/archives/archive.fixture.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeRepository } from '../support/repositories.ts'
import { leavesNothing } from '../support/stored.ts'
import { sealTarHeader } from '../support/tar.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await makeRepository(app, 'looked', 'local', { archiveBrowsingEnabled: true })
})

afterEach(async () => {
  expect((await app.anonymous('/artifactory/api/system/ping')).status).toBe(200)
})

afterAll(() => app.close())

const put = (path: string, body: Buffer, headers: Record<string, string> = {}) =>
  app.fetch(`/artifactory/looked/${path}`, { method: 'PUT', body, headers })
const explode = (path: string, body: Buffer) => put(path, body, { 'x-explode-archive': 'true' })
const ask = (what: string, path: string, more = '') =>
  app.fetch(`/ui/api/v1/artifacts/${what}?repository=looked&path=${encodeURIComponent(path)}${more}`)

/** Until the index of searches has read these bytes, too. */
const indexed = async (body: Buffer) => {
  const sha256 = hash('sha256', body)
  const rows = () => app.db.selectFrom('indexed_archives').select('entries').where('sha256', '=', sha256)
  await expect.poll(async () => (await rows().execute()).length).toBe(1)
  const names = app.db.selectFrom('archive_entries').select('name').where('sha256', '=', sha256)
  return (await names.execute()).map(({ name }) => name)
}

describe('B02: an archive in an archive is a file like any other', () => {
  const nested = async (depth: number, make: (entries: Entries) => Promise<Buffer>, name: string) => {
    let bytes = await make({ 'innermost.txt': 'the end' })
    let inner = bytes
    for (let level = 1; level < depth; level++) [bytes, inner] = [await make({ [name]: bytes }), bytes]
    return { bytes, inner }
  }

  test.each([
    ['inner.jar', (entries: Entries) => zipOf(entries)],
    ['inner.tgz', async (entries: Entries) => gzipSync(await tarOf(entries))],
  ])('%s, sixty deep', async (name, make) => {
    const { bytes: body, inner } = await nested(60, make, name)
    expect((await put(`deep/${name}`, body)).status).toBe(201)
    expect(await indexed(body)).toEqual([name])
    expect(await (await ask('contents', `deep/${name}`)).json()).toMatchObject({ items: [{ path: name }] })
    const once = await (await app.fetch(`/artifactory/looked/deep/${name}!/${name}`)).bytes()
    expect(inner.equals(once)).toBe(true)
    // One door is opened, never the one behind it.
    for (const inside of [`${name}!/${name}`, `${name}!/innermost.txt`]) {
      expect((await app.fetch(`/artifactory/looked/deep/${name}!/${inside}`)).status).toBe(404)
      expect((await ask('entry', `deep/${name}`, `&entry=${inside}`)).status).toBe(404)
    }
    expect((await explode(`apart-${name}/${name}`, body)).status).toBe(201)
    const left = await (await app.fetch(`/artifactory/looked/apart-${name}/${name}`)).bytes()
    expect(inner.equals(left)).toBe(true)
  })

  test('a file that stands in the archive a thousand times is counted a thousand times', async () => {
    const body = repeated(await zipOf({ 'f0000.bin': Buffer.alloc(1 << 20) }), 1000)
    expect((await put('overlapping.zip', body)).status).toBe(201)
    expect((await indexed(body)).length).toBeLessThanOrEqual(1000)
    const reply = await leavesNothing(app, () => explode('refused/overlapping.zip', body))
    expect(reply.status).toBe(413)
  })
})

describe('A08, A16: links and special members are listed at most', () => {
  const link = async () => {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('/etc/passwd'), 'link', { mode: 0o120777 })
    zip.addBuffer(Buffer.from('x'), 'link/below', { mode: 0o100644 })
    zip.end()
    return buffer(zip.outputStream)
  }
  const symlink = (name: string, linkname: string) => ({ name, linkname, type: 'symlink' }) as const
  const cases: [string, string, () => Promise<Buffer>][] = [
    ['a link in a zip, with a file below it', 'x.zip', link],
    [
      'a link, then a file through it',
      'x.tar',
      () => makeTar([[symlink('d', '/tmp')], [{ name: 'd/pwn' }, 'x']]),
    ],
    [
      'a circle of links',
      'x.tar',
      () => makeTar([[symlink('a', 'b')], [symlink('b', 'a')], [{ name: 'f' }, 'x']]),
    ],
    [
      'a hard link',
      'x.tar',
      () => makeTar([[{ name: 'h', type: 'link', linkname: '/etc/passwd' }], [{ name: 'f' }, 'x']]),
    ],
    [
      'a block device',
      'x.tar',
      () => makeTar([[{ name: 'disk', type: 'block-device', devmajor: 8 }], [{ name: 'f' }, 'x']]),
    ],
  ]

  test.each(cases)('%s', async (title, name, make) => {
    const body = await make()
    const reply = await leavesNothing(app, () => explode(`refused/${name}`, body))
    expect(reply.status).toBe(400)
    const path = `listed/${hash('md5', title)}/${name}`
    expect((await put(path, body)).status).toBe(201)
    const { items } = (await (await ask('contents', path)).json()) as {
      items: { path: string; kind: string }[]
    }
    const others = items.filter(({ kind }) => kind === 'other')
    expect(others.length).toBeGreaterThan(0)
    const files = await indexed(body)
    for (const other of others) {
      expect(files).not.toContain(other.path)
      expect((await ask('entry', path, `&entry=${other.path}`)).status).toBe(404)
      expect((await app.fetch(`/artifactory/looked/${path}!/${other.path}`)).status).toBe(404)
    }
  })

  test('a member that claims 8 TB, and one with two sizes', async () => {
    const huge = await makeTar([[{ name: 'huge' }, 'x']])
    const header = huge.subarray(0, 512)
    header.writeUInt8(0x80, 124)
    header.writeUIntBE(0, 125, 5)
    header.writeUIntBE(8 * 2 ** 40, 130, 6)
    sealTarHeader(header)
    const twoSizes = await makeTar([[{ name: 'a.txt', pax: { size: '100' } }, 'x'.repeat(600)]])
    for (const body of [huge, twoSizes]) {
      const reply = await leavesNothing(app, () => explode('refused/x.tar', body))
      expect([400, 409, 413]).toContain(reply.status)
      expect((await put('odd/x.tar', body)).status).toBe(201)
      for (const what of ['contents', 'entry'])
        expect([200, 400, 404, 413]).toContain((await ask(what, 'odd/x.tar', '&entry=huge')).status)
      await indexed(body)
    }
  })
})

describe('A17: a zip that two parsers read differently is not taken apart', () => {
  const cases: [string, () => Promise<Buffer>][] = [
    [
      'another name in the local header',
      async () => replaceFirst(await zipOf({ 'good.txt': 'x' }), 'good.txt', 'evil.txt'),
    ],
    [
      'bytes before the first header',
      async () => Buffer.concat([Buffer.from('#!/bin/sh\nexit\n'), await zipOf({ 'good.txt': 'x' })]),
    ],
    [
      'an archive behind the archive',
      async () => Buffer.concat([await zipOf({ 'good.txt': 'x' }), await zipOf({ 'evil.txt': 'y' })]),
    ],
    ['a second end in the comment', async () => hiddenEnd(await zipOf({ 'good.txt': 'x' }))],
  ]
  test.each(cases)('%s', async (_title, make) => {
    const body = await make()
    const reply = await leavesNothing(app, () => explode('refused/two.zip', body))
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ error: expect.stringMatching(/\.$/) })
  })
})

function replaceFirst(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replace(from, to), 'latin1')
}

const endLength = 22

/** The end of the archive once more, as the comment of the first. */
function hiddenEnd(zip: Buffer): Buffer {
  const end = Buffer.from(zip.subarray(-endLength))
  const first = Buffer.from(zip)
  first.writeUInt16LE(endLength, first.length - 2)
  return Buffer.concat([first, end])
}

/** The one entry of an archive listed again and again: the bytes are there once. */
function repeated(zip: Buffer, times: number): Buffer {
  const end = Buffer.from(zip.subarray(-endLength))
  const start = end.readUInt32LE(16)
  const entry = zip.subarray(start, zip.length - endLength)
  const entries = Array.from({ length: times }, (_, index) =>
    replaceFirst(entry, 'f0000', `f${String(index).padStart(4, '0')}`),
  )
  end.writeUInt16LE(times, 8)
  end.writeUInt16LE(times, 10)
  end.writeUInt32LE(entry.length * times, 12)
  return Buffer.concat([zip.subarray(0, start), ...entries, end])
}
