// Archives that are taken apart, looked into, and made of folders.
// One engine is enough: this is about the reading of archives; what it stores are files like any other.
import { hash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { leavesNothing } from '../../../../../tests/support/stored.ts'
import { type Entries, tarOf, zipOf } from './archive.fixture.ts'
import { walkArchive } from './archive.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const explode = (
  path: string,
  body: Buffer,
  headers: Record<string, string> = { 'x-explode-archive': 'true' },
) => app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body, headers })
const read = async (path: string) => (await app.fetch(`/artifactory/generic-local/${path}`)).text()

const entries = { 'a.txt': 'A', 'dir/b.txt': 'B', 'dir/large.bin': 'x'.repeat(300_000) }

describe('taken apart', () => {
  test.each([
    ['z.zip', () => zipOf(entries)],
    ['t.tar', () => tarOf(entries)],
    ['g.tgz', async () => gzipSync(await tarOf(entries))],
    [
      'h.tar.gz',
      async () =>
        gzipSync(await tarOf({ './c.txt': 'C', ...entries }, [{ name: 'dir/', type: 'directory' }])),
    ],
  ])('%s', async (name, make) => {
    const reply = await explode(`into/${name}-folder/${name};from=${name}`, await make())
    expect(reply.status).toBe(201)
    expect(await read(`into/${name}-folder/dir/b.txt`)).toBe('B')
    expect(await read(`into/${name}-folder/dir/large.bin`)).toHaveLength(300_000)
    expect((await app.fetch(`/artifactory/generic-local/into/${name}-folder/${name}`)).status).toBe(404)
    const told = await app.fetch(
      `/artifactory/api/storage/generic-local/into/${name}-folder/a.txt?properties`,
    )
    expect(await told.json()).toMatchObject({ properties: { from: [name] } })
  })

  test('x.tar.bz2', async () => {
    const bytes =
      'QlpoOTFBWSZTWYowX/MAAG57gMmAAADAAc2AAQByAZ5QCAggAFQ0ppkwEyYCbQSST0jTJoAAfdTIIQbOhCMOcZFk5WoEMDF3tXE7CNYEEU9fRSUK7Ep4GQd87M/9vOJEQHBdyRThQkIowX/M'
    expect((await explode('into/x.tar.bz2', Buffer.from(bytes, 'base64'))).status).toBe(201)
    expect(await read('into/bz/one.txt')).toBe('one')
  })

  test('all at once', async () => {
    const body = await zipOf(entries)
    expect((await explode('atomic/x.zip', body, { 'x-explode-archive-atomic': 'true' })).status).toBe(201)
    expect(await read('atomic/a.txt')).toBe('A')
  })
})

describe('A07, A08, A16, A17, B01: refused as a whole, and nothing is stored', () => {
  const outside = (name: string) =>
    zipOf({ 'good.txt': 'good', PLACEHOLDERNAME: 'x' }).then((zip) => renamed(zip, name))
  /** The library refuses to write such names; the same length keeps the offsets. */
  const renamed = (zip: Buffer, name: string) => {
    const padded = name.padEnd('PLACEHOLDERNAME'.length, 'x')
    return Buffer.from(zip.toString('latin1').replaceAll('PLACEHOLDERNAME', padded), 'latin1')
  }
  const cases: [string, string, () => Promise<Buffer>][] = [
    ...['../../e1', '/abs', 'C:\\e', 'a/../../e2', '..\\e3', 'a:b'].flatMap((name): typeof cases => [
      [`${name} in a zip`, 'x.zip', () => outside(name)],
      [`${name} in a tar`, 'x.tar', () => tarOf({ 'good.txt': 'good', [name]: 'x' })],
    ]),
    ['a symbolic link', 'x.tar', () => tarOf(entries, [{ name: 'd', type: 'symlink', linkname: '/tmp' }])],
    ['a hard link', 'x.tar', () => tarOf(entries, [{ name: 'h', type: 'link', linkname: '/etc/passwd' }])],
    ['a device', 'x.tar', () => tarOf(entries, [{ name: 'dev', type: 'character-device' }])],
    ['a pipe', 'x.tar', () => tarOf(entries, [{ name: 'pipe', type: 'fifo' }])],
    ['one name twice', 'x.zip', async () => renamedTwice(await zipOf({ 'one.txt': '1', 'two.txt': '2' }))],
    ['no archive', 'x.zip', async () => Buffer.from('not a zip file at all')],
    ['half an archive', 'x.tgz', async () => gzipSync(await tarOf(entries)).subarray(0, 200)],
    ['nothing in it', 'x.zip', () => zipOf({})],
    ['an unknown ending', 'x.rar', () => zipOf(entries)],
  ]
  const renamedTwice = (zip: Buffer) =>
    Buffer.from(zip.toString('latin1').replaceAll('two.txt', 'one.txt'), 'latin1')

  test.each(cases)('%s', async (_, name, make) => {
    const body = await make()
    const reply = await leavesNothing(app, () => explode(`refused/${name}`, body))
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ error: expect.stringMatching(/[^.]\.$/) })
  })

  test.each([
    ['x.zip', () => zipOf({ zeros: Buffer.alloc(200 << 20) })],
    ['x.tgz', async () => gzipSync(await tarOf({ zeros: Buffer.alloc(200 << 20) }))],
  ])('a bomb in %s', async (name, make) => {
    const body = await make()
    const reply = await leavesNothing(app, () => explode(`refused/${name}`, body))
    expect(reply.status).toBe(413)
  })
})

