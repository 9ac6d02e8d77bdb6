// npm through remote and virtual repositories. The upstream is a second Bindery, or one that lies.
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { npmTarball } from '../../../../../tests/support/builders/npm.ts'
import { changeRepository, makeRepository } from '../../../../../tests/support/repositories.ts'
import { startUpstream, type Upstream } from '../../../../../tests/support/upstream.ts'

let origin: TestApp
let app: TestApp
let liar: Upstream

beforeAll(async () => {
  liar = await startUpstream()
  origin = await startTestApp({ env: { BINDERY_ANONYMOUS_ACCESS: 'true' } })
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  const url = `${origin.url}/artifactory/api/npm/npm-local/`
  const npm = { packageType: 'npm' }
  await makeRepository(app, 'far', 'remote', { ...npm, url })
  await makeRepository(app, 'lying', 'remote', { ...npm, url: liar.url, assumedOfflinePeriodSecs: 0 })
  await makeRepository(app, 'all', 'virtual', {
    ...npm,
    repositories: ['npm-local', 'far'],
    defaultDeploymentRepo: 'npm-local',
  })
})

afterAll(async () => {
  await app.close()
  await origin.close()
  await liar.stop()
})

interface Packument {
  'dist-tags': Record<string, string>
  versions: Record<string, { dist: { tarball: string; integrity?: string; shasum?: string } }>
  time: Record<string, string>
}

const get = (path: string, init?: RequestInit) => app.fetch(`/artifactory/api/npm/${path}`, init)
const packument = async (path: string) => (await (await get(path)).json()) as Packument

