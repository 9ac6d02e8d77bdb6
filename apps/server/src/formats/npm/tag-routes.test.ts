import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { leavesNothing } from '../../../../../tests/support/stored.ts'

const base = '/artifactory/api/npm/npm-local/'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  for (const version of ['1.0.0', '2.0.0']) await app.publish('npm', '@tagged/thing', version)
})

afterAll(() => app.close())

const address = (name: string, tag = '') =>
  `${base}-/package/${name.replace('/', '%2f')}/dist-tags${tag && `/${tag}`}`

const tagsOf = async (name: string) => (await app.fetch(address(name))).json()

const point = (name: string, tag: string, body: string, method = 'PUT') =>
  app.fetch(address(name, tag), { method, headers: { 'content-type': 'application/json' }, body })

test('tags are listed, set, moved and taken away, and the packument follows at once', async () => {
  const name = '@tagged/thing'
  const inPackument = async () =>
    z.looseObject({ 'dist-tags': z.unknown() }).parse(await (await app.fetch(base + name)).json())[
      'dist-tags'
    ]
  const steps: [() => Promise<Response>, Record<string, string>][] = [
    [() => point(name, 'stable', '"1.0.0"'), { latest: '2.0.0', stable: '1.0.0' }],
    [() => point(name, 'stable', '"2.0.0"', 'POST'), { latest: '2.0.0', stable: '2.0.0' }],
    [() => point(name, 'latest', '"1.0.0"'), { latest: '1.0.0', stable: '2.0.0' }],
    [() => app.fetch(address(name, 'stable'), { method: 'DELETE' }), { latest: '1.0.0' }],
  ]
  for (const [act, tags] of steps) {
    const reply = await act()
    expect([reply.status, await reply.json()]).toEqual([200, { ok: true }])
    expect(await tagsOf(name)).toEqual(tags)
    expect(await inPackument()).toEqual(tags)
  }
})

test('a moved latest is what the catalogue shows', async () => {
  for (const version of ['1.0.0', '2.0.0'])
    await app.publish('npm', 'shown-first', version, { manifest: { description: `In ${version}` } })
  await point('shown-first', 'latest', '"1.0.0"')
  const row = await app.db
    .selectFrom('packages')
    .selectAll()
    .where('name', '=', 'shown-first')
    .executeTakeFirst()
  expect(row).toMatchObject({ latest: '1.0.0', description: 'In 1.0.0' })
})

test.each([
  ['a version that does not exist', 'beta', '"9.9.9"', 404],
  ['no version', 'beta', '""', 404],
  ['a number', 'beta', '1', 400],
  ['an object', 'beta', '{"version":"1.0.0"}', 400],
  ['no JSON', 'beta', '1.0.0', 400],
  ['nothing', 'beta', '', 400],
  ['a tag that reads as a version', '1.0.0', '"1.0.0"', 400],
  ['a tag that reads as a range', '%5E1', '"1.0.0"', 400],
  ['a tag with a slash', 'a%2Fb', '"1.0.0"', 400],
  ['a tag with a space', 'a%20b', '"1.0.0"', 400],
  ['a long tag', 'x'.repeat(215), '"1.0.0"', 400],
])('%s is refused', async (_title, tag, body, status) => {
  await app.publish('npm', `refusing-${Date.now()}`, '1.0.0')
  const reply = await leavesNothing(app, () => point('@tagged/thing', tag, body))
  expect(reply.status).toBe(status)
  expect(z.object({ error: z.string() }).parse(await reply.json()).error).toMatch(/\.$/)
})

test('latest cannot be taken away, and a package that is not there has no tags', async () => {
  const reply = await leavesNothing(app, () =>
    app.fetch(address('@tagged/thing', 'latest'), { method: 'DELETE' }),
  )
  expect(reply.status).toBe(400)
  expect((await leavesNothing(app, () => point('nothing', 'beta', '"1.0.0"'))).status).toBe(404)
})

test('a token without the deploy right cannot move a tag', async () => {
  const ann = await app.user({ name: 'ann', grants: [{ action: 'read', repository: 'npm-local' }] })
  const token = await app.token(ann)
  for (const method of ['PUT', 'DELETE']) {
    const reply = await leavesNothing(app, () =>
      app.as({ token })(address('@tagged/thing', 'beta'), {
        method,
        ...(method === 'PUT' && { body: '"1.0.0"' }),
      }),
    )
    expect(reply.status).toBe(403)
  }
})
