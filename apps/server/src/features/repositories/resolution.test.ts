// Which member of a virtual repository answers, as its page tells it: held against what clients get.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ErrorReply, Resolution } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { changeRepository, makeRepository } from '../../../../../tests/support/repositories.ts'
import { startUpstream, type Upstream } from '../../../../../tests/support/upstream.ts'

let app: TestApp
let upstream: Upstream
const npm = { packageType: 'npm' }

beforeAll(async () => {
  upstream = await startUpstream()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  await app.closeReading()
  const far = { url: upstream.url, assumedOfflinePeriodSecs: 0 }
  await makeRepository(app, 'own', 'local', npm)
  await makeRepository(app, 'far', 'remote', { ...npm, ...far })
  await makeRepository(app, 'inner', 'virtual', { ...npm, repositories: ['far'] })
  await makeRepository(app, 'all', 'virtual', { ...npm, repositories: ['inner', 'own'] })
  await makeRepository(app, 'files', 'local')
  await makeRepository(app, 'more-files', 'local')
  await makeRepository(app, 'far-files', 'remote', far)
  await makeRepository(app, 'last-files', 'remote', { ...far, url: `${upstream.url}/last` })
  const repositories = ['far-files', 'last-files', 'files', 'more-files']
  await makeRepository(app, 'all-files', 'virtual', { repositories })
})

afterAll(async () => {
  await app.close()
  await upstream.stop()
})

beforeEach(() => {
  upstream.requests.length = 0
})

const ask = (name: string, key = 'all', send = app.fetch) =>
  send(`/ui/api/v1/repositories/${key}/resolution`, json('POST', { name }))

async function resolve(name: string, key = 'all', send = app.fetch) {
  const { sentence, members } = Resolution.parse(await (await ask(name, key, send)).json())
  return { sentence, members: members.map((one) => `${one.key} ${one.outcome}: ${one.sentence}`) }
}

/** The versions that a client gets; undefined when it gets none. */
async function versionsOf(name: string): Promise<string[] | undefined> {
  const reply = await app.fetch(`/artifactory/api/npm/all/${name}`)
  const { versions } = (await reply.json()) as { versions?: object }
  return versions && Object.keys(versions)
}

function offer(name: string, ...versions: string[]) {
  const about = (version: string) => ({
    name,
    version,
    dist: { tarball: `${upstream.url}/${name}/-/${name}-${version}.tgz`, shasum: '0'.repeat(40) },
  })
  upstream.on(
    `/${name}`,
    JSON.stringify({
      name,
      'dist-tags': { latest: versions.at(-1) },
      versions: Object.fromEntries(versions.map((version) => [version, about(version)])),
    }),
  )
}

test('a package is found where it is, and its upstream is asked once', async () => {
  offer('left-pad', '1.0.0', '1.1.0')
  const expected = {
    sentence: 'far answers.',
    members: ['own missing: It does not have the package.', 'far answers: Has 2 versions.'],
  }
  expect(await resolve('left-pad')).toEqual(expected)
  expect(await resolve(' left-pad ')).toEqual(expected)
  expect(await versionsOf('left-pad')).toEqual(['1.0.0', '1.1.0'])
  expect(upstream.requests).toEqual(['GET /left-pad'])
  expect(await resolve('nowhere')).toEqual({
    sentence: 'Nobody has it: clients are told that it is not found.',
    members: ['own missing: It does not have the package.', 'far missing: It does not have the package.'],
  })
})

test('a name of a local member is not taken from a remote one, which is not asked for it', async () => {
  offer('ours', '99.0.0')
  await app.publish('npm', 'ours', '1.0.0', { repository: 'own' })
  const hidden = await resolve('ours')
  expect(hidden.sentence).toBe('own answers.')
  expect(hidden.members).toEqual([
    'own answers: Has one version.',
    expect.stringMatching(/^far skipped: Not asked: a local member has this name/),
  ])
  expect(upstream.requests).toEqual([])
  expect(await versionsOf('ours')).toEqual(['1.0.0'])
  await changeRepository(app, 'all', { allowRemoteVersionsOfLocalPackages: true })
  expect(await resolve('ours')).toEqual({
    sentence: 'own, far answer together: their versions are put into one list.',
    members: ['own answers: Has one version.', 'far answers: Has one version.'],
  })
  expect((await versionsOf('ours'))?.toSorted()).toEqual(['1.0.0', '99.0.0'])
  await changeRepository(app, 'all', { allowRemoteVersionsOfLocalPackages: false })
})

test('a member with priority comes first, and the others are not asked for what it has', async () => {
  offer('prior', '3.0.0')
  await app.publish('npm', 'prior', '1.0.0', { repository: 'own' })
  await changeRepository(app, 'far', { priorityResolution: true })
  expect(await resolve('prior')).toEqual({
    sentence: 'far answers.',
    members: [
      'far answers: Has one version.',
      'own skipped: Not asked: far has priority and has the package.',
    ],
  })
  expect(await versionsOf('prior')).toEqual(['3.0.0'])
  await changeRepository(app, 'far', { priorityResolution: false })
})

