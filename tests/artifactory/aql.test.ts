// Section "Search and AQL": the whole grammar, every shape that clients send, and what their results hold.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { publishBuild } from '../support/builders/build.ts'
import { makeRepository } from '../support/repositories.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

let app: TestApp
let upstream: Upstream

const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')

beforeAll(async () => {
  upstream = await startUpstream()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  await makeRepository(app, 'lib', 'local')
  await makeRepository(app, 'img', 'local')
  await makeRepository(app, 'far', 'remote', { url: upstream.url })
  await makeRepository(app, 'all', 'virtual', { repositories: ['lib', 'far'] })
  upstream.on('/cached/c.txt', 'cached')
  await (await app.fetch('/artifactory/far/cached/c.txt')).text()
  for (const [path, body] of [
    ['lib/root.txt', 'root'],
    ['lib/a/one.txt;build.name=shop;build.number=1;colour=red', 'one'],
    ['lib/a/two.txt;colour=blue;symlink.dest=%2Fx', 'two'],
    ['lib/a/b/three.jar;colour=green', 'three'],
    ['lib/skip/one.txt', 'skipped'],
    ['img/app/1.0/manifest.json;docker.manifest.digest=sha256:1;sha256=1', 'manifest'],
    ['img/app/1.0/sha256__1', 'layer'],
    ['img/app/_uploads/half', 'half'],
  ] as const)
    await app.fetch(`/artifactory/${path}`, { method: 'PUT', body })
  await publishBuild(app.fetch, {
    name: 'shop',
    number: '1',
    artifacts: [{ name: 'one.txt', content: 'one' }],
    dependencies: [{ name: 'two.txt', content: 'two' }],
    environment: { CI: 'true' },
  })
  await publishBuild(app.fetch, { name: 'shop', number: '1', started: '2026-02-02T00:00:00.000Z' })
  await app.publish('npm', 'left', '1.0.0')
})

afterAll(async () => {
  await app.close()
  await upstream.stop()
})

const ask = (query: string, headers: Record<string, string> = {}) =>
  app.fetch('/artifactory/api/search/aql', { method: 'POST', body: query, headers })

interface Found {
  results: Record<string, unknown>[]
  range: Record<string, number>
}

async function find(query: string): Promise<Found> {
  const reply = await ask(query)
  const text = await reply.text()
  expect([query, reply.status, text]).toEqual([query, 200, expect.stringContaining('"range"')])
  return JSON.parse(text) as Found
}

const placed = ({ repo, path, name }: Record<string, unknown>) =>
  `${String(repo)}/${String(path)}/${String(name)}`
const places = async (query: string) => (await find(query)).results.map(placed).toSorted()

describe('the call', () => {
  test.each(['text/plain', 'application/json', 'application/x-www-form-urlencoded', ''])(
    'takes a query of the type %j',
    async (type) => {
      const reply = await ask('items.find({"name":"root.txt"})', type === '' ? {} : { 'content-type': type })
      expect(await reply.json()).toMatchObject({
        results: [{ name: 'root.txt' }],
        range: { start_pos: 0, end_pos: 1, total: 1 },
      })
    },
  )

  test('nothing found, and a repository that is not there, are an empty list', async () => {
    for (const where of ['{"name":"absent"}', '{"repo":"absent"}', '{"repo":"absent"}).transitive('])
      expect(await find(`items.find(${where})`)).toEqual({
        results: [],
        range: { start_pos: 0, end_pos: 0, total: 0 },
      })
  })

  test('a limit is told in the range, and ends the answer', async () => {
    const { results, range } = await find(
      'items.find({"repo":"lib"}).sort({"$asc":["path","name"]}).limit(2)',
    )
    expect(results.map(placed)).toEqual(['lib/./root.txt', 'lib/a/one.txt'])
    expect(range).toEqual({ start_pos: 0, end_pos: 2, total: 2, limit: 2 })
    expect((await find('items.find({"repo":"lib"}).limit(0)')).results).toEqual([])
    expect((await find('items.find({"repo":"lib"}).offset(100).limit(5)')).results).toEqual([])
  })
})

