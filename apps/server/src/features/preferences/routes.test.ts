import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp
let ann: Send
let ben: Send

beforeAll(async () => {
  app = await startTestApp()
  ann = app.as(await app.user({ name: 'ann' }))
  ben = app.as(await app.user({ name: 'ben' }))
})

afterAll(() => app.close())

const address = '/ui/api/v1/preferences'
const keep = (send: Send, key: string, value: string) => send(`${address}/${key}`, json('PUT', { value }))
const listOf = async (send: Send) => (await send(address)).json()

test('a preference is kept for its user, replaced, and forgotten', async () => {
  expect((await keep(ann, 'density', '"compact"')).status).toBe(204)
  expect((await keep(ann, 'singleKeys', 'false')).status).toBe(204)
  expect((await keep(ann, 'density', '"comfortable"')).status).toBe(204)
  expect(await listOf(ann)).toEqual({ density: '"comfortable"', singleKeys: 'false' })
  expect(await listOf(ben)).toEqual({})
  expect((await ann(`${address}/density`, { method: 'DELETE' })).status).toBe(204)
  expect(await listOf(ann)).toEqual({ singleKeys: 'false' })
})

test.each([
  ['a name with a slash', 'a%2Fb', '1'],
  ['a name that begins with a digit', '1st', '1'],
  ['a value that is not JSON', 'density', 'compact'],
  ['a value that is too long', 'density', `"${'x'.repeat(4096)}"`],
])('%s is refused', async (_, key, value) => {
  const reply = await keep(ben, key, value)
  expect([reply.status, await listOf(ben)]).toEqual([400, {}])
})

test('nobody keeps more than fifty', async () => {
  const cam = app.as(await app.user({ name: 'cam' }))
  for (let index = 0; index < 50; index++) expect((await keep(cam, `p${index}`, '1')).status).toBe(204)
  const reply = await keep(cam, 'p50', '1')
  expect([reply.status, await reply.json()]).toMatchObject([400, { errors: [{ field: 'key' }] }])
  expect((await keep(cam, 'p49', '2')).status).toBe(204)
})

test('they go with their user', async () => {
  const { name } = await app.user({ name: 'dora' })
  expect((await keep(app.as({ name, password: `Password-1-of-${name}` }), 'density', '1')).status).toBe(204)
  await app.fetch('/ui/api/v1/users/dora', { method: 'DELETE' })
  expect(await app.db.selectFrom('preferences').select('key').where('key', '=', 'density').execute()).toEqual(
    [],
  )
})
