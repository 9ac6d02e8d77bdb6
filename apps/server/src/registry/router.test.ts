// What the router says about addresses. Who is let in where is walked through in tests/routes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type Credentials, type TestApp } from '../../../../tests/support/app.ts'

let app: TestApp
let stranger: Credentials

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  stranger = await app.user({ name: 'stranger' })
})

afterAll(() => app.close())

test('a repository of another format sends the client to the right address', async () => {
  const reply = await app.fetch('/artifactory/api/npm/generic-local/walked')
  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({
    error:
      'The repository generic-local holds Generic packages, not npm packages. Use the address shown for that repository.',
  })
})

test('whoever may read everything is told that a repository is missing', async () => {
  expect((await app.fetch('/artifactory/api/npm/no-such-repository/-/ping')).status).toBe(404)
  expect((await app.fetch('/artifactory/api/npm/npm-local/-/ping')).status).toBe(200)
})

test.each([
  '/artifactory/api/npmx/npm-local/walked',
  '/artifactory/api/npmx',
  '/artifactory/api/npm',
  '/artifactory/api/',
])('%s is no address', async (address) => {
  expect((await app.fetch(address)).status).toBe(404)
})

test('a doubled slash does not change what is meant; matrix parameters ask for a file with those properties', async () => {
  const at = (path: string) => `/artifactory/generic-local/${path}`
  await app.fetch(at('meant.txt;a=b'), { method: 'PUT', body: 'meant' })
  for (const path of ['meant.txt', 'meant.txt;a=b', '/meant.txt', ';a=b/meant.txt'])
    expect(await (await app.fetch(at(path))).text()).toBe('meant')
  expect((await app.fetch(at('meant.txt;a=c'))).status).toBe(404)
})

// These calls are about the user: whoever may not read a repository must not learn from them whether it exists.
test.each([
  ['GET', '-/ping'],
  ['GET', '-/whoami'],
  ['GET', '-/npm/v1/user'],
  ['GET', '-/npm/v1/tokens'],
  ['PUT', '-/user/org.couchdb.user:ann'],
  ['DELETE', '-/user/token/secret'],
])('%s %s tells a stranger nothing about repositories', async (method, path) => {
  const answers = await Promise.all(
    ['npm-local', 'generic-local', 'no-such-repository'].map(async (key) => {
      const reply = await app.as(stranger)(`/artifactory/api/npm/${key}/${path}`, { method })
      const text = (await reply.text()).replaceAll(reply.headers.get('x-request-id') ?? '', 'ID')
      return [reply.status, text.replaceAll(key, 'KEY')]
    }),
  )
  for (const answer of answers) expect(answer).toEqual(answers[0])
})