describe('a remote repository', () => {
  test('shows the upstream’s packument with addresses of its own, in both forms, compressed and conditional', async () => {
    const { bytes } = await origin.publish('npm', '@acme/far-away', '1.0.0')
    const full = await get('far/@acme%2ffar-away')
    const document = (await full.json()) as Packument
    const dist = document.versions['1.0.0']?.dist
    expect(dist?.tarball).toBe(`${app.url}/artifactory/api/npm/far/@acme/far-away/-/far-away-1.0.0.tgz`)
    expect(dist?.integrity).toBe(`sha512-${hash('sha512', bytes, 'base64')}`)
    expect(document['dist-tags']).toEqual({ latest: '1.0.0' })
    const accept = 'application/vnd.npm.install-v1+json'
    const short = await get('far/@acme/far-away', { headers: { accept } })
    expect(short.headers.get('content-type')).toBe(accept)
    const known = { 'if-none-match': full.headers.get('etag') ?? '' }
    expect((await get('far/@acme%2ffar-away', { headers: known })).status).toBe(304)
    expect(((await (await get('far/@acme%2ffar-away/latest')).json()) as { version: string }).version).toBe(
      '1.0.0',
    )
    expect(await (await get('far/-/package/@acme%2ffar-away/dist-tags')).json()).toEqual({ latest: '1.0.0' })
    const tarball = await get('far/@acme/far-away/-/far-away-1.0.0.tgz')
    expect(Buffer.from(await tarball.arrayBuffer()).equals(bytes)).toBe(true)
    expect(tarball.headers.get('x-checksum-sha256')).toBe(hash('sha256', bytes))
    const facts = await app.fetch('/ui/api/v1/packages/npm%3A%2F%2F%40acme%2Ffar-away')
    expect(facts.status).toBe(200)
  })

  test('a tarball that a lock file names is had although nobody asked for its packument', async () => {
    const { bytes } = await origin.publish('npm', 'locked', '2.0.0')
    const reply = await get('far/locked/-/locked-2.0.0.tgz')
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('new versions appear when the time of the old packument is over', async () => {
    await makeRepository(app, 'eager', 'remote', {
      packageType: 'npm',
      url: `${origin.url}/artifactory/api/npm/npm-local`,
      retrievalCachePeriodSecs: 0,
    })
    await origin.publish('npm', 'growing', '1.0.0')
    expect(Object.keys((await packument('eager/growing')).versions)).toEqual(['1.0.0'])
    expect(Object.keys((await packument('far/growing')).versions)).toEqual(['1.0.0'])
    await origin.publish('npm', 'growing', '1.1.0')
    expect(Object.keys((await packument('eager/growing')).versions)).toEqual(['1.0.0', '1.1.0'])
    expect(Object.keys((await packument('far/growing')).versions)).toEqual(['1.0.0'])
  })

  test('D02, C06: a tarball that is not what its packument says is refused; its address is not believed', async () => {
    const version = (shasum: string, tarball: string) => ({
      name: 'evil',
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': { name: 'evil', version: '1.0.0', dist: { shasum, tarball } } },
    })
    const document = version('0'.repeat(40), 'http://127.0.0.1:1/internal.tgz')
    liar.on('/evil', JSON.stringify(document))
    liar.on('/evil/-/evil-1.0.0.tgz', 'not what was promised')
    expect((await packument('lying/evil')).versions['1.0.0']?.dist.tarball).toContain(
      '/api/npm/lying/evil/-/',
    )
    const reply = await get('lying/evil/-/evil-1.0.0.tgz')
    expect(reply.status).toBe(502)
    expect(await reply.text()).toContain('sha1')
    expect((await app.fetch('/artifactory/lying-cache/evil/-/evil-1.0.0.tgz')).status).toBe(404)
  })

  test('C07: pictures that a README or a package names are not fetched', async () => {
    const inside = await startUpstream()
    try {
      const address = `${inside.url}/picture.png`
      const manifest = { icon: address, iconUrl: address, logo: address, funding: address, homepage: address }
      const readme = `# Pictures\n\n![one](${address})\n\n<img src="${address}">\n`
      await origin.publish('npm', 'pictures', '1.0.0', { manifest, readme })
      await app.publish('npm', 'own-pictures', '1.0.0', { manifest, readme })
      expect((await get('far/pictures/-/pictures-1.0.0.tgz')).status).toBe(200)
      expect((await get('far/pictures')).status).toBe(200)
      for (const name of ['pictures', 'own-pictures'])
        for (const rest of ['', '/versions', '/versions/1.0.0', '/readme'])
          expect((await app.fetch(`/ui/api/v1/packages/npm%3A%2F%2F${name}${rest}`)).status).toBeLessThan(500)
      expect(inside.requests).toEqual([])
    } finally {
      await inside.stop()
    }
  })

  describe('C06: an address that the packument names', () => {
    let inside: Upstream

    beforeAll(async () => {
      inside = await startUpstream()
    })

    afterAll(() => inside.stop())

    // All of them could be reached: internal addresses are open to this application.
    const addresses: [string, (port: string) => string][] = [
      ['of another port', (port) => `http://127.0.0.1:${port}/x.tgz`],
      ['of another name', (port) => `http://localhost:${port}/x.tgz`],
      ['with the upstream as a user', (port) => `${liar.url}@127.0.0.1:${port}/x.tgz`],
      ['without a scheme', (port) => `//127.0.0.1:${port}/x.tgz`],
      ['of another scheme', (port) => `https://127.0.0.1:${port}/x.tgz`],
      ['of a file', () => 'file:///etc/passwd'],
    ]

    test.each(addresses)('%s becomes our own, and is not asked', async (what, make) => {
      const name = what.replaceAll(' ', '-')
      const address = make(new URL(inside.url).port)
      const tarball = await npmTarball(name, '1.0.0')
      const version = {
        name,
        version: '1.0.0',
        dist: {
          shasum: hash('sha1', tarball),
          tarball: address,
          attestations: { url: address, provenance: { predicateType: 'x' } },
        },
      }
      liar.on(
        `/${name}`,
        JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
      )
      liar.on(`/${name}/-/${name}-1.0.0.tgz`, tarball)
      await makeRepository(app, `all-${name}`, 'virtual', { packageType: 'npm', repositories: ['lying'] })
      for (const key of ['lying', `all-${name}`]) {
        const accept = 'application/vnd.npm.install-v1+json'
        for (const reply of [
          await get(`${key}/${name}`),
          await get(`${key}/${name}`, { headers: { accept } }),
          await get(`${key}/${name}/1.0.0`),
        ]) {
          const text = await reply.text()
          expect([reply.status, text.includes(address)]).toEqual([200, false])
          expect(text).toContain(
            `"tarball":"${app.url}/artifactory/api/npm/${key}/${name}/-/${name}-1.0.0.tgz"`,
          )
          expect(text.replaceAll(app.url, '')).not.toMatch(/(127\.0\.0\.1|localhost):|file:/)
        }
        const served = await get(`${key}/${name}/-/${name}-1.0.0.tgz`)
        expect(Buffer.from(await served.arrayBuffer()).equals(tarball)).toBe(true)
      }
      expect(liar.requests).toContain(`GET /${name}/-/${name}-1.0.0.tgz`)
      expect(inside.requests).toEqual([])
    })
  })

  test.each([
    ['a page', '<html></html>'],
    ['nothing', ''],
    ['another package', JSON.stringify({ name: 'other', versions: {} })],
    ['a list', '[]'],
  ])('D04: %s instead of the packument is refused and not kept', async (_what, body) => {
    liar.on('/odd', body)
    expect((await get('lying/odd')).status).toBe(502)
    liar.on('/odd', JSON.stringify({ name: 'odd', 'dist-tags': {}, versions: {} }))
    expect((await get('lying/odd')).status).toBe(200)
    await app.fetch('/artifactory/lying-cache/.npm/odd', { method: 'DELETE' })
  })

  test('D01: other ways to write a name lead to no other package', async () => {
    for (const name of ['odd%2f..%2fevil', 'odd%20', '..%2f..%2fx', '@.x%2fy'])
      expect([400, 404]).toContain((await get(`lying/${name}`)).status)
  })
})

describe('a virtual repository', () => {
  test('D07: a name that a local member has is not taken from a remote one, unless that is allowed', async () => {
    await origin.publish('npm', 'acme-auth', '99.0.0')
    await app.publish('npm', 'acme-auth', '1.0.0')
    expect(Object.keys((await packument('all/acme-auth')).versions)).toEqual(['1.0.0'])
    expect((await get('all/acme-auth/-/acme-auth-99.0.0.tgz')).status).toBe(404)
    await changeRepository(app, 'all', { allowRemoteVersionsOfLocalPackages: true })
    const merged = await packument('all/acme-auth')
    expect(Object.keys(merged.versions)).toEqual(['1.0.0', '99.0.0'])
    expect(merged['dist-tags']).toEqual({ latest: '1.0.0' })
    expect((await get('all/acme-auth/-/acme-auth-99.0.0.tgz')).status).toBe(200)
    await changeRepository(app, 'all', { allowRemoteVersionsOfLocalPackages: false })
    expect((await get('all/acme-auth/-/acme-auth-99.0.0.tgz')).status).toBe(404)
  })

  test('D07: nor as the newest version, nor by a property', async () => {
    await origin.publish('npm', 'acme-new', '99.0.0')
    expect((await get('far/acme-new/-/acme-new-99.0.0.tgz')).status).toBe(200)
    const path = 'acme-new/-/acme-new-99.0.0.tgz'
    await app.fetch(`/artifactory/api/storage/far-cache/${path}?properties=k=v`, { method: 'PUT' })
    const newest = '/artifactory/all/acme-new/-/acme-new-[RELEASE].tgz'
    const named = async () =>
      (await app.fetch(newest, { method: 'HEAD' })).headers.get('x-artifactory-filename')
    expect(await named()).toBe('acme-new-99.0.0.tgz')
    expect((await app.fetch(`/artifactory/all/${path};k=v`)).status).toBe(200)
    await app.publish('npm', 'acme-new', '1.0.0')
    expect(await named()).toBe('acme-new-1.0.0.tgz')
    expect((await app.fetch(`/artifactory/all/${path};k=v`)).status).toBe(404)
  })

  test('D07: nor by any other way: every document, a virtual of virtuals, somebody who may not read the local member', async () => {
    await origin.publish('npm', '@acme/inner', '99.0.0', { tag: 'latest' })
    await app.publish('npm', '@acme/inner', '1.0.0')
    await makeRepository(app, 'remotes', 'virtual', { packageType: 'npm', repositories: ['far'] })
    await makeRepository(app, 'outer', 'virtual', {
      packageType: 'npm',
      repositories: ['remotes', 'npm-local'],
    })
    await app.closeReading()
    const reader = async (name: string, ...keys: string[]) =>
      app.as(await app.user({ name, grants: keys.map((repository) => ({ action: 'read', repository })) }))
    const stranger = await reader('stranger', 'all', 'outer', 'remotes', 'far', 'far-cache')
    const name = '@acme%2finner'
    const seen = async () => {
      for (const key of ['all', 'outer']) {
        const at = (path: string, send = app.fetch) => send(`/artifactory/api/npm/${key}/${path}`)
        const accept = 'application/vnd.npm.install-v1+json'
        const short = await get(`${key}/${name}`, { headers: { accept } })
        for (const reply of [await at(name), short, await at(`-/package/${name}/dist-tags`)]) {
          const text = await reply.text()
          expect([key, reply.status, text.includes('1.0.0'), text.includes('99.0.0')]).toEqual([
            key,
            200,
            true,
            false,
          ])
        }
        expect(await (await at(`${name}/latest`)).json()).toMatchObject({ version: '1.0.0' })
        for (const path of [`${name}/99.0.0`, '@acme/inner/-/inner-99.0.0.tgz'])
          expect([key, path, (await at(path)).status]).toEqual([key, path, 404])
        for (const path of [name, `${name}/99.0.0`, '@acme/inner/-/inner-99.0.0.tgz']) {
          const reply = await at(path, stranger)
          expect([key, path, reply.status]).toEqual([key, path, 404])
        }
      }
    }
    await seen()
    // What the cache of the remote one has already changes nothing.
    expect((await get('far/@acme/inner/-/inner-99.0.0.tgz')).status).toBe(200)
    await seen()
    await app.restart()
    await seen()
  })

  test('D07: administrators are told which names of an upstream are hidden', async () => {
    await origin.publish('npm', 'acme-shared', '99.0.0')
    expect(Object.keys((await packument('all/acme-shared')).versions)).toEqual(['99.0.0'])
    await app.publish('npm', 'acme-shared', '1.0.0')
    expect(Object.keys((await packument('all/acme-shared')).versions)).toEqual(['1.0.0'])
    await expect
      .poll(async () => {
        const all = (await (await app.fetch('/ui/api/v1/upstreams')).json()) as {
          repository: string
          hiddenNames: string[]
        }[]
        return all.find(({ repository }) => repository === 'far')?.hiddenNames
      })
      .toContain('acme-shared')
    await expect
      .poll(() => readFile(join(app.home, 'log', 'artifactory.log'), 'utf8'))
      .toMatch(/is hidden: a local repository has its name.*acme-shared/)
  })

  test('shows a publish at once, and a publish through it lands in the local member', async () => {
    await app.publish('npm', 'through', '1.0.0', { repository: 'all' })
    expect(Object.keys((await packument('all/through')).versions)).toEqual(['1.0.0'])
    expect((await get('npm-local/through')).status).toBe(200)
    await app.publish('npm', 'through', '1.1.0', { repository: 'npm-local' })
    const shown = await packument('all/through')
    expect(Object.keys(shown.versions)).toEqual(['1.0.0', '1.1.0'])
    expect(shown.versions['1.1.0']?.dist.tarball).toContain('/api/npm/all/')
    expect((await get('far/through')).status).toBe(404)
  })
})
