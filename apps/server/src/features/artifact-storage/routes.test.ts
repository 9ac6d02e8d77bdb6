// The storage API over HTTP: what clients read, set and take away.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'
import { leavesNothing } from '../../../../../tests/support/stored.ts'

const storage = '/artifactory/api/storage/generic-local'
const base = '/artifactory/generic-local'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  for (const path of ['a/one.txt', 'a/b/two.txt', 'a/b/c/three.txt', 'a/z/%3Bodd%20name%2B.txt'])
    await app.fetch(`${base}/${path}`, { method: 'PUT', body: path })
})

afterAll(() => app.close())

const get = async (path: string, send = app.fetch) => {
  const reply = await send(path)
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const message = (body: Record<string, unknown>) => (body['errors'] as { message: string }[])[0]?.message

describe('items', () => {
  test('a file', async () => {
    const { status, body } = await get(`${storage}/a/one.txt`)
    expect(status).toBe(200)
    const { created } = body
    expect(body).toEqual({
      repo: 'generic-local',
      path: '/a/one.txt',
      created,
      createdBy: 'admin',
      lastModified: created,
      modifiedBy: 'admin',
      lastUpdated: created,
      downloadUri: `${app.url}${base}/a/one.txt`.replace('//artifactory', '/artifactory'),
      mimeType: 'text/plain',
      size: '9',
      checksums: {
        sha1: expect.stringMatching(/^\w{40}$/),
        md5: expect.stringMatching(/^\w{32}$/),
        sha256: expect.stringMatching(/^\w{64}$/),
      },
      originalChecksums: {},
      uri: expect.stringContaining('/artifactory/api/storage/generic-local/a/one.txt'),
    })
  })

  test('a folder, with or without a slash, and the root', async () => {
    for (const address of [`${storage}/a`, `${storage}/a/`]) {
      const { body } = await get(address)
      expect(body).toMatchObject({
        repo: 'generic-local',
        path: '/a',
        createdBy: 'admin',
        children: [
          { uri: '/b', folder: true },
          { uri: '/one.txt', folder: false },
          { uri: '/z', folder: true },
        ],
      })
      expect(body).not.toHaveProperty('size')
    }
    for (const address of [storage, `${storage}/`])
      expect((await get(address)).body).toMatchObject({
        path: '/',
        children: [{ uri: '/a', folder: true }],
      })
    expect((await get(`${storage}/a/z`)).body['children']).toEqual([
      { uri: '/;odd name+.txt', folder: false },
    ])
    expect((await get(`${storage}/a/z/%3Bodd%20name+.txt`)).body['path']).toBe('/a/z/;odd name+.txt')
  })

  test('what is not there', async () => {
    const { status, body } = await get(`${storage}/absent`)
    expect([status, message(body)]).toEqual([404, expect.stringContaining('Unable to find item')])
    expect((await get('/artifactory/api/storage/absent/x')).status).toBe(404)
    for (const path of ['a/..%2f..', 'a%00', 'a%5cb', '%zz'])
      expect([path, (await get(`${storage}/${path}`)).status]).toEqual([path, 400])
  })
})

describe('lists', () => {
  const list = async (query: string, path = 'a') => {
    const { body } = await get(`${storage}/${path}?list${query}`)
    return (body['files'] as { uri: string; size: number }[]).map(({ uri, size }) => `${uri} ${size}`)
  }

  test('files of the folder, of all below, to a depth, with folders and the root', async () => {
    expect(await list('')).toEqual(['/one.txt 9'])
    expect(await list('&deep=1')).toEqual([
      '/b/c/three.txt 15',
      '/b/two.txt 11',
      '/one.txt 9',
      '/z/;odd name+.txt 24',
    ])
    expect(await list('=true&deep=1&depth=2')).toEqual([
      '/b/two.txt 11',
      '/one.txt 9',
      '/z/;odd name+.txt 24',
    ])
    expect(await list('&listFolders=1&includeRootPath=1')).toEqual(['/ -1', '/b -1', '/one.txt 9', '/z -1'])
    expect(await list('&deep=1&depth=1&listFolders=1')).toEqual(['/b -1', '/one.txt 9', '/z -1'])
    expect(await list('&deep=1', 'a/b/')).toEqual(['/c/three.txt 15', '/two.txt 11'])
  })

  test('files that were stored before sums lay beside them have them too', async () => {
    const sums = async () => {
      const { body } = await get(`${storage}/a?list&deep=1`)
      return (body['files'] as { sha1: string; sha2: string }[]).map(({ sha1, sha2 }) => [sha1, sha2])
    }
    const before = await sums()
    expect(before.flat().every((one) => /^[0-9a-f]{40,64}$/.test(one))).toBe(true)
    await writeSql(app, `update nodes set sha1 = null, md5 = null where path = 'a/one.txt'`)
    expect(await sums()).toEqual(before)
  })

  test('entries have sums and times, folders have none', async () => {
    const { body } = await get(`${storage}/a?list&listFolders=1&mdTimestamps=1`)
    const [folder, file] = body['files'] as Record<string, unknown>[]
    expect(folder).toEqual({
      uri: '/b',
      size: -1,
      lastModified: expect.any(String),
      folder: true,
      mdTimestamps: { properties: expect.any(String) },
    })
    expect(file).toMatchObject({
      folder: false,
      sha1: expect.stringMatching(/^\w{40}$/),
      sha2: expect.stringMatching(/^\w{64}$/),
    })
  })

  test('a file, nothing and nonsense are refused', async () => {
    expect((await get(`${storage}/a/one.txt?list`)).status).toBe(400)
    expect((await get(`${storage}/absent?list`)).status).toBe(404)
    expect((await get(`${storage}/a?list&deep=maybe`)).status).toBe(400)
    expect((await get(`${storage}/a?list&depth=-1`)).status).toBe(400)
  })

  test('more than a page, whole and in order', async () => {
    const names = Array.from({ length: 2500 }, (_, index) => `f${String(index).padStart(4, '0')}`)
    const values = names.map((name) => `('many-${name}', 'many/${name}', 'many', '${name}')`)
    await writeSql(
      app,
      `insert into nodes (id, path, parent, name, repository_id, kind, size, mime_type, created_at, created_by, modified_at, modified_by)
       select made.column1, made.column2, made.column3, made.column4, repositories.id, 'folder', 0, '', '', '', '', ''
       from repositories, (values ${values.join()}) as made where repositories.key = 'generic-local'`,
    )
    await app.fetch(`${base}/many/`, { method: 'PUT' })
    const { body } = await get(`${storage}/many`)
    expect((body['children'] as { uri: string }[]).map(({ uri }) => uri)).toEqual(
      names.map((name) => `/${name}`),
    )
    expect(await list('&deep=1&listFolders=1', 'many')).toHaveLength(2500)
    expect(
      (await app.fetch(`${storage}/many?properties=p=1&atomicProperties=0`, { method: 'PUT' })).status,
    ).toBe(204)
    const { count } = await app.db
      .selectFrom('properties')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('key', '=', 'p')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(2501)
  })
})

describe('properties', () => {
  const file = `${storage}/a/one.txt`
  const read = async (address = file) => (await get(`${address}?properties`)).body['properties']
  const put = (address: string, query: string) => app.fetch(`${address}?${query}`, { method: 'PUT' })
  const drop = (address: string, query: string) => app.fetch(`${address}?${query}`, { method: 'DELETE' })

  test('none is a 404 with the words that clients know', async () => {
    const { status, body } = await get(`${file}?properties`)
    expect([status, message(body)]).toEqual([404, 'No properties could be found.'])
  })

  test('given keys are replaced, others stay; separators plain or encoded; escapes', async () => {
    expect((await put(file, 'properties=a=1,2;b=x')).status).toBe(204)
    expect(await read()).toEqual({ a: ['1', '2'], b: ['x'] })
    expect((await put(file, 'properties=a=3%7Cc=p%2Cq%3Bd=%5C%2C%20%2B+')).status).toBe(204)
    expect(await read()).toEqual({ a: ['3'], b: ['x'], c: ['p', 'q'], d: [', + '] })
    expect((await get(`${file}?properties=a,b`)).body['properties']).toEqual({ a: ['3'], b: ['x'] })
    expect((await get(`${file}?properties=nothing`)).status).toBe(404)
  })

  test('taking away, also what is not set', async () => {
    expect((await drop(file, 'properties=a,c,absent')).status).toBe(204)
    expect(await read()).toEqual({ b: ['x'], d: [', + '] })
    expect((await drop(file, 'properties=b,d')).status).toBe(204)
    expect((await get(`${file}?properties`)).status).toBe(404)
  })

  test('a folder gives them to everything below unless told otherwise', async () => {
    await put(`${storage}/a/b`, 'properties=deep=1')
    expect(await read(`${storage}/a/b/c/three.txt`)).toEqual({ deep: ['1'] })
    expect(await read(`${storage}/a/b/c`)).toEqual({ deep: ['1'] })
    await put(`${storage}/a/b`, 'properties=flat=1&recursive=0')
    expect(await read(`${storage}/a/b`)).toEqual({ deep: ['1'], flat: ['1'] })
    expect(await read(`${storage}/a/b/two.txt`)).toEqual({ deep: ['1'] })
    await drop(`${storage}/a/b`, 'properties=deep&recursive=1')
    expect((await get(`${storage}/a/b/two.txt?properties`)).status).toBe(404)
  })

  test('of many who set one at the same moment, one is the last, for every file alike', async () => {
    const values = Array.from({ length: 12 }, (_, number) => String(number))
    const replies = await Promise.all(
      values.map((value) => put(`${storage}/a/b`, `properties=turn=${value}`)),
    )
    expect(replies.map(({ status }) => status)).toEqual(values.map(() => 204))
    const last = await read(`${storage}/a/b/two.txt`)
    expect(last).toEqual({ turn: [expect.any(String)] })
    expect(await read(`${storage}/a/b/c/three.txt`)).toEqual(last)
    await drop(`${storage}/a/b`, 'properties=turn&recursive=1')
  })

  test('PATCH sets and takes away at once', async () => {
    const patch = (body: unknown, query = '') =>
      app.fetch(`/artifactory/api/metadata/generic-local/a/one.txt${query}`, json('PATCH', body))
    expect((await patch({ props: { x: 'one', y: ['1', '2'] } })).status).toBe(204)
    expect(await read()).toEqual({ x: ['one'], y: ['1', '2'] })
    expect((await patch({ props: { x: null, y: 'z' } }, '?recursiveProperties=0')).status).toBe(204)
    expect(await read()).toEqual({ y: ['z'] })
    expect((await patch({ props: { 'no good': 'z' } })).status).toBe(400)
    expect((await patch({ props: {} })).status).toBe(400)
    expect((await patch({ props: { y: 7 } })).status).toBe(400)
  })

  test('they advance lastUpdated and leave lastModified alone', async () => {
    const before = (await get(file)).body
    await put(file, 'properties=again=1')
    const after = (await get(file)).body
    expect(after['lastModified']).toBe(before['lastModified'])
    expect(String(after['lastUpdated']) > String(before['lastModified'])).toBe(true)
  })

  test('what is malformed, missing or not allowed changes nothing', async () => {
    const reader = app.as(await app.user({ name: 'reader' }))
    const refused: [() => Promise<Response>, number][] = [
      [() => put(file, 'properties='), 400],
      [() => put(file, 'properties=novalue'), 400],
      [() => put(file, 'properties=1a=b'), 400],
      [() => put(file, 'recursive=1'), 400],
      [() => put(`${storage}/absent`, 'properties=a=b'), 404],
      [() => put('/artifactory/api/storage/absent', 'properties=a=b'), 404],
      [() => put(storage, 'properties=a=b&recursive=0'), 400],
      [() => reader(`${file}?properties=a=b`, { method: 'PUT' }), 403],
      [() => reader(`${file}?properties=a`, { method: 'DELETE' }), 403],
    ]
    for (const [send, status] of refused) {
      const reply = await leavesNothing(app, send)
      expect(reply.status).toBe(status)
      expect(message((await reply.json()) as Record<string, unknown>)).toMatch(/\.$|Unable to find item/)
    }
  })

  test('a right on some paths is a right on those only', async () => {
    const some = app.as(await app.user({ name: 'some' }))
    await app.permission({
      name: 'annotate b',
      repositories: ['generic-local'],
      include: ['a/b/**'],
      users: { some: ['annotate'] },
    })
    expect((await some(`${storage}/a/b/two.txt?properties=s=1`, { method: 'PUT' })).status).toBe(204)
    expect(
      (await leavesNothing(app, () => some(`${storage}/a?properties=s=1`, { method: 'PUT' }))).status,
    ).toBe(403)
    expect((await some(`${storage}/a/one.txt?properties=s=1`, { method: 'PUT' })).status).toBe(403)
  })

  test('tags of packages follow', async () => {
    await app.publish('npm', 'tagged', '1.0.0')
    await app.publish('npm', 'tagged', '1.1.0')
    const tarball = '/artifactory/api/storage/npm-local/tagged/-/tagged-1.0.0.tgz'
    expect((await put(tarball, 'properties=npm.disttag=stable')).status).toBe(204)
    await expect
      .poll(async () => (await get('/artifactory/api/npm/npm-local/tagged')).body['dist-tags'], {
        timeout: 15_000,
      })
      .toEqual({ latest: '1.1.0', stable: '1.0.0' })
  })
})

describe('more about an item', () => {
  test('downloads', async () => {
    expect((await get(`${storage}/a/b/two.txt?stats`)).body).toMatchObject({
      downloadCount: 0,
      lastDownloaded: 0,
    })
    await (await app.fetch(`${base}/a/b/two.txt`)).text()
    await (await app.fetch(`${base}/a/b/two.txt`, { method: 'HEAD' })).text()
    await expect
      .poll(async () => (await get(`${storage}/a/b/two.txt?stats`)).body)
      .toMatchObject({ downloadCount: 1, lastDownloadedBy: 'admin', remoteDownloadCount: 0 })
  })

  test('the newest below', async () => {
    await app.fetch(`${base}/a/b/c/new.txt`, { method: 'PUT', body: 'x' })
    const { body } = await get(`${storage}/a?lastModified`)
    expect(body['uri']).toMatch(/a\/b\/c\/new\.txt$/)
    expect(body['lastModified']).toBe((await get(`${storage}/a/b/c/new.txt`)).body['lastModified'])
  })

  test('who may do what, for whoever manages it', async () => {
    await app.user({
      name: 'dora',
      grants: [
        { action: 'read', repository: 'generic-local' },
        { action: 'deploy', repository: 'generic-local' },
      ],
    })
    const { body } = await get(`${storage}/a/one.txt?permissions`)
    expect(body['principals']).toMatchObject({ users: { dora: ['r', 'w'] } })
    expect(JSON.stringify(body)).not.toContain('some')
    const dora = app.as({ name: 'dora', password: 'Password-1-of-dora' })
    expect((await get(`${storage}/a/one.txt?permissions`, dora)).status).toBe(403)
  })
})

test('readers see what they may read and no more', async () => {
  await app.closeReading()
  const some = app.as(await app.user({ name: 'narrow' }))
  await app.permission({
    name: 'read b',
    repositories: ['generic-local'],
    include: ['a/b/**'],
    users: { narrow: ['read'] },
  })
  expect((await get(`${storage}/a`, some)).body['children']).toEqual([{ uri: '/b', folder: true }])
  expect((await get(`${storage}/a?list&deep=1`, some)).body['files']).toHaveLength(3)
  expect((await get(`${storage}/a/one.txt`, some)).status).toBe(404)
  expect((await get(`${storage}/a/one.txt?properties`, some)).status).toBe(404)
  expect((await get('/artifactory/api/storage/npm-local', some)).status).toBe(404)
  expect((await app.anonymous(storage)).status).toBe(401)
})
