// Files by their path: names, folders, properties, and who may replace what.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { leavesNothing } from '../../../../tests/support/stored.ts'

const base = '/artifactory/generic-local/'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const encode = (path: string) => path.split('/').map(encodeURIComponent).join('/')

const put = (path: string, body = path) => app.fetch(base + path, { method: 'PUT', body })

const read = async (path: string) => (await app.fetch(base + path)).text()

async function rowOf(path: string) {
  return app.db.selectFrom('nodes').selectAll().where('path', '=', path).executeTakeFirstOrThrow()
}

async function propertiesOf(path: string): Promise<Record<string, string[]>> {
  const { id } = await rowOf(path)
  const rows = await app.db
    .selectFrom('properties')
    .selectAll()
    .where('node_id', '=', id)
    .orderBy('value')
    .execute()
  return Object.fromEntries(
    [...Map.groupBy(rows, (row) => row.key)].map(([key, some]) => [key, some.map(({ value }) => value)]),
  )
}

describe('names', () => {
  test.each([
    ...['+', '#', '%', '&', '~', '^', '$', '(', ')', '{', '}', '[', ']', "'", '!', '@', '=', ',', ';', '`'],
    ' ',
    'two words',
    '-rf',
    'a.',
    'a ',
    '...',
    '..a',
    'CON',
    '%2e%2e',
    'é',
    'e\u0301',
    '日本語',
    '💩',
    '\u202egnp.exe',
    'a'.repeat(255),
  ])('%j comes back byte for byte', async (name) => {
    const path = `names/${name}/file ${name}`.slice(0, 300)
    const reply = await put(encode(path), name)
    expect(reply.status).toBe(201)
    const { path: told, downloadUri } = z
      .object({ path: z.string(), downloadUri: z.string() })
      .parse(await reply.json())
    expect(told).toBe(`/${path}`)
    expect(new URL(downloadUri).pathname.split('/').map(decodeURIComponent).join('/')).toBe(
      `/artifactory/generic-local/${path}`,
    )
    const got = await app.fetch(downloadUri)
    expect([got.status, await got.text()]).toEqual([200, name])
    expect(decodeURIComponent(got.headers.get('x-artifactory-filename') ?? '')).toBe(path.split('/').at(-1))
    expect(nameInDisposition(got)).toBe(path.split('/').at(-1))
    expect((await app.fetch(base + encode(path), { method: 'DELETE' })).status).toBe(204)
  })

  test.each([':', '|', '?', '*', '"', '<', '>', '\\', '\0', '\n', '\x7f', 'a'.repeat(256)])(
    '%j is refused',
    async (name) => {
      const reply = await leavesNothing(app, () => put(encode(`refused/${name}`)))
      expect(reply.status).toBe(400)
    },
  )

  test('composed and decomposed letters are two names', async () => {
    await put(encode('unicode/caf\u00e9'), 'composed')
    await put(encode('unicode/cafe\u0301'), 'decomposed')
    expect(await read(encode('unicode/caf\u00e9'))).toBe('composed')
    expect(await read(encode('unicode/cafe\u0301'))).toBe('decomposed')
  })

  test('upper and lower case are two names', async () => {
    await put('case/Foo', 'upper')
    await put('case/foo', 'lower')
    expect([await read('case/Foo'), await read('case/foo')]).toEqual(['upper', 'lower'])
  })
})

