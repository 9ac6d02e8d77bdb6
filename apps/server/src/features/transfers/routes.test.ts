// Copying and moving over HTTP, as clients expect them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'
import { leavesNothing } from '../../../../../tests/support/stored.ts'

let app: TestApp
let round = 0
/** A folder of its own for each test. */
let base: string

beforeAll(async () => {
  app = await startTestApp()
  await app.fetch('/ui/api/v1/trash', json('PUT', { isOn: false, days: 14 }))
  for (const [key, packageType] of [
    ['other', 'generic'],
    ['npm-release', 'npm'],
  ])
    await app.fetch(`/artifactory/api/repositories/${key}`, json('PUT', { rclass: 'local', packageType }))
})

beforeEach(() => {
  base = `t${round++}`
})

afterAll(() => app.close())

const put = async (path: string, body = path, key = 'generic-local') => {
  const reply = await app.fetch(`/artifactory/${key}/${base}/${path}`, { method: 'PUT', body })
  expect(reply.status).toBe(201)
}

const call = (kind: string, from: string, to: string, query = '', send: Send = app.fetch) =>
  send(`/artifactory/api/${kind}/${from}?to=${encodeURIComponent(to)}${query}`, { method: 'POST' })

const here = (path: string) => `generic-local/${base}/${path}`
const transfer = async (kind: string, from: string, to: string, query = '') => {
  const reply = await call(kind, here(from), `/${to}`, query)
  return [reply.status, (await reply.json()) as { messages: { level: string; message: string }[] }] as const
}

/** Every file below the test's folder, with its content. */
async function tree(key = 'generic-local'): Promise<Record<string, string>> {
  const reply = await app.fetch(`/artifactory/api/storage/${key}/${base}?list&deep=1`)
  if (reply.status === 404) return {}
  const { files } = (await reply.json()) as { files: { uri: string }[] }
  const found: Record<string, string> = {}
  for (const { uri } of files)
    found[uri.slice(1)] = await (
      await app.fetch(`/artifactory/${key}/${base}${uri.replace('%', '%25')}`)
    ).text()
  return found
}

const info = async (path: string) =>
  (await (await app.fetch(`/artifactory/api/storage/${path}`)).json()) as Record<string, string>

describe('where things come to lie', () => {
  test('a file: renamed to what is missing, put into what is there, or what ends in a slash', async () => {
    await put('a.txt')
    await put('dir/x.txt')
    expect((await transfer('copy', 'a.txt', here('b.txt')))[0]).toBe(200)
    expect((await transfer('copy', 'a.txt', here('dir')))[0]).toBe(200)
    expect((await transfer('copy', 'a.txt', here('new/')))[0]).toBe(200)
    expect((await transfer('move', 'a.txt', here('deep/er/c.txt')))[0]).toBe(200)
    expect(await tree()).toEqual({
      'b.txt': 'a.txt',
      'dir/a.txt': 'a.txt',
      'dir/x.txt': 'dir/x.txt',
      'new/a.txt': 'a.txt',
      'deep/er/c.txt': 'a.txt',
    })
  })

  test('a folder: renamed to what is missing, a child of what is there, merged with one of its name', async () => {
    await put('src/1.txt')
    await put('src/sub/2.txt')
    expect((await transfer('copy', 'src', here('renamed')))[0]).toBe(200)
    await put('into/src/sub/old.txt')
    await put('into/src/1.txt', 'replaced')
    const [status, { messages }] = await transfer('move', 'src', here('into'))
    expect([status, messages]).toEqual([
      200,
      [
        {
          level: 'INFO',
          message: `moving generic-local:${base}/src to generic-local:${base}/into/src completed successfully, 2 artifacts and 2 folders were moved`,
        },
      ],
    ])
    expect(await tree()).toEqual({
      'renamed/1.txt': 'src/1.txt',
      'renamed/sub/2.txt': 'src/sub/2.txt',
      'into/src/1.txt': 'src/1.txt',
      'into/src/sub/2.txt': 'src/sub/2.txt',
      'into/src/sub/old.txt': 'into/src/sub/old.txt',
    })
    expect((await app.fetch(`/artifactory/api/storage/${here('src')}`)).status).toBe(404)
  })

  test('another repository, and all of one', async () => {
    await put('src/1.txt')
    await put('src/%C3%A4%20%C3%B6+%25.txt', 'src/ä ö+%.txt')
    expect((await transfer('copy', 'src', `other/${base}`))[0]).toBe(200)
    expect(await tree('other')).toEqual({ '1.txt': 'src/1.txt', 'ä ö+%.txt': 'src/ä ö+%.txt' })
    const reply = await call('copy', 'other', `/generic-local/${base}/all`)
    expect(reply.status).toBe(200)
    expect(Object.keys(await tree())).toContain(`all/${base}/1.txt`)
  })
})

