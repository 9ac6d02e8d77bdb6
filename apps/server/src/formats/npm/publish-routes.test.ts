// Publishing, deprecating, unpublishing over HTTP, and everything that must be refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { basic, startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { npmPublishBody, npmTarball, type NpmOptions } from '../../../../../tests/support/builders/npm.ts'
import { sendRaw } from '../../../../../tests/support/raw.ts'
import { leavesNothing, leavesNothingSoon } from '../../../../../tests/support/stored.ts'
import { makeTarball } from './tarball/tarball.fixture.ts'

const base = '/artifactory/api/npm/npm-local/'

const Packument = z.object({
  _rev: z.string(),
  name: z.string(),
  'dist-tags': z.record(z.string(), z.string()),
  versions: z.record(z.string(), z.looseObject({ deprecated: z.string().optional() })),
})

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_MAX_UPLOAD_SIZE: '2 MiB', BINDERY_MAX_METADATA_SIZE: '1 MiB' } })
})

afterAll(() => app.close())

const send = (method: string, path: string, body?: unknown) =>
  app.fetch(base + path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })

async function bodyOf(name: string, version: string, options: NpmOptions = {}) {
  return npmPublishBody(name, version, await npmTarball(name, version, options), options)
}

const packument = async (name: string) =>
  Packument.parse(await (await app.fetch(base + name.replace('/', '%2f'))).json())

const sentenceOf = async (reply: Response) => z.object({ error: z.string() }).parse(await reply.json()).error

describe('publishing', () => {
  test('is answered when it is done', async () => {
    const reply = await send('PUT', 'fresh', await bodyOf('fresh', '1.0.0'))
    expect([reply.status, await reply.json()]).toEqual([201, { ok: true, success: true }])
    expect((await packument('fresh'))['dist-tags']).toEqual({ latest: '1.0.0' })
  })

  test('moves latest only when it is published as latest', async () => {
    await app.publish('npm', 'moving', '1.0.0', { tag: 'next' })
    expect((await packument('moving'))['dist-tags']).toEqual({ latest: '1.0.0', next: '1.0.0' })
    await app.publish('npm', 'moving', '2.0.0', { tag: 'next' })
    expect((await packument('moving'))['dist-tags']).toEqual({ latest: '1.0.0', next: '2.0.0' })
    await app.publish('npm', 'moving', '1.5.0')
    expect((await packument('moving'))['dist-tags']).toEqual({ latest: '1.5.0', next: '2.0.0' })
  })

  test('over a version that exists is refused, with the same bytes too', async () => {
    const first = await bodyOf('taken', '1.0.0')
    await send('PUT', 'taken', first)
    for (const body of [first, await bodyOf('taken', '1.0.0', { files: { 'other.js': '1' } })]) {
      const reply = await leavesNothing(app, () => send('PUT', 'taken', body))
      expect(reply.status).toBe(409)
      expect(await sentenceOf(reply)).toBe(
        '"taken/-/taken-1.0.0.tgz" exists already and cannot be published again. Choose a new version.',
      )
    }
  })

  test('shows at once to whoever read the package before', async () => {
    for (let minor = 0; minor < 5; minor++) {
      await app.publish('npm', 'shown', `1.${minor}.0`)
      expect(Object.keys((await packument('shown')).versions)).toHaveLength(minor + 1)
      expect((await packument('shown'))['dist-tags']).toEqual({ latest: `1.${minor}.0` })
    }
  })

  test('takes build metadata off, as npm does', async () => {
    const tarball = await npmTarball('built', '1.0.0+build.7')
    const reply = await send('PUT', 'built', npmPublishBody('built', '1.0.0', tarball))
    expect(reply.status).toBe(201)
    expect(Object.keys((await packument('built')).versions)).toEqual(['1.0.0'])
  })

  test('takes names that other programs stumble over', async () => {
    for (const name of ['constructor', 'tostring', 'events', '@a/b', 'a.b-c_d', '3']) {
      await app.publish('npm', name, '1.0.0', { tag: '__proto__' })
      expect(await packument(name)).toMatchObject({ name, 'dist-tags': { latest: '1.0.0' } })
    }
  })

  test('keeps texts that a database would not take as they are', async () => {
    const odd = 'NUL \0, half a pair \ud800, line\u2028break'
    const manifest = { description: odd, keywords: [odd], license: odd, homepage: odd, author: odd }
    await app.publish('npm', 'odd-texts', '1.0.0', {
      manifest,
      readme: `# Odd\n${odd}`,
      files: { 'b\u0301.js': odd },
    })
    expect((await send('GET', 'odd-texts')).status).toBe(200)
    expect((await app.fetch('/ui/api/v1/packages?format=npm')).status).toBe(200)
  })
})

