// Paths, names and files: rows A of the threat table, with the inputs that broke other products.
import { gzipSync } from 'node:zlib'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeTar, makeTarball } from '../../apps/server/src/formats/npm/tarball/tarball.fixture.ts'
import { basic, startTestApp, type TestApp } from '../support/app.ts'
import { npmPublishBody, npmTarball } from '../support/builders/npm.ts'
import { rawRequest, type RawReply } from '../support/raw.ts'
import { filesBelow, leavesNothing } from '../support/stored.ts'
import { sealTarHeader } from '../support/tar.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterEach(async () => {
  expect((await app.anonymous('/artifactory/api/system/ping')).status).toBe(200)
})

afterAll(() => app.close())

const asAdmin = (line: string, body = '') =>
  rawRequest(
    app.url,
    line,
    { authorization: basic(app.admin), 'content-length': String(Buffer.byteLength(body)) },
    body,
  )

const put = (path: string, body = 'x') =>
  app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body })

const publish = (name: string, body: unknown) =>
  app.fetch(`/artifactory/api/npm/npm-local/${encodeURIComponent(name)}`, {
    method: 'PUT',
    body: JSON.stringify(body),
  })

describe('A01: reading any file by encoded traversal', () => {
  const prefixes = [
    '/',
    '/artifactory/generic-local/',
    '/ui/',
    '/artifactory/api/npm/npm-local/',
    '/artifactory/',
    '/ui/api/v1/',
    '/access/api/v1/',
  ]
  const attempts = [
    '%2F%2F%2F%2F..%2F..%2F..%2F..%2Fetc%2Fpasswd',
    '../../../../../../etc/passwd',
    '%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '..%5c..%5c..%5cetc%5cpasswd',
    'assets/..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  ]
  test.each(prefixes)('below %s', async (prefix) => {
    for (const attempt of attempts) {
      const anonymous = await rawRequest(app.url, `GET ${prefix}${attempt}`)
      const signedIn = await asAdmin(`GET ${prefix}${attempt}`)
      for (const reply of [anonymous, signedIn]) {
        expect([attempt, [400, 404].includes(reply.status)]).toEqual([attempt, true])
        expect(reply.text).not.toContain('root:x:')
      }
      expect(withoutId(signedIn)).toBe(withoutId(anonymous))
    }
  })
})

test('A03: writing outside the repository', async () => {
  const paths = ['a/../../../../pwn', 'a/%2e%2e/%2e%2e/pwn', '..%2fpwn', '%2e%2e%5cpwn', '/../pwn']
  for (const path of paths) {
    const reply = await leavesNothing(app, () => asAdmin(`PUT /artifactory/generic-local/${path}`, 'pwned'))
    expect([path, reply.status]).toEqual([path, 400])
  }
  expect((await filesBelow(app.home)).filter((file) => file.includes('pwn'))).toEqual([])
  for (let folder = app.home; folder !== dirname(folder); folder = dirname(folder))
    expect(existsSync(join(folder, 'pwn'))).toBe(false)
})

test('A04: NUL, CR, LF and control bytes', async () => {
  for (const name of ['a%00.txt', 'a%0d%0aSet-Cookie:x=1.txt', 'a%1b[31m.txt', 'a%7f.txt', 'a%09b.txt']) {
    const replies = await leavesNothing(app, () =>
      Promise.all(
        ['PUT', 'GET', 'DELETE'].map((method) => asAdmin(`${method} /artifactory/generic-local/${name}`, '')),
      ),
    )
    for (const reply of replies) {
      expect([name, reply.status]).toEqual([name, 400])
      expect(reply.head).not.toMatch(/set-cookie/i)
    }
  }
})

test('A04: raw control bytes in the request line', async () => {
  for (const byte of ['\0', '\x1b', '\x7f', '\t', '\r', '\n']) {
    const reply = await leavesNothing(app, () => asAdmin(`PUT /artifactory/generic-local/a${byte}b.txt`, 'x'))
    expect([JSON.stringify(byte), reply.status]).toEqual([JSON.stringify(byte), 400])
  }
})

test.each(['../../evil', '__proto__', 'node_modules', '.bin', 'a/../b', '..', '@../evil', '@a/../../evil'])(
  'A05: %s as the name of a package',
  async (name) => {
    const reply = await leavesNothing(app, async () =>
      publish(name, npmPublishBody(name, '1.0.0', await npmTarball(name, '1.0.0'))),
    )
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ error: expect.stringMatching(/\.$/) })
  },
)

test.each(['../../evil', '__proto__', 'node_modules', '.bin'])(
  'A05: %s as the name inside a tarball of another package',
  async (name) => {
    const body = npmPublishBody('innocent', '1.0.0', await npmTarball(name, '1.0.0'))
    const reply = await leavesNothing(app, () => publish('innocent', body))
    expect(reply.status).toBe(400)
  },
)

