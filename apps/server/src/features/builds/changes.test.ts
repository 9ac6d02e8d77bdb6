// Changing and deleting builds: more modules, other names, retention, what was deployed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'
import { publishBuild, type BuildOptions } from '../../../../../tests/support/builders/build.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const base = '/artifactory/api/build'
const status = async (path: string) => (await app.fetch(path)).status
const post = (path: string, body: unknown) => app.fetch(`${base}/${path}`, json('POST', body))
const numbers = async (name: string): Promise<string[]> => {
  const reply = await app.fetch(`${base}/${encodeURIComponent(name)}`)
  if (reply.status === 404) return []
  const { buildsNumbers } = (await reply.json()) as { buildsNumbers: { uri: string }[] }
  return buildsNumbers.map(({ uri }) => decodeURIComponent(uri.slice(1)))
}
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00.000+0000`
const publishDays = async (name: string, days: number[]) => {
  for (const number of days)
    await publishBuild(app.fetch, { name, number: String(number), started: day(number) })
}

/** A build with one file that says by its properties that it is of this build. */
async function withFile(options: BuildOptions & { name: string; number: string }): Promise<string> {
  const { name, number } = options
  const path = `${name}/${number}/app.txt`
  const matrix = `build.name=${name};build.number=${number}`
  await app.fetch(`/artifactory/generic-local/${path};${matrix}`, {
    method: 'PUT',
    body: `${name} ${number}`,
  })
  await publishBuild(app.fetch, {
    ...options,
    artifacts: [{ name: 'app.txt', content: `${name} ${number}` }],
  })
  return `/artifactory/generic-local/${path}`
}

describe('more modules', () => {
  test('are added to a build, and take the place of those with their id', async () => {
    await publishBuild(app.fetch, { name: 'grown' })
    const more = [{ id: 'docs', artifacts: [{ name: 'a.html', sha1: 'a'.repeat(40) }] }]
    expect((await post('append/grown/1', more)).status).toBe(204)
    expect((await post('append/grown/1', [{ id: 'docs', artifacts: [] }])).status).toBe(204)
    const { buildInfo } = (await (await app.fetch(`${base}/grown/1`)).json()) as {
      buildInfo: { modules: { id: string }[] }
    }
    expect(buildInfo.modules.map(({ id }) => id)).toEqual(['grown:1', 'docs'])
    expect((await post('append/grown/1', { id: 'docs' })).status).toBe(400)
    expect((await post('append/grown/2', more)).status).toBe(404)
  })

  test('of several at once are all there', async () => {
    await publishBuild(app.fetch, { name: 'crowded' })
    const ids = ['a', 'b', 'c', 'd', 'e']
    const replies = await Promise.all(ids.map((id) => post('append/crowded/1', [{ id }])))
    expect(replies.map((reply) => reply.status)).toEqual(ids.map(() => 204))
    const details = await (await app.fetch('/ui/api/v1/builds/crowded/1')).json()
    const modules = (details as { modules: { id: string }[] }).modules.map(({ id }) => id)
    expect(modules.toSorted()).toEqual([...ids, 'crowded:1'].toSorted())
  })
})

test('a renamed build is found under its new name only', async () => {
  await publishDays('before', [1, 2])
  expect((await app.fetch(`${base}/rename/before?to=after%2Fall`, { method: 'POST' })).status).toBe(200)
  expect(await numbers('before')).toEqual([])
  expect(await numbers('after/all')).toEqual(['2', '1'])
  expect((await app.fetch(`${base}/rename/before?to=x`, { method: 'POST' })).status).toBe(404)
  expect((await app.fetch(`${base}/rename/after%2Fall`, { method: 'POST' })).status).toBe(400)
})

test('a build that is renamed onto another joins it, and writes over none of its runs', async () => {
  const publish = (name: string, number: number, more = {}) =>
    publishBuild(app.fetch, {
      name,
      number: String(number),
      started: day(number),
      more: { modules: [], ...more },
    })
  const rename = () => app.fetch(`${base}/rename/first?to=second`, { method: 'POST' })
  const url = 'https://ci.example.org/second'
  await publish('first', 1)
  await publish('first', 2)
  await publish('second', 1, { url })
  await publish('second', 3)
  const refused = await rename()
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('the same moment')])
  expect([await numbers('first'), await numbers('second')]).toEqual([
    ['2', '1'],
    ['3', '1'],
  ])
  expect(await (await app.fetch(`${base}/second/1`)).json()).toMatchObject({ buildInfo: { url } })
  // The same document is what a renaming leaves that was interrupted.
  await publish('second', 1)
  expect((await rename()).status).toBe(200)
  expect([await numbers('first'), await numbers('second')]).toEqual([[], ['3', '2', '1']])
})

describe('deleting', () => {
  test('takes the runs that are named, or all', async () => {
    await publishDays('gone', [1, 2, 3, 4])
    expect((await app.fetch(`${base}/gone?buildNumbers=1,2`, { method: 'DELETE' })).status).toBe(200)
    expect(await numbers('gone')).toEqual(['4', '3'])
    expect((await app.fetch(`${base}/gone?buildNumbers=3,9`, { method: 'DELETE' })).status).toBe(404)
    expect((await app.fetch(`${base}/gone`, { method: 'DELETE' })).status).toBe(400)
    expect((await post('delete', { buildName: 'gone', buildNumbers: ['3'] })).status).toBe(204)
    expect(await numbers('gone')).toEqual(['4'])
    expect((await post('delete', { buildName: 'gone', deleteAll: true })).status).toBe(204)
    expect((await app.fetch(`${base}/gone`)).status).toBe(404)
    const entries = JSON.stringify(await (await app.fetch('/ui/api/v1/audit?kind=build.deleted')).json())
    expect(entries).toContain('gone')
  })

  test('leaves files alone unless it is told, and takes only what the run itself deployed', async () => {
    const kept = await withFile({ name: 'files', number: '1' })
    const own = await withFile({ name: 'files', number: '2' })
    await app.fetch('/artifactory/generic-local/elsewhere.txt', { method: 'PUT', body: 'files 2' })
    expect((await post('delete', { buildName: 'files', buildNumbers: ['1'] })).status).toBe(204)
    expect(await status(kept)).toBe(200)
    const all = { buildName: 'files', deleteAll: true, deleteArtifacts: true }
    expect((await post('delete', all)).status).toBe(204)
    expect(await status(own)).toBe(404)
    expect(await status('/artifactory/generic-local/elsewhere.txt')).toBe(200)
  })

  test('leaves what a run that stays has deployed again', async () => {
    const file = {
      name: 'same.txt',
      content: 'unchanged',
      repository: 'generic-local',
      path: 'same/same.txt',
    }
    const address = `/artifactory/${file.repository}/${file.path}`
    const deploy = async (matrix: string, number: string) => {
      await app.fetch(`${address}${matrix}`, { method: 'PUT', body: file.content })
      await publishBuild(app.fetch, { name: 'same', number, started: day(Number(number)), artifacts: [file] })
    }
    const discard = (buildNumbers: string[]) =>
      post('delete', { buildName: 'same', buildNumbers, deleteArtifacts: true })
    // By its properties, and where there are none by the place.
    for (const matrix of [';build.name=same;build.number=2', '']) {
      await deploy(matrix.replace('2', '1'), '1')
      await deploy(matrix, '2')
      expect((await discard(['1'])).status).toBe(204)
      expect(await status(address)).toBe(200)
      expect((await discard(['2'])).status).toBe(204)
      expect(await status(address)).toBe(404)
    }
  })

  test('of the file deletes the build', async () => {
    await publishBuild(app.fetch, { name: 'by-file' })
    await app.fetch('/artifactory/artifactory-build-info/by-file', { method: 'DELETE' })
    expect(await numbers('by-file')).toEqual([])
  })
})

describe('retention', () => {
  test('keeps the newest; numbers that are never discarded do not count', async () => {
    await publishDays('kept', [1, 2, 3, 4, 5])
    const reply = await post('retention/kept?async=false', {
      count: '2',
      buildNumbersNotToBeDiscarded: ['1', '5'],
    })
    expect(reply.status).toBe(204)
    expect(await numbers('kept')).toEqual(['5', '4', '3', '1'])
  })

  test('discards what started before a date, and the files with it', async () => {
    const file = await withFile({ name: 'dated', number: '1', started: day(1) })
    await publishDays('dated', [8, 9])
    const wanted = { minimumBuildDate: day(9), deleteBuildArtifacts: true }
    expect((await post('retention/dated', wanted)).status).toBe(204)
    expect(await numbers('dated')).toEqual(['9'])
    expect(await status(file)).toBe(404)
    expect((await post('retention/dated', { minimumBuildDate: 'soon' })).status).toBe(400)
  })

  test('is done later when that is wanted', async () => {
    await publishDays('later', [1, 2, 3])
    expect((await post('retention/later?async=true', { count: 1 })).status).toBe(204)
    await expect.poll(() => numbers('later')).toEqual(['3'])
  })
})

test('builds are made again from their files alone', async () => {
  await publishBuild(app.fetch, {
    name: 'remade',
    artifacts: [{ name: 'a.txt', content: 'a' }],
    environment: { HOME: '/root' },
  })
  const read = async () => (await app.fetch('/ui/api/v1/builds/remade/1')).json()
  const before = await read()
  await writeSql(app, 'delete from builds;')
  expect(await numbers('remade')).toEqual([])
  expect((await app.fetch(`${base}/reindex`, { method: 'POST' })).status).toBe(202)
  await expect.poll(read).toEqual(before)
})

describe('rights', () => {
  test('on builds are asked by their names, and say nothing about other files', async () => {
    await app.closeReading()
    await publishBuild(app.fetch, { name: 'web-shop' })
    await publishBuild(app.fetch, { name: 'ops-tool' })
    const ann = await app.user({ name: 'ann' })
    const bob = await app.user({ name: 'bob', grants: [{ action: 'read', repository: '*' }] })
    const section = { section: 'build', repositories: ['artifactory-build-info'] }
    await app.permission({ ...section, name: 'w', include: ['web-*'], users: { ann: ['read', 'deploy'] } })
    const asAnn = app.as(ann)
    const names = async (send: TestApp['fetch']) =>
      ((await (await send(base)).json()) as { builds: { uri: string }[] }).builds.map(({ uri }) => uri)
    expect(await names(asAnn)).toEqual(['/web-shop'])
    expect(await names(app.as(bob))).toEqual([])
    expect((await app.as(bob)('/artifactory/artifactory-build-info/')).status).toBe(404)
    const file = (name: string) =>
      `/artifactory/artifactory-build-info/${name}/1-${Date.parse('2026-01-02T03:04:05.678Z')}.json`
    expect((await asAnn(file('web-shop'))).status).toBe(200)
    expect((await asAnn(file('ops-tool'))).status).toBe(404)
    for (const path of ['ops-tool', 'ops-tool/1', 'nothing/1'])
      expect((await asAnn(`${base}/${path}`)).status).toBe(404)
    for (const path of ['ops-tool', 'ops-tool/1', 'ops-tool/1/artifacts', 'ops-tool/1/compare'])
      expect((await asAnn(`/ui/api/v1/builds/${path}`)).status).toBe(404)
    await publishBuild(asAnn, { name: 'web-shop', number: '2' })
    await expect(publishBuild(asAnn, { name: 'ops-tool', number: '2' })).rejects.toThrow('403')
    expect((await asAnn(`${base}/web-shop?deleteAll=1`, { method: 'DELETE' })).status).toBe(403)
    expect((await asAnn(`${base}/ops-tool?deleteAll=1`, { method: 'DELETE' })).status).toBe(404)
  })

  test('come from roles of projects, before the first build too', async () => {
    await app.fetch('/access/api/v1/projects', json('POST', { project_key: 'ship', display_name: 'Ship' }))
    const [dev, view] = [await app.user({ name: 'dev' }), await app.user({ name: 'viewer' })]
    for (const [name, role] of [
      ['dev', 'Developer'],
      ['viewer', 'Viewer'],
    ])
      await app.fetch(`/access/api/v1/projects/ship/users/${name}`, json('PUT', { name, roles: [role] }))
    await expect(publishBuild(app.as(view), { name: 'x' }, '?project=ship')).rejects.toThrow('403')
    await publishBuild(app.as(dev), { name: 'x' }, '?project=ship')
    expect((await app.as(view)(`${base}/x/1?project=ship`)).status).toBe(200)
    expect((await app.as(view)(`${base}/x?deleteAll=1&project=ship`, { method: 'DELETE' })).status).toBe(403)
    expect((await app.as(dev)(`${base}/x?deleteAll=1&project=ship`, { method: 'DELETE' })).status).toBe(200)
  })
})