describe('looked into', () => {
  const config = '/artifactory/api/repositories/looked'

  test('an entry by its path, when the repository allows it', async () => {
    await app.fetch(config, json('PUT', { rclass: 'local', packageType: 'generic' }))
    const at = '/artifactory/looked/lib/x.jar'
    await app.fetch(at, {
      method: 'PUT',
      body: await zipOf({ 'META-INF/MANIFEST.MF': 'Manifest', 'p.html': '<b>' }),
    })
    expect((await app.fetch(`${at}!/META-INF/MANIFEST.MF`)).status).toBe(403)
    await app.fetch(config, json('POST', { archiveBrowsingEnabled: true }))
    expect(await (await app.fetch(`${at}!/META-INF/MANIFEST.MF`)).text()).toBe('Manifest')
    const page = await app.fetch(`${at}!/p.html`)
    expect(page.headers.get('content-disposition')).toMatch(/^attachment/)
    expect((await app.fetch(`${at}!/absent`)).status).toBe(404)
    expect((await app.fetch('/artifactory/looked/lib/absent.jar!/x')).status).toBe(404)
  })

  test('also through a virtual repository, without a word to the upstreams of its others', async () => {
    const make = (key: string, config: object) =>
      app.fetch(`/artifactory/api/repositories/${key}`, json('PUT', { packageType: 'generic', ...config }))
    await make('inside', { rclass: 'local', archiveBrowsingEnabled: true })
    await make('nowhere', { rclass: 'remote', url: 'http://127.0.0.1:9/files' })
    await make('both', { rclass: 'virtual', repositories: ['inside', 'nowhere'] })
    await app.fetch('/artifactory/inside/v/y.zip', { method: 'PUT', body: await zipOf({ 'a/b.txt': 'b' }) })
    const reply = await app.fetch('/artifactory/both/v/y.zip!/a/b.txt')
    expect([reply.status, await reply.text()]).toEqual([200, 'b'])
    expect((await app.anonymous('/artifactory/both/v/y.zip!/a/b.txt')).status).toBe(401)
  })
})

