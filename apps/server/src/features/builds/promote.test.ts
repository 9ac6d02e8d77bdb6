// Promoting builds: where their files come to lie, what is said of them, and who may.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { artifactoryBuilds, type BuildMessages } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { publishBuild, type BuildOptions } from '../../../../../tests/support/builders/build.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  for (const key of ['dev', 'libs', 'release'])
    await app.fetch('/ui/api/v1/repositories', json('POST', { key, kind: 'local', format: 'generic' }))
})

afterAll(() => app.close())

const ask = (build: string, body: object, send: Send = app.fetch) =>
  send(`/artifactory/api/build/promote/${build}`, json('POST', body))

async function promote(build: string, body: object): Promise<BuildMessages['messages']> {
  const reply = await ask(build, body)
  expect(reply.status).toBe(200)
  return artifactoryBuilds.promote.shape.response.parse(await reply.json()).messages
}

const levels = (messages: BuildMessages['messages']) => messages.map(({ level }) => level)
const statusOf = async (path: string) => (await app.fetch(`/artifactory/${path}`)).status
const put = (path: string, body: string) => app.fetch(`/artifactory/${path}`, { method: 'PUT', body })

const statusesOf = async (build: string) => {
  const { buildInfo } = (await (await app.fetch(`/artifactory/api/build/${build}`)).json()) as {
    buildInfo: { statuses?: Record<string, string>[] }
  }
  return buildInfo.statuses ?? []
}

/** A build with the files `<name>/a.txt` and `<name>/b.txt` in `dev`. */
async function twoFiles(name: string, more: BuildOptions = {}): Promise<void> {
  const artifacts = ['a.txt', 'b.txt'].map((file) => ({ name: file, content: `${name} ${file}` }))
  for (const { name: file, content } of artifacts)
    await put(`dev/${name}/${file};build.name=${name};build.number=1`, content)
  await publishBuild(app.fetch, { name, artifacts, ...more })
}

/** What of the files is in the repository. */
const inside = async (repository: string, name: string) => {
  const found: string[] = []
  for (const file of ['a.txt', 'b.txt'])
    if ((await statusOf(`${repository}/${name}/${file}`)) === 200) found.push(file)
  return found
}
const both = ['a.txt', 'b.txt']

describe('files', () => {
  test('are moved to the same paths, get the properties, and the build gets the status', async () => {
    await twoFiles('moved')
    const messages = await promote('moved/1', {
      status: 'released',
      comment: 'seen by QA',
      ciUser: 'jenkins',
      timestamp: '2026-02-03T04:05:06.789+0100',
      targetRepo: 'release',
      properties: { qa: ['passed', 'twice'] },
    })
    expect(levels(messages)).toEqual(['info', 'info'])
    expect([await inside('dev', 'moved'), await inside('release', 'moved')]).toEqual([[], both])
    const properties = await (
      await app.fetch('/artifactory/api/storage/release/moved/a.txt?properties')
    ).json()
    expect((properties as { properties: unknown }).properties).toEqual({
      'build.name': ['moved'],
      'build.number': ['1'],
      qa: ['passed', 'twice'],
    })
    expect(await statusesOf('moved/1')).toEqual([
      {
        status: 'released',
        comment: 'seen by QA',
        repository: 'release',
        timestamp: '2026-02-03T03:05:06.789+0000',
        timestampDate: Date.parse('2026-02-03T03:05:06.789Z'),
        user: 'admin',
        ciUser: 'jenkins',
      },
    ])
    const query = 'build.promotions.find({"status":"released","build.name":"moved"})'
    const found = await app.fetch('/artifactory/api/search/aql', { method: 'POST', body: query })
    expect(await found.json()).toMatchObject({
      results: [{ 'promotion.status': 'released', 'promotion.repo': 'release' }],
    })
    expect(JSON.stringify(await (await app.fetch('/ui/api/v1/audit?kind=build.promoted')).json())).toContain(
      'moved',
    )
  })

  test('are copied on wish; promoting once more changes nothing but the history', async () => {
    await twoFiles('copied')
    for (const status of ['staged', 'released'])
      await promote('copied/1', { status, targetRepo: 'release', copy: true, sourceRepo: 'dev' })
    expect([await inside('dev', 'copied'), await inside('release', 'copied')]).toEqual([both, both])
    expect((await statusesOf('copied/1')).map(({ status }) => status)).toEqual(['staged', 'released'])
    await promote('copied/1', { targetRepo: 'libs', copy: true })
    const details = await (await app.fetch('/ui/api/v1/builds/copied/1')).json()
    expect(details).toMatchObject({ status: 'released' })
  })

  test('that are gone stop a promotion; those of a trash can are not taken from it', async () => {
    await twoFiles('lost')
    await app.fetch('/artifactory/dev/lost/b.txt', { method: 'DELETE' })
    const reply = await ask('lost/1', { status: 'x', targetRepo: 'release' })
    expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining('b.txt')])
    expect([await inside('dev', 'lost'), await statusesOf('lost/1')]).toEqual([['a.txt'], []])
  })

  test('lying in the way of a folder are not put into it', async () => {
    await twoFiles('blocked')
    await put('release/blocked/a.txt/inner.txt', 'inner')
    expect((await ask('blocked/1', { targetRepo: 'release' })).status).toBe(409)
    expect(await inside('dev', 'blocked')).toEqual(both)
  })
})