test.each([
  ...['items', 'builds', 'modules', 'module', 'artifacts', 'artifact', 'dependencies', 'dependency'],
  ...['properties', 'property', 'archives', 'archive.entries', 'entries', 'stats', 'promotions'],
  ...['build.promotions', 'build.properties', 'releases', 'release_artifacts'],
])('the domain %s is asked without and with an empty object', async (domain) => {
  for (const text of [`${domain}.find()`, `${domain}.find({})`, `${domain} . find ( {\n} )\n.limit(1)`])
    expect([text, (await ask(text)).status]).toEqual([text, 200])
})

test.each([
  ['modules', '{"build.name":"shop"}', [{ 'module.name': 'shop:1' }, { 'module.name': 'shop:1' }]],
  ['artifacts', '{"module.build.name":"shop"}', [expect.objectContaining({ 'artifact.name': 'one.txt' })]],
  ['dependencies', '{"name":"two.txt"}', [expect.objectContaining({ 'dependency.scope': ['prod'] })]],
  ['properties', '{"item.name":"three.jar"}', [{ key: 'colour', value: 'green' }]],
  ['build.properties', '{"build.name":"shop"}', [{ key: 'buildInfo.env.CI', value: 'true' }]],
])('%s are found by %s', async (domain, where, expected) => {
  expect((await find(`${domain}.find(${where})`)).results).toEqual(expected)
})

const itemFields =
  'repo path name type size depth created created_by modified modified_by updated original_md5 actual_md5 original_sha1 actual_sha1 sha256 original_sha256 virtual_repos property.key property.value stat.downloads stat.downloaded stat.downloaded_by stat.remote_downloads archive.entry.name archive.entry.path artifact.name artifact.sha1 artifact.module.name artifact.module.build.name artifact.module.build.number dependency.module.build.name dependency.module.build.number dependency.scope release_artifact.release.name release_artifact.release.version'
const buildFields =
  'name number url started created created_by modified modified_by module.name module.artifact.name module.artifact.sha1 module.dependency.name module.dependency.sha1 promotion.status promotion.created_by promotion.repo promotion.comment promotion.created @prop'

test.each([
  ...itemFields.split(' ').map((field) => ['items', field] as const),
  ...buildFields.split(' ').map((field) => ['builds', field] as const),
])('%s have the field %s: to be compared with null, and to be shown', async (domain, field) => {
  expect((await ask(`${domain}.find({"${field}":{"$ne":null}})`)).status).toBe(200)
  expect((await ask(`${domain}.find().include("${field}")`)).status).toBe(200)
})