test('properties and dates travel; what is renamed gets the type of its name', async () => {
  await put('a.txt;k=v;k=w')
  await app.fetch(`/artifactory/api/storage/${here('')}?properties=folder=1&recursive=0`, { method: 'PUT' })
  const before = await info(here('a.txt'))
  await transfer('copy', 'a.txt', here('copied/b.json'))
  await transfer('move', 'a.txt', here('moved/c.json'))
  for (const path of ['copied/b.json', 'moved/c.json']) {
    const reply = await app.fetch(`/artifactory/api/storage/${here(path)}?properties`)
    expect(await reply.json()).toMatchObject({ properties: { k: ['v', 'w'] } })
  }
  expect(await info(here('moved/c.json'))).toMatchObject({
    created: before['created'],
    createdBy: 'admin',
    lastModified: before['lastModified'],
    mimeType: 'application/json',
  })
})

test('a dry run changes nothing and says the same', async () => {
  await put('a/1.txt')
  const [status, { messages }] = await leavesNothing(app, () => transfer('move', 'a', here('b'), '&dry=1'))
  expect([status, messages[0]?.message]).toEqual([200, expect.stringContaining('1 artifacts and 1 folders')])
  const refused = await leavesNothing(app, () => transfer('move', 'absent', here('b'), '&dry=1'))
  expect(refused[0]).toBe(404)
})

test('what cannot be is refused with a reason, and nothing changes', async () => {
  await put('a/1.txt')
  await put('file')
  await put('b/a', 'a file where the folder would lie')
  await put('c/1.txt/x', 'a folder where the file would lie')
  const cases: [string, string, number][] = [
    ['absent', here('x'), 404],
    ['a', 'absent/x', 404],
    ['a', here('a/b'), 400],
    ['a/1.txt', here('a/1.txt'), 400],
    ['a', here('file'), 409],
    ['a', here('b'), 409],
    ['a/1.txt', here('c'), 409],
    ['a', here('file/x'), 409],
    ['a', `${here('x')}/../y`, 400],
    ['a', `generic-local/${base}/${'x'.repeat(256)}`, 400],
    ['a', `generic-local/${`${'x'.repeat(200)}/`.repeat(12)}`, 414],
    ['a', 'auto-trashcan/x', 409],
    ['a', '', 400],
  ]
  for (const kind of ['copy', 'move'])
    for (const [from, to, expected] of cases) {
      const [status, body] = await leavesNothing(app, () => transfer(kind, from, to))
      expect([kind, from, to, status]).toEqual([kind, from, to, expected])
      expect(body.messages).toEqual([{ level: 'ERROR', message: expect.stringMatching(/./) }])
    }
})

describe('rights', () => {
  const files = (name: string, action: string, include = ['**'], repositories = ['generic-local']) =>
    app.permission({ name: `${name} ${action}`, repositories, include, users: { [name]: [action] } })

  test('reading and deploying for a copy, deleting too for a move', async () => {
    await put('a/1.txt')
    const user = app.as(await app.user({ name: 'mover' }))
    const attempt = async (kind: string) => {
      const reply = await call(kind, here('a'), `/other/${base}`, '', user)
      return [reply.status, JSON.stringify(await reply.json())] as const
    }
    expect(await attempt('copy')).toEqual([403, expect.stringContaining('Ask an administrator')])
    await files('mover', 'deploy', ['**'], ['other'])
    expect((await attempt('copy'))[0]).toBe(200)
    expect(await attempt('move')).toEqual([403, expect.stringContaining('delete')])
    expect(await tree()).toEqual({ 'a/1.txt': 'a/1.txt' })
    await files('mover', 'delete')
    expect((await attempt('move'))[0]).toBe(200)
    expect(await tree()).toEqual({})
  })

  test('one file that may not be read, deployed or replaced keeps all of them', async () => {
    await put('a/1.txt')
    await put('a/secret/2.txt')
    await app.fetch(`/artifactory/other/${base}/a/1.txt`, { method: 'PUT', body: 'another' })
    await app.user({ name: 'careful' })
    const user = app.as({ name: 'careful', password: 'Password-1-of-careful' })
    const attempt = async () =>
      (await leavesNothing(app, () => call('copy', here('a'), `/other/${base}`, '', user))).status
    await files('careful', 'deploy', [`${base}/a/1.txt`, `${base}/a/`], ['other'])
    expect(await attempt()).toBe(403)
    await app.permission({ name: 'more', repositories: ['other'], users: { careful: ['deploy'] } })
    expect(await attempt()).toBe(403)
    await files('careful', 'delete', ['**'], ['other'])
    const reply = await call('copy', here('a'), `/other/${base}`, '', user)
    expect(reply.status).toBe(200)
  })
})