test('patterns, closed members and offline upstreams are told of', async () => {
  offer('narrow', '1.0.0')
  await changeRepository(app, 'far', { excludesPattern: 'narrow/**' })
  await changeRepository(app, 'own', { blackedOut: true })
  expect((await resolve('narrow')).members).toEqual([
    'own skipped: Not asked: it is closed.',
    'far skipped: Not asked: its include and exclude patterns leave this out.',
  ])
  expect(await versionsOf('narrow')).toBeUndefined()
  await changeRepository(app, 'own', { blackedOut: false })
  await changeRepository(app, 'far', { excludesPattern: '', offline: true })
  const { sentence, members } = await resolve('narrow')
  expect(sentence).toBe('Nobody answers, and far could not be asked: clients are told of that.')
  expect(members[1]).toMatch(/^far failed: far is set to offline/)
  expect(upstream.requests).toEqual([])
  await changeRepository(app, 'far', { offline: false })
  await changeRepository(app, 'all', { blackedOut: true })
  expect((await ask('narrow')).status).toBe(403)
  await changeRepository(app, 'all', { blackedOut: false })
})

test('an upstream that fails is named with its reason, and ends the request only when it is set to', async () => {
  upstream.on('/broken', (_request, response) => void response.writeHead(500).end())
  await changeRepository(app, 'all', { allowRemoteVersionsOfLocalPackages: true })
  await app.publish('npm', 'broken', '1.0.0', { repository: 'own' })
  expect(await resolve('broken')).toEqual({
    sentence: 'own answers.',
    members: ['own answers: Has one version.', 'far failed: The upstream of far answered 500.'],
  })
  expect(await versionsOf('broken')).toEqual(['1.0.0'])
  await changeRepository(app, 'far', { hardFail: true })
  const { sentence, members } = await resolve('broken')
  expect(sentence).toBe('Clients get an error: far fails, and is set to fail hard.')
  expect(members[0]).toBe('own skipped: Does not count: far is set to fail hard, and fails.')
  expect(await versionsOf('broken')).toBeUndefined()
  await changeRepository(app, 'far', { hardFail: false })
  await changeRepository(app, 'all', { allowRemoteVersionsOfLocalPackages: false })
})

test('a file is looked for in turn until one member has it, and nothing of it is fetched', async () => {
  upstream.on('/org/far.txt', 'far')
  upstream.on('/last/org/far.txt', 'last')
  const byHead = await resolve('/org/far.txt', 'all-files')
  expect(byHead).toEqual({
    sentence: 'far-files answers.',
    members: [
      'files missing: It does not have the file.',
      'more-files missing: It does not have the file.',
      'far-files answers: Its upstream has the file.',
      'last-files skipped: Not asked: far-files comes first and has it.',
    ],
  })
  await changeRepository(app, 'far-files', { bypassHeadRequests: true })
  expect(await resolve('org/far.txt', 'all-files')).toEqual(byHead)
  expect(upstream.requests).toEqual(['HEAD /org/far.txt', 'GET /org/far.txt'])
  expect((await app.fetch('/artifactory/api/storage/far-files-cache/org/far.txt')).status).toBe(404)
  expect(await (await app.fetch('/artifactory/all-files/org/far.txt')).text()).toBe('far')
  expect((await resolve('org/far.txt', 'all-files')).members[2]).toBe(
    'far-files answers: Has the file in its cache.',
  )
  for (const key of ['files', 'more-files'])
    await app.fetch(`/artifactory/${key}/org/far.txt`, { method: 'PUT', body: key })
  expect((await resolve('org/far.txt', 'all-files')).members).toEqual([
    'files answers: Has the file.',
    'more-files skipped: Has it, too. Not asked: files comes first and has it.',
    'far-files skipped: Not asked: files comes first and has it.',
    'last-files skipped: Not asked: files comes first and has it.',
  ])
  await changeRepository(app, 'all-files', { excludesPattern: 'org/**' })
  expect((await resolve('org/far.txt', 'all-files')).sentence).toMatch(/^Nobody is asked: .*patterns/)
  await changeRepository(app, 'all-files', { excludesPattern: '' })
})

test('whoever manages the repository is told of their own rights; others are told nothing', async () => {
  offer('rights', '1.0.0')
  const manager = await app.user({
    name: 'keeper',
    privileges: ['resources'],
    grants: [{ action: 'read', repository: 'far' }],
  })
  const { members } = await resolve('rights', 'all', app.as(manager))
  expect(members[0]).toMatch(/^own skipped: Not asked for you: User keeper may not read from own/)
  // Putting something into a cache takes a right of its own.
  expect(members[1]).toMatch(/^far failed: .*needs the right to deploy/)
  const reader = await app.user({ name: 'reader', grants: [{ action: 'read', repository: 'all' }] })
  expect((await ask('rights', 'all', app.as(reader))).status).toBe(403)
  expect((await ask('rights', 'all', app.as(await app.user({ name: 'stranger' })))).status).toBe(404)
})

test.for([
  ['all', 'a\u0001b', /control character/],
  ['all', '../up', /"\."/],
  ['all', 'no name at all', /cannot be the name of a package of npm/],
  ['all-files', '..', /"\."/],
  ['own', 'left-pad', /own is local/],
] as const)('%s is not asked for %j, and says why', async ([key, name, why]) => {
  const reply = await ask(name, key)
  expect(reply.status).toBe(400)
  expect(ErrorReply.parse(await reply.json()).errors[0]?.message).toMatch(why)
})
