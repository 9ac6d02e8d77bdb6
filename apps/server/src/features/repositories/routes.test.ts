import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply, repositories, type Repository } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  // Without it, whoever signs in may read everything.
  await app.closeReading()
})

afterAll(() => app.close())

const address = '/ui/api/v1/repositories'

const create = (body: object, send: Send = app.fetch) =>
  send(address, json('POST', { kind: 'local', format: 'generic', ...body }))

async function list(send: Send): Promise<Repository[]> {
  const reply = await send(address)
  expect(reply.status).toBe(200)
  return repositories.list.shape.response.parse(await reply.json())
}

const keysOf = (found: Repository[]) => found.map(({ key }) => key)

async function refusalOf(reply: Response): Promise<object> {
  const { errors } = ErrorReply.parse(await reply.json())
  return { status: reply.status, ...errors[0] }
}

describe('the list', () => {
  test('shows what one may read, and what one may do with it', async () => {
    await create({ key: 'secret-plans' })
    const ann = await app.user({
      name: 'ann',
      grants: [
        { action: 'read', repository: 'npm-local' },
        { action: 'deploy', repository: 'npm-local' },
        // A right without reading does not make it visible.
        { action: 'deploy', repository: 'secret-plans' },
      ],
    })
    const [seen, ...others] = await list(app.as(ann))
    // It has npm-local among its members.
    expect(others.map(({ key }) => key)).toEqual(['npm-virtual'])
    expect({ ...seen, createdAt: '(time)', url: seen?.url.replace(app.url, '') }).toMatchInlineSnapshot(`
      {
        "can": {
          "annotate": false,
          "delete": false,
          "deploy": true,
          "distribute": false,
          "execute": false,
          "manage": false,
          "read": true,
          "scan": false,
        },
        "createdAt": "(time)",
        "description": "npm packages published here",
        "format": "npm",
        "key": "npm-local",
        "kind": "local",
        "url": "/artifactory/api/npm/npm-local/",
      }
    `)
    expect(keysOf(await list(app.fetch))).toEqual(
      expect.arrayContaining(['generic-local', 'npm-local', 'secret-plans']),
    )
  })

  test('is empty for a user without any right, and closed for anonymous', async () => {
    const nobody = await app.user({ name: 'without-rights' })
    expect(await list(app.as(nobody))).toEqual([])
    expect((await app.anonymous(address)).status).toBe(401)
  })
})