describe('folders', () => {
  test('are made with those above them, as often as one likes', async () => {
    for (let round = 0; round < 2; round++) {
      const reply = await app.fetch(`${base}made/by/hand/`, { method: 'PUT' })
      expect(reply.status).toBe(201)
    }
    expect((await rowOf('made/by/hand')).kind).toBe('folder')
    expect((await rowOf('made/by')).parent).toBe('made')
  })

  test('are listed as links that lead to what they name', async () => {
    const names = [
      'a b&c.txt',
      '<i>.txt'.replaceAll(/[<>]/g, '_'),
      "it's",
      '100%',
      '#1',
      'é',
      '日本',
      'sub folder/x',
    ]
    for (const name of names) await put(`listed/${encode(name)}`, name)
    for (const address of [`${base}listed/`, `${base}listed`]) {
      const links = linksIn(await (await app.fetch(address)).text())
      expect(links.map(({ text }) => text)).toEqual([
        '../',
        '#1',
        '100%',
        '_i_.txt',
        'a b&amp;c.txt',
        "it's",
        'sub folder/',
        'é',
        '日本',
      ])
      for (const { href, text } of links) {
        const target = new URL(href, app.url + address)
        expect((await app.fetch(target.href)).status).toBe(200)
        if (!text.endsWith('/'))
          expect(await (await app.fetch(target.href)).text()).toBe(text.replace('&amp;', '&'))
      }
    }
  })

  test('a listing of the whole repository has no way up', async () => {
    await put('root.txt')
    const page = await read('')
    expect(page).toContain('<title>Index of generic-local/</title>')
    expect(linksIn(page).map(({ href }) => href)).toContain('root.txt')
    expect(linksIn(page).map(({ href }) => href)).not.toContain('../')
  })

  test('more than a page of children are all listed, in order', async () => {
    const names = Array.from({ length: 620 }, (_, index) => `file-${String(index).padStart(4, '0')}`)
    for (let start = 0; start < names.length; start += 20)
      await Promise.all(names.slice(start, start + 20).map((name) => put(`many/${name}`, 'x')))
    const listed = linksIn(await read('many/')).map(({ text }) => text)
    expect(listed).toEqual(['../', ...names])
  })

  test('are deleted with everything below them, and nothing beside them', async () => {
    for (const path of ['tree/a', 'tree/b/c', 'tree-house', 'tree0', 'tree.txt']) await put(path)
    expect((await app.fetch(`${base}tree/`, { method: 'DELETE' })).status).toBe(204)
    for (const path of ['tree/', 'tree/a', 'tree/b/', 'tree/b/c'])
      expect((await app.fetch(base + path)).status).toBe(404)
    for (const path of ['tree-house', 'tree0', 'tree.txt']) expect(await read(path)).toBe(path)
  })

  test('a file cannot be stored where a folder is, nor below a file', async () => {
    await put('clash/folder/file')
    for (const path of ['clash/folder', 'clash/folder/file/below', 'clash/folder/file/below/']) {
      const reply = await leavesNothing(app, () => put(path, path.endsWith('/') ? '' : path))
      expect(reply.status).toBe(409)
    }
  })

  test('bytes that are sent for a folder are refused, not lost', async () => {
    for (const path of ['sent/', '']) {
      const announced = await leavesNothing(app, () => put(path, 'x'))
      expect([announced.status, await announced.text()]).toEqual([
        400,
        expect.stringContaining('Name the file behind it.'),
      ])
      const inPieces = new Blob(['x']).stream()
      const reply = await leavesNothing(app, () =>
        app.fetch(base + path, { method: 'PUT', body: inPieces, duplex: 'half' }),
      )
      expect(reply.status).toBe(400)
    }
  })

  test('the repository itself is neither stored over nor deleted', async () => {
    await put('kept.txt')
    const withoutSlash = base.slice(0, -1)
    for (const [method, address] of [
      ['PUT', withoutSlash],
      ['DELETE', withoutSlash],
      ['DELETE', base],
      ['PUT', `${base};k=v`],
    ] as const) {
      const reply = await leavesNothing(app, () => app.fetch(address, { method }))
      expect([method, address, reply.status]).toEqual([method, address, 400])
    }
  })

  test('the root is there for whoever wants to make it', async () => {
    const reply = await leavesNothing(app, () => app.fetch(base, { method: 'PUT' }))
    expect([reply.status, await reply.json()]).toEqual([
      201,
      { repo: 'generic-local', path: '/', uri: `${app.url}/artifactory/api/storage/generic-local` },
    ])
    expect((await app.fetch('/artifactory/nowhere/', { method: 'PUT' })).status).toBe(404)
    expect((await app.fetch('/artifactory/npm-remote/', { method: 'PUT' })).status).toBe(400)
    const reader = app.as(
      await app.user({ name: 'root-reader', grants: [{ action: 'read', repository: 'generic-local' }] }),
    )
    expect((await reader(base, { method: 'PUT' })).status).toBe(403)
  })
})

