import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply, users } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
})

afterAll(() => app.close())

const address = '/ui/api/v1/users'
const create = (body: object) => app.fetch(address, json('POST', { password: 'a-good-password', ...body }))
const remove = (name: string) => app.fetch(`${address}/${name}`, { method: 'DELETE' })

async function list() {
  const reply = await app.fetch(address)
  expect(reply.status).toBe(200)
  return users.list.shape.response.parse(await reply.json())
}

describe('creating', () => {
  test('answers with the user, without the password', async () => {
    const grants = [{ action: 'read', repository: 'npm-local' }]
    const reply = await create({ name: 'carl', email: 'carl@example.com', grants })
    const user = users.create.shape.response.parse(await reply.json())
    expect({ ...user, createdAt: '(time)' }).toMatchInlineSnapshot(`
      {
        "createdAt": "(time)",
        "email": "carl@example.com",
        "grants": [
          {
            "action": "read",
            "repository": "npm-local",
          },
        ],
        "isAdmin": false,
        "name": "carl",
      }
    `)
    expect((await list()).find(({ name }) => name === 'carl')).toEqual(user)
  })

  const bad: [string, object, string][] = [
    ['a short password', { name: 'x1', password: 'short' }, 'password'],
    ['a name with capitals', { name: 'Ann' }, 'name'],
    ['a name with a space', { name: 'a b' }, 'name'],
    ['a name with a colon, which Basic could not carry', { name: 'a:b' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(65) }, 'name'],
    ['a name with a control character', { name: 'a\0' }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['what is no address', { name: 'x2', email: 'nowhere' }, 'email'],
    ['an unknown action', { name: 'x3', grants: [{ action: 'own', repository: '*' }] }, 'grants.0.action'],
    ['the name of the anonymous actor', { name: 'anonymous' }, 'name'],
    ['the name of the system', { name: 'system' }, 'name'],
  ]

  test.for(bad)('refuses %s and names the field', async ([, body, field]) => {
    const reply = await create(body)
    expect(reply.status).toBe(400)
    expect(ErrorReply.parse(await reply.json()).errors[0]).toMatchObject({ code: 'bad-request', field })
  })

  test('refuses a name that is taken', async () => {
    const reply = await create({ name: 'ann' })
    expect(reply.status).toBe(409)
    expect(ErrorReply.parse(await reply.json()).error).toBe(
      'There is a user named ann already. Choose another name.',
    )
  })

  test('ignores what is not in the contract', async () => {
    expect((await create({ name: 'dave', is_admin: 1, id: 'x', __proto__: { isAdmin: true } })).status).toBe(
      200,
    )
    expect((await list()).find(({ name }) => name === 'dave')?.isAdmin).toBe(false)
  })
})

describe('deleting', () => {
  test('ends the user, and what was published stays', async () => {
    const eve = await app.user({ name: 'eve', grants: [{ action: 'deploy', repository: '*' }] })
    const { path } = await app.publish('generic', 'notes', '1', { as: eve })
    expect((await remove('eve')).status).toBe(204)
    expect((await list()).map(({ name }) => name)).not.toContain('eve')
    expect((await app.as(eve)('/ui/api/v1/repositories')).status).toBe(401)
    expect((await app.fetch(`/artifactory/generic-local/${path}`)).status).toBe(200)
    const grants = await app.db
      .selectFrom('grants')
      .select('action')
      .where('user_id', 'is not', null)
      .execute()
    expect(grants.filter(({ action }) => action === 'deploy')).toEqual([])
    expect((await remove('eve')).status).toBe(404)
  })

  test('the last administrator is refused', async () => {
    const reply = await remove('admin')
    expect(reply.status).toBe(409)
    expect(ErrorReply.parse(await reply.json()).error).toContain('last administrator')
    await create({ name: 'second', isAdmin: true })
    expect((await remove('second')).status).toBe(204)
    expect((await remove('admin')).status).toBe(409)
  })

  test('of the last two administrators by each other leaves one', async () => {
    const other = await startTestApp()
    try {
      // By tokens, because checking a password takes longer than the race.
      let last = { name: 'admin', send: other.as({ token: await other.token() }) }
      for (const name of ['second', 'third', 'fourth', 'fifth']) {
        const made = await last.send(
          address,
          json('POST', { name, password: 'a-good-password', isAdmin: true }),
        )
        expect(made.status).toBe(200)
        const token = await other.token({ name, password: 'a-good-password' })
        const next = { name, send: other.as({ token }) }
        await next.send(address)
        const replies = await Promise.all([
          last.send(`${address}/${next.name}`, { method: 'DELETE' }),
          next.send(`${address}/${last.name}`, { method: 'DELETE' }),
        ])
        expect(replies.map(({ status }) => status)).toContain(204)
        const left = await other.db.selectFrom('users').select('name').where('is_admin', '=', 1).execute()
        expect(left).toHaveLength(1)
        last = left[0]?.name === next.name ? next : last
      }
    } finally {
      await other.close()
    }
  })
})

test('nobody but an administrator sees or makes users, least of all an administrator', async () => {
  const send = app.as(ann)
  expect((await send(address)).status).toBe(403)
  expect(
    (await send(address, json('POST', { name: 'mallory', password: 'a-good-password', isAdmin: true })))
      .status,
  ).toBe(403)
  expect((await send(`${address}/carl`, { method: 'DELETE' })).status).toBe(403)
  expect((await app.anonymous(address)).status).toBe(401)
  expect((await list()).map(({ name }) => name)).not.toContain('mallory')
})

test('an administrator may do everything', async () => {
  const root = await app.user({ name: 'root2', isAdmin: true })
  expect((await app.as(root)(address)).status).toBe(200)
  expect((await app.as(root)('/artifactory/generic-local/r.txt', { method: 'PUT', body: 'r' })).status).toBe(
    201,
  )
})