describe('the tarball decides what is told about a version', () => {
  test('dependencies and scripts that only the publish body has are not shown', async () => {
    const body = await bodyOf('confused', '1.0.0', {
      manifest: { scripts: { postinstall: 'node evil.js' }, dependencies: { real: '1.0.0' } },
    })
    const version = z.record(z.string(), z.unknown()).parse(body.versions['1.0.0'])
    delete version['scripts']
    Object.assign(version, {
      dependencies: { pretended: '1.0.0' },
      description: 'Harmless',
      hasInstallScript: false,
    })
    expect((await send('PUT', 'confused', body)).status).toBe(201)
    expect((await packument('confused')).versions['1.0.0']).toMatchObject({
      dependencies: { real: '1.0.0' },
      scripts: { postinstall: 'node evil.js' },
      hasInstallScript: true,
    })
    expect(JSON.stringify(await packument('confused'))).not.toContain('pretended')
  })

  test.each([
    ['another name', 'confused-2', '1.0.0', 'other', '1.0.0'],
    ['another version', 'confused-2', '1.0.0', 'confused-2', '1.0.1'],
  ])('%s inside is refused', async (_title, name, version, innerName, innerVersion) => {
    const body = npmPublishBody(name, version, await npmTarball(innerName, innerVersion))
    const reply = await leavesNothing(app, () => send('PUT', name, body))
    expect(reply.status).toBe(400)
    expect(await sentenceOf(reply)).toMatch(/tarball/)
  })
})

