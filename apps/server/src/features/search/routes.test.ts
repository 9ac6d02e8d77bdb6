import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp

const put = async (address: string, content = address) => {
  const reply = await app.fetch(`/artifactory/${address}`, { method: 'PUT', body: content })
  expect(reply.status).toBe(201)
}

interface Answer {
  status: number
  body: { results?: Record<string, unknown>[]; errors?: { message: string }[] }
}

async function ask(query: string, send: Send = app.fetch): Promise<Answer> {
  const reply = await send('/artifactory/api/search/aql', { method: 'POST', body: query })
  return { status: reply.status, body: (await reply.json()) as Answer['body'] }
}

const names = async (query: string, send?: Send) =>
  (await ask(query, send)).body.results?.map(({ name }) => String(name)).toSorted()

async function get(path: string, init: RequestInit = {}) {
  const reply = await app.fetch(`/artifactory/api/search/${path}`, init)
  expect([path, reply.status]).toEqual([path, 200])
  return (await reply.json()) as { results: Record<string, unknown>[]; files?: string[] }
}

/** Paths, from addresses of the storage API. */
const found = async (path: string) =>
  (await get(path)).results.map(({ uri }) => String(uri).replace(/^.*\/api\/storage\//, '')).toSorted()

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  for (const key of ['open', 'secret', 'maven'])
    await app.fetch('/ui/api/v1/repositories', json('POST', { key, kind: 'local', format: 'generic' }))
  await put('open/team/a.txt;who=ann')
  await put('open/other/b.txt;who=ben')
  await put('secret/team/c.txt;who=ann', 'hidden')
  for (const version of ['1.0', '1.10', '1.9', '1.11-SNAPSHOT'])
    for (const ending of ['.jar', '-sources.jar', '.pom'])
      await put(`maven/org/acme/lib/${version}/lib-${version}${ending}`)
})

afterAll(() => app.close())

describe('what one may not read', () => {
  test('F06: is found by nobody: not by name, property, checksum, count or a page of results', async () => {
    const ann = await app.user({ name: 'ann', grants: [{ action: 'read', repository: 'open' }] })
    const send = app.as(ann)
    expect(await names('items.find({"@who":"ann"})', send)).toEqual(['a.txt'])
    expect(await names('items.find({"repo":"secret"})', send)).toEqual([])
    expect(await names('items.find({"name":"c.txt"})', send)).toEqual([])
    expect((await ask('properties.find({"item.repo":"secret"})', send)).body.results).toEqual([])
    expect((await ask('properties.find({"key":"who"})', send)).body.results).toHaveLength(2)
    const [hidden] = (await ask('items.find({"name":"c.txt"}).include("sha256")')).body.results ?? []
    expect(await names(`items.find({"sha256":"${String(hidden?.['sha256'])}"})`, send)).toEqual([])
    const reply = await send(`/artifactory/api/search/checksum?sha256=${String(hidden?.['sha256'])}`)
    expect(await reply.json()).toEqual({ results: [] })
  })

  test('is left out where patterns decide, and a limit counts what is seen', async () => {
    const ben = await app.user({ name: 'ben' })
    await app.permission({
      name: 'team only',
      repositories: ['open', 'secret'],
      include: ['team/**'],
      users: { ben: ['read'] },
    })
    const send = app.as(ben)
    expect(await names('items.find({"@who":{"$match":"*"}})', send)).toEqual(['a.txt', 'c.txt'])
    const page = 'items.find({"@who":{"$match":"*"}}).sort({"$asc":["name"]})'
    expect(await names(`${page}.limit(1)`, send)).toEqual(['a.txt'])
    expect(await names(`${page}.offset(1).limit(5)`, send)).toEqual(['c.txt'])
    expect((await ask('properties.find({"key":"who"})', send)).body.results).toHaveLength(2)
  })

  test('anonymous is refused when nothing is public', async () => {
    const reply = await app.anonymous('/artifactory/api/search/aql', { method: 'POST', body: 'items.find()' })
    expect(reply.status).toBe(401)
  })
})

