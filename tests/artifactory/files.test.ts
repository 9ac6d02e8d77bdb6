// Section "Artifacts and storage": what clients rely on when they deploy, fetch, list and transfer, where no test beside the
// code says it.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipOf } from '../../apps/server/src/registry/archives/archive.fixture.ts'
import { basic, startTestApp, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { rawRequest } from '../support/raw.ts'
import { makeRepository } from '../support/repositories.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

let app: TestApp
let upstream: Upstream

beforeAll(async () => {
  upstream = await startUpstream()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  await makeRepository(app, 'own', 'local')
  await makeRepository(app, 'far', 'remote', { url: `${upstream.url}/base/` })
  await makeRepository(app, 'all', 'virtual', {
    repositories: ['far', 'own'],
    defaultDeploymentRepo: 'own',
  })
})

afterAll(async () => {
  await app.close()
  await upstream.stop()
})

const put = (path: string, body: string | Uint8Array = '', headers: Record<string, string> = {}) =>
  app.fetch(`/artifactory/${path}`, { method: 'PUT', body, headers })
const info = async (path: string) => {
  const reply = await app.fetch(`/artifactory/api/storage/${path}`)
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const propertiesOf = async (path: string) => (await info(`${path}?properties`)).body['properties']
const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')

describe('deploying', () => {
  test('to what does not exist, or takes nothing, is refused below 500', async () => {
    for (const [path, expected] of [
      ['nowhere/a.txt', [404, 400]],
      ['far/a.txt', [409, 400]],
      ['far-cache/a.txt', [409, 400]],
    ] as const)
      expect(expected).toContain((await put(path, 'x')).status)
  })

  test('to a virtual repository is told of as the local one that keeps it', async () => {
    const reply = await put('all/virtual/a.txt', 'x')
    expect([reply.status, await reply.json()]).toMatchObject([201, { repo: 'own', path: '/virtual/a.txt' }])
    const body = 'items.find({"path":"virtual"}).include("repo","name")'
    const found = await app.fetch('/artifactory/api/search/aql', { method: 'POST', body })
    expect(await found.json()).toMatchObject({ results: [{ repo: 'own', name: 'a.txt' }] })
  })

  test('waits for the bytes of whoever expects to be told to go on', async () => {
    const headers = { authorization: basic(app.admin), expect: '100-continue', 'content-length': '5' }
    const reply = await rawRequest(app.url, 'PUT /artifactory/own/continued.txt', headers, 'bytes')
    expect(reply.text).toContain('HTTP/1.1 100 Continue')
    expect(reply.text).toContain('HTTP/1.1 201 Created')
    expect(await (await app.fetch('/artifactory/own/continued.txt')).text()).toBe('bytes')
  })

  test('an archive that is to be taken apart is not kept, and its files carry the properties', async () => {
    const body = new Uint8Array(await zipOf({ 'one.txt': '1', 'sub/two.txt': '2' }))
    for (const header of ['x-explode-archive', 'x-explode-archive-atomic']) {
      const reply = await put(`own/${header}/all.zip;k=v`, body, { [header]: 'true' })
      expect([200, 201]).toContain(reply.status)
      const text = await reply.text()
      expect(() => text === '' || JSON.parse(text)).not.toThrow()
      expect((await info(`own/${header}/all.zip`)).status).toBe(404)
      expect(await propertiesOf(`own/${header}/sub/two.txt`)).toEqual({ k: ['v'] })
    }
  })

  test('a folder with its parents and properties is 201, as often as one likes', async () => {
    for (let round = 0; round < 2; round++)
      expect((await put('own/made/by/hand/;k=v;l=1,2')).status).toBe(201)
    expect(await propertiesOf('own/made/by/hand')).toEqual({ k: ['v'], l: ['1', '2'] })
    expect((await info('own/made/by')).body['children']).toEqual([{ uri: '/hand', folder: true }])
    expect((await info('own/made?properties')).status).toBe(404)
  })

  test('a symbolic link is an empty file with two properties', async () => {
    const sha1 = digest('sha1', 'target')
    const reply = await put(`own/link;symlink.dest=%2Fsome%2Ftarget;symlink.destsha1=${sha1}`)
    expect([reply.status, await reply.json()]).toMatchObject([201, { size: '0' }])
    expect(await propertiesOf('own/link')).toEqual({
      'symlink.dest': ['/some/target'],
      'symlink.destsha1': [sha1],
    })
  })

  test('of one path by many at once succeeds for all, and one of them is there', async () => {
    const bodies = Array.from({ length: 8 }, (_, index) => `body ${index}`.repeat(1000))
    const replies = await Promise.all(bodies.map((body) => put('own/raced.txt', body)))
    expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 201))
    const reply = await app.fetch('/artifactory/own/raced.txt')
    const text = await reply.text()
    expect(bodies).toContain(text)
    expect(reply.headers.get('x-checksum-sha1')).toBe(digest('sha1', text))
  })

  test.each([
    ['none', {}, []],
    ['sha1', { 'x-checksum-sha1': digest('sha1', 'declared') }, ['sha1']],
    [
      'all three',
      {
        'x-checksum-sha1': digest('sha1', 'declared'),
        'x-checksum-md5': digest('md5', 'declared'),
        'x-checksum': digest('sha256', 'declared'),
      },
      ['md5', 'sha1', 'sha256'],
    ],
  ])(
    'the checksums that were declared, %s, and no others are told as original',
    async (name, headers, sums) => {
      const path = `own/declared/${name}.txt`
      const reply = await put(path, 'declared', headers)
      const expected = Object.fromEntries(sums.map((sum) => [sum, digest(sum, 'declared')]))
      expect(await reply.json()).toMatchObject({ originalChecksums: expected })
      expect((await info(path)).body['originalChecksums']).toEqual(expected)
      const query = 'items.find({"path":"declared","name":"' + name + '.txt"})'
      const include = '.include("original_sha1","original_md5","original_sha256","actual_sha1")'
      const found = await app.fetch('/artifactory/api/search/aql', { method: 'POST', body: query + include })
      const { results } = (await found.json()) as { results: Record<string, unknown>[] }
      expect(results).toEqual([
        {
          ...Object.fromEntries(sums.map((sum) => [`original_${sum}`, digest(sum, 'declared')])),
          actual_sha1: digest('sha1', 'declared'),
        },
      ])
    },
  )

  test('what was declared stays with a file that is copied or moved, and goes when other bytes come', async () => {
    const sha1 = digest('sha1', 'kept')
    await put('own/kept/a.txt', 'kept', { 'x-checksum-sha1': sha1 })
    await app.fetch('/artifactory/api/copy/own/kept/a.txt?to=/own/kept/b.txt', { method: 'POST' })
    await app.fetch('/artifactory/api/move/own/kept/a.txt?to=/own/kept/c.txt', { method: 'POST' })
    for (const name of ['b', 'c'])
      expect((await info(`own/kept/${name}.txt`)).body['originalChecksums']).toEqual({ sha1 })
    await put('own/kept/b.txt', 'other')
    expect((await info('own/kept/b.txt')).body['originalChecksums']).toEqual({})
  })
})