describe('bad input is refused with a sentence and leaves nothing', () => {
  type Bent = Record<string, unknown>
  const bend = async (change: (body: Bent, tarball: Buffer) => unknown): Promise<unknown> => {
    const tarball = await npmTarball('bent', '1.0.0')
    const body: Bent = npmPublishBody('bent', '1.0.0', tarball)
    return change(body, tarball) ?? body
  }
  const withTarball = (bytes: Buffer) => bend(() => npmPublishBody('bent', '1.0.0', bytes))
  const withTag = (tag: string) => bend((body) => void (body['dist-tags'] = { [tag]: '1.0.0' }))

  test.each<[string, () => Promise<unknown>, number, RegExp]>([
    ['no object', () => bend(() => []), 400, /not a JSON object/],
    ['null', () => Promise.resolve(null), 400, /not a JSON object/],
    ['no name', () => bend((body) => void delete body['name']), 400, /must be the same/],
    ['another name', () => bend((body) => void (body['name'] = 'other')), 400, /must be the same/],
    ['no version', () => bend((body) => void (body['versions'] = {})), 400, /exactly one version/],
    [
      'versions that are no object',
      () => bend((body) => void (body['versions'] = 'x')),
      400,
      /exactly one version/,
    ],
    [
      'two versions',
      () => bend((body) => void (body['versions'] = { '1.0.0': {}, '2.0.0': {} })),
      400,
      /exactly one version/,
    ],
    [
      'attachments that are no object',
      () => bend((body) => void (body['_attachments'] = [])),
      400,
      /_attachments/,
    ],
    [
      'an attachment that is no tarball',
      () => bend((body) => void (body['_attachments'] = { 'x.zip': { data: 'AAAA' } })),
      400,
      /no tarball/,
    ],
    [
      'data that is no base64',
      () => bend((body) => void (body['_attachments'] = { 'bent-1.0.0.tgz': { data: 'not base64!' } })),
      400,
      /not valid base64/,
    ],
    [
      'a wrong length',
      () =>
        bend((body, tarball) => {
          body['_attachments'] = { 'bent-1.0.0.tgz': { data: tarball.toString('base64'), length: 1 } }
        }),
      400,
      /not 1 as announced/,
    ],
    [
      'a wrong digest',
      () => bend((body) => void (body['versions'] = { '1.0.0': { dist: { shasum: 'f'.repeat(40) } } })),
      409,
      /digest differs/,
    ],
    [
      'a wrong integrity',
      () => bend((body) => void (body['versions'] = { '1.0.0': { dist: { integrity: 'sha512-AAAA' } } })),
      409,
      /digest differs/,
    ],
    [
      'a cut-off tarball',
      async () => withTarball((await npmTarball('bent', '1.0.0')).subarray(0, 150)),
      400,
      /cut off or damaged/,
    ],
    ['a file that is no tarball', () => withTarball(Buffer.from('hello')), 400, /not a tarball/],
    ['an empty tarball', () => withTarball(Buffer.alloc(0)), 400, /tarball/],
    [
      'a tarball without package.json',
      async () => withTarball(await emptyTarball()),
      400,
      /no package\.json/,
    ],
    [
      'a package.json that is no JSON',
      async () => withTarball(await tarballWith('{')),
      400,
      /not valid JSON/,
    ],
    ['a tag that reads as a version', () => withTag('1.0.0'), 400, /reads as a version/],
    ['a tag that reads as a range', () => withTag('^1'), 400, /reads as a version/],
    ['a tag with a slash', () => withTag('a/b'), 400, /may be used/],
    ['a tag of dots', () => withTag('..'), 400, /not allowed/],
    [
      'a tag that names no version',
      () => bend((body) => void (body['dist-tags'] = { latest: 1 })),
      400,
      /must name a version/,
    ],
    [
      'metadata over the limit',
      () => bend((body) => void (body['readme'] = 'x'.repeat(2 << 20))),
      413,
      /besides its tarball/,
    ],
    ['a tarball over the limit', () => withTarball(Buffer.alloc(3 << 20)), 413, /limit/],
  ])('%s', async (_title, make, status, sentence) => {
    const body = await make()
    const reply = await leavesNothing(app, () => send('PUT', 'bent', body))
    expect([reply.status, await sentenceOf(reply)]).toEqual([status, expect.stringMatching(sentence)])
  })

  test.each([
    '{',
    '',
    '{"name": "bent"',
    '{"name":"bent"}}',
    '\u{feff}{}',
    '{"name":"bent","name":"other"}',
    'x'.repeat(1000),
    '[1,2',
    '"text"',
  ])('%j is no publish body', async (body) => {
    const reply = await leavesNothing(app, () => app.fetch(`${base}bent`, { method: 'PUT', body }))
    expect(reply.status).toBe(400)
    await sentenceOf(reply)
  })

  test.each([
    '..%2f..%2fevil',
    '__proto__',
    'node_modules',
    'favicon.ico',
    '.bin',
    '_under',
    'Upper',
    'caf%C3%A9',
    'a%20b',
    'a:b',
    'a~b!',
    '@scope',
    '@.scope%2fa',
    '@scope%2f.a',
    '@a%2fb%2fc',
    'x'.repeat(215),
    '%00',
    '%F0%9F%92%A9',
  ])('%s is no name for a package', async (path) => {
    const name = decodeURIComponent(path)
    const body = await bodyOf(name, '1.0.0')
    const reply = await leavesNothing(app, () => send('PUT', path, body))
    expect([400, 404, 405]).toContain(reply.status)
    await sentenceOf(reply)
  })

  test.each([
    '1',
    '1.0',
    'v1.0.0',
    '=1.0.0',
    '1.0.0.0',
    'latest',
    '',
    '1.0.0 ',
    '01.0.0',
    '../1.0.0',
    '1.0.0-../../x',
    '9'.repeat(300),
  ])('%j is no version', async (version) => {
    const body = await bodyOf('bent', version)
    const reply = await leavesNothing(app, () => send('PUT', 'bent', body))
    expect(reply.status).toBe(400)
    await sentenceOf(reply)
  })

  test('a compressed body', async () => {
    const headers = { 'content-encoding': 'gzip' }
    const reply = await leavesNothing(app, () =>
      app.fetch(`${base}bent`, { method: 'PUT', body: 'x', headers }),
    )
    expect(reply.status).toBe(415)
  })

  test('a body that announces more than could be a package', async () => {
    const reply = await leavesNothing(app, () =>
      sendRaw(app.url, head('bent', 'content-length: 100000000000')),
    )
    expect(reply.status).toBe(413)
    expect(reply.body).toMatch(/^{"error":"The content has 100000000000 bytes/)
  })

  test.each([10, 500, 100_000])('a client that stops after %d bytes', async (sent) => {
    const body = JSON.stringify(
      await bodyOf('bent', '1.0.0', { files: { 'a.bin': Buffer.alloc(200_000, 'noise') } }),
    )
    const bytes = head('bent', `content-length: ${body.length + 300_000}`) + body.slice(0, sent)
    await leavesNothingSoon(app, () => sendRaw(app.url, bytes, { end: true }))
  })

  const head = (path: string, ...headers: string[]) =>
    [
      `PUT ${base}${path} HTTP/1.1`,
      'host: localhost',
      `authorization: ${basic(app.admin)}`,
      ...headers,
      '',
      '',
    ].join('\r\n')
})

describe('deprecating', () => {
  test('sets a reason on some versions, and takes it back', async () => {
    for (const version of ['1.0.0', '1.1.0']) await app.publish('npm', 'old', version)
    const before = await packument('old')
    const versions = { ...before.versions, '1.0.0': { ...before.versions['1.0.0'], deprecated: 'Use 1.1.0' } }
    expect((await send('PUT', 'old', { ...before, versions })).status).toBe(200)
    expect(await reasons('old')).toEqual({ '1.0.0': 'Use 1.1.0', '1.1.0': undefined })
    expect(await abbreviatedReason('old', '1.0.0')).toBe('Use 1.1.0')
    const back = { ...before.versions, '1.0.0': { ...before.versions['1.0.0'], deprecated: '' } }
    await send('PUT', 'old', { ...before, versions: back })
    expect(await reasons('old')).toEqual({ '1.0.0': undefined, '1.1.0': undefined })
  })

  test('keeps versions that the client did not know of', async () => {
    await app.publish('npm', 'raced', '1.0.0')
    const before = await packument('raced')
    await app.publish('npm', 'raced', '2.0.0')
    const versions = { '1.0.0': { ...before.versions['1.0.0'], deprecated: 'Old' } }
    await send('PUT', 'raced', { ...before, versions })
    expect(await reasons('raced')).toEqual({ '1.0.0': 'Old', '2.0.0': undefined })
  })

  test('takes any reason that a person may type', async () => {
    await app.publish('npm', 'wordy', '1.0.0')
    const before = await packument('wordy')
    const letters = Array.from({ length: 5000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
    )
    for (const reason of [letters.join(''), 'NUL \0 inside', '<script>', '"quoted"']) {
      const versions = { '1.0.0': { ...before.versions['1.0.0'], deprecated: reason } }
      expect((await send('PUT', 'wordy', { ...before, versions })).status).toBe(200)
      expect((await reasons('wordy'))['1.0.0']?.slice(0, 3)).toBe(reason.slice(0, 3))
    }
  })

  test('a package that is not there', async () => {
    const reply = await leavesNothing(app, () => send('PUT', 'missing', { name: 'missing', versions: {} }))
    expect(reply.status).toBe(404)
  })

  async function reasons(name: string): Promise<Record<string, string | undefined>> {
    const { versions } = await packument(name)
    return Object.fromEntries(
      Object.entries(versions).map(([version, { deprecated }]) => [version, deprecated]),
    )
  }

  async function abbreviatedReason(name: string, version: string): Promise<string | undefined> {
    const reply = await app.fetch(base + name, { headers: { accept: 'application/vnd.npm.install-v1+json' } })
    return Packument.omit({ _rev: true }).parse(await reply.json()).versions[version]?.deprecated
  }
})

describe('unpublishing', () => {
  test('one version as npm does it: tags first, then the file', async () => {
    for (const version of ['1.0.0', '1.1.0', '2.0.0-beta.1']) await app.publish('npm', 'shrinking', version)
    await app.publish('npm', 'shrinking', '2.0.0')
    const before = await packument('shrinking')
    const { '2.0.0': _gone, ...versions } = before.versions
    const body = { ...before, versions, 'dist-tags': { latest: '1.1.0' } }
    expect((await send('PUT', `shrinking/-rev/${before._rev}`, body)).status).toBe(200)
    const { _rev } = await packument('shrinking')
    const reply = await send('DELETE', `shrinking/-/shrinking-2.0.0.tgz/-rev/${_rev}`)
    expect(reply.status).toBe(200)
    const after = await packument('shrinking')
    expect(Object.keys(after.versions)).toEqual(['1.0.0', '1.1.0', '2.0.0-beta.1'])
    expect(after['dist-tags']).toEqual({ latest: '1.1.0' })
    expect((await send('GET', 'shrinking/2.0.0')).status).toBe(404)
    expect((await send('GET', 'shrinking/-/shrinking-2.0.0.tgz')).status).toBe(404)
  })

  test('moves latest to the highest that is no pre-release, and drops tags without a version', async () => {
    for (const version of ['1.0.0', '1.10.0', '1.9.0', '3.0.0-rc.1'])
      await app.publish('npm', 'falling', version)
    await app.publish('npm', 'falling', '2.0.0')
    await send('PUT', '-/package/falling/dist-tags/stable', '2.0.0')
    await send('DELETE', 'falling/-/falling-2.0.0.tgz/-rev/1-x')
    expect((await packument('falling'))['dist-tags']).toEqual({ latest: '1.10.0' })
  })

  test('with a packument that has changed meanwhile is refused', async () => {
    await app.publish('npm', 'stale', '1.0.0')
    const before = await packument('stale')
    await app.publish('npm', 'stale', '2.0.0')
    const reply = await leavesNothing(app, () => send('PUT', `stale/-rev/${before._rev}`, before))
    expect(reply.status).toBe(409)
    expect(await sentenceOf(reply)).toBe(
      'The package stale was changed meanwhile. Read it again and repeat your change.',
    )
  })

  test('all of it leaves no package, and the name can be used again', async () => {
    for (const version of ['1.0.0', '2.0.0']) await app.publish('npm', '@whole/thing', version)
    const first = await packument('@whole/thing')
    expect((await send('DELETE', `@whole%2fthing/-rev/${first._rev}`)).status).toBe(200)
    for (const path of ['@whole%2fthing', '@whole/thing/1.0.0', '@whole/thing/-/thing-1.0.0.tgz'])
      expect((await send('GET', path)).status).toBe(404)
    expect((await send('GET', '-/package/@whole%2fthing/dist-tags')).status).toBe(404)
    await app.publish('npm', '@whole/thing', '1.0.0', { readme: 'again' })
    expect(Object.keys((await packument('@whole/thing')).versions)).toEqual(['1.0.0'])
  })

  test('the last version leaves no package', async () => {
    await app.publish('npm', 'last', '1.0.0')
    await send('DELETE', 'last/-/last-1.0.0.tgz/-rev/1-x')
    expect((await send('GET', 'last')).status).toBe(404)
    const rows = await app.db.selectFrom('packages').select('id').where('name', '=', 'last').execute()
    expect(rows).toEqual([])
  })

  test('needs the right to delete, and something that is there', async () => {
    await app.publish('npm', 'guarded', '1.0.0')
    const writer = await app.user({ name: 'writer', grants: [{ action: 'deploy', repository: 'npm-local' }] })
    const paths = ['guarded/-rev/1-x', 'guarded/-/guarded-1.0.0.tgz/-rev/1-x']
    for (const path of paths) {
      const reply = await leavesNothing(app, () => app.as(writer)(base + path, { method: 'DELETE' }))
      expect(reply.status).toBe(403)
    }
    for (const path of ['nothing/-rev/1-x', 'guarded/-/guarded-9.9.9.tgz/-rev/1-x'])
      expect((await leavesNothing(app, () => send('DELETE', path))).status).toBe(404)
  })
})

describe('a tarball that is put by its path', () => {
  let deployer: Credentials

  beforeAll(async () => {
    deployer = await app.user({ name: 'deployer', grants: [{ action: 'deploy', repository: 'npm-local' }] })
  })

  const put = (path: string, bytes: Buffer) =>
    app.as(deployer)(`/artifactory/npm-local/${path}`, { method: 'PUT', body: new Uint8Array(bytes) })

  test.each([
    ['plain', 'plain/-/plain-1.0.0.tgz'],
    ['@put/scoped', '@put/scoped/-/scoped-1.0.0.tgz'],
    ['@put/twice', '@put/twice/-/@put/twice-1.0.0.tgz'],
  ])('%s becomes a version of the package', async (name, path) => {
    const bytes = await npmTarball(name, '1.0.0')
    expect((await put(`${path};npm.disttag=next`, bytes)).status).toBe(201)
    const { versions, 'dist-tags': tags } = await packument(name)
    expect(tags).toEqual({ latest: '1.0.0', next: '1.0.0' })
    const { tarball } = z.object({ tarball: z.url() }).parse(versions['1.0.0']?.['dist'])
    const got = await app.fetch(tarball)
    expect(got.status).toBe(200)
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
    const { pathname } = new URL(tarball)
    expect((await app.fetch(`${pathname}/-rev/1-x`, { method: 'DELETE' })).status).toBe(200)
    expect((await send('GET', name.replace('/', '%2f'))).status).toBe(404)
  })

  test('under a name that is not its own is refused', async () => {
    const bytes = await npmTarball('honest', '1.0.0')
    for (const path of [
      'honest/-/honest-2.0.0.tgz',
      'other/-/honest-1.0.0.tgz',
      'honest/-/other-1.0.0.tgz',
    ]) {
      const reply = await leavesNothing(app, () => put(path, bytes))
      expect(reply.status).toBe(400)
    }
  })

  test('does not replace a published version without the right to delete', async () => {
    await app.publish('npm', 'kept', '1.0.0')
    const before = await packument('kept')
    const bytes = await npmTarball('kept', '1.0.0', { files: { 'evil.js': '1' } })
    const reply = await leavesNothing(app, () => put('kept/-/kept-1.0.0.tgz', bytes))
    expect(reply.status).toBe(403)
    expect(await packument('kept')).toEqual(before)
  })

  test('is gone from the package when it is deleted by its path', async () => {
    for (const version of ['1.0.0', '2.0.0']) await app.publish('npm', 'by-path', version)
    const address = '/artifactory/npm-local/by-path/-/by-path-2.0.0.tgz'
    expect((await app.fetch(address, { method: 'DELETE' })).status).toBe(204)
    const { versions, 'dist-tags': tags } = await packument('by-path')
    expect([Object.keys(versions), tags]).toEqual([['1.0.0'], { latest: '1.0.0' }])
  })

  test('a file of another kind is just a file', async () => {
    const reply = await put('notes/readme.txt', Buffer.from('hello'))
    expect(reply.status).toBe(201)
    expect((await send('GET', 'notes')).status).toBe(404)
  })
})

const emptyTarball = () => makeTarball({ 'package/index.js': '1' })

const tarballWith = (packageJson: string) => makeTarball({ 'package/package.json': packageJson })
