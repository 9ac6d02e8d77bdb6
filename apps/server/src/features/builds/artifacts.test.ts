// What leads from builds to files: differences, patterns, builds inside builds, and files that come back from the trash can.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { publishBuild, type BuiltFile } from '../../../../../tests/support/builders/build.ts'

let app: TestApp

const one = { name: 'one.txt', content: 'one', repository: 'generic-local', path: 'lib/one.txt' }
const two = { name: 'two.jar', content: 'two', repository: 'generic-local', path: 'lib/two.jar' }
const base = '/artifactory/api/build'

beforeAll(async () => {
  app = await startTestApp()
  await deploy(one, 'lib', '2')
  await deploy(two, 'lib', '2')
  const environment = { CI: 'true', MODE: 'old' }
  await publishBuild(app.fetch, { name: 'lib', number: '1', artifacts: [one], environment })
  await publishBuild(app.fetch, {
    name: 'lib',
    number: '2',
    started: '2026-02-02T00:00:00.000Z',
    artifacts: [one, two],
    dependencies: [{ name: 'left-pad:1.0', content: 'pad' }],
    environment: { CI: 'true', MODE: 'new' },
  })
})

afterAll(() => app.close())

async function deploy({ path = '', content }: BuiltFile, build: string, number: string): Promise<void> {
  const matrix = `build.name=${build};build.number=${number}`
  await app.fetch(`/artifactory/generic-local/${path};${matrix}`, { method: 'PUT', body: content })
}

async function read(path: string, init?: RequestInit): Promise<unknown> {
  const reply = await app.fetch(path, init)
  expect([path, reply.status]).toEqual([path, 200])
  return reply.json()
}

test('the difference between two runs names artifacts, dependencies and properties', async () => {
  expect(await read(`${base}/lib/2?diff=1`)).toMatchObject({
    artifacts: {
      new: [{ name: 'two.jar', module: 'lib:2' }],
      unchanged: [{ name: 'one.txt' }],
      removed: [],
      updated: [],
    },
    dependencies: { new: [{ name: 'left-pad:1.0' }] },
    properties: {
      updated: [{ key: 'buildInfo.env.MODE', value: 'new', diff: { value: 'old' } }],
      unchanged: [{ key: 'buildInfo.env.CI', value: 'true' }],
    },
  })
  expect((await app.fetch(`${base}/lib/2?diff=9`)).status).toBe(404)
})

test('the artifacts of a run are told where they are now, by both addresses and by patterns', async () => {
  const places = await read('/artifactory/api/builds/buildArtifacts/lib/2/artifactory-build-info')
  expect(places).toEqual([
    { repo: 'generic-local', path: 'lib', name: 'one.txt' },
    { repo: 'generic-local', path: 'lib', name: 'two.jar' },
  ])
  const asked = json('POST', { buildName: 'lib', buildNumber: 'LATEST', repos: ['generic-local'] })
  const { results } = (await read('/artifactory/api/search/buildArtifacts', asked)) as {
    results: { downloadUri: string }[]
  }
  expect(results.map(({ downloadUri }) => downloadUri).toSorted()).toEqual(
    ['lib/one.txt', 'lib/two.jar'].map((path) => `${app.url}/artifactory/generic-local/${path}`),
  )
  const nowhere = json('POST', { buildName: 'lib', buildNumber: '2', repos: ['npm-local'] })
  expect(await read('/artifactory/api/search/buildArtifacts', nowhere)).toEqual({ results: [] })

  const patterns = ['generic-local:lib/*.jar', '*.txt', 'npm-local:**']
  const wanted = json('POST', [{ buildName: 'lib', buildNumber: 'LATEST', patterns }])
  expect(await read(`${base}/patternArtifacts`, wanted)).toMatchObject([
    {
      buildName: 'lib',
      buildNumber: '2',
      number: '2',
      patternResults: [
        { patternArtifacts: [{ uri: 'generic-local/lib/two.jar', size: 3 }] },
        { patternArtifacts: [] },
        { patternArtifacts: [] },
      ],
    },
  ])
})

test('a build of builds has their artifacts, however deep', async () => {
  const module = (name: string, number: string) => ({ modules: [{ id: `${name}/${number}`, type: 'build' }] })
  await publishBuild(app.fetch, { name: 'product', number: '1', more: module('lib', '2') })
  await publishBuild(app.fetch, { name: 'suite', number: '1', more: module('product', '1') })
  for (const name of ['product', 'suite']) {
    const found = await read(`/artifactory/api/builds/buildArtifacts/${name}/1/artifactory-build-info`)
    expect([name, found]).toMatchObject([name, [{ name: 'one.txt' }, { name: 'two.jar' }]])
  }
})

