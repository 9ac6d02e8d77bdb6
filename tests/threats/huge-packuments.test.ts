// Packuments of upstreams that are far too large: the second half of row B05 of the threat table, scaled down unless all is asked for.
// One engine is enough: what is exhausted here is memory and time, on the way from the upstream to the cache.
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../support/app.ts'
import { counted, isFull } from '../support/counts.ts'
import {
  isDeprecated,
  manifestAt,
  packumentText,
  readmeOf,
  sendPackument,
  timeAt,
  versionAt,
  type HugePackument,
} from '../support/huge-packument.ts'
import { makeRepository } from '../support/repositories.ts'
import { writeSql } from '../support/sql.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'
import { watched } from '../support/watched.ts'

const megabyte = 1 << 20
const abbreviated = 'application/vnd.npm.install-v1+json'

let app: TestApp
let upstream: Upstream

beforeAll(async () => {
  upstream = await startUpstream()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  const npm = { packageType: 'npm' }
  await makeRepository(app, 'far', 'remote', { ...npm, url: upstream.url, assumedOfflinePeriodSecs: 0 })
  await makeRepository(app, 'all', 'virtual', {
    ...npm,
    repositories: ['npm-local', 'far'],
    allowRemoteVersionsOfLocalPackages: true,
  })
})

afterAll(async () => {
  await app.close()
  await upstream.stop()
})

/** 20 MB, or the 200 MB of the table. */
const huge: HugePackument = { name: 'huge', versions: counted(500, 5000), readme: 40_000 }

const Packument = z.object({
  'dist-tags': z.record(z.string(), z.string()),
  versions: z.record(z.string(), z.looseObject({})),
  time: z.record(z.string(), z.string()),
  readme: z.string().optional(),
})

const ask = (key: string, name: string, accept = '*/*') =>
  app.fetch(`/artifactory/api/npm/${key}/${name}`, { headers: { accept } })

/** As it is told here: its files come from us, and it has no readme of its own. */
function shownAt(key: string, index: number) {
  const { dist, ...manifest } = manifestAt(huge, index)
  const file = `${huge.name}/-/${huge.name}-${versionAt(index)}.tgz`
  return { ...manifest, dist: { ...dist, tarball: `${app.url}/artifactory/api/npm/${key}/${file}` } }
}

const indexes = Array.from({ length: huge.versions }, (_, index) => index)

test('B05: a packument with a long readme in each version is served without them, soon, in little memory, and nobody else waits', async () => {
  upstream.on('/huge', sendPackument(huge))
  const begun = performance.now()
  const { reply, growth, pings, longestWait } = await watched(app, async () =>
    (await ask('far', 'huge')).text(),
  )
  // What the table demands is about its own size, on a machine that is not busy with other tests.
  if (isFull) expect(performance.now() - begun).toBeLessThan(5000)
  expect(growth).toBeLessThan(250 * megabyte)
  expect(pings).toBeGreaterThan(0)
  expect(longestWait).toBeLessThan(5000)
  expect(reply.length).toBeLessThan(huge.versions * 1000 + 50_000)
  const shown = Packument.parse(JSON.parse(reply))
  expect(Object.keys(shown.versions)).toEqual(indexes.map(versionAt))
  for (const index of indexes) {
    expect(shown.versions[versionAt(index)]).toEqual(shownAt('far', index))
    expect(shown.time[versionAt(index)]).toBe(timeAt(index))
  }
  expect(shown['dist-tags']).toEqual({ latest: versionAt(huge.versions - 1), first: '1.0.0' })
  expect(shown.time).toMatchObject({ created: timeAt(0), modified: timeAt(huge.versions) })
  expect(shown.readme).toBe(readmeOf(huge))
  const cached = await app.fetch('/artifactory/far-cache/.npm/huge/package.json')
  expect((await cached.arrayBuffer()).byteLength).toBeLessThan(huge.versions * 1000 + 100_000)
})

test('B05: the abbreviated form is made of it without asking again', async () => {
  const before = upstream.requests.length
  const { reply, growth } = await watched(app, async () => (await ask('far', 'huge', abbreviated)).json())
  expect(growth).toBeLessThan(150 * megabyte)
  expect(upstream.requests.length).toBe(before)
  const { versions } = Packument.parse(reply)
  for (const index of indexes) {
    const { name, version, dependencies, dist, ...rest } = shownAt('far', index)
    const deprecated = isDeprecated(index) ? { deprecated: rest.deprecated } : {}
    expect(versions[versionAt(index)]).toEqual({ name, version, dependencies, dist, ...deprecated })
  }
})

