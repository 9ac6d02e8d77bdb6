// What npm asks beyond packages (search, audits, attestations), through remote and virtual repositories.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { changeRepository, makeRepository } from '../../../../../tests/support/repositories.ts'
import { startUpstream, type Upstream } from '../../../../../tests/support/upstream.ts'

let app: TestApp
let upstream: Upstream
const bodies: string[] = []

beforeAll(async () => {
  upstream = await startUpstream()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  const npm = { packageType: 'npm' }
  await makeRepository(app, 'far', 'remote', { ...npm, url: upstream.url, assumedOfflinePeriodSecs: 0 })
  await makeRepository(app, 'private', 'local', npm)
  await makeRepository(app, 'all', 'virtual', { ...npm, repositories: ['far', 'npm-local', 'private'] })
  await app.publish('npm', 'acme-auth', '1.0.0')
  await app.publish('npm', 'acme-web', '2.0.0')
  await app.publish('npm', 'acme-web', '9.0.0', { repository: 'private' })
  await app.publish('npm', 'acme-secret', '1.0.0', { repository: 'private' })
})

afterAll(async () => {
  await app.close()
  await upstream.stop()
})

const address = (key: string, rest: string) => `/artifactory/api/npm/${key}/-/${rest}`

interface Found {
  objects: { package: { name: string; version: string } }[]
  total: number
}

async function found(key: string, query: string, send = app.fetch) {
  const reply = await send(address(key, `v1/search?${query}`))
  expect(reply.status).toBe(200)
  const { objects, total } = (await reply.json()) as Found
  return { names: objects.map(({ package: { name, version } }) => `${name}@${version}`), total }
}

const listing = (...packages: string[]) => {
  const objects = packages.map((one) => {
    const [name, version] = one.split('@')
    return { package: { name, version, description: `About\n${name}`, date: '2026-01-01T00:00:00.000Z' } }
  })
  return JSON.stringify({ objects, total: packages.length })
}

test('a remote repository passes a search on, and answers from its cache when the upstream does not', async () => {
  upstream.on('/-/v1/search', listing('left-pad@1.3.0', 'acme-auth@99.0.0'))
  expect(await found('far', 'text=pad&size=5&from=0')).toEqual({
    names: ['left-pad@1.3.0', 'acme-auth@99.0.0'],
    total: 2,
  })
  expect(upstream.requests.at(-1)).toBe('GET /-/v1/search?text=pad&size=5&from=0')
  await changeRepository(app, 'far', { excludesPattern: 'left-pad/**' })
  expect((await found('far', 'text=pad')).names).toEqual(['acme-auth@99.0.0'])
  await changeRepository(app, 'far', { excludesPattern: '' })
  for (const answer of ['<html></html>', '[]', '{"objects":[null,{"package":{"name":1}}],"total":"x"}']) {
    upstream.on('/-/v1/search', answer)
    expect(await found('far', 'text=pad')).toEqual({ names: [], total: 0 })
  }
  upstream.on('/-/v1/search', (_request, response) => void response.writeHead(500).end())
  expect((await found('far', 'text=pad')).names).toEqual([])
})

test('a virtual repository merges what its members find, its own first; names that are here are not taken from there', async () => {
  upstream.on('/-/v1/search', listing('acme-auth@99.0.0', 'acme-public@3.0.0'))
  expect(await found('all', 'text=acme')).toEqual({
    names: ['acme-auth@1.0.0', 'acme-secret@1.0.0', 'acme-web@2.0.0', 'acme-public@3.0.0'],
    total: 5,
  })
  expect((await found('all', 'text=acme&size=2')).names).toEqual(['acme-auth@1.0.0', 'acme-secret@1.0.0'])
  expect((await found('all', 'text=acme&size=2&from=2')).names).toEqual([
    'acme-web@2.0.0',
    'acme-public@3.0.0',
  ])
  await found('all', 'text=acme&size=2&from=4')
  expect(upstream.requests.at(-1)).toBe('GET /-/v1/search?text=acme&size=2&from=1')
})

test('a search through a virtual repository shows nothing of members that one may not read', async () => {
  await app.closeReading()
  upstream.on('/-/v1/search', listing('acme-secret@66.0.0', 'acme-public@3.0.0'))
  const ann = await app.user({ name: 'ann', grants: [{ action: 'read', repository: 'npm-local' }] })
  const seen = await found('all', 'text=acme', app.as(ann))
  expect(seen).toEqual({ names: ['acme-auth@1.0.0', 'acme-web@2.0.0'], total: 2 })
  const bob = await app.user({ name: 'bob', grants: [{ action: 'read', repository: 'far' }] })
  expect((await found('all', 'text=acme', app.as(bob))).names).toEqual(['acme-public@3.0.0'])
})

const advisory = { id: 1, title: 'Bad', severity: 'high', url: 'https://advisories.example/1' }

