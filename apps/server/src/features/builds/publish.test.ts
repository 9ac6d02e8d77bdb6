// Publishing builds and reading them back, over Artifactory's own calls.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { buildInfo, publishBuild } from '../../../../../tests/support/builders/build.ts'
import { sendEndlessly } from '../../../../../tests/support/endless.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_MAX_BUILD_INFO_SIZE: '256 KiB' } })
})

afterAll(() => app.close())

const base = '/artifactory/api/build'
const read = async (path: string) => {
  const reply = await app.fetch(`${base}${path}`)
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const put = (body: string, query = '') => app.fetch(`${base}${query}`, { method: 'PUT', body })

describe('a published build', () => {
  test('is a file at the path where clients look for it, with the digest that was answered', async () => {
    const reply = await publishBuild(app.fetch, { name: 'shop', number: '7' })
    const path = `/artifactory/artifactory-build-info/shop/7-${Date.parse('2026-01-02T03:04:05.678Z')}.json`
    const file = await app.fetch(path)
    expect(file.status).toBe(200)
    const bytes = Buffer.from(await file.arrayBuffer())
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(reply.headers.get('x-checksum-sha256')).toBe(sha256)
    expect(file.headers.get('x-checksum-sha256')).toBe(sha256)
  })

  test('comes back as it was sent, members that we do not know included', async () => {
    const document = { ...buildInfo({ name: 'odd' }), nobodyKnows: { this: [1, 2.5, null, 'ü'] }, big: 1e300 }
    expect((await put(JSON.stringify(document))).status).toBe(204)
    const { status, body } = await read('/odd/1')
    expect(status).toBe(200)
    expect(body).toEqual({ uri: `${app.url}${base}/odd/1`, buildInfo: document })
  })

  test('is listed by name with its last start, and by number', async () => {
    await publishBuild(app.fetch, { name: 'listed', number: '1', started: '2026-01-01T00:00:00.000+0100' })
    await publishBuild(app.fetch, { name: 'listed', number: '2', started: '2026-01-03T00:00:00.000Z' })
    const { body } = await read('')
    expect(body.uri).toBe(`${app.url}${base}`)
    expect(body.builds).toContainEqual({ uri: '/listed', lastStarted: '2026-01-03T00:00:00.000+0000' })
    expect((await read('/listed')).body).toEqual({
      uri: `${app.url}${base}/listed`,
      buildsNumbers: [
        { uri: '/2', started: '2026-01-03T00:00:00.000+0000' },
        { uri: '/1', started: '2025-12-31T23:00:00.000+0000' },
      ],
    })
  })

  test('with the number of another adds a run; the newest answers unless a start is given', async () => {
    const [early, late] = ['2026-02-01T00:00:00.000+0000', '2026-02-02T00:00:00.000+0000']
    await publishBuild(app.fetch, { name: 'again', started: late, more: { url: 'https://late.example.org' } })
    await publishBuild(app.fetch, {
      name: 'again',
      started: early,
      more: { url: 'https://early.example.org' },
    })
    const urlOf = async (query = '') =>
      ((await read(`/again/1${query}`)).body.buildInfo as { url: string }).url
    expect(await urlOf()).toBe('https://late.example.org')
    expect(await urlOf(`?started=${encodeURIComponent(early)}`)).toBe('https://early.example.org')
    expect(await urlOf('?started=2026-02-01T00:00:00.000Z')).toBe('https://early.example.org')
    expect((await read('/again/1?started=yesterday')).status).toBe(400)
  })

  test('without a start has started when it arrived', async () => {
    const { started: _, ...document } = buildInfo({ name: 'timeless' })
    expect((await put(JSON.stringify(document))).status).toBe(204)
    const { started } = (await read('/timeless/1')).body.buildInfo as { started: string }
    expect(Math.abs(Date.now() - Date.parse(started))).toBeLessThan(60_000)
  })

  test('lies in a repository of its own for a project', async () => {
    const body = JSON.stringify({ project_key: 'shop', display_name: 'Shop' })
    await app.fetch('/access/api/v1/projects', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    await publishBuild(app.fetch, { name: 'of-shop' }, '?project=shop')
    expect((await read('/of-shop/1')).status).toBe(404)
    expect((await read('/of-shop/1?project=shop')).status).toBe(200)
    expect((await read('/of-shop/1?buildRepo=shop-build-info')).status).toBe(200)
    expect((await read('?project=shop')).body.builds).toHaveLength(1)
    expect((await put(JSON.stringify(buildInfo()), '?project=nowhere')).status).toBe(400)
  })
})

describe('names and numbers', () => {
  test.each([
    ['acme/web front', 'acme%2Fweb front', '1/2', '1%2F2'],
    ['a :: b', 'a %3A%3A b', '#$~&^', '#$~&^'],
    ["it's|100%*?;\\", 'it%22s%7C100%25%2A%3F%3B%5C', '+1', '+1'],
    ['x / y\u00A0z', 'x%20%2F%20y z', '1', '1'],
  ])('%s is kept at %s', async (name, folder, number, file) => {
    await publishBuild(app.fetch, { name, number })
    const stored = `${folder}/${file}-${Date.parse('2026-01-02T03:04:05.678Z')}.json`
    const path = stored.split('/').map(encodeURIComponent).join('/')
    expect((await app.fetch(`/artifactory/artifactory-build-info/${path}`)).status).toBe(200)
    const reply = await read(`/${encodeURIComponent(name)}/${encodeURIComponent(number)}`)
    expect(reply.body.buildInfo).toMatchObject({ name, number })
  })

  test('with plain slashes lead to the longest name that exists', async () => {
    await publishBuild(app.fetch, { name: 'a', number: 'b/1' })
    await publishBuild(app.fetch, { name: 'a/b', number: '1' })
    expect((await read('/a/b/1')).body.buildInfo).toMatchObject({ name: 'a/b', number: '1' })
    expect((await read('/a/b%2F1')).body.buildInfo).toMatchObject({ name: 'a', number: 'b/1' })
    expect((await read('/a/b')).body.buildsNumbers).toHaveLength(1)
    expect((await read('/a/nothing')).status).toBe(404)
  })

  test.each([
    ['nothing', {}],
    ['no number', { number: '' }],
    ['a control character', { name: 'a\u0007' }],
    ['dots', { name: '..' }],
    ['too long a name', { name: 'x'.repeat(300) }],
  ])('of %s are refused with a sentence', async (_what, given) => {
    const document = Object.keys(given).length === 0 ? {} : { ...buildInfo(), ...given }
    const reply = await put(JSON.stringify(document))
    expect(reply.status).toBe(400)
    expect(((await reply.json()) as { errors: unknown[] }).errors).toHaveLength(1)
  })
})

describe('B04: a build-info that is no sound document', () => {
  test.each([
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['deeply nested', `{"name":"deep","number":"1","modules":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['a start that is no time', JSON.stringify(buildInfo({ started: 'today' }))],
  ])('%s is refused', async (_what, body) => {
    expect((await put(body)).status).toBe(400)
  })

  test('too large is refused while it is still being sent', async () => {
    const authorization = `Basic ${Buffer.from(`${app.admin.name}:${app.admin.password}`).toString('base64')}`
    const { status, sent } = await sendEndlessly(
      app.url,
      `PUT ${base}`,
      { authorization },
      { first: '{"name":"', again: 'x'.repeat(64 << 10), most: 64 << 20 },
    )
    expect(status).toBe(413)
    expect(sent).toBeLessThan(64 << 20)
  })

  test('of odd types is kept, and what makes no sense is left out', async () => {
    const document = { ...buildInfo({ name: 'strange' }), modules: [1, { id: 7, artifacts: 'x' }], url: 9 }
    expect((await put(JSON.stringify({ ...document, number: 12, vcs: null, properties: [] }))).status).toBe(
      204,
    )
    expect((await read('/strange/12')).body.buildInfo).toMatchObject({ modules: [1, { id: 7 }] })
  })
})
