// The trash can: what is deleted lies in it, is given back, and goes in the end.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const put = (path: string, body = path) =>
  app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body })
const remove = async (path: string) =>
  (await app.fetch(`/artifactory/generic-local/${path}`, { method: 'DELETE' })).status
const read = async (address: string) => {
  const reply = await app.fetch(`/artifactory/${address}`)
  return reply.status === 200 ? reply.text() : reply.status
}
const post = (what: string) => app.fetch(`/artifactory/api/trash/${what}`, { method: 'POST' })

test('a file that is deleted can be read in the trash can, with where it was, when and by whom', async () => {
  await put('a/file.txt;k=v')
  expect(await remove('a/file.txt')).toBe(204)
  expect(await read('generic-local/a/file.txt')).toBe(404)
  expect(await read('auto-trashcan/generic-local/a/file.txt')).toBe('a/file.txt;k=v')
  const reply = await app.fetch('/artifactory/api/storage/auto-trashcan/generic-local/a/file.txt?properties')
  expect(await reply.json()).toMatchObject({
    properties: {
      k: ['v'],
      'trash.originalRepository': ['generic-local'],
      'trash.originalRepositoryType': ['local'],
      'trash.originalPath': ['a/file.txt'],
      'trash.deletedBy': ['admin'],
      'trash.time': [expect.stringMatching(/^\d{13}$/)],
    },
  })
})

test('it is given back where it was, or elsewhere, without the marks', async () => {
  const reply = await post('restore/generic-local/a/file.txt')
  expect([reply.status, await reply.json()]).toEqual([
    200,
    { messages: [{ level: 'INFO', message: '1 artifacts were restored to generic-local:a/file.txt' }] },
  ])
  expect(await read('generic-local/a/file.txt')).toBe('a/file.txt;k=v')
  const told = await app.fetch('/artifactory/api/storage/generic-local/a/file.txt?properties')
  expect(await told.json()).toMatchObject({ properties: { k: ['v'] } })
  await put('folder/1.txt')
  await put('folder/sub/2.txt')
  await remove('folder/')
  expect((await post('restore/generic-local/folder?to=/generic-local/back/again')).status).toBe(200)
  expect(await read('generic-local/back/again/sub/2.txt')).toBe('folder/sub/2.txt')
  expect((await post('restore/generic-local/absent')).status).toBe(404)
})

test('given back into a folder or a root, it keeps its name, as when it is copied there', async () => {
  for (const [to, place] of [
    ['/generic-local/into/', 'into/back.txt'],
    ['/generic-local/there', 'there/back.txt'],
    ['/generic-local', 'back.txt'],
    ['generic-local/', 'back.txt'],
    ['generic-local/into/named.txt', 'into/named.txt'],
  ] as const) {
    await put('there/other.txt')
    await put('from/back.txt', 'the bytes')
    await remove('from/back.txt')
    const reply = await post(`restore/generic-local/from/back.txt?to=${to}`)
    expect([reply.status, await reply.json()]).toEqual([
      200,
      { messages: [{ level: 'INFO', message: `1 artifacts were restored to generic-local:${place}` }] },
    ])
    expect(await read(`generic-local/${place}`)).toBe('the bytes')
    expect(await read('auto-trashcan/generic-local/from/back.txt')).toBe(404)
    await remove(place)
  }
  await put('from/back.txt')
  await remove('from/back.txt')
  await put('from/back.txt/now-a-folder.txt')
  expect((await post('restore/generic-local/from/back.txt?to=generic-local/from/back.txt')).status).toBe(409)
  await put('from/in/1.txt')
  await remove('from/in/')
  expect((await post('restore/generic-local/from/in?to=/generic-local/')).status).toBe(200)
  expect(await read('generic-local/in/1.txt')).toBe('from/in/1.txt')
  expect((await post('clean/generic-local')).status).toBe(200)
})

test('all of a repository is given back', async () => {
  for (const path of ['whole/1.txt', 'top.txt']) {
    await put(path)
    await remove(path)
  }
  const reply = await post('restore/generic-local')
  expect([reply.status, await reply.json()]).toEqual([
    200,
    { messages: [{ level: 'INFO', message: '2 artifacts were restored to generic-local:' }] },
  ])
  expect(await read('generic-local/whole/1.txt')).toBe('whole/1.txt')
  expect(await read('generic-local/top.txt')).toBe('top.txt')
})