test('an audit is asked of the upstream, compressed or not, without the names of what is published here', async () => {
  upstream.on('/-/npm/v1/security/advisories/bulk', (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      bodies.push(body)
      response.end(JSON.stringify({ 'left-pad': [advisory] }))
    })
  })
  const asked = JSON.stringify({ 'left-pad': ['1.3.0'], 'acme-secret': ['1.0.0'] })
  const init = { method: 'POST', headers: { 'content-encoding': 'gzip' }, body: gzipSync(asked) }
  const reply = await app.fetch(address('all', 'npm/v1/security/advisories/bulk'), init)
  expect([reply.status, await reply.json()]).toEqual([200, { 'left-pad': [advisory] }])
  expect(JSON.parse(bodies.at(-1) ?? '')).toEqual({ 'left-pad': ['1.3.0'] })
  const plain = await app.fetch(
    address('far', 'npm/v1/security/advisories/bulk'),
    json('POST', { 'left-pad': ['1.3.0'] }),
  )
  expect(await plain.json()).toEqual({ 'left-pad': [advisory] })
  const local = await app.fetch(
    address('npm-local', 'npm/v1/security/advisories/bulk'),
    json('POST', { 'left-pad': ['1.3.0'] }),
  )
  expect([local.status, await local.json()]).toEqual([200, {}])
})

test('the older audit hides such names at every depth, and is empty where nobody can be asked', async () => {
  const tree = {
    name: 'app',
    requires: { a: '1', 'acme-web': '2' },
    dependencies: {
      a: {
        version: '1.0.0',
        requires: { 'acme-auth': '1' },
        dependencies: { 'acme-auth': { version: '1' } },
      },
      'acme-web': { version: '2.0.0' },
    },
  }
  let told = ''
  upstream.on('/-/npm/v1/security/audits/quick', (request, response) => {
    request.on('data', (chunk: Buffer) => (told += chunk.toString()))
    request.on('end', () => response.end(JSON.stringify({ actions: [], advisories: { 1: advisory } })))
  })
  const ask = async (key: string) =>
    (await app.fetch(address(key, 'npm/v1/security/audits/quick'), json('POST', tree))).json()
  expect(await ask('all')).toEqual({ actions: [], advisories: { 1: advisory } })
  expect(told).not.toContain('acme')
  expect(JSON.parse(told)).toMatchObject({ requires: { a: '1' }, dependencies: { a: { version: '1.0.0' } } })
  expect(await ask('npm-local')).toMatchObject({ advisories: {}, metadata: { vulnerabilities: { high: 0 } } })
})

test('B17: an audit that is no JSON, no gzip, packed otherwise or too large when unpacked is refused', async () => {
  const ask = async (body: string | Buffer, headers: Record<string, string> = {}) =>
    (await app.fetch(address('far', 'npm/v1/security/advisories/bulk'), { method: 'POST', body, headers }))
      .status
  expect(await ask('nonsense')).toBe(400)
  expect(await ask('[]')).toBe(400)
  expect(await ask('nonsense', { 'content-encoding': 'gzip' })).toBe(400)
  for (const coding of ['br', 'deflate', 'gzip, gzip'])
    expect(await ask(gzipSync('{}'), { 'content-encoding': coding })).toBe(415)
  expect(await ask(gzipSync(Buffer.alloc(40 << 20)), { 'content-encoding': 'gzip' })).toBe(413)
})

test('attestations stay, at an address of ours that leads to the upstream; keys are passed on', async () => {
  const told = {
    url: `${upstream.url}/-/npm/v1/attestations/signed@1.0.0`,
    provenance: { predicateType: 'p' },
  }
  const dist = {
    shasum: '0'.repeat(40),
    tarball: 'x',
    signatures: [{ keyid: 'k', sig: 's' }],
    attestations: told,
  }
  upstream.on(
    '/signed',
    JSON.stringify({
      name: 'signed',
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': { name: 'signed', version: '1.0.0', dist } },
    }),
  )
  upstream.on('/-/npm/v1/attestations/signed@1.0.0', '{"attestations":[{"bundle":{}}]}')
  upstream.on('/-/npm/v1/keys', '{"keys":[{"keyid":"k"}]}')
  const packument = (await (await app.fetch('/artifactory/api/npm/all/signed')).json()) as {
    versions: Record<string, { dist: { attestations: object; signatures: object[] } }>
  }
  expect(packument.versions['1.0.0']?.dist).toMatchObject({
    signatures: dist.signatures,
    attestations: { ...told, url: `${app.url}/-/npm/v1/attestations/signed@1.0.0` },
  })
  // npm puts the path behind the address of the registry.
  const read = async (rest: string) => (await app.fetch(address('all', rest))).json()
  expect(await read('npm/v1/attestations/signed@1.0.0')).toEqual({ attestations: [{ bundle: {} }] })
  expect(await read('npm/v1/keys')).toEqual({ keys: [{ keyid: 'k' }] })
  expect((await app.fetch(address('npm-local', 'npm/v1/keys'))).status).toBe(404)
})