describe('dependencies', () => {
  test('come along when that is wanted, of the named scopes only', async () => {
    const dependencies = ['prod', 'dev'].map((scope) => ({
      name: `${scope}.tgz`,
      content: `used for ${scope}`,
      scopes: [scope],
    }))
    for (const { name, content } of dependencies) await put(`libs/used/${name}`, content)
    await twoFiles('user', { dependencies })
    const used = async () =>
      Promise.all(['prod', 'dev'].map((scope) => statusOf(`release/used/${scope}.tgz`)))
    await promote('user/1', { targetRepo: 'release', copy: true })
    expect(await used()).toEqual([404, 404])
    const wanted = { targetRepo: 'release', copy: true, artifacts: false, dependencies: true }
    await promote('user/1', { ...wanted, scopes: ['prod'] })
    expect(await used()).toEqual([200, 404])
    await promote('user/1', wanted)
    expect(await used()).toEqual([200, 200])
  })

  test('that never came through here are told, and stop nothing', async () => {
    await twoFiles('outside', { dependencies: [{ name: 'far.tgz', content: 'far away' }] })
    const messages = await promote('outside/1', { targetRepo: 'release', dependencies: true })
    expect(messages[0]).toMatchObject({ level: 'warning', message: expect.stringContaining('far.tgz') })
    expect(await inside('release', 'outside')).toEqual(both)
  })
})

test('without a target only the status changes', async () => {
  await twoFiles('stated')
  await promote('stated/1', { status: 'rejected' })
  expect(await inside('dev', 'stated')).toEqual(both)
  expect(await statusesOf('stated/1')).toMatchObject([{ status: 'rejected', repository: '' }])
  expect((await ask('stated/1', {})).status).toBe(400)
})

test('a dry run tells what would happen, and changes nothing', async () => {
  await twoFiles('dry')
  const wanted = { status: 'x', targetRepo: 'release', dryRun: true, properties: { k: ['v'] } }
  const messages = await promote('dry/1', wanted)
  expect(messages[0]?.message).toContain('2 files would be moved to release')
  expect([await inside('dev', 'dry'), await inside('release', 'dry')]).toEqual([both, []])
  expect(await statusesOf('dry/1')).toEqual([])
})