test('what is deleted with a build comes back from the trash can: the files, and the build by its file', async () => {
  const own = { name: 'own.txt', content: 'own', repository: 'generic-local', path: 'own/own.txt' }
  await deploy(own, 'brief', '1')
  await publishBuild(app.fetch, { name: 'brief', number: '1', artifacts: [own] })
  const all = { buildName: 'brief', deleteAll: true, deleteArtifacts: true }
  expect((await app.fetch(`${base}/delete`, json('POST', all))).status).toBe(204)
  const gone = await Promise.all([
    app.fetch(`${base}/brief/1`),
    app.fetch('/artifactory/generic-local/own/own.txt'),
  ])
  expect(gone.map(({ status }) => status)).toEqual([404, 404])
  for (const place of ['generic-local/own', 'artifactory-build-info/brief'])
    expect((await app.fetch(`/artifactory/api/trash/restore/${place}`, { method: 'POST' })).status).toBe(200)
  expect(await (await app.fetch('/artifactory/generic-local/own/own.txt')).text()).toBe('own')
  // Facts about what was moved are made again by a job.
  await expect.poll(() => read(`${base}/brief/1`)).toMatchObject({ buildInfo: { name: 'brief' } })
  expect(await read('/artifactory/api/builds/buildArtifacts/brief/1/artifactory-build-info')).toHaveLength(1)
})

test.each(['zip', 'tar', 'tar.gz', 'tgz'])('the artifacts of a run come as one %s', async (archiveType) => {
  const ask = (body: object, send = app.fetch) =>
    send('/artifactory/api/archive/buildArtifacts', json('POST', { buildName: 'lib', archiveType, ...body }))
  const reply = await ask({ buildNumber: '2' })
  expect(reply.headers.get('content-disposition')).toContain(`lib-2.${archiveType}`)
  // Taken apart by the server itself.
  await app.fetch(`/artifactory/generic-local/${archiveType}-of-lib/all.${archiveType}`, {
    method: 'PUT',
    body: await reply.arrayBuffer(),
    headers: { 'x-explode-archive': 'true' },
  })
  for (const { path, content } of [one, two]) {
    const file = await app.fetch(`/artifactory/generic-local/${archiveType}-of-lib/${path}`)
    expect([file.status, await file.text()]).toEqual([200, content])
  }
  expect((await ask({ buildNumber: '9' })).status).toBe(404)
  expect((await ask({ buildNumber: '2', archiveType: 'rar' })).status).toBe(400)
  expect((await ask({ buildNumber: '2' }, app.anonymous)).status).toBe(401)
})

test('an archive of a run has only what its reader may read', async () => {
  await app.closeReading()
  const ann = app.as(await app.user({ name: 'ann' }))
  const ask = () =>
    ann(
      '/artifactory/api/archive/buildArtifacts',
      json('POST', { buildName: 'lib', buildNumber: '2', archiveType: 'tar' }),
    )
  expect((await ask()).status).toBe(404)
  const section = { section: 'build', repositories: ['artifactory-build-info'] }
  await app.permission({ ...section, name: 'builds', users: { ann: ['read'] } })
  expect((await ask()).status).toBe(404)
  const include = ['lib/one.txt']
  await app.permission({ name: 'one', repositories: ['generic-local'], include, users: { ann: ['read'] } })
  const reply = await ask()
  const text = await reply.text()
  expect([reply.status, text.includes('lib/one.txt'), text.includes('two')]).toEqual([200, true, false])
})

test('a file that several modules speak of is told once', async () => {
  const sha1 = createHash('sha1').update('one').digest('hex')
  const artifacts = [{ name: 'one.txt', sha1 }]
  const modules = ['a', 'b'].map((id) => ({ id, artifacts }))
  await publishBuild(app.fetch, { name: 'twice', more: { modules } })
  expect(await read('/artifactory/api/builds/buildArtifacts/twice/1/artifactory-build-info')).toEqual([
    { repo: 'generic-local', path: 'lib', name: 'one.txt' },
  ])
  const wanted = json('POST', [{ buildName: 'twice', buildNumber: '1', patterns: ['*:**'] }])
  expect(await read(`${base}/patternArtifacts`, wanted)).toMatchObject([
    { patternResults: [{ patternArtifacts: [{ uri: 'generic-local/lib/one.txt', sha1 }] }] },
  ])
})
