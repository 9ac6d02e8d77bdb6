import { existsSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from './app.ts'
import { rawRequest } from './raw.ts'
import { makeRepository } from './repositories.ts'

const Packument = z.object({
  versions: z.object({ '1.3.0': z.object({ dist: z.object({ tarball: z.url() }) }) }),
})

let app: TestApp

afterEach(() => app.close())

test('a test application answers, publishes through both protocols and keeps everything over a restart', async () => {
  app = await startTestApp()
  const tarball = await app.publish('npm', '@shelf/left-pad', '1.3.0')
  const file = await app.publish('generic', 'notes', '1', { content: 'hello' })
  await app.restart()

  const packument = await app.fetch('/artifactory/api/npm/npm-local/@shelf%2fleft-pad')
  expect(packument.status).toBe(200)
  const { versions } = Packument.parse(await packument.json())
  const download = await app.fetch(new URL(versions['1.3.0'].dist.tarball).pathname)
  expect(Buffer.from(await download.arrayBuffer()).equals(tarball.bytes)).toBe(true)
  expect(await (await app.fetch(`/artifactory/generic-local/${file.path}`)).text()).toBe('hello')
})

test('it runs on the engine that the command chose', async () => {
  app = await startTestApp()
  expect(app.engine).toBe(process.env.BINDERY_TEST_ENGINE)
  const user = await app.db
    .selectFrom('users')
    .select('name')
    .where('name', '=', 'admin')
    .executeTakeFirstOrThrow()
  expect(user.name).toBe('admin')
})

test('users and tokens come from the API, and requests are sent as them', async () => {
  app = await startTestApp()
  const user = await app.user({ name: 'ann', grants: [{ action: 'read', repository: 'generic-local' }] })
  const { path } = await app.publish('generic', 'notes', '1')
  const address = `/artifactory/generic-local/${path}`

  expect((await app.anonymous(address)).status).toBe(401)
  expect((await app.as(user)(address)).status).toBe(200)
  expect((await app.as({ token: await app.token(user) })(address)).status).toBe(200)
  await expect(app.publish('generic', 'notes', '2', { as: user })).rejects.toThrow('was answered 403')
})

test('raw requests reach the server as they are', async () => {
  app = await startTestApp()
  const reply = await rawRequest(app.url, 'GET /artifactory/generic-local/../../etc/passwd')
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.status).toBeLessThan(500)
})

test('closing leaves no folder behind', async () => {
  app = await startTestApp()
  const { home } = app
  expect(existsSync(home)).toBe(true)
  await app.close()
  expect(existsSync(home)).toBe(false)
  app = await startTestApp()
})

test('a test that is tried again finds nothing of what it made the first time', async () => {
  app = await startTestApp()
  for (let time = 0; time < 2; time++) {
    await makeRepository(app, 'team', 'local')
    await app.group({ name: 'team' })
    const ann = await app.user({
      name: 'ann',
      groups: ['team'],
      grants: [{ action: 'deploy', repository: 'team' }],
    })
    await app.permission({ name: 'team reads', repositories: ['team'], groups: { team: ['read'] } })
    const send = app.as(ann)
    expect((await send('/artifactory/team/file.txt')).status).toBe(404)
    expect((await send('/artifactory/team/file.txt', { method: 'PUT', body: 'x' })).status).toBe(201)
  }
})