test('A10: two names, one file: no two owners of one npm name', async () => {
  await app.publish('npm', 'foo', '1.0.0')
  for (const name of ['Foo', 'FOO', 'caf\u00e9', 'cafe\u0301', 'f\u03bfo']) {
    const body = npmPublishBody(name, '1.0.0', await npmTarball(name, '1.0.0'))
    expect((await leavesNothing(app, () => publish(name, body))).status).toBe(400)
    expect((await app.fetch(`/artifactory/api/npm/npm-local/${encodeURIComponent(name)}`)).status).toBe(404)
  }
})

test('A10: two names, one file: none overwrites the other', async () => {
  const names = ['Foo', 'foo', 'caf\u00e9', 'cafe\u0301', 'stra\u00dfe', 'strasse', '\u212a', 'k']
  for (const name of names) expect((await put(`folded/${encodeURIComponent(name)}`, name)).status).toBe(201)
  for (const name of names) {
    const reply = await app.fetch(`/artifactory/generic-local/folded/${encodeURIComponent(name)}`)
    expect(await reply.text()).toBe(name)
  }
})

test.each([
  'CON',
  'a.',
  'a%20',
  '-rf',
  '~',
  '%F0%9F%92%A9',
  'NUL.txt',
  'desktop.ini',
  '.git',
  '.htaccess',
  'a%3Bb',
])('A11: %s is stored and returned byte for byte', async (name) => {
  const content = `content of ${name}`
  expect((await put(`odd/${name}`, content)).status).toBe(201)
  await app.restart()
  expect(await (await app.fetch(`/artifactory/generic-local/odd/${name}`)).text()).toBe(content)
})

test('A11: a stream of another file system is refused', async () => {
  expect((await leavesNothing(app, () => put('odd/a::$DATA'))).status).toBe(400)
})

describe('A12: very long and very deep', () => {
  test.each([
    ['a name of 256 bytes', noise(256), 400],
    ['a name of 5,000 bytes', noise(5000), 400],
    ['a path of 9,000 bytes', Array.from({ length: 45 }, () => noise(199)).join('/'), 414],
    ['500 folders', 'a/'.repeat(500), 400],
    ['a path of 60,000 bytes', 'a'.repeat(60_000), 414],
  ])('%s', async (_title, path, status) => {
    const reply = await leavesNothing(app, () => put(`${path}x`))
    expect(reply.status).toBe(status)
  })

  test('a request line of 1 MB', async () => {
    const reply = await leavesNothing(app, () =>
      asAdmin(`GET /artifactory/generic-local/${'a'.repeat(1 << 20)}`),
    )
    expect([414, 431]).toContain(reply.status)
  })

  test.each([
    ['wide', Array.from({ length: 8 }, (_, index) => noise(200 + index)).join('/')],
    ['deep', `${'d/'.repeat(126)}x`],
    ['of one name', noise(255)],
    ['many bytes for few letters', encodeURIComponent('日'.repeat(80))],
  ])('below the limits it works: %s', async (_title, path) => {
    expect((await put(path, 'kept')).status).toBe(201)
    expect(await (await app.fetch(`/artifactory/generic-local/${path}`)).text()).toBe('kept')
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
    expect((await app.fetch(`/artifactory/generic-local/${folder}`)).status).toBe(200)
    const [top = ''] = path.split('/')
    const move = `/artifactory/api/move/generic-local/${top}?to=/generic-local/moved`
    expect((await app.fetch(move, { method: 'POST' })).status).toBe(200)
    expect((await app.fetch(`/artifactory/generic-local/${path}`)).status).toBe(404)
    const moved = `moved${path.slice(top.length)}`
    expect(await (await app.fetch(`/artifactory/generic-local/${moved}`)).text()).toBe('kept')
    expect((await app.fetch('/artifactory/generic-local/moved', { method: 'DELETE' })).status).toBe(204)
    expect((await app.fetch(`/artifactory/generic-local/${moved}`)).status).toBe(404)
  })

  test('every length up to the limit is stored or refused, never stumbled over', async () => {
    for (let length = 1000; length <= 4400; length += 425) {
      const path = noise(length).replaceAll(/(.{99})/g, '$1/')
      expect([length, [201, 400, 414].includes((await put(path)).status)]).toEqual([length, true])
    }
  })
})

