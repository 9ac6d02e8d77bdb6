// Row D20 of the threat table: who may not delete makes nothing vanish, by whatever call.
import { hash } from 'node:crypto'
import { UploadStatus } from '@bindery/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../../apps/server/src/registry/archives/archive.fixture.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { publishBuild } from '../support/builders/build.ts'
import { npmPublishBody, npmTarball } from '../support/builders/npm.ts'
import type { Send } from '../support/builders/published.ts'
import { makeRepository } from '../support/repositories.ts'

const original = 'as it was released'
const npm = '/artifactory/api/npm/kept-npm'
const api = '/artifactory/api'

let app: TestApp
/** Reads, deploys and annotates. */
let keeper: Send

beforeAll(async () => {
  app = await startTestApp()
  await makeRepository(app, 'kept', 'local')
  await makeRepository(app, 'kept-npm', 'local', { packageType: 'npm' })
  const virtual = { repositories: ['kept'], defaultDeploymentRepo: 'kept' }
  await makeRepository(app, 'kept-virtual', 'virtual', virtual)
  const grants = ['kept', 'kept-npm'].flatMap((repository) =>
    ['read', 'deploy', 'annotate'].map((action) => ({ action, repository })),
  )
  keeper = app.as(await app.user({ name: 'keeper', grants }))
  const files = {
    'dir/file.txt': original,
    'other/file.txt': 'other',
    'other/dir/file.txt': 'other',
    'dir/deleted.txt': '',
  }
  for (const [path, body] of Object.entries(files))
    expect((await app.fetch(`/artifactory/kept/${path}`, { method: 'PUT', body })).status).toBe(201)
  expect((await app.fetch('/artifactory/kept/dir/deleted.txt', { method: 'DELETE' })).status).toBe(204)
  await app.publish('npm', 'released', '1.0.0', { repository: 'kept-npm' })
  await publishBuild(app.fetch, { name: 'built' })
})

afterAll(() => app.close())

type Attempt = [what: string, path: string, init: RequestInit | (() => Promise<RequestInit>), status: number]

const remove = { method: 'DELETE' }
const post = { method: 'POST' }
const file = (body: string, headers: Record<string, string> = {}) => ({ method: 'PUT', body, headers })
const byDigest = (content: string) => ({
  'x-checksum-deploy': 'true',
  'x-checksum-sha256': hash('sha256', content),
})
const archive = (header: string) => async () => ({
  method: 'PUT',
  headers: { [header]: 'true' },
  body: await zipOf({ 'file.txt': 'from an archive' }),
})
const otherTarball = () => npmTarball('released', '1.0.0', { files: { 'evil.js': 'evil' } })