describe('item facts', () => {
  test('folders have a size of 0 and no checksums; the root is an item of its own', async () => {
    const all = '.include("*")'
    const { results } = await find(`items.find({"repo":"lib","type":"folder","name":"b"})${all}`)
    expect(results).toMatchObject([{ path: 'a', name: 'b', type: 'folder', size: 0, depth: 2 }])
    for (const sum of ['actual_sha1', 'actual_md5', 'sha256']) expect(results[0]).not.toHaveProperty(sum)
    const [root] = (await find(`items.find({"repo":"lib","type":"folder","path":".","name":"."})${all}`))
      .results
    expect(root).toMatchObject({ repo: 'lib', path: '.', name: '.', type: 'folder', size: 0, depth: 0 })
    expect(await places('items.find({"repo":"lib","type":"folder"})')).toEqual([
      'lib/./.',
      'lib/./a',
      'lib/./skip',
      'lib/a/b',
    ])
    expect(await places('items.find({"repo":"lib","type":"any","path":".","depth":{"$lte":1}})')).toEqual([
      'lib/./.',
      'lib/./a',
      'lib/./root.txt',
      'lib/./skip',
    ])
    // Clients that take folders along leave the root out like this.
    const others = await places('items.find({"repo":"lib","type":"any","path":{"$ne":"."}})')
    expect(others).not.toContain('lib/./.')
    expect(await places('items.find({"repo":"lib","name":"."})')).toEqual([])
  })

  test('numbers are numbers, and times are times', async () => {
    const [file] = (await find('items.find({"repo":"lib","name":"three.jar"}).include("*")')).results
    expect(file).toMatchObject({
      size: 5,
      depth: 3,
      virtual_repos: ['all'],
      sha256: digest('sha256', 'three'),
    })
    for (const name of ['created', 'modified', 'updated'])
      expect(String(file?.[name])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('a virtual name means its members, a remote one its cache', async () => {
    expect(await places('items.find({"repo":"all","name":{"$match":"[!]*"}})')).toEqual([])
    expect(await places('items.find({"repo":"all","$or":[{"name":"c.txt"},{"name":"root.txt"}]})')).toEqual([
      'far-cache/cached/c.txt',
      'lib/./root.txt',
    ])
    for (const name of ['far', 'far-cache'])
      expect(await places(`items.find({"repo":"${name}"}).transitive()`)).toEqual(['far-cache/cached/c.txt'])
    expect(await places('items.find({"repo":{"$match":"far*"}})')).toEqual(['far-cache/cached/c.txt'])
  })
})

describe('include', () => {
  const one = 'items.find({"repo":"lib","name":"three.jar"})'
  const properties = [{ key: 'colour', value: 'green' }]

  test.each([
    ['"name"', { name: 'three.jar' }],
    ['"property"', { properties }],
    ['"property.*"', { properties }],
    ['"property.key"', { properties }],
    ['"@colour"', { properties }],
    ['"name","@absent"', { name: 'three.jar' }],
  ])('%s shows exactly that', async (names, expected) => {
    expect((await find(`${one}.include(${names})`)).results).toEqual([expected])
  })

  test('"*" is every field of an item', async () => {
    const [file] = (await find(`${one}.include("*")`)).results
    const fields = itemFields
      .split(' ')
      .filter((name) => !name.includes('.') && !name.startsWith('original_'))
    expect(Object.keys(file ?? {}).toSorted()).toEqual(fields.toSorted())
  })

  test('downloads and builds are nested', async () => {
    await (await app.fetch('/artifactory/lib/a/one.txt')).text()
    await app.restart()
    const query = 'items.find({"repo":"lib","path":"a","name":"one.txt"})'
    for (const name of ['stat', 'stat.downloads'])
      expect((await find(`${query}.include("name","${name}")`)).results).toMatchObject([
        { name: 'one.txt', stats: [{ downloads: 1 }] },
      ])
    for (const name of ['artifact.module.build', 'artifact.module.build.name'])
      expect((await find(`${query}.include("${name}")`)).results).toMatchObject([
        { artifacts: [{ modules: [{ builds: [{ 'build.name': 'shop' }] }] }] },
      ])
    const [plain] = (await find(`${query}.include("name","artifact")`)).results
    expect(plain).toMatchObject({ artifacts: [{ 'artifact.name': 'one.txt' }] })
  })

  test('a limit counts items, however many properties they have, also with sorting', async () => {
    const query = 'items.find({"repo":"lib","@*":{"$match":"*"}}).include("name","property")'
    const { results } = await find(`${query}.sort({"$asc":["name"]}).limit(2)`)
    expect(results.map(({ name, properties: all }) => [name, (all as unknown[]).length])).toEqual([
      ['one.txt', 3],
      ['three.jar', 1],
    ])
  })
})

describe('shapes that clients send', () => {
  const usual =
    '.include("name","repo","path","actual_md5","actual_sha1","sha256","size","type","modified","created"'
  const triples = (...of: [string, string][]) =>
    `"$or":[${of.map(([path, name]) => `{"$and":[{"repo":"lib","path":${path},"name":${name}}]}`).join()}]`
  const any = '{"$match":"*"}'
  const shop = '{"$or":[{"$and":[{"artifact.module.build.name":"shop","artifact.module.build.number":"1"}]}]}'
  const sha256 = digest('sha256', 'three')

  test.each<[string, string, string[]]>([
    [
      'a pattern with properties, exclusions and a triple',
      `items.find({"$and":[{"@colour":{"$match":"*"}}],"$or":[{"@colour":{"$ne":"blue"}}],"path":{"$ne":"."},"$or":[{"path":{"$nmatch":"skip*"},"name":{"$nmatch":"one*"}}],${triples(['{"$match":"a*"}', any])}})${usual})`,
      ['lib/a/b/three.jar', 'lib/a/one.txt'],
    ],
    [
      'the same for folders and files',
      `items.find({"type":"any","path":{"$ne":"."},${triples(['"a"', any], ['{"$match":"a/*"}', any])}})${usual},"property").sort({"$asc":["path","name"]}).offset(0).transitive().limit(100)`,
      ['lib/a/b', 'lib/a/b/three.jar', 'lib/a/one.txt', 'lib/a/two.txt'],
    ],
    [
      'exclusions with a repository',
      `items.find({"$or":[{"repo":{"$nmatch":"lib"},"path":{"$nmatch":"a"},"name":{"$nmatch":"*"}}],${triples([any, '{"$match":"one*"}'])}})${usual})`,
      ['lib/skip/one.txt'],
    ],
    [
      'release bundles beside a pattern find nothing while there are none',
      `items.find({"$and":[{"release_artifact.release.name":"r","release_artifact.release.version":"1"}],${triples([any, any])}})${usual})`,
      [],
    ],
    ['by build', `items.find(${shop})${usual})`, ['lib/a/one.txt']],
    [
      'by build and pattern',
      `items.find({"$or":[{"path":{"$nmatch":"skip"},"name":{"$nmatch":"x"}}],"$and":[{"$or":[{"$and":[{"artifact.module.build.name":"shop","artifact.module.build.number":"1"}]}]},{${triples([any, '{"$match":"o*"}'])}}]})${usual})`,
      ['lib/a/one.txt'],
    ],
    [
      'dependencies of a build',
      `items.find({"$or":[{"$and":[{"dependency.module.build.name":"shop","dependency.module.build.number":"1"}]}]})${usual})`,
      ['lib/a/two.txt'],
    ],
    [
      'the properties for a limited search',
      `items.find({"$and":[{${triples(['"a"', any])}},{"$or":[{"@build.name":"shop"}]}]})${usual},"property")`,
      ['lib/a/one.txt'],
    ],
    [
      'the same for any property, and for links',
      `items.find({"$and":[{${triples(['"a"', any])}},{"$or":[{"@symlink.dest":{"$match":"*"}}]}]})${usual},"property")`,
      ['lib/a/two.txt'],
    ],
    [
      'all properties of a search',
      `items.find({"$and":[{${triples([any, any])}},{"$or":[{"@*":{"$match":"*"}}]}]})${usual},"property")`,
      ['lib/a/b/three.jar', 'lib/a/one.txt', 'lib/a/two.txt'],
    ],
    [
      'sums of an npm dependency',
      'items.find({"@npm.name":"left","$or":[{"@npm.version":"1.0.0"},{"@npm.version":"v1.0.0"}]}).include("name","repo","path","actual_sha1","actual_md5","sha256")',
      ['npm-local/left/-/left-1.0.0.tgz'],
    ],
    [
      'sums of a Python file',
      `items.find({"repo":"lib","$or":[{"$and":[{"path":{"$match":"*"},"name":{"$match":"three.jar"}}]}]})${usual})`,
      ['lib/a/b/three.jar'],
    ],
    [
      'layers of an image',
      `items.find({"repo":"img","path":"app/1.0"})${usual})`,
      ['img/app/1.0/manifest.json', 'img/app/1.0/sha256__1'],
    ],
    [
      'layers of all tags, without what is half sent',
      `items.find({"repo":"img","path":{"$match":"app/*"},"path":{"$nmatch":"*_uploads*"}})${usual})`,
      ['img/app/1.0/manifest.json', 'img/app/1.0/sha256__1'],
    ],
    [
      'an image by its digest',
      `items.find({"repo":"img","@docker.manifest.digest":"sha256:1","@sha256":"1"})${usual})`,
      ['img/app/1.0/manifest.json'],
    ],
    ['by sha256', `items.find({"repo":"lib","sha256":"${sha256}"})${usual})`, ['lib/a/b/three.jar']],
    [
      'by several sha256',
      `items.find({"$or":[{"sha256":"${sha256}"},{"sha256":"${digest('sha256', 'layer')}"}]})${usual})`,
      ['img/app/1.0/sha256__1', 'lib/a/b/three.jar'],
    ],
    [
      'a subject of evidence',
      'items.find({"repo":"lib","path":"a","name":{"$match":"t*"}}).include("repo","path","name","sha256").sort({"$desc":["name"]}).limit(1)',
      ['lib/a/two.txt'],
    ],
    [
      'a page of a transfer',
      'items.find({"type":"any","$or":[{"$and":[{"repo":"img","modified":{"$gte":"2020-01-01T00:00:00.000Z"},"modified":{"$lt":"2999-01-01T00:00:00.000Z"},"name":"half"}]}]}).include("repo","path","name","type","modified","size").sort({"$asc":["modified","path","name"]}).offset(0).limit(10000).distinct(false)',
      ['img/app/_uploads/half'],
    ],
    [
      'the published build-info',
      `items.find({"repo":"artifactory-build-info","path":{"$match":"shop"},"name":{"$match":"1-*.json"}})${usual})`,
      [
        `artifactory-build-info/shop/1-${Date.parse('2026-01-02T03:04:05.678Z')}.json`,
        `artifactory-build-info/shop/1-${Date.parse('2026-02-02T00:00:00.000Z')}.json`,
      ],
    ],
  ])('%s', async (_, query, expected) => {
    const { results } = await find(query)
    expect(results.map(placed).toSorted()).toEqual(expected)
    for (const result of results)
      if (result['type'] === 'file') {
        expect(result).toMatchObject({ size: expect.any(Number) })
        if (query.includes('actual_sha1')) expect(String(result['actual_sha1'])).toMatch(/^[0-9a-f]{40}$/)
      }
  })

  test('the newest of a pattern is one item, the last that came', async () => {
    await app.fetch('/artifactory/lib/new/last.txt', { method: 'PUT', body: 'last' })
    const newest = (type: string, path: string) =>
      places(
        `items.find({"type":"${type}","repo":"lib","path":{"$match":"${path}"}}).sort({"$desc":["created"]}).limit(1)`,
      )
    expect(await newest('file', '*')).toEqual(['lib/new/last.txt'])
    expect(await newest('folder', '?')).toEqual(['lib/./new'])
  })

  test('all properties, and those of one repository', async () => {
    const all = await find('properties.find()')
    expect(all.results).toContainEqual({ key: 'colour', value: 'red' })
    const { results } = await find('properties.find({"item.repo":"img"}).include("key","value")')
    expect(results.map(({ key }) => key).toSorted()).toEqual(['docker.manifest.digest', 'sha256'])
  })

  test('builds by name, with what belongs to them', async () => {
    const { results } = await find(
      'builds.find({"name":"shop"}).include("name","number","started","module.artifact.name")',
    )
    expect(results).toHaveLength(2)
    expect(results.find((one) => 'modules' in one)).toMatchObject({
      'build.name': 'shop',
      'build.number': '1',
      modules: [{ artifacts: [{ 'artifact.name': 'one.txt' }] }],
    })
    expect((await find('builds.find({"@buildInfo.env.CI":"true"})')).results).toHaveLength(1)
  })
})
