// Whoever signs in while their account is being deleted is told what anybody is told who does not exist.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json, signIn } from '../../../../../tests/support/browser.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

type Way = (who: Credentials) => Promise<Response>

const whoami = '/artifactory/api/npm/npm-local/-/whoami'
const wrong = ({ name }: Credentials) => ({ name, password: 'not-the-password' })

const npmLogin: Way = ({ name, password }) =>
  app.anonymous(
    `/artifactory/api/npm/npm-local/-/user/org.couchdb.user:${name}`,
    json('PUT', { name, password }),
  )

const makeToken: Way = (who) =>
  app.as(who)('/artifactory/api/security/token', {
    method: 'POST',
    body: new URLSearchParams({ username: who.name, scope: 'applied-permissions/user' }),
  })

const ways: [name: string, way: Way][] = [
  ['a browser', async (who) => (await signIn(app, who)).reply],
  ['a browser with a wrong password', async (who) => (await signIn(app, wrong(who))).reply],
  ['Basic', (who) => app.as(who)(whoami)],
  ['Basic with a wrong password', (who) => app.as(wrong(who))(whoami)],
  ['a package client that asks for a token', npmLogin],
  ['a program that asks for a token', makeToken],
]

/** Checking a password takes longer than deleting a user: nearly all of them are gone when they are let in. */
async function whileDeleted(way: Way, names: string[]): Promise<number[]> {
  const people = await Promise.all(names.map((name) => app.user({ name })))
  const replies = people.map((who) => way(who))
  for (const name of names)
    expect((await app.fetch(`/access/api/v2/users/${name}`, { method: 'DELETE' })).ok).toBe(true)
  return (await Promise.all(replies)).map(({ status }) => status)
}

test.each(ways)('%s: let in before it, or refused as wrong credentials are', async (name, way) => {
  const names = Array.from(
    { length: 8 },
    (_, index) => `leaving-${ways.findIndex(([one]) => one === name)}-${index}`,
  )
  const statuses = await whileDeleted(way, names)
  expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual(
    statuses.filter((status) => status === 401),
  )
})

test('with a token: let in before it, or refused as wrong credentials are', async () => {
  const who = await app.user({ name: 'token-holder' })
  const token = await app.token(who)
  const replies = Array.from({ length: 8 }, () => app.as({ token })(whoami))
  await app.fetch('/access/api/v2/users/token-holder', { method: 'DELETE' })
  for (const { status } of await Promise.all(replies)) expect([200, 401]).toContain(status)
  expect((await app.as({ token })(whoami)).status).toBe(401)
})