test('B05: a virtual repository merges it with versions of its own', async () => {
  await app.publish('npm', 'huge', '2.0.0')
  const { reply, growth } = await watched(app, async () => (await ask('all', 'huge')).json())
  expect(growth).toBeLessThan(150 * megabyte)
  const { versions } = Packument.parse(reply)
  expect(Object.keys(versions)).toEqual([...indexes.map(versionAt), '2.0.0'])
  expect(versions['1.7.0']).toEqual(shownAt('all', 7))
})

test('B05: one that lies in the cache as it came is read all the same', async () => {
  // As an older release kept it, or as it was copied from another Artifactory: more than is kept of one today.
  const old: HugePackument = { name: 'old', versions: 1750, readme: 40_000 }
  upstream.on('/old', sendPackument({ ...old, versions: 1 }))
  expect((await ask('far', 'old')).status).toBe(200)
  const stored = await app.fetch('/artifactory/generic-local/old.json', {
    method: 'PUT',
    body: [...packumentText(old)].join(''),
  })
  const { checksums, size } = z
    .object({ checksums: z.object({ sha256: z.string() }), size: z.coerce.number() })
    .parse(await stored.json())
  expect(size).toBeGreaterThan(64 * megabyte)
  await writeSql(
    app,
    `update nodes set sha256 = '${checksums.sha256}', size = ${size} where path = '.npm/old/package.json'`,
  )
  await app.restart()
  const { reply, growth } = await watched(app, async () => (await ask('far', 'old')).json())
  expect(growth).toBeLessThan(150 * megabyte)
  expect(Object.keys(Packument.parse(reply).versions)).toHaveLength(old.versions)
})

test.each([
  ['a readme', '{"name":"endless","versions":{"1.0.0":{"readme":"', 'x'.repeat(65_536), 300, 'limit'],
  ['a description', '{"name":"endless","description":"', 'x'.repeat(65_536), 100, 'limit'],
  ['lists', '{"name":"endless","versions":{"1.0.0":{"files":', '['.repeat(65_536), 10, 'nested deeper'],
  [
    'a list',
    '{"name":"endless","versions":{"1.0.0":{"files":[',
    '[],'.repeat(20_000),
    20,
    'lists and objects',
  ],
])('B05: %s without an end is refused and not read on', async (_what, first, again, mostMegabytes, told) => {
  let sent = 0
  upstream.on('/endless', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const pieces = function* () {
      yield first
      for (; !response.destroyed; sent += again.length) yield again
    }
    Readable.from(pieces()).pipe(response)
  })
  const { reply, growth } = await watched(app, async () => {
    const answer = await ask('far', 'endless')
    return { status: answer.status, text: await answer.text() }
  })
  expect(reply).toEqual({ status: 502, text: expect.stringContaining(told) as string })
  expect(sent).toBeLessThan(mostMegabytes * megabyte)
  expect(growth).toBeLessThan(150 * megabyte)
  expect((await app.fetch('/artifactory/far-cache/.npm/endless/package.json')).status).toBe(404)
})

test('B05: one that announces too much is refused before it is read', async () => {
  let sent = 0
  upstream.on('/announced', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 300_000_000 })
    response.write(' '.repeat(65_536), () => (sent += 65_536))
  })
  const reply = await ask('far', 'announced')
  expect(reply.status).toBe(502)
  expect(await reply.text()).toContain('it has 300000000 bytes; the limit here is 268435456.')
  expect(sent).toBeLessThan(megabyte)
})

test('what an upstream tells of the whole document is held against the whole, whatever of it is kept', async () => {
  const small: HugePackument = { name: 'told', versions: 3, readme: 1000 }
  const text = [...packumentText(small)].join('')
  const told = (sha256: string) =>
    upstream.on('/told', (_request, response) => {
      const headers = { 'content-length': Buffer.byteLength(text), 'x-checksum-sha256': sha256 }
      response.writeHead(200, headers).end(text)
    })
  told(hash('sha256', 'something else'))
  const refused = await ask('far', 'told')
  expect([refused.status, await refused.text()]).toEqual([502, expect.stringContaining('sha256')])
  told(hash('sha256', text))
  expect(Object.keys(Packument.parse(await (await ask('far', 'told')).json()).versions)).toHaveLength(3)
})
