import { afterAll, beforeAll, expect, test } from 'vitest'
import { ErrorReply, groups } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
const address = '/ui/api/v1/groups'

beforeAll(async () => {
  app = await startTestApp()
  for (const name of ['ann', 'bob', 'cem']) await app.user({ name })
})

afterAll(() => app.close())

const get = async (name: string) =>
  groups.get.shape.response.parse(await (await app.fetch(`${address}/${name}`)).json())
const members = async (name: string, query = '') => {
  const reply = await app.fetch(`${address}/${name}/members?${query}`)
  return groups.members.shape.response.parse(await reply.json())
}
const change = async (name: string, body: object) => {
  const reply = await app.fetch(`${address}/${name}/members`, json('PATCH', body))
  expect(reply.status).toBe(200)
  return groups.changeMembers.shape.response.parse(await reply.json())
}

test('a new installation has the group that everybody joins, with the permission to read', async () => {
  expect(await get('readers')).toMatchObject({
    isAutoJoin: true,
    isAdmin: false,
    members: 4,
    usedBy: [
      { permission: 'Any Remote', actions: ['deploy'] },
      { permission: 'Anything', actions: ['read'] },
    ],
  })
  expect((await app.fetch(`${address}/readers`, { method: 'DELETE' })).status).toBe(403)
})

test('a group is made with members, changed and deleted, and each step is in the audit log', async () => {
  const made = await app.fetch(
    address,
    json('POST', {
      name: 'web team',
      description: 'The web',
      members: ['Ann', 'bob'],
      privileges: ['watches'],
    }),
  )
  expect(made.status).toBe(200)
  expect(await get('web team')).toMatchObject({ members: 2, privileges: ['watches'], realm: 'internal' })
  const changed = await app.fetch(`${address}/web team`, json('PATCH', { externalId: 'cn=web' }))
  expect(await changed.json()).toMatchObject({ description: 'The web', externalId: 'cn=web' })
  expect((await app.fetch(`${address}/web team`, { method: 'DELETE' })).status).toBe(204)
  expect((await app.fetch(`${address}/web team`)).status).toBe(404)
  const entries = await app.db
    .selectFrom('audit')
    .select('kind')
    .where('target', '=', 'web team')
    .orderBy('sequence')
    .execute()
  expect(entries.map(({ kind }) => kind)).toEqual(['group.created', 'group.changed', 'group.deleted'])
})

test('many names are pasted at once; those that nobody has are named', async () => {
  await app.group({ name: 'pasted' })
  expect(await change('pasted', { add: [' ANN ', 'bob', 'cem', 'ghost'] })).toEqual({
    added: 3,
    removed: 0,
    unknown: ['ghost'],
    kept: [],
  })
  expect(await change('pasted', { add: ['ann'], remove: ['bob'] })).toMatchObject({ added: 0, removed: 1 })
  const first = await members('pasted', 'limit=1')
  expect(first).toMatchObject({ total: 2, hasNextPage: true, items: [{ name: 'ann', source: 'internal' }] })
  expect((await members('pasted', `limit=1&after=${first.endCursor}`)).items).toMatchObject([{ name: 'cem' }])
  expect((await members('pasted', 'search=CE')).items).toMatchObject([{ name: 'cem' }])
})

test('what a provider says is not taken back by hand', async () => {
  await app.group({ name: 'directory', members: ['ann'] })
  await writeSql(
    app,
    `insert into memberships (user_id, group_id, source)
     select u.id, g.id, 'ldap:main' from users u, groups g where u.name = 'bob' and g.name = 'directory'`,
  )
  expect(await change('directory', { remove: ['ann', 'bob'] })).toMatchObject({ removed: 1, kept: ['bob'] })
  expect((await members('directory')).items).toMatchObject([{ name: 'bob', source: 'ldap:main' }])
})

test('a group of administrators is never one that new users join by themselves', async () => {
  const reply = await app.fetch(address, json('POST', { name: 'open-door', isAdmin: true, isAutoJoin: true }))
  expect(reply.status).toBe(400)
  expect(ErrorReply.parse(await reply.json()).errors[0]?.field).toBe('isAutoJoin')
  await app.group({ name: 'chiefs', isAdmin: true })
  expect((await app.fetch(`${address}/chiefs`, json('PATCH', { isAutoJoin: true }))).status).toBe(400)
  expect((await app.fetch(`${address}/readers`, json('PATCH', { isAdmin: true }))).status).toBe(400)
})

test('members of an administrators’ group are administrators while they are in it', async () => {
  const dee = await app.user({ name: 'dee' })
  expect((await app.as(dee)(address)).status).toBe(403)
  await app.group({ name: 'rulers', isAdmin: true, members: ['dee'] })
  expect((await app.as(dee)(address)).status).toBe(200)
  await change('rulers', { remove: ['dee'] })
  expect((await app.as(dee)(address)).status).toBe(403)
})

test('new users join the groups that say so', async () => {
  await app.group({ name: 'newcomers', isAutoJoin: true })
  await app.user({ name: 'eli' })
  expect((await members('newcomers')).items.map(({ name }) => name)).toEqual(['eli'])
})

test('the list is searched and filtered', async () => {
  const names = async (query: string) => {
    const reply = await app.fetch(`${address}?${query}`)
    return groups.list.shape.response.parse(await reply.json()).items.map(({ name }) => name)
  }
  expect(await names('isAutoJoin=true')).toEqual(['newcomers', 'readers'])
  expect(await names('isAdmin=true')).toEqual(['chiefs', 'rulers'])
  expect(await names('search=NEWCOM')).toEqual(['newcomers'])
  expect(await names('realm=saml')).toEqual([])
})

test('an unknown member or a taken name leaves nothing behind', async () => {
  expect((await app.fetch(address, json('POST', { name: 'half', members: ['ghost'] }))).status).toBe(400)
  expect((await app.fetch(`${address}/half`)).status).toBe(404)
  expect((await app.fetch(address, json('POST', { name: 'readers' }))).status).toBe(409)
})