test('deleted twice, the second is what lies there; deleting in the trash can is for good', async () => {
  await put('twice.txt', 'first')
  await remove('twice.txt')
  await put('twice.txt', 'second')
  await remove('twice.txt')
  expect(await read('auto-trashcan/generic-local/twice.txt')).toBe('second')
  const gone = await app.fetch('/artifactory/auto-trashcan/generic-local/twice.txt', { method: 'DELETE' })
  expect(gone.status).toBe(204)
  expect(await read('auto-trashcan/generic-local/twice.txt')).toBe(404)
})

test('a package that is deleted and given back is a package again', async () => {
  await app.publish('npm', 'again', '1.0.0')
  await app.fetch('/artifactory/npm-local/again', { method: 'DELETE' })
  expect(await read('api/npm/npm-local/again')).toBe(404)
  expect((await post('restore/npm-local/again')).status).toBe(200)
  await expect.poll(async () => (await app.fetch('/artifactory/api/npm/npm-local/again')).status).toBe(200)
})

test('cleaning a part, emptying all, and the end of its time', async () => {
  for (const path of ['x/1.txt', 'x/2.txt', 'y/3.txt', 'z/4.txt', 'z/5.txt']) await put(path)
  for (const path of ['x', 'y', 'z']) await remove(path)
  expect((await post('clean/generic-local/x')).status).toBe(200)
  expect(await read('auto-trashcan/generic-local/x/1.txt')).toBe(404)
  expect(await read('auto-trashcan/generic-local/y/3.txt')).toBe('y/3.txt')
  await writeSql(
    app,
    `update nodes set updated_at = '2020-01-01T00:00:00.000Z' where path = 'generic-local/z/4.txt';
     update jobs set run_after = '2020-01-01T00:00:00.000Z' where kind = 'expire-trash'`,
  )
  await expect.poll(() => read('auto-trashcan/generic-local/z/4.txt')).toBe(404)
  expect(await read('auto-trashcan/generic-local/z/5.txt')).toBe('z/5.txt')
  const state = async () => (await app.fetch('/ui/api/v1/trash/state')).json()
  expect(await state()).toMatchObject({ settings: { isOn: true, days: 14 }, files: 2, bytes: 14 })
  expect((await post('empty')).status).toBe(200)
  expect(await state()).toMatchObject({ files: 0, bytes: 0 })
  const rest = await app.fetch('/artifactory/api/storage/auto-trashcan')
  expect(await rest.json()).toMatchObject({ children: [] })
})

test('switched off, what is deleted is gone', async () => {
  const settings = '/ui/api/v1/trash'
  expect(await (await app.fetch(settings)).json()).toEqual({ isOn: true, days: 14 })
  expect((await app.fetch(settings, json('PUT', { isOn: false, days: 0 }))).status).toBe(400)
  expect((await app.fetch(settings, json('PUT', { isOn: false, days: 7 }))).status).toBe(200)
  await put('gone.txt')
  expect(await remove('gone.txt')).toBe(204)
  expect(await read('auto-trashcan/generic-local/gone.txt')).toBe(404)
  await app.fetch(settings, json('PUT', { isOn: true, days: 14 }))
})

test('nobody but administrators sees it, and nobody deploys to it', async () => {
  await put('private.txt')
  await remove('private.txt')
  const user = app.as(await app.user({ name: 'reader', grants: [{ action: 'read', repository: '*' }] }))
  for (const address of ['auto-trashcan/generic-local/private.txt', 'api/storage/auto-trashcan'])
    expect((await user(`/artifactory/${address}`)).status).toBe(404)
  for (const what of ['restore/generic-local/private.txt', 'clean/generic-local/private.txt', 'empty'])
    expect((await user(`/artifactory/api/trash/${what}`, { method: 'POST' })).status).toBe(403)
  expect((await app.fetch('/artifactory/auto-trashcan/x', { method: 'PUT', body: 'x' })).status).toBe(409)
  expect((await app.fetch('/artifactory/auto-trashcan/x/', { method: 'PUT' })).status).toBe(409)
  const kinds = await app.db.selectFrom('audit').select('kind').where('kind', 'like', 'trash.%').execute()
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(
    new Set(['trash.restored', 'trash.cleaned', 'trash.emptied', 'trash.settings-changed']),
  )
})