describe('wrong queries', () => {
  test.each([
    ['items.find({"colour":"red"})', 'there is no field "colour"'],
    ['things.find()', 'there is no domain "things"'],
    ['items.find({"size":"large"})', '"size" is compared with a whole number'],
    ['items.find({"created":{"$gt":"soon"}})', '"created" is compared with a date'],
    ['items.find({"created":{"$last":"5 fortnights"}})', 'takes a time span'],
    ['items.find({"name":{"$last":"5d"}})', '$last is for dates'],
    ['items.find().include("colour")', 'there is no field "colour"'],
    ['items.find().sort({"$asc":["property.key"]})', 'sorted by fields of their own domain, or of stat'],
    ['builds.find({"$msp":[{"name":"x"}]})', '$msp holds properties only'],
  ])('%s', async (query, expected) => {
    const { status, body } = await ask(query)
    expect([status, body.errors?.[0]?.message]).toEqual([400, expect.stringContaining(expected)])
  })

  test('F14, B04, B07, B17: hostile and enormous ones are harmless', async () => {
    for (const value of [`' OR 1=1--`, '";', '$$', '%', '\\'])
      expect(
        await names(`items.find({"name":${JSON.stringify(value)},"@k":${JSON.stringify(value)}})`),
      ).toEqual([])
    expect((await ask(`items.find(${'['.repeat(200_000)}`)).status).toBe(400)
    expect((await ask(`items.find({"name":"${'a*'.repeat(2_000)}"})`)).status).toBe(200)
    expect((await ask(`items.find({"name":{"$match":"${'a*'.repeat(2_000)}"}})`)).status).toBe(200)
    const many = Array.from(
      { length: 2_000 },
      (_, index) => `{"$and":[{"path":"p${index}","name":{"$match":"n${index}*"}}]}`,
    )
    expect((await ask(`items.find({"$or":[${many.join(',')}]})`)).status).toBe(200)
    expect((await ask('items.find().limit(1000000000)')).status).toBe(200)
    expect((await ask(' '.repeat(5_000_000))).status).toBe(413)
    const packed = { method: 'POST', body: 'x', headers: { 'content-encoding': 'gzip' } }
    expect((await app.fetch('/artifactory/api/search/aql', packed)).status).toBe(415)
  })
})

describe('builds', () => {
  test('and items are joined by SHA-1, in both directions', async () => {
    const [item] = (await ask('items.find({"name":"a.txt"}).include("actual_sha1")')).body.results ?? []
    const sha1 = String(item?.['actual_sha1'])
    const artifact = { name: 'a.txt', type: 'txt', sha1, md5: '' }
    const used = { id: 'dep', type: 'txt', scopes: ['compile', 'test'], sha1 }
    const publish = (name: string, module: object) =>
      app.fetch(
        '/artifactory/api/build',
        json('PUT', {
          name,
          number: '1',
          started: '2026-01-31T10:20:30.123+0000',
          modules: [{ id: 'm', ...module }],
        }),
      )
    expect((await publish('maker', { artifacts: [artifact] })).status).toBe(204)
    expect((await publish('user', { dependencies: [used] })).status).toBe(204)

    const made =
      '{"$or":[{"$and":[{"artifact.module.build.name":"maker","artifact.module.build.number":"1"}]}]}'
    expect(await names(`items.find(${made})`)).toEqual(['a.txt'])
    expect(
      await names('items.find({"artifact.module.build.name":"maker","artifact.module.build.number":"2"})'),
    ).toEqual([])
    expect(
      await names('items.find({"dependency.module.build.name":"user","dependency.scope":"test"})'),
    ).toEqual(['a.txt'])
    expect(
      (await ask(`items.find(${made}).include("name","artifact.module.build")`)).body.results,
    ).toMatchObject([
      {
        name: 'a.txt',
        artifacts: [{ modules: [{ builds: [{ 'build.name': 'maker', 'build.number': '1' }] }] }],
      },
    ])
    expect(
      (await ask(`builds.find({"module.artifact.sha1":"${sha1}"}).include("name")`)).body.results,
    ).toEqual([{ 'build.name': 'maker' }])
    expect(
      (await ask('artifacts.find({"module.build.name":"maker"}).include("name","item.repo")')).body.results,
    ).toEqual([{ 'artifact.name': 'a.txt', items: [{ repo: 'open' }] }])
    for (const domain of [
      'modules',
      'dependencies',
      'promotions',
      'build.properties',
      'stats',
      'archives',
      'entries',
      'releases',
    ])
      expect([domain, (await ask(`${domain}.find()`)).status]).toEqual([domain, 200])
    expect((await get(`dependency?sha1=${sha1}`)).results).toEqual([
      { uri: `${app.url.replace(/\/$/, '')}/artifactory/api/build/user/1` },
    ])
    expect((await get('buildArtifacts?buildName=maker')).results).toMatchObject([
      { downloadUri: expect.stringMatching(/\/artifactory\/open\/team\/a.txt$/) },
    ])
    // Whoever may not read builds learns nothing of them by asking for items.
    const cem = await app.user({ name: 'cem', grants: [{ action: 'read', repository: 'open' }] })
    expect(await names(`items.find(${made})`, app.as(cem))).toEqual([])
    expect((await ask('builds.find()', app.as(cem))).body.results).toEqual([])
  })
})