describe('fetching', () => {
  const headersOf = (reply: Response) =>
    [
      ...['content-length', 'accept-ranges', 'etag', 'last-modified', 'content-type', 'content-disposition'],
      ...[
        'x-checksum-md5',
        'x-checksum-sha1',
        'x-checksum-sha256',
        'x-artifactory-filename',
        'x-artifactory-id',
      ],
    ].map((name) => [name, reply.headers.get(name)])

  test.each(['own/read/a.txt', 'all/read/a.txt', 'far/r.txt', 'far-cache/r.txt', 'all/r.txt'])(
    'HEAD of %s has the headers of GET, and a range is served',
    async (path) => {
      upstream.on('/base/r.txt', 'from afar')
      await put('own/read/a.txt', 'from here')
      await (await app.fetch('/artifactory/far/r.txt')).text()
      const got = await app.fetch(`/artifactory/${path}`)
      const head = await app.fetch(`/artifactory/${path}`, { method: 'HEAD' })
      const text = await got.text()
      expect([got.status, head.status, await head.text()]).toEqual([200, 200, ''])
      expect(headersOf(head)).toEqual(headersOf(got))
      for (const [name, value] of headersOf(got))
        expect([name, value]).toEqual([name, expect.stringMatching(/./)])
      expect(got.headers.get('x-checksum-sha256')).toBe(digest('sha256', text))
      expect(got.headers.get('etag')).toContain(digest('sha1', text))
      const part = await app.fetch(`/artifactory/${path}`, { headers: { range: 'bytes=0-3' } })
      expect([part.status, await part.text()]).toEqual([206, 'from'])
      const etag = got.headers.get('etag') ?? ''
      const since = got.headers.get('last-modified') ?? ''
      for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': since }] as Record<
        string,
        string
      >[])
        expect((await app.fetch(`/artifactory/${path}`, { headers })).status).toBe(304)
    },
  )

  test('an item of a cache says where it came from', async () => {
    upstream.on('/base/dir/a%20b.txt', 'from afar')
    await (await app.fetch('/artifactory/far/dir/a%20b.txt')).text()
    const remoteUrl = `${upstream.url}/base/dir/a%20b.txt`
    for (const key of ['far', 'far-cache', 'all'])
      expect((await info(`${key}/dir/a%20b.txt`)).body).toMatchObject({ repo: 'far-cache', remoteUrl })
    await put('own/local.txt', 'x')
    expect((await info('own/local.txt')).body).not.toHaveProperty('remoteUrl')
  })
})

