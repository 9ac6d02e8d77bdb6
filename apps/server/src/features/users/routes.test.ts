import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply, users } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json, signIn } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
})

afterAll(() => app.close())

const address = '/ui/api/v1/users'
const create = (body: object) => app.fetch(address, json('POST', { password: 'A-good-password-1', ...body }))
const remove = (name: string) => app.fetch(`${address}/${name}`, { method: 'DELETE' })

async function list(query = '') {
  const reply = await app.fetch(`${address}?${query}`)
  expect(reply.status).toBe(200)
  return users.list.shape.response.parse(await reply.json()).items
}

const namesOf = async (query: string) => (await list(query)).map(({ name }) => name)

async function get(name: string) {
  return users.get.shape.response.parse(await (await app.fetch(`${address}/${name}`)).json())
}

describe('creating', () => {
  test('answers with the user, without the password, and in the group that everybody joins', async () => {
    const reply = await create({ name: 'Carl', email: 'carl@example.com', privileges: ['reports'] })
    const user = users.create.shape.response.parse(await reply.json())
    expect({ ...user, createdAt: '(time)' }).toMatchInlineSnapshot(`
      {
        "can": {
          "delete": true,
          "demote": true,
          "disable": true,
        },
        "createdAt": "(time)",
        "email": "carl@example.com",
        "groups": [
          "readers",
        ],
        "hasSecondFactor": false,
        "hasUiAccess": true,
        "isAdmin": false,
        "isBuiltIn": false,
        "isLocked": false,
        "isOwnAdmin": false,
        "isPasswordDisabled": false,
        "isProfileUpdatable": true,
        "lastSignedInAt": null,
        "memberships": [
          {
            "group": "readers",
            "isAdmin": false,
            "source": "internal",
          },
        ],
        "mustChangePassword": false,
        "name": "carl",
        "permissions": 0,
        "privileges": [
          "reports",
        ],
        "realm": "internal",
        "status": "enabled",
        "tokens": 0,
        "whyNot": {},
      }
    `)
    expect(await get('CARL')).toEqual(user)
  })

  const bad: [string, object, string][] = [
    ['a short password', { name: 'x1', password: 'short' }, 'password'],
    ['a name with a space', { name: 'a b' }, 'name'],
    ['a name with a colon, which Basic could not carry', { name: 'a:b' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(65) }, 'name'],
    ['a name with a control character', { name: 'a\0' }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['what is no address', { name: 'x2', email: 'nowhere' }, 'email'],
    ['an unknown privilege', { name: 'x3', privileges: ['everything'] }, 'privileges.0'],
    ['a group that does not exist', { name: 'x4', groups: ['nobodys'] }, 'groups'],
    ['the name of the system', { name: 'system' }, 'name'],
  ]

  test.for(bad)('refuses %s and names the field', async ([, body, field]) => {
    const reply = await create(body)
    expect(reply.status).toBe(400)
    expect(ErrorReply.parse(await reply.json()).errors[0]).toMatchObject({ code: 'bad-request', field })
  })

  test('refuses a name that is taken, in whatever case', async () => {
    expect((await create({ name: 'anonymous' })).status).toBe(409)
    const reply = await create({ name: 'Ann' })
    expect(reply.status).toBe(409)
    expect(ErrorReply.parse(await reply.json()).error).toBe(
      'There is a user named ann already. Choose another name.',
    )
  })

  test('ignores what is not in the contract', async () => {
    expect((await create({ name: 'dave', is_admin: 1, id: 'x', __proto__: { isAdmin: true } })).status).toBe(
      200,
    )
    expect((await get('dave')).isAdmin).toBe(false)
  })
})

describe('deleting', () => {
  test('ends the user, and what was published stays', async () => {
    const eve = await app.user({ name: 'eve', grants: [{ action: 'deploy', repository: '*' }] })
    const { path } = await app.publish('generic', 'notes', '1', { as: eve })
    expect((await remove('eve')).status).toBe(204)
    expect(await namesOf('')).not.toContain('eve')
    expect((await app.as(eve)('/ui/api/v1/repositories')).status).toBe(401)
    expect((await app.fetch(`/artifactory/generic-local/${path}`)).status).toBe(200)
    const left = await app.db
      .selectFrom('permission_users')
      .leftJoin('users', 'users.id', 'permission_users.user_id')
      .select('users.name')
      .distinct()
      .execute()
    expect(left).toEqual([{ name: 'anonymous' }])
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
          json('POST', { name, password: 'A-good-password-1', isAdmin: true }),
        )
        expect(made.status).toBe(200)
        const token = await other.token({ name, password: 'A-good-password-1' })
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
    (await send(address, json('POST', { name: 'mallory', password: 'A-good-password-1', isAdmin: true })))
      .status,
  ).toBe(403)
  expect((await send(`${address}/carl`, { method: 'DELETE' })).status).toBe(403)
  expect((await app.anonymous(address)).status).toBe(401)
  expect(await namesOf('')).not.toContain('mallory')
})

test('an administrator may do everything', async () => {
  const root = await app.user({ name: 'root2', isAdmin: true })
  expect((await app.as(root)(address)).status).toBe(200)
  expect((await app.as(root)('/artifactory/generic-local/r.txt', { method: 'PUT', body: 'r' })).status).toBe(
    201,
  )
})

describe('changing', () => {
  const change = (name: string, body: object) => app.fetch(`${address}/${name}`, json('PATCH', body))

  test('takes what is given and keeps the rest', async () => {
    await app.group({ name: 'crew' })
    await app.user({ name: 'fay', email: 'fay@example.com' })
    expect((await change('fay', { isProfileUpdatable: false, groups: ['crew'] })).status).toBe(200)
    expect(await get('fay')).toMatchObject({
      email: 'fay@example.com',
      isProfileUpdatable: false,
      groups: ['crew'],
    })
  })

  test('a disabled user is out at once: password, token and browser', async () => {
    const gil = await app.user({ name: 'gil' })
    const token = await app.token(gil)
    const browser = await signIn(app, gil)
    const tries = () =>
      Promise.all([
        app.as(gil)('/ui/api/v1/repositories'),
        app.as({ token })('/ui/api/v1/repositories'),
        browser.send('/ui/api/v1/repositories'),
      ])
    expect((await tries()).map(({ status }) => status)).toEqual([200, 200, 200])
    await change('gil', { status: 'disabled' })
    expect((await tries()).map(({ status }) => status)).toEqual([401, 401, 401])
    await change('gil', { status: 'enabled' })
    // The browser signs in anew; what was given to programs works again.
    expect((await tries()).map(({ status }) => status)).toEqual([200, 200, 401])
  })

  test('without access to the interface there is no browser session, and programs go on', async () => {
    const hal = await app.user({ name: 'hal' })
    const browser = await signIn(app, hal)
    await change('hal', { hasUiAccess: false })
    expect((await browser.send('/ui/api/v1/repositories')).status).toBe(401)
    expect((await app.as(hal)('/artifactory/api/npm/npm-local/-/whoami')).status).toBe(200)
  })

  test('a new password from an administrator ends the old one and every session', async () => {
    const ida = await app.user({ name: 'ida' })
    const browser = await signIn(app, ida)
    expect((await change('ida', { password: 'Another-good-1' })).status).toBe(200)
    expect((await app.as(ida)('/ui/api/v1/repositories')).status).toBe(401)
    expect((await browser.send('/ui/api/v1/repositories')).status).toBe(401)
    expect((await app.as({ ...ida, password: 'Another-good-1' })('/ui/api/v1/repositories')).status).toBe(200)
    expect((await change('ida', { password: 'short' })).status).toBe(400)
  })

  test('the last administrator is neither disabled nor demoted, and the form says why', async () => {
    const other = await startTestApp()
    try {
      const send = (body: object) => other.fetch(`${address}/admin`, json('PATCH', body))
      for (const body of [{ isAdmin: false }, { status: 'disabled' }]) {
        const reply = await send(body)
        expect(reply.status).toBe(409)
        expect(ErrorReply.parse(await reply.json()).error).toContain('last administrator')
      }
      const details = users.get.shape.response.parse(await (await other.fetch(`${address}/admin`)).json())
      expect(details.can).toEqual({ delete: false, disable: false, demote: false })
      expect(details.whyNot['delete']).toContain('last administrator')
      // Through a group counts too, until the group is emptied.
      await other.group({
        name: 'chiefs',
        isAdmin: true,
        members: [(await other.user({ name: 'kim' })).name],
      })
      expect((await send({ isAdmin: false })).status).toBe(200)
      const kim = other.as({ name: 'kim', password: 'Password-1-of-kim' })
      expect((await kim('/ui/api/v1/groups/chiefs/members', json('PATCH', { remove: ['kim'] }))).status).toBe(
        409,
      )
      expect((await kim('/ui/api/v1/groups/chiefs', { method: 'DELETE' })).status).toBe(409)
      expect((await kim('/ui/api/v1/groups/chiefs', json('PATCH', { isAdmin: false }))).status).toBe(409)
      expect((await kim(address)).status).toBe(200)
    } finally {
      await other.close()
    }
  })

  test('anonymous gets groups and permissions, never a password or a role', async () => {
    expect((await change('anonymous', { isAdmin: true })).status).toBe(400)
    expect((await change('anonymous', { password: 'A-good-password-1' })).status).toBe(400)
    expect((await change('anonymous', { privileges: ['auditor'] })).status).toBe(400)
    expect((await remove('anonymous')).status).toBe(403)
    expect((await change('anonymous', { groups: ['readers'] })).status).toBe(200)
    await app.group({ name: 'too-many', isAdmin: true, members: ['anonymous'] })
    expect((await get('anonymous')).isAdmin).toBe(false)
    expect(await namesOf('isAdmin=true')).not.toContain('anonymous')
    expect((await change('anonymous', { groups: [] })).status).toBe(200)
  })
})

describe('the list', () => {
  test('pages by a cursor in both directions, each user once', async () => {
    const all = await namesOf('limit=100')
    expect(all).toEqual(all.toSorted())
    for (const sort of ['name:asc', 'name:desc', 'signedIn:desc']) {
      const seen: string[] = []
      let after = ''
      for (let page = 0; page < 50; page++) {
        const reply = await app.fetch(`${address}?limit=3&sort=${sort}${after}`)
        const { items, hasNextPage, endCursor, total } = users.list.shape.response.parse(await reply.json())
        expect(total).toBe(all.length)
        seen.push(...items.map(({ name }) => name))
        if (!hasNextPage) break
        after = `&after=${endCursor}`
      }
      expect(seen.toSorted()).toEqual(all)
    }
    expect((await app.fetch(`${address}?after=nonsense`)).status).toBe(400)
  })

  test('filters by words, status, realm, group, role and disuse', async () => {
    await app.group({ name: 'night-watch', members: ['carl'] })
    await app.user({ name: 'odd', email: 'odd_mail@example.com' })
    await app.user({ name: 'even', email: 'oddxmail@example.com' })
    expect(await namesOf('search=carl@EX')).toEqual(['carl'])
    expect(await namesOf('search=odd_mail')).toEqual(['odd'])
    expect(await namesOf('search=%25')).toEqual([])
    expect(await namesOf('group=night-watch')).toEqual(['carl'])
    expect(await namesOf('isAdmin=true')).toContain('admin')
    expect(await namesOf('isAdmin=true')).not.toContain('carl')
    expect(await namesOf('realm=ldap')).toEqual([])
    await app.fetch(`${address}/dave`, json('PATCH', { status: 'disabled' }))
    expect(await namesOf('status=disabled')).toEqual(['dave'])
    expect(await namesOf('unusedDays=1')).toEqual([])
    await writeSql(app, "update users set created_at = '2020-01-01T00:00:00.000Z' where name = 'carl'")
    expect(await namesOf('unusedDays=90')).toEqual(['carl'])
    const counts = users.counts.shape.response.parse(await (await app.fetch('/ui/api/v1/user-counts')).json())
    expect(counts).toMatchObject({ disabled: 1, unused: 1, locked: 0, invited: 0 })
  })
})

describe('many at once', () => {
  const bulk = async (body: object) => {
    const reply = await app.fetch('/ui/api/v1/user-changes', json('POST', body))
    return {
      status: reply.status,
      body: (await reply.json()) as { done?: string[]; refused?: { name: string }[] },
    }
  }

  test('each action does what it says to all that are named, and says whom it could not do it to', async () => {
    const crowd = ['m1', 'm2', 'm3']
    for (const name of crowd) await app.user({ name })
    await app.group({ name: 'choir' })
    const token = await app.token({ name: 'm1', password: 'Password-1-of-m1' })
    const joined = await bulk({ names: [...crowd, 'nobody-here'], action: 'add-to-group', group: 'choir' })
    expect(joined.body.done).toEqual(crowd)
    expect(joined.body.refused).toEqual([{ name: 'nobody-here', why: 'There is no such user.' }])
    expect(await namesOf('group=choir')).toEqual(crowd)
    await bulk({ names: ['m2'], action: 'remove-from-group', group: 'choir' })
    expect(await namesOf('group=choir')).toEqual(['m1', 'm3'])
    await bulk({ names: crowd, action: 'revoke-tokens' })
    expect((await app.as({ token })('/ui/api/v1/repositories')).status).toBe(401)
    await bulk({ names: crowd, action: 'expire-password' })
    expect((await get('m3')).mustChangePassword).toBe(true)
    await bulk({ names: crowd, action: 'disable' })
    expect((await namesOf('status=disabled')).filter((name) => crowd.includes(name))).toEqual(crowd)
    await bulk({ names: crowd, action: 'enable' })
    for (const action of ['unlock', 'reset-second-factor'])
      expect((await bulk({ names: crowd, action })).body.done).toEqual(crowd)
    const self = await bulk({ names: ['m1', 'admin', 'anonymous'], action: 'delete' })
    expect(self.body).toMatchObject({ done: ['m1'], refused: [{ name: 'admin' }, { name: 'anonymous' }] })
    expect((await bulk({ names: ['m2'], action: 'add-to-group' })).status).toBe(400)
    const entries = await app.db
      .selectFrom('audit')
      .select(['kind', 'actor'])
      .where('target', '=', 'm1')
      .orderBy('sequence')
      .execute()
    expect(entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'user.created',
        'user.joined-group',
        'user.disabled',
        'user.enabled',
        'user.deleted',
      ]),
    )
    expect(new Set(entries.map(({ actor }) => actor))).toContain('admin')
  })

  test('what would go with users is shown before they are deleted', async () => {
    const liz = await app.user({ name: 'liz', grants: [{ action: 'read', repository: 'npm-local' }] })
    await app.token(liz)
    const reply = await app.fetch(
      '/ui/api/v1/user-deletion-preview',
      json('POST', { names: ['liz', 'anonymous'] }),
    )
    expect(await reply.json()).toMatchObject([
      { name: 'liz', tokens: 1, permissions: ['liz may read'], groups: 1, refusal: null },
      { name: 'anonymous', refusal: expect.stringContaining('always there') },
    ])
  })
})