describe('properties behind a semicolon', () => {
  test('are set on the file and are no part of its name', async () => {
    const reply = await put(
      'props/a.txt;build.name=nightly;build.number=7;qa=passed,signed;note=a+b%2Bc;flag',
    )
    expect(reply.status).toBe(201)
    expect(await propertiesOf('props/a.txt')).toEqual({
      'build.name': ['nightly'],
      'build.number': ['7'],
      qa: ['passed', 'signed'],
      note: ['a b+c'],
      flag: [''],
    })
  })

  test('a key given twice has both values, and an escaped comma is a comma', async () => {
    await put('props/b.txt;k=one;k=two;k=two;list=a%5C,b,c')
    expect(await propertiesOf('props/b.txt')).toEqual({ k: ['one', 'two'], list: ['a,b', 'c'] })
  })

  test('say which file is meant when it is deleted', async () => {
    await put('props/d.txt;stage=test')
    const remove = async (path: string) => (await app.fetch(base + path, { method: 'DELETE' })).status
    expect(await remove('props/d.txt;stage=release')).toBe(404)
    expect(await read('props/d.txt')).toContain('props/d.txt')
    expect(await remove('props/d.txt;stage=test')).toBe(204)
    expect(await remove('props/d.txt;stage=test')).toBe(404)
  })

  test('are replaced key by key when the file is stored again', async () => {
    await put('props/c.txt;stays=1;changes=old', 'first')
    await put('props/c.txt;changes=new', 'second')
    expect(await propertiesOf('props/c.txt')).toEqual({ stays: ['1'], changes: ['new'] })
  })

  test.each([
    ['a digit at the start', '1st=x'],
    ['a space in the key', 'a%20b=x'],
    ['a slash in the key', 'a%2Fb=x'],
    ['no key', '=x'],
    ['a long key', `${'k'.repeat(256)}=x`],
    ['a NUL in the value', 'k=%00'],
    ['a NUL in the key', 'k%00=x'],
    ['a long value', `k=${randomText(3000)}`],
  ])('%s is refused', async (_title, parameter) => {
    const reply = await leavesNothing(app, () => put(`props/refused.txt;${parameter}`))
    expect(reply.status).toBe(400)
  })

  test('a long value is kept whole', async () => {
    const value = randomText(2000)
    expect((await put(`props/long.txt;k=${value}`)).status).toBe(201)
    expect(await propertiesOf('props/long.txt')).toEqual({ k: [value] })
  })
})

describe('storing over a file', () => {
  test('keeps who made it first and when, and tells who changed it', async () => {
    const ann = await app.user({
      name: 'ann',
      grants: [
        { action: 'deploy', repository: 'generic-local' },
        { action: 'delete', repository: 'generic-local' },
      ],
    })
    await put('over/kept.txt', 'first')
    const before = await rowOf('over/kept.txt')
    const reply = await app.as(ann)(`${base}over/kept.txt`, { method: 'PUT', body: 'second' })
    expect(reply.status).toBe(201)
    expect(await reply.json()).toMatchObject({ created: before.created_at, createdBy: 'admin', size: '6' })
    const after = await rowOf('over/kept.txt')
    expect([after.created_at, after.created_by, after.modified_by]).toEqual([
      before.created_at,
      'admin',
      'ann',
    ])
    expect(after.modified_at > before.modified_at).toBe(true)
    expect(await read('over/kept.txt')).toBe('second')
  })

  test('needs the right to delete', async () => {
    const ben = await app.user({ name: 'ben', grants: [{ action: 'deploy', repository: 'generic-local' }] })
    const store = (body: string) => app.as(ben)(`${base}over/ben.txt`, { method: 'PUT', body })
    expect((await store('first')).status).toBe(201)
    const reply = await leavesNothing(app, () => store('second'))
    expect(reply.status).toBe(403)
    expect(await reply.text()).toContain(
      'There is a file at this path already. User ben may not delete or overwrite in generic-local',
    )
    expect(await read('over/ben.txt')).toBe('first')
  })

  test('with the same bytes is not storing over it', async () => {
    const cem = await app.user({ name: 'cem', grants: [{ action: 'deploy', repository: 'generic-local' }] })
    const store = () => app.as(cem)(`${base}over/cem.txt`, { method: 'PUT', body: 'the same' })
    expect((await store()).status).toBe(201)
    const before = await rowOf('over/cem.txt')
    expect((await store()).status).toBe(201)
    const after = await rowOf('over/cem.txt')
    expect(after.created_at).toBe(before.created_at)
    expect(after.modified_at > before.modified_at).toBe(true)
  })

  test('shows at once to whoever read it before', async () => {
    for (const body of ['one', 'two', 'three']) {
      await put('over/fresh.txt', body)
      expect(await read('over/fresh.txt')).toBe(body)
      expect((await app.fetch(`${base}over/fresh.txt`)).headers.get('content-length')).toBe(
        String(body.length),
      )
    }
    await app.fetch(`${base}over/fresh.txt`, { method: 'DELETE' })
    expect((await app.fetch(`${base}over/fresh.txt`)).status).toBe(404)
    await put('over/fresh.txt', 'again')
    expect(await read('over/fresh.txt')).toBe('again')
  })
})

/** What a browser would call the file. */
function nameInDisposition(reply: Response): string {
  const value = reply.headers.get('content-disposition') ?? ''
  return decodeURIComponent(/^attachment; filename="[^"]*"; filename\*=UTF-8''(\S+)$/.exec(value)?.[1] ?? '')
}

const linksIn = (page: string) =>
  [...page.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href = '', text = '']) => ({ href, text }))

/** Letters that cannot be compressed: a database may compress what it puts into an index. */
function randomText(length: number): string {
  let state = length
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'[state % 64]
  }).join('')
}
