// Distributing builds: their artifacts are copied, all or none; and what clients are told who ask for a scan.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { artifactoryBuilds } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { publishBuild } from '../../../../../tests/support/builders/build.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  for (const key of ['dev', 'other', 'away'])
    await app.fetch('/ui/api/v1/repositories', json('POST', { key, kind: 'local', format: 'generic' }))
  await app.fetch(
    '/ui/api/v1/repositories',
    json('POST', { key: 'all', kind: 'virtual', format: 'generic', config: { repositories: ['dev'] } }),
  )
})

afterAll(() => app.close())

const ask = (build: string, body: object, send: Send = app.fetch) =>
  send(`/artifactory/api/build/distribute/${build}`, json('POST', body))

async function distribute(build: string, body: object): Promise<string[]> {
  const reply = await ask(build, { targetRepo: 'away', ...body })
  expect(reply.status).toBe(200)
  const { messages } = artifactoryBuilds.distribute.shape.response.parse(await reply.json())
  return messages.map(({ level, message }) => `${level}: ${message}`)
}

const put = (path: string, body: string) => app.fetch(`/artifactory/${path}`, { method: 'PUT', body })
const textOf = async (path: string) => {
  const reply = await app.fetch(`/artifactory/${path}`)
  return reply.ok ? reply.text() : reply.status
}
const inAway = (name: string) => Promise.all(['a', 'b'].map((file) => textOf(`away/${name}/${file}.txt`)))

/** A build with the files `<name>/a.txt` in `dev` and `<name>/b.txt` in `other`. */
async function publish(name: string): Promise<void> {
  await put(`dev/${name}/a.txt`, `${name} a`)
  await put(`other/${name}/b.txt`, `${name} b`)
  const artifacts = ['a', 'b'].map((file) => ({ name: `${file}.txt`, content: `${name} ${file}` }))
  await publishBuild(app.fetch, { name, artifacts })
}

test('its artifacts are copied to the same paths, after a dry run that changes nothing', async () => {
  await publish('web')
  expect(await distribute('web/1', { dryRun: true })).toEqual([
    'info: Dry run: 2 files would be copied to away.',
  ])
  expect(await inAway('web')).toEqual([404, 404])
  const told = await distribute('web/1', { publish: true, gpgPassphrase: 'x', sourceRepos: [] })
  expect(told).toEqual(['info: 2 files were copied to away.'])
  expect(await inAway('web')).toEqual(['web a', 'web b'])
  expect(await textOf('dev/web/a.txt')).toBe('web a')
  const { buildInfo } = (await (await app.fetch('/artifactory/api/build/web/1')).json()) as {
    buildInfo: { statuses?: unknown }
  }
  expect(buildInfo.statuses).toBeUndefined()
  expect(JSON.stringify(await (await app.fetch('/ui/api/v1/audit?kind=build.distributed')).json())).toContain(
    '"away"',
  )
})

test('only from the repositories that are named, with a word on what is not there', async () => {
  await publish('some')
  expect(await distribute('some/1', { sourceRepos: ['dev'] })).toEqual([
    'warning: The artifact "b.txt" is not in dev.',
    'info: 1 file was copied to away.',
  ])
  expect(await inAway('some')).toEqual(['some a', 404])
})

test('a file with other content stays, and nothing is copied, unless it may be replaced', async () => {
  await publish('twice')
  await put('away/twice/b.txt', 'older')
  const reply = await ask('twice/1', { targetRepo: 'away' })
  expect([reply.status, await reply.text()]).toEqual([409, expect.stringContaining('twice/b.txt')])
  expect(await inAway('twice')).toEqual([404, 'older'])
  await distribute('twice/1', { overrideExistingFiles: 'true' })
  expect(await inAway('twice')).toEqual(['twice a', 'twice b'])
  expect(await distribute('twice/1', {})).toEqual(['info: 2 files were copied to away.'])
})

test('in the background, when that is asked for', async () => {
  await publish('later')
  const [told = ''] = await distribute('later/1', { async: true })
  const id = /the job (\S+):/.exec(told)?.[1] ?? ''
  const state = async () =>
    (await app.db.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirst())?.state
  await expect.poll(state, { timeout: 30_000 }).toBe('done')
  expect(await inAway('later')).toEqual(['later a', 'later b'])
})

test('what cannot be done is refused as a whole, with the reason', async () => {
  await publish('refused')
  await put('dev/lost/a.txt', 'lost a')
  await publishBuild(app.fetch, {
    name: 'lost',
    artifacts: [
      { name: 'a.txt', content: 'lost a' },
      { name: 'b.txt', content: 'nowhere' },
    ],
  })
  for (const [build, body, status, why] of [
    ['none/1', { targetRepo: 'away' }, 404, 'no build'],
    ['refused/1', {}, 400, 'targetRepo'],
    ['refused/1', { targetRepo: 'all' }, 400, 'virtual'],
    ['refused/1', { targetRepo: 'away', sourceRepos: ['all'] }, 400, 'virtual repository'],
    ['refused/1', { targetRepo: 'away', sourceRepos: ['npm-local'] }, 404, 'None of the artifacts'],
    ['refused/1', { targetRepo: 'away', publish: false }, 400, 'held back'],
    ['lost/1', { targetRepo: 'away' }, 404, 'b.txt'],
  ] as const) {
    const reply = await ask(build, body)
    expect([build, body, reply.status, await reply.text()]).toEqual([
      build,
      body,
      status,
      expect.stringContaining(why),
    ])
  }
  expect([await inAway('refused'), await inAway('lost')]).toEqual([
    [404, 404],
    [404, 404],
  ])
})

test('rights on the build and on the target are asked, as for a promotion', async () => {
  await publish('guarded')
  const ann = app.as(await app.user({ name: 'ann' }))
  const wanted = { targetRepo: 'away' }
  const section = { section: 'build', repositories: ['artifactory-build-info'] }
  await app.permission({ ...section, name: 'builds', users: { ann: ['read'] } })
  await app.permission({ name: 'reads', repositories: ['dev', 'other', 'away'], users: { ann: ['read'] } })
  expect((await ask('guarded/1', wanted, ann)).status).toBe(403)
  await app.permission({ ...section, name: 'builders', users: { ann: ['read', 'deploy'] } })
  expect((await ask('guarded/1', wanted, ann)).status).toBe(403)
  await app.permission({ name: 'deploys', repositories: ['away'], users: { ann: ['deploy'] } })
  expect((await ask('guarded/1', wanted, ann)).status).toBe(200)
})

test('who asks for a scan is told that there is none, in the form that ends the retries of clients', async () => {
  await publish('scanned')
  const scan = (body: object) => app.fetch('/artifactory/api/xray/scanBuild', json('POST', body))
  const reply = await scan({ buildName: 'scanned', buildNumber: '1', context: 'client/1.0' })
  expect([reply.status, await reply.json()]).toEqual([
    200,
    { errors: [{ status: -1, message: expect.stringContaining('no scanner') }] },
  ])
  expect((await scan({ buildName: 'none', buildNumber: '1' })).status).toBe(404)
  expect((await scan({})).status).toBe(400)
})