test('whoever may delete something may take it back; what one may not read or deploy stays where it is', async () => {
  await app.closeReading()
  for (const path of ['mine/a.txt', 'mine/b.txt', 'theirs/c.txt']) await put(path)
  const user = app.as(await app.user({ name: 'undoer' }))
  await app.permission({
    name: 'undoer',
    repositories: ['generic-local'],
    include: ['mine/**'],
    users: { undoer: ['read', 'deploy', 'delete'] },
  })
  const restore = async (what: string, send = user) =>
    (await send(`/artifactory/api/trash/restore/${what}`, { method: 'POST' })).status
  expect((await user('/artifactory/generic-local/mine/', { method: 'DELETE' })).status).toBe(204)
  expect(await remove('theirs/c.txt')).toBe(204)
  // Not theirs, neither by itself nor brought to where they may read, nor with all the rest.
  expect(await restore('generic-local/theirs/c.txt')).toBe(404)
  expect(await restore('generic-local/theirs/c.txt?to=/generic-local/mine/c.txt')).toBe(404)
  expect(await restore('generic-local')).toBe(404)
  expect(await restore('generic-local/mine?to=/generic-local/theirs/mine')).toBe(403)
  expect(await restore('generic-local/mine', app.anonymous)).toBe(401)
  expect(await restore('generic-local/mine')).toBe(200)
  expect(await read('generic-local/mine/b.txt')).toBe('mine/b.txt')
  expect(await read('generic-local/theirs/c.txt')).toBe(404)
  const reader = app.as(await app.user({ name: 'only-reads', grants: [{ action: 'read', repository: '*' }] }))
  await remove('mine/a.txt')
  expect(await restore('generic-local/mine/a.txt', reader)).toBe(403)
})

test('whoever may delete only some files of a folder deletes none of it', async () => {
  for (const path of ['mixed/a.txt', 'mixed/b.txt']) await put(path)
  const user = app.as(await app.user({ name: 'some' }))
  await app.permission({
    name: 'delete a',
    repositories: ['generic-local'],
    include: ['mixed/a.txt'],
    users: { some: ['delete', 'read'] },
  })
  expect((await user('/artifactory/generic-local/mixed/', { method: 'DELETE' })).status).toBe(403)
  expect(await read('generic-local/mixed/a.txt')).toBe('mixed/a.txt')
  expect((await user('/artifactory/generic-local/mixed/a.txt', { method: 'DELETE' })).status).toBe(204)
})

test('a file is deleted where a folder was deleted before, and the reverse, at whatever depth', async () => {
  const expectDeleted = async (path: string) => {
    await remove(path)
    expect([path, await read(`generic-local/${path}`)]).toEqual([path, 404])
  }
  await put('kinds/a/b.txt', 'below a folder')
  await expectDeleted('kinds/a')
  await put('kinds/a', 'a file')
  await expectDeleted('kinds/a')
  expect(await read('auto-trashcan/generic-local/kinds/a')).toBe('a file')
  expect(await read('auto-trashcan/generic-local/kinds/a/b.txt')).toBe(404)
  // A folder where the file was, deleted from below and from above.
  await put('kinds/a/c/d.txt', 'deep')
  await expectDeleted('kinds/a/c/d.txt')
  expect(await read('auto-trashcan/generic-local/kinds/a/c/d.txt')).toBe('deep')
  await expectDeleted('kinds/a')
  await put('kinds/a/c', 'a file again')
  await put('kinds/beside.txt', 'beside')
  await expectDeleted('kinds')
  expect(await read('auto-trashcan/generic-local/kinds/a/c')).toBe('a file again')
  expect(await read('auto-trashcan/generic-local/kinds/beside.txt')).toBe('beside')
})