test('parts of large files need no more than an answer to whether they are taken', async () => {
  const reply = await app.fetch('/artifactory/api/v1/uploads/config')
  expect([reply.status, await reply.json()]).toMatchObject([200, { supported: expect.any(Boolean) }])
})

describe('the storage API', () => {
  test('a virtual repository shows what all members have, under its own key', async () => {
    upstream.on('/base/union/far.txt', 'far')
    await (await app.fetch('/artifactory/far/union/far.txt')).text()
    await put('own/union/own.txt', 'own')
    await put('own/union/far.txt', 'own wins')
    const { body } = await info('all/union')
    expect(body).toMatchObject({
      uri: `${app.url}/artifactory/api/storage/all/union`,
      path: '/union',
      children: [
        { uri: '/far.txt', folder: false },
        { uri: '/own.txt', folder: false },
      ],
    })
    expect((await info('all/union/far.txt')).body).toMatchObject({
      uri: `${app.url}/artifactory/api/storage/all/union/far.txt`,
      repo: 'own',
      size: '8',
    })
  })

  test('a list has the address and the time of asking, and properties have the address', async () => {
    await put('own/listed/a.txt;k=v', 'x')
    const { body } = await info('own/listed?list=true')
    expect(Object.keys(body)).toEqual(['uri', 'created', 'files'])
    expect(body['uri']).toBe(`${app.url}/artifactory/api/storage/own/listed`)
    expect((await info('own/listed/a.txt?properties')).body).toEqual({
      uri: `${app.url}/artifactory/api/storage/own/listed/a.txt`,
      properties: { k: ['v'] },
    })
  })

  test('properties of the whole repository go to everything in it', async () => {
    await makeRepository(app, 'whole', 'local')
    await put('whole/a/b.txt', 'x')
    for (const query of ['properties=k=v', 'properties=l=1&recursive=1&atomicProperties=1'])
      expect((await app.fetch(`/artifactory/api/storage/whole?${query}`, { method: 'PUT' })).status).toBe(204)
    expect(await propertiesOf('whole/a/b.txt')).toEqual({ k: ['v'], l: ['1'] })
    const remove = '/artifactory/api/storage/whole?properties=k,l,m&recursive=1'
    expect((await app.fetch(remove, { method: 'DELETE' })).status).toBe(204)
    expect((await info('whole/a?properties')).status).toBe(404)
    const patch = json('PATCH', { props: { p: ['1', '2'] } })
    const metadata = '/artifactory/api/metadata/whole/a?recursiveProperties=1&atomicProperties=1'
    expect((await app.fetch(metadata, patch)).status).toBe(204)
    expect(await propertiesOf('whole/a/b.txt')).toEqual({ p: ['1', '2'] })
  })
})

describe('copying and moving', () => {
  const call = (path: string) => app.fetch(`/artifactory/api/${path}`, { method: 'POST' })

  test.each(['copy', 'move'])(
    '%s takes the switches of all clients, and a target with a slash before it',
    async (kind) => {
      await put(`own/${kind}/a.txt`, 'x')
      const reply = await call(
        `${kind}/own/${kind}/a.txt?to=/own/${kind}/b.txt&suppressLayouts=1&failFast=0&dry=0`,
      )
      expect([reply.status, await reply.json()]).toMatchObject([
        200,
        { messages: [{ level: 'INFO', message: expect.stringMatching(/./) }] },
      ])
      // An emptied folder remains.
      expect((await info(`own/${kind}`)).status).toBe(200)
    },
  )

  test('a virtual repository as the target is its default deployment repository', async () => {
    await put('own/from/a.txt', 'x')
    for (const kind of ['copy', 'move']) {
      const reply = await call(`${kind}/own/from/a.txt?to=/all/to/${kind}.txt`)
      expect([kind, reply.status]).toEqual([kind, 200])
      expect((await info(`own/to/${kind}.txt`)).body).toMatchObject({ repo: 'own' })
    }
    await makeRepository(app, 'nowhere-to-go', 'virtual', { repositories: ['own'] })
    await put('own/from/a.txt', 'x')
    const refused = await call('copy/own/from/a.txt?to=/nowhere-to-go/a.txt')
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('default deployment repository'),
    ])
  })
})
