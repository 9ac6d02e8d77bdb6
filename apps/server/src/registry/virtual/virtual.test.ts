// Virtual repositories over HTTP on the whole application: what they show is what their members have.
import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { changeRepository, makeRepository } from '../../../../../tests/support/repositories.ts'
import { startUpstream, type Upstream } from '../../../../../tests/support/upstream.ts'

let app: TestApp
let upstream: Upstream

beforeAll(async () => {
  upstream = await startUpstream()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  await app.closeReading()
  await makeRepository(app, 'own', 'local')
  await makeRepository(app, 'second', 'local')
  await makeRepository(app, 'far', 'remote', { url: upstream.url })
  await makeRepository(app, 'inner', 'virtual', { repositories: ['far', 'second'] })
  await makeRepository(app, 'all', 'virtual', {
    repositories: ['inner', 'own'],
    defaultDeploymentRepo: 'own',
  })
})

afterAll(async () => {
  await app.close()
  await upstream.stop()
})

const put = (path: string, body: string) => app.fetch(`/artifactory/${path}`, { method: 'PUT', body })
const textOf = async (path: string, send = app.fetch) => (await send(`/artifactory/${path}`)).text()

test('a file comes from the first member that has it: local ones before remote ones, nested ones in their place', async () => {
  upstream.on('/both.txt', 'far')
  upstream.on('/far.txt', 'far')
  await put('own/both.txt', 'own')
  await put('second/both.txt', 'second')
  expect(await textOf('all/both.txt')).toBe('second')
  expect(await textOf('all/far.txt')).toBe('far')
  await changeRepository(app, 'own', { priorityResolution: true })
  expect(await textOf('all/both.txt')).toBe('own')
  await changeRepository(app, 'own', { priorityResolution: false })
  expect((await app.fetch('/artifactory/all/nowhere.txt')).status).toBe(404)
})

test('folders show what all members have, once', async () => {
  await put('own/shared/one.txt', '1')
  await put('second/shared/one.txt', '2')
  await put('second/shared/two.txt', '2')
  const page = await textOf('all/shared/')
  expect(page.match(/href="[a-z.]+txt"/g)).toEqual(['href="one.txt"', 'href="two.txt"'])
})

test('what is deployed lands in the default deployment repository; without one it is refused', async () => {
  expect((await put('all/new.txt', 'new')).status).toBe(201)
  expect(await textOf('own/new.txt')).toBe('new')
  const refused = await put('inner/new.txt', 'new')
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('default deployment repository')
})

test('a reader sees the members that they may read, and nothing of the others', async () => {
  await put('own/secret.txt', 'own')
  await put('second/open.txt', 'second')
  const ann = await app.user({ name: 'ann', grants: [{ action: 'read', repository: 'second' }] })
  const eve = await app.user({ name: 'eve' })
  expect(await textOf('all/open.txt', app.as(ann))).toBe('second')
  expect((await app.as(ann)('/artifactory/all/secret.txt')).status).toBe(404)
  expect(await textOf('all/', app.as(ann))).not.toContain('secret')
  expect((await app.as(eve)('/artifactory/all/open.txt')).status).toBe(404)
  expect((await app.as(ann)('/artifactory/all/x.txt', { method: 'PUT', body: 'x' })).status).toBe(403)
})

test('a member that fails does not keep the others from answering, and is told of when nobody has the thing', async () => {
  await makeRepository(app, 'dead', 'remote', { url: upstream.url, assumedOfflinePeriodSecs: 0 })
  await makeRepository(app, 'some', 'virtual', { repositories: ['dead', 'far'] })
  upstream.on('/half.txt', (request, response) => {
    // Each remote asks for itself: the first is told nothing.
    const isFirst = upstream.requests.filter((one) => one === `GET ${request.url}`).length === 1
    if (isFirst) response.writeHead(500).end()
    else response.end('half')
  })
  expect(await textOf('some/half.txt')).toBe('half')
  upstream.on('/none.txt', (_request, response) => void response.writeHead(500).end())
  expect((await app.fetch('/artifactory/some/none.txt')).status).toBe(502)
})

test('the storage API names the physical repository, with the cache of a remote one', async () => {
  upstream.on('/info.txt', 'info')
  await textOf('far/info.txt')
  const info = (await (await app.fetch('/artifactory/api/storage/all/info.txt')).json()) as { repo: string }
  expect(info.repo).toBe('far-cache')
})