describe('packages', () => {
  const packument = async (key: string, name: string) => {
    const reply = await app.fetch(`/artifactory/api/npm/${key}/${name}`)
    if (reply.status === 404) return undefined
    const body = (await reply.json()) as { versions: object; 'dist-tags': object }
    return { versions: Object.keys(body.versions), tags: body['dist-tags'] }
  }

  test('a version that is copied or moved to the same path of another npm repository is one there', async () => {
    await app.publish('npm', 'promoted', '1.0.0')
    await app.publish('npm', 'promoted', '1.1.0')
    const copied = await call('copy', 'npm-local/promoted/-/promoted-1.0.0.tgz', '/npm-release/promoted/-/')
    expect(copied.status).toBe(200)
    expect(await packument('npm-release', 'promoted')).toEqual({
      versions: ['1.0.0'],
      tags: { latest: '1.0.0' },
    })
    expect((await packument('npm-local', 'promoted'))?.versions).toEqual(['1.0.0', '1.1.0'])
    const moved = await call('move', 'npm-local/promoted', '/npm-release')
    expect(moved.status).toBe(200)
    expect(await packument('npm-local', 'promoted')).toBeUndefined()
    expect(await packument('npm-release', 'promoted')).toEqual({
      versions: ['1.0.0', '1.1.0'],
      tags: { latest: '1.1.0' },
    })
    const tarball = await app.fetch('/artifactory/api/npm/npm-release/promoted/-/promoted-1.1.0.tgz')
    expect(tarball.status).toBe(200)
  })

  test('anywhere else the format is asked again', async () => {
    await app.publish('npm', 'parked', '1.0.0')
    expect((await call('move', 'npm-local/parked', '/generic-local/parked')).status).toBe(200)
    expect(await packument('npm-local', 'parked')).toBeUndefined()
    expect((await call('move', 'generic-local/parked', '/npm-release')).status).toBe(200)
    await expect.poll(async () => (await packument('npm-release', 'parked'))?.versions).toEqual(['1.0.0'])
  })
})

test('what happened is told once, with both places', async () => {
  await put('a/1.txt')
  await put('a/2.txt')
  await transfer('copy', 'a', here('b'))
  await transfer('move', 'b', here('c'))
  const rows = await app.db
    .selectFrom('events')
    .select(['kind', 'payload'])
    .orderBy('sequence', 'desc')
    .limit(2)
    .execute()
  expect(rows.map(({ kind, payload }) => [kind, JSON.parse(payload) as unknown])).toEqual([
    ['moved', expect.objectContaining({ path: `${base}/c`, from: here('b'), actor: 'admin' })],
    ['copied', expect.objectContaining({ path: `${base}/b`, from: here('a') })],
  ])
})

test('five thousand nodes: the dry run counts them all, and the answer comes when all of them have arrived', async () => {
  await put('many/file')
  const values = Array.from(
    { length: 5000 },
    (_, index) => `('${base}-${index}', '${base}/many/f${index}', 'f${index}')`,
  )
  await writeSql(
    app,
    `insert into nodes (id, path, name, parent, repository_id, kind, sha256, size, mime_type, created_at, created_by, modified_at, modified_by)
     select made.column1, made.column2, made.column3, '${base}/many', n.repository_id, 'file', n.sha256, n.size, '', n.created_at, '', n.modified_at, ''
     from nodes n, (values ${values.join()}) as made where n.path = '${base}/many/file'`,
  )
  const told = async (kind: string, to: string, query = '') => {
    const [status, { messages }] = await transfer(kind, 'many', `other/${base}/${to}`, query)
    return [status, messages[0]?.message]
  }
  const all = [200, expect.stringContaining('5001 artifacts and 1 folders')]
  const countIn = async (to: string) => Object.keys(await listed('other', `${base}/${to}`)).length
  for (const kind of ['copy', 'move']) expect(await told(kind, 'dry', '&dry=1')).toEqual(all)
  expect((await app.fetch(`/artifactory/api/storage/other/${base}`)).status).toBe(404)
  expect(await told('copy', 'copied')).toEqual(all)
  expect(await countIn('copied')).toBe(5001)
  expect(await told('move', 'moved')).toEqual(all)
  expect(await countIn('moved')).toBe(5001)
  expect((await app.fetch(`/artifactory/api/storage/${here('many')}`)).status).toBe(404)
  // Only a crash leaves the job that would finish it.
  const jobs = await app.db.selectFrom('jobs').select('id').where('kind', '=', 'finish-transfer').execute()
  expect(jobs).toEqual([])
})

async function listed(key: string, path: string) {
  const reply = await app.fetch(`/artifactory/api/storage/${key}/${path}?list&deep=1`)
  const { files } = (await reply.json()) as { files: { uri: string }[] }
  return Object.fromEntries(files.map(({ uri }) => [uri, true]))
}

test('what a crash interrupted is finished by the job', async () => {
  await put('half/1.txt')
  await put('half/2.txt')
  const payload = JSON.stringify({
    kind: 'move',
    from: 'generic-local',
    source: `${base}/half`,
    to: 'other',
    target: `${base}/half`,
  })
  await writeSql(
    app,
    `insert into jobs (id, kind, payload, state, attempts, run_after, created_at)
     values ('finish-transfer:test', 'finish-transfer', '${payload}', 'waiting', 0, '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z')`,
  )
  await expect.poll(() => tree('other')).toEqual({ 'half/1.txt': 'half/1.txt', 'half/2.txt': 'half/2.txt' })
})