describe('creating', () => {
  test('answers with the repository, which then takes files', async () => {
    const reply = await create({ key: 'Tools_1.x', description: 'Build tools' })
    expect(reply.status).toBe(200)
    expect(await reply.json()).toMatchObject({
      key: 'Tools_1.x',
      kind: 'local',
      format: 'generic',
      description: 'Build tools',
    })
    expect((await app.fetch('/artifactory/Tools_1.x/a.txt', { method: 'PUT', body: 'a' })).status).toBe(201)
    expect(await (await app.fetch('/artifactory/Tools_1.x/a.txt')).text()).toBe('a')
  })

  const badKeys = [
    '',
    '-x',
    '.hidden',
    '..',
    'a/b',
    'a b',
    'a%2fb',
    'ä',
    'x'.repeat(65),
    'a\0b',
    'a\nb',
    '<img>',
    '*',
  ]

  test.for(badKeys)('refuses the key %j', async (key) => {
    expect(await refusalOf(await create({ key }))).toMatchObject({
      status: 400,
      code: 'bad-request',
      field: 'key',
    })
  })

  test.for(['api', 'API', 'ui', 'webapp', 'list', 'repo', 'npm-cache'])(
    'refuses the reserved key %s',
    async (key) => {
      expect(await refusalOf(await create({ key }))).toMatchObject({
        status: 400,
        code: 'bad-request',
        field: 'key',
      })
    },
  )

  test('refuses a key that is taken, in any case', async () => {
    expect((await create({ key: 'taken' })).status).toBe(200)
    for (const key of ['taken', 'Taken', 'TAKEN']) expect((await create({ key })).status).toBe(409)
  })

  test('refuses package types and kinds that there are not', async () => {
    expect(await refusalOf(await create({ key: 'unknown-format', format: 'cobol' }))).toMatchInlineSnapshot(`
      {
        "code": "bad-request",
        "field": "packageType",
        "message": "There is no package type "cobol".",
        "status": 400,
      }
    `)
    for (const [kind, format] of [
      ['distribution', 'generic'],
      ['virtual', 'cargo'],
      ['local', 'vcs'],
    ])
      expect((await create({ key: 'other-kind', kind, format })).status).toBe(400)
  })

  test('a package type without a protocol of its own takes plain files', async () => {
    expect((await create({ key: 'jars', format: 'maven' })).status).toBe(200)
    const address = '/artifactory/jars/org/acme/a/1/a-1.jar'
    expect((await app.fetch(address, { method: 'PUT', body: 'jar' })).status).toBe(201)
    expect(await (await app.fetch(address)).text()).toBe('jar')
  })

  test('of the same key twice at the same time succeeds once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => create({ key: 'raced' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })

  test('is for administrators', async () => {
    const manager = await app.user({ name: 'manager', grants: [{ action: 'manage', repository: '*' }] })
    expect((await create({ key: 'not-made' }, app.as(manager))).status).toBe(403)
    expect((await create({ key: 'not-made' }, app.anonymous)).status).toBe(401)
    expect(keysOf(await list(app.fetch))).not.toContain('not-made')
  })
})

describe('deleting', () => {
  const remove = (key: string, send: Send = app.fetch) => send(`${address}/${key}`, { method: 'DELETE' })

  test('takes everything along and frees the key', async () => {
    await create({ key: 'doomed', format: 'npm' })
    await app.publish('npm', 'doomed-package', '1.0.0', { repository: 'doomed' })
    const packument = '/artifactory/api/npm/doomed/doomed-package'
    const tarball = '/artifactory/doomed/doomed-package/-/doomed-package-1.0.0.tgz'
    expect((await app.fetch(packument)).status).toBe(200)
    expect((await app.fetch(tarball)).status).toBe(200)

    expect((await remove('doomed')).status).toBe(204)
    for (const path of [packument, tarball, '/artifactory/doomed/'])
      expect((await app.fetch(path)).status).toBe(404)
    expect((await app.fetch('/ui/api/v1/packages/npm%3A%2F%2Fdoomed-package')).status).toBe(404)
    expect(keysOf(await list(app.fetch))).not.toContain('doomed')

    expect((await create({ key: 'Doomed', format: 'generic' })).status).toBe(200)
    expect((await app.fetch('/artifactory/Doomed/doomed-package/-/doomed-package-1.0.0.tgz')).status).toBe(
      404,
    )
  })

  test('ends the rights on it: a new repository of that key starts without', async () => {
    await create({ key: 'reused' })
    const user = await app.user({ name: 'former', grants: [{ action: 'read', repository: 'reused' }] })
    expect(keysOf(await list(app.as(user)))).toEqual(['reused'])
    await remove('reused')
    await create({ key: 'reused' })
    expect(await list(app.as(user))).toEqual([])
    expect((await app.as(user)('/artifactory/reused/')).status).toBe(404)
  })

  test('what is not there is answered 404, twice as once', async () => {
    expect((await remove('never-made')).status).toBe(404)
  })

  test('is for administrators', async () => {
    const user = await app.user({
      name: 'deleter',
      grants: [
        { action: 'read', repository: '*' },
        { action: 'delete', repository: '*' },
        { action: 'manage', repository: '*' },
      ],
    })
    expect((await remove('generic-local', app.as(user))).status).toBe(403)
    expect(keysOf(await list(app.fetch))).toContain('generic-local')
  })
})

test('grants are per repository, and a private name is not told to those who may not read it', async () => {
  await create({ key: 'team-a' })
  await create({ key: 'team-b' })
  const rights = (...actions: string[]) => actions.map((action) => ({ action, repository: 'team-a' }))
  const reader = app.as(await app.user({ name: 'reader', grants: rights('read') }))
  const writer = app.as(await app.user({ name: 'writer', grants: rights('read', 'deploy') }))
  const keeper = app.as(await app.user({ name: 'keeper', grants: rights('read', 'deploy', 'delete') }))
  const put = (send: Send, repository: string, body = 'x') =>
    send(`/artifactory/${repository}/f.txt`, { method: 'PUT', body })

  expect((await put(reader, 'team-a')).status).toBe(403)
  expect((await put(writer, 'team-a')).status).toBe(201)
  expect((await reader('/artifactory/team-a/f.txt')).status).toBe(200)
  // Overwriting takes away what was there: it needs the right to delete.
  expect((await put(writer, 'team-a', 'other')).status).toBe(403)
  expect((await writer('/artifactory/team-a/f.txt', { method: 'DELETE' })).status).toBe(403)
  expect((await put(keeper, 'team-a', 'other')).status).toBe(201)
  expect((await keeper('/artifactory/team-a/f.txt', { method: 'DELETE' })).status).toBe(204)

  await put(app.fetch, 'team-b')
  const hidden = await keeper('/artifactory/team-b/f.txt')
  const absent = await keeper('/artifactory/team-c/f.txt')
  const sentence = async (reply: Response) =>
    ErrorReply.parse(await reply.json()).error.replace(/team-./, 'team-?')
  expect([hidden.status, await sentence(hidden)]).toEqual([absent.status, await sentence(absent)])
  expect((await put(keeper, 'team-b')).status).toBe(404)
})