test('downloads are counted for each file', async () => {
  for (let times = 0; times < 3; times++) await (await app.fetch('/artifactory/open/other/b.txt')).text()
  await app.restart()
  const query = 'items.find({"stat.downloads":{"$gte":3}}).include("name","stat")'
  expect((await ask(query)).body.results).toMatchObject([
    {
      name: 'b.txt',
      stats: [{ downloads: 3, downloaded_by: 'admin', downloaded: expect.stringMatching(/Z$/) }],
    },
  ])
  expect(await names('items.find({"repo":"open","stat.downloads":null})')).toEqual(['a.txt'])
})

describe('searches with an address', () => {
  test('by property, with what the header asks for', async () => {
    expect(await found('prop?who=ann')).toEqual(['open/team/a.txt', 'secret/team/c.txt'])
    expect(await found('prop?who=ann,ben&repos=open')).toEqual(['open/other/b.txt', 'open/team/a.txt'])
    const { results } = await get('prop?who=ben', { headers: { 'x-result-detail': 'info, properties' } })
    expect(results).toMatchObject([
      {
        uri: expect.stringMatching(/storage\/open\/other\/b.txt$/),
        repo: 'open',
        path: '/other/b.txt',
        size: '24',
        properties: { who: ['ben'] },
      },
    ])
  })

  test('by name, pattern and checksum', async () => {
    expect(await found('artifact?name=a.tx&repos=open')).toEqual(['open/team/a.txt'])
    expect((await get('pattern?pattern=open:*/*.txt')).files?.toSorted()).toEqual([
      'other/b.txt',
      'team/a.txt',
    ])
    const { results } = await get('checksum?md5=662f707d5491e9bce8238a6c0be92190')
    expect(results).toMatchObject([
      { downloadUri: expect.stringMatching(/\/artifactory\/secret\/team\/c.txt$/) },
    ])
  })

  test('by licence, and by having none', async () => {
    await put('open/licensed.jar;artifactory.licenses=Apache-2.0')
    expect(await found('license?license=Apache-*&repos=open')).toEqual(['open/licensed.jar'])
    expect(await found('license?license=MIT&repos=open')).toEqual([])
    expect(await found('license?repos=open')).toEqual(['open/licensed.jar'])
    expect(await found('license?notfound=1&repos=open')).toEqual(['open/other/b.txt', 'open/team/a.txt'])
    await app.fetch('/artifactory/open/licensed.jar', { method: 'DELETE' })
  })

  test('by Maven coordinates', async () => {
    expect(await found('gavc?g=org.acme&a=lib&v=1.9')).toEqual(
      ['-sources.jar', '.jar', '.pom'].map((ending) => `maven/org/acme/lib/1.9/lib-1.9${ending}`),
    )
    expect(await found('gavc?a=lib&v=1.*&c=sources')).toHaveLength(4)
    const { results } = await get('versions?g=org.acme&a=lib')
    expect(results.map(({ version }) => version)).toEqual(['1.11-SNAPSHOT', '1.10', '1.9', '1.0'])
    const latest = await app.fetch('/artifactory/api/search/latestVersion?g=org.acme&a=lib&repos=maven')
    expect([latest.status, await latest.text()]).toEqual([200, '1.10'])
    expect((await app.fetch('/artifactory/api/search/latestVersion?g=absent')).status).toBe(404)
  })

  test('by dates, and by not having been used', async () => {
    const tomorrow = Date.now() + 86_400_000
    expect((await app.fetch('/artifactory/api/search/creation?from=soon')).status).toBe(400)
    expect(await found(`creation?from=2020-01-01&repos=open`)).toHaveLength(2)
    expect(await found(`creation?from=0&repos=open`)).toHaveLength(2)
    expect(await found(`dates?dateFields=created,lastModified&from=${tomorrow}&repos=open`)).toEqual([])
    expect(await found(`usage?notUsedSince=${tomorrow}&repos=open`)).toHaveLength(2)
    expect(await found(`usage?notUsedSince=2020-01-01&repos=open`)).toEqual([])
  })

  test('the file that is a version of a package', async () => {
    await app.publish('npm', 'lead', '1.2.3')
    const asked = {
      package_type: 'npm',
      package_repo_name: 'npm-local',
      package_name: 'lead',
      package_version: '1.2.3',
    }
    const reply = await app.fetch('/artifactory/api/packagesSearch/leadFile', json('POST', asked))
    expect([reply.status, await reply.text()]).toEqual([200, 'npm-local/lead/-/lead-1.2.3.tgz'])
    const absent = json('POST', { ...asked, package_version: '9' })
    expect((await app.fetch('/artifactory/api/packagesSearch/leadFile', absent)).status).toBe(404)
    expect(
      await names(
        'items.find({"@npm.name":"lead","$or":[{"@npm.version":"1.2.3"},{"@npm.version":"v1.2.3"}]})',
      ),
    ).toEqual(['lead-1.2.3.tgz'])
  })
})