const attempts: Attempt[] = [
  ['deleting it', '/artifactory/kept/dir/file.txt', remove, 403],
  ['deleting its folder', '/artifactory/kept/dir/', remove, 403],
  ['deleting it with properties', '/artifactory/kept/dir/file.txt;a=b', remove, 403],
  ['deleting it through a virtual repository', '/artifactory/kept-virtual/dir/file.txt', remove, 403],
  ['deleting the repository', `${api}/repositories/kept`, remove, 403],
  ['writing over it', '/artifactory/kept/dir/file.txt', file('changed'), 403],
  ['writing nothing over it', '/artifactory/kept/dir/file.txt', file(''), 403],
  ['writing over it by a digest', '/artifactory/kept/dir/file.txt', file('', byDigest('other')), 403],
  ['writing through a virtual repository', '/artifactory/kept-virtual/dir/file.txt', file('changed'), 403],
  ['making it a folder', '/artifactory/kept/dir/file.txt/', file(''), 409],
  ['an archive', '/artifactory/kept/dir/x.zip', archive('x-explode-archive'), 403],
  ['an archive as a whole', '/artifactory/kept/dir/x.zip', archive('x-explode-archive-atomic'), 403],
  ['copying over it', `${api}/copy/kept/other/file.txt?to=/kept/dir/file.txt`, post, 403],
  ['copying a folder over it', `${api}/copy/kept/other/dir?to=/kept`, post, 403],
  ['moving it away', `${api}/move/kept/dir/file.txt?to=/kept/away.txt`, post, 403],
  ['moving its folder away', `${api}/move/kept/dir?to=/kept/away`, post, 403],
  ['moving over it', `${api}/move/kept/other/file.txt?to=/kept/dir/file.txt`, post, 403],
  ['restoring over it', `${api}/trash/restore/kept/dir?to=/kept/dir`, post, 403],
  ['cleaning the trash can', `${api}/trash/clean/kept/dir`, post, 403],
  ['emptying the trash can', `${api}/trash/empty`, post, 403],
  ['a rule of retention', '/ui/api/v1/retention/all', json('PUT', {}), 403],
  ['running such a rule', '/ui/api/v1/retention/all/run', json('POST', {}), 403],
  ['collecting garbage', `${api}/system/storage/gc`, post, 403],
  ['unpublishing', `${npm}/released/-rev/1-x`, remove, 403],
  ['unpublishing a file', `${npm}/released/-/released-1.0.0.tgz/-rev/1-x`, remove, 403],
  ['leaving versions out', `${npm}/released/-rev/1-x`, json('PUT', { name: 'released', versions: {} }), 403],
  [
    'publishing it again',
    `${npm}/released`,
    async () => json('PUT', npmPublishBody('released', '1.0.0', await otherTarball())),
    409,
  ],
  [
    'writing over a tarball',
    '/artifactory/kept-npm/released/-/released-1.0.0.tgz',
    async () => ({ method: 'PUT', body: await otherTarball() }),
    403,
  ],
  ['deleting a package', '/artifactory/kept-npm/released/', remove, 403],
  ['deleting the tag of every package', `${npm}/-/package/released/dist-tags/latest`, remove, 400],
  ['deleting a build', `${api}/build/built?buildNumbers=1&artifacts=1`, remove, 403],
  ['deleting builds', `${api}/build/delete`, json('POST', { buildName: 'built', buildNumbers: ['1'] }), 403],
  ['a retention of builds', `${api}/build/retention/built`, json('POST', { count: 0 }), 403],
]

test.for(attempts)('D20: without the right to delete: %s', async ([, path, init, status]) => {
  const reply = await keeper(path, typeof init === 'function' ? await init() : init)
  expect(reply.status).toBe(status)
  await expectKept()
})

test('D20: without the right to delete: an upload in parts', async () => {
  const base = `${api}/v1/uploads`
  const begun = await keeper(`${base}/create?repoKey=kept&repoPath=dir/file.txt&partSizeMB=1`, post)
  expect(begun.status).toBe(200)
  const { token } = (await begun.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const call = async (what: string) => app.anonymous(`${base}/${what}`, { method: 'POST', headers })
  const { url } = (await (await call('urlPart?partNumber=1')).json()) as { url: string }
  expect((await fetch(url, { method: 'PUT', body: 'changed' })).status).toBe(200)
  expect((await call('complete')).status).toBe(202)
  const status = async () => UploadStatus.parse(await (await call('status')).json()).status
  await expect.poll(status).toBe('FINISHED')
  const deployed = await keeper('/artifactory/kept/dir/file.txt', {
    method: 'PUT',
    headers: { ...byDigest('changed'), 'x-checksum-deploy-token': token },
  })
  expect(deployed.status).toBe(403)
  await expectKept()
})

async function expectKept() {
  const read = async (path: string) => (await app.fetch(`/artifactory/${path}`)).text()
  expect(await read('kept/dir/file.txt')).toBe(original)
  expect(await read('kept/other/file.txt')).toBe('other')
  expect((await app.fetch('/artifactory/auto-trashcan/kept/dir/deleted.txt')).status).toBe(200)
  const { dist } = (await (await app.fetch(`${npm}/released/1.0.0`)).json()) as { dist: { shasum: string } }
  const tarball = await (await app.fetch(`${npm}/released/-/released-1.0.0.tgz`)).bytes()
  expect(dist.shasum).toBe(hash('sha1', tarball))
  expect((await app.fetch(`${api}/build/built/1`)).status).toBe(200)
}