test('a property behind the path finds the member whose file has it, and serves that file', async () => {
  await put('second/wanted.txt;stage=dev', 'of the second')
  await put('own/wanted.txt;stage=done', 'of our own')
  expect(await textOf('all/wanted.txt')).toBe('of the second')
  expect(await textOf('all/wanted.txt;stage=done')).toBe('of our own')
  const head = await app.fetch('/artifactory/all/wanted.txt;stage=done', { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String('of our own'.length))
  expect(await textOf('all/wanted.txt.sha1;stage=done')).toBe(hash('sha1', 'of our own'))
  expect((await app.fetch('/artifactory/all/wanted.txt;stage=other')).status).toBe(404)
  const ann = await app.user({ name: 'stages', grants: [{ action: 'read', repository: 'second' }] })
  expect((await app.as(ann)('/artifactory/all/wanted.txt;stage=done')).status).toBe(404)
})

test('the newest version is the newest of all members, with its checksum beside it', async () => {
  const newest = 'org/lib/[RELEASE]/lib-[RELEASE].jar'
  await put('second/org/lib/1.10/lib-1.10.jar', 'the second 1.10')
  await put('own/org/lib/1.10/lib-1.10.jar', 'our own 1.10')
  expect(await textOf(`all/${newest}`)).toBe('the second 1.10')
  await put('own/org/lib/2.0/lib-2.0.jar', 'our own 2.0')
  expect(await textOf(`all/${newest}`)).toBe('our own 2.0')
  expect(await textOf(`all/${newest}.sha256`)).toBe(hash('sha256', 'our own 2.0'))
  await changeRepository(app, 'own', { blackedOut: true })
  expect(await textOf(`all/${newest}`)).toBe('the second 1.10')
  await changeRepository(app, 'own', { blackedOut: false })
})

test('a snapshot by its plain name is its newest build, unless a file of that name is there', async () => {
  const folder = 'org/tool/2.0-SNAPSHOT'
  const plain = `${folder}/tool-2.0-SNAPSHOT`
  await put(`second/${folder}/tool-2.0-20240102.101010-2.jar`, 'the second day')
  await put(`own/${folder}/tool-2.0-20240103.101010-3.jar`, 'the third day')
  await put(`own/${folder}/tool-2.0-20240104.101010-4-sources.jar`, 'sources of the fourth')
  expect(await textOf(`second/${plain}.jar`)).toBe('the second day')
  expect(await textOf(`all/${plain}.jar`)).toBe('the third day')
  expect(await textOf(`all/${plain}.jar.sha1`)).toBe(hash('sha1', 'the third day'))
  expect(await textOf(`all/${plain}-sources.jar`)).toBe('sources of the fourth')
  for (const path of [`${plain}.war`, `${folder}/other-2.0-SNAPSHOT.jar`, 'org/tool/3.0-SNAPSHOT/x.jar'])
    expect([path, (await app.fetch(`/artifactory/all/${path}`)).status]).toEqual([path, 404])
  const ben = await app.user({ name: 'builds', grants: [{ action: 'read', repository: 'second' }] })
  expect(await textOf(`all/${plain}.jar`, app.as(ben))).toBe('the second day')
  await put(`own/${plain}.jar`, 'of that name')
  expect(await textOf(`own/${plain}.jar`)).toBe('of that name')
})

test('what a virtual repository does not handle itself is not chosen from its members', async () => {
  await makeRepository(app, 'narrow', 'virtual', { repositories: ['own'], excludesPattern: 'shut/**' })
  await put('own/shut/lib/1.0/lib-1.0.jar;k=v', 'shut')
  await put('own/shut/lib/2.0-SNAPSHOT/lib-2.0-20240102.101010-2.jar', 'shut')
  await put('own/ajar/a.txt;k=v', 'ajar')
  for (const path of [
    'lib/1.0/lib-1.0.jar',
    'lib/1.0/lib-1.0.jar.sha256',
    'lib/1.0/lib-1.0.jar;k=v',
    'lib/[RELEASE]/lib-[RELEASE].jar',
    'lib/2.0-SNAPSHOT/lib-2.0-SNAPSHOT.jar',
  ])
    expect([path, (await app.fetch(`/artifactory/narrow/shut/${path}`)).status]).toEqual([path, 404])
  expect(await textOf('narrow/ajar/a.txt;k=v')).toBe('ajar')
  await changeRepository(app, 'narrow', { blackedOut: true })
  for (const path of ['ajar/a.txt', 'ajar/a.txt;k=v', 'shut/lib/[RELEASE]/lib-[RELEASE].jar'])
    expect([path, (await app.fetch(`/artifactory/narrow/${path}`)).status]).toEqual([path, 403])
})