describe('A16: special members of a tarball', () => {
  const manifest = (name: string) => JSON.stringify({ name, version: '1.0.0' })

  test('devices, pipes, links and odd modes are never made', async () => {
    const tar = await makeTar([
      [{ name: 'package/package.json', mode: 0 }, manifest('special')],
      [{ name: 'package/null', type: 'character-device', devmajor: 1, devminor: 3 }],
      [{ name: 'package/disk', type: 'block-device', devmajor: 8, devminor: 0 }],
      [{ name: 'package/pipe', type: 'fifo' }],
      [{ name: 'package/link', type: 'symlink', linkname: '/etc/passwd' }],
      [{ name: 'package/hard', type: 'link', linkname: '/etc/passwd' }],
      [{ name: 'package/setuid', mode: 0o4755 }, '#!/bin/sh\n'],
    ])
    const reply = await publish('special', npmPublishBody('special', '1.0.0', gzipSync(tar)))
    expect(reply.status).toBe(201)
    expect(await filesBelow(join(app.home, 'blobs', 'tmp'))).toEqual([])
    expect((await app.fetch('/artifactory/api/npm/npm-local/special/1.0.0')).status).toBe(200)
  })

  test('a file that claims 8 TB is refused without being made room for', async () => {
    const tar = await makeTar([
      [{ name: 'package/package.json' }, manifest('sparse')],
      [{ name: 'package/huge' }, 'x'],
    ])
    // The second header stands behind the first one and its block; sizes beyond 8 GiB are binary.
    const header = tar.subarray(1024, 1536)
    header.writeUInt8(0x80, 124)
    header.writeUIntBE(0, 125, 5)
    header.writeUIntBE(8 * 2 ** 40, 130, 6)
    const before = process.memoryUsage.rss()
    for (const type of ['0', 'S']) {
      header.write(type, 156, 'latin1')
      sealTarHeader(header)
      const reply = await leavesNothing(app, () =>
        publish('sparse', npmPublishBody('sparse', '1.0.0', gzipSync(tar))),
      )
      expect(reply.status).toBe(400)
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(256 << 20)
  })

  test('two sizes that differ are refused', async () => {
    const tar = await makeTar([
      [{ name: 'package/package.json' }, manifest('two-sizes')],
      [{ name: 'package/a.txt', pax: { size: '100' } }, 'x'.repeat(600)],
    ])
    const reply = await leavesNothing(app, () =>
      publish('two-sizes', npmPublishBody('two-sizes', '1.0.0', gzipSync(tar))),
    )
    expect(reply.status).toBe(400)
  })

  test('a path that leads out of the package is refused', async () => {
    for (const name of [
      '../evil.js',
      'package/../../evil.js',
      '/etc/evil.js',
      'package\\..\\..\\evil.js',
      'C:evil.js',
    ]) {
      const tar = await makeTar([
        [{ name: 'package/package.json' }, manifest('slip')],
        [{ name }, 'x'],
      ])
      const reply = await leavesNothing(app, () =>
        publish('slip', npmPublishBody('slip', '1.0.0', gzipSync(tar))),
      )
      expect([name, reply.status]).toEqual([name, 400])
    }
  })
})

describe('A17: what two parsers read differently', () => {
  test('a tarball with two package.json', async () => {
    for (const second of ['package/package.json', 'package/Package.json', 'package/./package.json']) {
      const tar = await makeTar([
        [{ name: 'package/package.json' }, JSON.stringify({ name: 'double', version: '1.0.0' })],
        [
          { name: second },
          JSON.stringify({ name: 'double', version: '1.0.0', scripts: { postinstall: 'evil' } }),
        ],
      ])
      const reply = await leavesNothing(app, () =>
        publish('double', npmPublishBody('double', '1.0.0', gzipSync(tar))),
      )
      expect([second, reply.status]).toEqual([second, 400])
    }
  })

  test('a tarball with something behind its end', async () => {
    const one = await makeTar([
      [{ name: 'package/package.json' }, JSON.stringify({ name: 'trail', version: '1.0.0' })],
    ])
    const other = await makeTar([[{ name: 'package/evil.js' }, 'evil']])
    for (const bytes of [
      gzipSync(Buffer.concat([one, other])),
      Buffer.concat([gzipSync(one), gzipSync(other)]),
    ]) {
      const reply = await leavesNothing(app, () => publish('trail', npmPublishBody('trail', '1.0.0', bytes)))
      expect(reply.status).toBe(400)
    }
  })

  test('a publish body with a key twice', async () => {
    const tarball = await makeTarball({ 'package/package.json': { name: 'twice', version: '1.0.0' } })
    const text = JSON.stringify(npmPublishBody('twice', '1.0.0', tarball))
    const doubled = [
      text.replace('"name":', '"name":"other","name":'),
      text.replace('"versions":', '"versions":{"2.0.0":{}},"versions":'),
      text.replace('"_attachments":', '"_attachments":{},"_attachments":'),
      text.replace('"data":', '"data":"AAAA","data":'),
      text.replace('"data":', String.raw`"d\u0061ta":"AAAA","data":`),
    ]
    for (const body of doubled) {
      const reply = await leavesNothing(app, () =>
        app.fetch('/artifactory/api/npm/npm-local/twice', { method: 'PUT', body }),
      )
      expect(reply.status).toBe(400)
    }
  })
})

/** Letters that cannot be compressed: a database may compress what it puts into an index. */
function noise(length: number): string {
  let state = 1 + length
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_'[state % 64]
  }).join('')
}

/** Status and body without what differs from request to request. */
const withoutId = ({ status, body }: RawReply) => `${status} ${body.replace(/"requestId":"\w+"/, '')}`