test('what does not exist, or cannot be read, is refused', async () => {
  await twoFiles('known')
  expect((await ask('unknown/1', { status: 'x' })).status).toBe(404)
  expect((await ask('known/2', { status: 'x' })).status).toBe(404)
  expect((await ask('known', { status: 'x' })).status).toBe(400)
  expect((await ask('known/1?project=none', { status: 'x' })).status).toBe(404)
  for (const [body, expected] of [
    [{ targetRepo: 'nowhere' }, 404],
    [{ targetRepo: 'release', sourceRepo: 'nowhere' }, 404],
    [{ targetRepo: 'release', sourceRepo: 'libs' }, 404],
    [{ targetRepo: 'release', properties: { 'a b': ['c'] } }, 400],
    [{ status: 'x', timestamp: 'soon' }, 400],
  ] as const)
    expect([body, (await ask('known/1', body)).status]).toEqual([body, expected])
  expect([await inside('dev', 'known'), await statusesOf('known/1')]).toEqual([both, []])
})

describe('rights', () => {
  test('are asked for every file before the first one goes', async () => {
    await twoFiles('guarded')
    await app.closeReading()
    const ann = app.as(await app.user({ name: 'ann' }))
    const wanted = { status: 'x', targetRepo: 'release' }
    const grant = (name: string, repositories: string[], ann: string[], include = ['**']) =>
      app.permission({ name, repositories, include, users: { ann } })
    expect((await ask('guarded/1', wanted, ann)).status).toBe(404)
    const section = { section: 'build', repositories: ['artifactory-build-info'] }
    await app.permission({ ...section, name: 'builds', users: { ann: ['read'] } })
    expect((await ask('guarded/1', { status: 'x' }, ann)).status).toBe(403)
    await app.permission({ ...section, name: 'builders', users: { ann: ['read', 'deploy'] } })
    await grant('all-read', ['dev', 'release'], ['read'])
    expect((await ask('guarded/1', wanted, ann)).status).toBe(403)
    await grant('release', ['release'], ['deploy'])
    await grant('half', ['dev'], ['delete'], ['guarded/a.txt'])
    const reply = await ask('guarded/1', wanted, ann)
    expect([reply.status, await reply.text()]).toEqual([
      403,
      expect.stringContaining('may not delete or overwrite in dev/guarded/b.txt'),
    ])
    expect([await inside('dev', 'guarded'), await statusesOf('guarded/1')]).toEqual([both, []])
    expect((await ask('guarded/1', { ...wanted, copy: true, properties: { k: ['v'] } }, ann)).status).toBe(
      403,
    )

    const rest = await ask('guarded/1', { ...wanted, failFast: false }, ann)
    const { messages } = (await rest.json()) as BuildMessages
    expect([rest.status, levels(messages)]).toEqual([200, ['error', 'info', 'info']])
    expect(messages[0]?.message).toContain('may not delete or overwrite in dev/guarded/b.txt')
    expect([await inside('dev', 'guarded'), await inside('release', 'guarded')]).toEqual([
      ['b.txt'],
      ['a.txt'],
    ])
    expect(await statusesOf('guarded/1')).toMatchObject([{ status: 'x', user: 'ann' }])
  })

  test('that are missing for all files leave the status alone, also without failFast', async () => {
    await twoFiles('refused')
    const reply = await ask(
      'refused/1',
      { status: 'x', targetRepo: 'release', failFast: false },
      app.as(await cal()),
    )
    const { messages } = (await reply.json()) as BuildMessages
    expect([reply.status, levels(messages)]).toEqual([200, ['error', 'error', 'info', 'warning']])
    expect([await inside('dev', 'refused'), await statusesOf('refused/1')]).toEqual([both, []])
  })
})

/** May promote, and may read files, but take none away. */
async function cal() {
  const user = await app.user({ name: 'cal' })
  const section = { section: 'build', repositories: ['artifactory-build-info'] }
  await app.permission({ ...section, name: 'cal-builds', users: { cal: ['read', 'deploy'] } })
  await app.permission({ name: 'cal-read', repositories: ['dev'], users: { cal: ['read'] } })
  await app.permission({ name: 'cal-deploy', repositories: ['release'], users: { cal: ['read', 'deploy'] } })
  return user
}