test('a property is found in the repository of its file, wherever the file was copied or moved', async () => {
  for (const key of ['trip-a', 'trip-b'])
    await app.fetch('/ui/api/v1/repositories', json('POST', { key, kind: 'local', format: 'generic' }))
  const where = async () => ({
    a: await found('prop?trip=yes&repos=trip-a'),
    b: await found('prop?trip=yes&repos=trip-b'),
  })
  const go = async (how: string, from: string, to: string) => {
    const reply = await app.fetch(`/artifactory/api/${how}/${from}?to=/${to}`, { method: 'POST' })
    expect(reply.status).toBe(200)
  }
  await put('trip-a/trip/a.txt;trip=yes')
  expect(await where()).toEqual({ a: ['trip-a/trip/a.txt'], b: [] })
  await go('copy', 'trip-a/trip/a.txt', 'trip-b/trip/copied.txt')
  await go('move', 'trip-a/trip/a.txt', 'trip-b/trip/moved.txt')
  expect(await where()).toEqual({ a: [], b: ['trip-b/trip/copied.txt', 'trip-b/trip/moved.txt'] })
  await go('move', 'trip-b/trip', 'trip-a/back')
  expect(await where()).toEqual({ a: ['trip-a/back/copied.txt', 'trip-a/back/moved.txt'], b: [] })
  const set = await app.fetch('/artifactory/api/storage/trip-a/back?properties=trip=yes', { method: 'PUT' })
  expect(set.status).toBe(204)
  expect((await where()).a).toEqual(['trip-a/back', 'trip-a/back/copied.txt', 'trip-a/back/moved.txt'])
  await app.fetch('/artifactory/trip-a/back', { method: 'DELETE' })
  expect((await where()).a).toEqual([])
  await go('trash/restore', 'trip-a/back', 'trip-a/back')
  expect((await where()).a).toEqual(
    expect.arrayContaining(['trip-a/back/copied.txt', 'trip-a/back/moved.txt']),
  )
  await app.fetch('/artifactory/trip-a/back', { method: 'DELETE' })
})