describe('a folder as one archive', () => {
  const download = (query: string, path = 'packed') =>
    app.fetch(`/artifactory/api/archive/download/generic-local/${path}?${query}`)

  beforeAll(async () => {
    for (const path of ['packed/one.txt', 'packed/sub/two.txt'])
      await app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body: path })
  })

  const expected = { 'packed/one.txt': 'packed/one.txt', 'packed/sub/two.txt': 'packed/sub/two.txt' }

  test('zip', async () => {
    const reply = await download('archiveType=zip')
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="packed.zip"; filename*=UTF-8''packed.zip`,
    )
    expect(await unzip(Buffer.from(await reply.arrayBuffer()))).toEqual(expected)
  })

  test.each(['tar', 'tar.gz', 'tgz'])('%s', async (kind) => {
    const reply = await download(`archiveType=${kind}`)
    const type = kind === 'tar' ? 'application/x-tar' : 'application/gzip'
    expect(reply.headers.get('content-type')).toBe(type)
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(await untar(kind === 'tar' ? bytes : gunzipSync(bytes))).toEqual(expected)
  })

  test('with the checksums of each file beside it, when they are wanted', async () => {
    await app.fetch('/artifactory/generic-local/summed/a.txt', { method: 'PUT', body: 'a' })
    await app.fetch('/artifactory/generic-local/summed/a.txt.sha1', { method: 'PUT', body: 'stored' })
    const told = { 'summed/a.txt': 'a', 'summed/a.txt.md5': hash('md5', 'a') }
    const sums = { 'summed/a.txt.sha1': hash('sha1', 'a'), 'summed/a.txt.sha256': hash('sha256', 'a') }
    for (const kind of ['tar', 'zip']) {
      const reply = await download(`archiveType=${kind}&includeChecksumFiles=True`, 'summed')
      const bytes = Buffer.from(await reply.arrayBuffer())
      expect(await (kind === 'tar' ? untar(bytes) : unzip(bytes))).toEqual({ ...told, ...sums })
    }
  })

  test('what is no folder, or no kind of archive, is refused', async () => {
    expect((await download('archiveType=rar')).status).toBe(400)
    expect((await download('archiveType=zip', 'packed/one.txt')).status).toBe(400)
    expect((await download('archiveType=zip', 'absent')).status).toBe(404)
  })
})

async function untar(bytes: Buffer): Promise<Entries> {
  const tar = extract()
  tar.end(bytes)
  const found: Entries = {}
  for await (const entry of tar) {
    const parts: Buffer[] = []
    for await (const part of entry) parts.push(part as Buffer)
    found[entry.header.name] = Buffer.concat(parts).toString()
  }
  return found
}

async function unzip(bytes: Buffer): Promise<Entries> {
  const found: Entries = {}
  const source = {
    name: 'x.zip',
    size: bytes.length,
    read: ({ start, end } = { start: 0, end: bytes.length }) =>
      Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
  }
  for await (const entry of walkArchive(source, { entries: 10, bytes: 1000 }))
    found[entry.path] = (await buffer(await entry.read())).toString()
  return found
}

describe('what a path can mean', () => {
  const put = (path: string, key = 'generic-local') =>
    app.fetch(`/artifactory/${key}/${path}`, { method: 'PUT', body: path.replace(/;.*/, '') })

  test('properties that the file must have', async () => {
    await put('m/file.txt;quality=good;stage=one,two')
    for (const [matrix, status] of [
      [';quality=good', 200],
      [';quality+=good;stage=two', 200],
      [';quality=bad', 404],
      [';absent=1', 404],
    ] as const)
      expect([matrix, (await app.fetch(`/artifactory/generic-local/m/file.txt${matrix}`)).status]).toEqual([
        matrix,
        status,
      ])
  })

  test('the newest release and the newest of all', async () => {
    for (const version of ['1.9', '1.10', '1.2', '2.0-beta'])
      await put(`org/lib/${version}/lib-${version}.jar;v=${version}`)
    await put('org/lib/3.0-SNAPSHOT/lib-3.0-20240101.120000-1.jar')
    await put('org/lib/3.0-SNAPSHOT/lib-3.0-20240102.120000-2.jar')
    expect(await read('org/lib/[RELEASE]/lib-[RELEASE].jar')).toBe('org/lib/1.10/lib-1.10.jar')
    expect(await read('org/lib/[INTEGRATION]/lib-[INTEGRATION].jar')).toBe(
      'org/lib/3.0-SNAPSHOT/lib-3.0-20240102.120000-2.jar',
    )
    expect(await read('org/lib/[RELEASE]/lib-[RELEASE].jar;v=1.2')).toBe('org/lib/1.2/lib-1.2.jar')
    await put('pkg/-/pkg-1.0.0.tgz')
    await put('pkg/-/pkg-1.2.0.tgz')
    expect(await read('pkg/-/pkg-[RELEASE].tgz')).toBe('pkg/-/pkg-1.2.0.tgz')
    expect((await app.fetch('/artifactory/generic-local/absent/[RELEASE]/x-[RELEASE].jar')).status).toBe(404)
  })

  test('what is deployed to the newest lies beside it; before there is any, nothing is stored', async () => {
    for (const version of ['1.0', '1.10', '1.9']) await put(`org/tool/${version}/tool-${version}.jar`)
    await put('org/tool/2.0-SNAPSHOT/tool-2.0-20240101.120000-1.jar')
    const deploy = async (path: string) => {
      const reply = await app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body: 'bytes' })
      return [reply.status, ((await reply.json()) as { path?: string }).path]
    }
    expect(await deploy('org/tool/[RELEASE]/tool-[RELEASE]-sources.jar')).toEqual([
      201,
      '/org/tool/1.10/tool-1.10-sources.jar',
    ])
    expect(await deploy('org/tool/[INTEGRATION]/notes.txt')).toEqual([
      201,
      '/org/tool/2.0-SNAPSHOT/notes.txt',
    ])
    expect(await deploy('org/none/[RELEASE]/none-[RELEASE].jar')).toEqual([404, undefined])
    expect((await app.fetch('/artifactory/api/storage/generic-local/org/none')).status).toBe(404)
  })

  test('how it was found, as text', async () => {
    const told = await app.fetch('/artifactory/generic-local/m/file.txt?trace')
    expect(await told.text()).toContain('generic-local: has it')
    const missing = await app.fetch('/artifactory/api/trace/generic-local/absent.txt')
    expect([missing.status, await missing.text()]).toEqual([200, expect.stringContaining('no such file')])
  })
})
