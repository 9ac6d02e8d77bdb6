// What a repository does not handle is not stored in it either, by whatever call: it could not be fetched again.
import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { changeRepository, makeRepository } from '../../../../tests/support/repositories.ts'
import { leavesNothing } from '../../../../tests/support/stored.ts'
import { zipOf } from './archives/archive.fixture.ts'

let app: TestApp
let archive: Buffer

beforeAll(async () => {
  app = await startTestApp()
  archive = await zipOf({ 'in.txt': 'in' })
  await makeRepository(app, 'some', 'local', { includesPattern: 'ok/**', excludesPattern: 'ok/not/**' })
  await makeRepository(app, 'closed', 'local')
  await send('PUT', 'closed/before.txt', { body: 'before' })
  await changeRepository(app, 'closed', { blackedOut: true })
  await makeRepository(app, 'shown', 'virtual', { repositories: ['closed', 'some'] })
  await send('PUT', 'generic-local/known.txt', { body: 'known' })
})

afterAll(() => app.close())

const send = (method: string, address: string, init: RequestInit = {}) =>
  app.fetch(`/artifactory/${address}`, { ...init, method })

const byDigest = { 'x-checksum-deploy': 'true', 'x-checksum-sha1': hash('sha1', 'known') }

/** All ways in, to one folder. */
const ways = (repository: string, folder: string): [string, () => Promise<Response>][] => [
  ['sent', () => send('PUT', `${repository}/${folder}/a.txt`, { body: 'a' })],
  ['sent by digest', () => send('PUT', `${repository}/${folder}/a.txt`, { headers: byDigest })],
  [
    'taken from an archive',
    () =>
      send('PUT', `${repository}/${folder}/x.zip`, {
        body: new Uint8Array(archive),
        headers: { 'x-explode-archive': 'true' },
      }),
  ],
  ['made', () => send('PUT', `${repository}/${folder}/made/`)],
  ['copied', () => send('POST', `api/copy/generic-local/known.txt?to=/${repository}/${folder}/a.txt`)],
  ['tried', () => send('POST', `api/copy/generic-local/known.txt?to=/${repository}/${folder}/a.txt&dry=1`)],
  [
    'sent in parts',
    () => send('POST', `api/v1/uploads/create?repoKey=${repository}&repoPath=${folder}/a.txt&partSizeMB=5`),
  ],
]

describe('what the patterns leave out', () => {
  test.each(['other', 'ok/not'])('is refused in %s', async (folder) => {
    for (const [how, deploy] of ways('some', folder)) {
      const reply = await leavesNothing(app, deploy)
      expect([how, reply.status, await reply.text()]).toEqual([
        how,
        403,
        expect.stringContaining('patterns leave it out'),
      ])
    }
  })

  test('is nothing of what they name', async () => {
    for (const [how, deploy] of ways('some', 'ok/in')) expect([how, (await deploy()).ok]).toEqual([how, true])
    expect(await (await send('GET', 'some/ok/in/in.txt')).text()).toBe('in')
  })
})

describe('a repository that is blacked out', () => {
  test('takes nothing', async () => {
    for (const [how, deploy] of ways('closed', 'any')) {
      const reply = await leavesNothing(app, deploy)
      expect([how, reply.status, await reply.text()]).toEqual([
        how,
        403,
        expect.stringContaining('blacked out'),
      ])
    }
  })

  test('gives nothing, also not as an archive or through a virtual one', async () => {
    for (const address of ['closed/before.txt', 'api/archive/download/closed?archiveType=zip'])
      expect([address, (await send('GET', address)).status]).toEqual([address, 403])
    expect((await send('GET', 'shown/before.txt')).status).toBe(404)
    await send('PUT', 'some/ok/open.txt', { body: 'open' })
    const packed = await (await send('GET', 'api/archive/download/shown?archiveType=tar')).text()
    expect([packed.includes('open.txt'), packed.includes('before.txt')]).toEqual([true, false])
  })

  test('takes and gives again afterwards', async () => {
    await changeRepository(app, 'closed', { blackedOut: false })
    expect(await (await send('GET', 'closed/before.txt')).text()).toBe('before')
    expect((await send('PUT', 'closed/after.txt', { body: 'after' })).status).toBe(201)
  })
})
