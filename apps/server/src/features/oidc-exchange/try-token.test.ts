import { afterAll, beforeAll, expect, test } from 'vitest'
import { oidcExchange, type OidcTest } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { startIssuer, type TestIssuer } from './issuer.fixture.ts'

let app: TestApp
let issuer: TestIssuer

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  issuer = await startIssuer('bindery')
  await app.user({ name: 'ci-bot' })
  const provider = { name: 'builds', issuer_url: issuer.url, audience: 'bindery' }
  await app.fetch('/access/api/v1/oidc', json('POST', provider))
  for (const mapping of [
    { name: 'tags', priority: 1, claims: { ref: 'refs/tags/*' }, token_spec: { username: 'ci-bot' } },
    {
      name: 'main',
      priority: 2,
      claims: { repository: ['acme/web', 'acme/api'], ref: 'refs/heads/main' },
      token_spec: { username: 'ci-bot', expires_in: 600 },
    },
    { name: 'lost', priority: 3, claims: { ref: 'refs/lost' }, token_spec: { username: 'nobody-here' } },
  ])
    await app.fetch('/access/api/v1/oidc/builds/identity_mappings', json('POST', mapping))
})

afterAll(async () => {
  await issuer.close()
  await app.close()
})

async function attempt(token: string): Promise<OidcTest> {
  const reply = await app.fetch('/ui/api/v1/oidc-integrations/builds/test', json('POST', { token }))
  expect(reply.status, await reply.clone().text()).toBe(200)
  return oidcExchange.test.shape.response.parse(await reply.json())
}

test('the mapping that takes a token is named, and why those before it do not; no token is made', async () => {
  const tokens = () => app.db.selectFrom('tokens').select('id').execute()
  const before = await tokens()
  const answer = await attempt(await issuer.sign({ repository: 'acme/web', ref: 'refs/heads/main' }))
  expect(answer).toMatchObject({
    refusal: null,
    mapping: 'main',
    outcome: { username: 'ci-bot', isUser: true, scope: 'applied-permissions/user', expiresIn: 600 },
    problem: null,
    claims: { repository: 'acme/web' },
  })
  expect(answer.mappings.map(({ name, isMet }) => [name, isMet])).toEqual([
    ['tags', false],
    ['main', true],
    ['lost', false],
  ])
  expect(answer.mappings[0]?.claims).toEqual([
    { claim: 'ref', wanted: ['refs/tags/*'], given: ['refs/heads/main'], isMet: false },
  ])
  expect(await tokens()).toEqual(before)
})

test('a claim that is not there is told apart from one with another value', async () => {
  const { mapping, mappings, outcome } = await attempt(await issuer.sign({ ref: 'refs/heads/main' }))
  expect([mapping, outcome]).toEqual([null, null])
  expect(mappings[1]?.claims).toEqual([
    { claim: 'repository', wanted: ['acme/web', 'acme/api'], given: [], isMet: false },
    { claim: 'ref', wanted: ['refs/heads/main'], given: ['refs/heads/main'], isMet: true },
  ])
})

test('a token that is not taken is compared all the same, and the reason said', async () => {
  const over = await attempt(await issuer.sign({ ref: 'refs/tags/1' }, { expiresIn: '-5m' }))
  expect(over).toMatchObject({ refusal: expect.stringContaining('has expired'), mapping: 'tags' })
  const foreign = await attempt(await issuer.sign({}, { issuer: 'https://other.example' }))
  expect(foreign.refusal).toContain('names another issuer')
  expect(await attempt('not a token')).toMatchObject({
    refusal: expect.stringContaining('cannot be read'),
    claims: {},
    mapping: null,
  })
})

test('a mapping that fits and gives no token says why', async () => {
  const answer = await attempt(await issuer.sign({ ref: 'refs/lost' }))
  expect(answer).toMatchObject({
    mapping: 'lost',
    outcome: null,
    problem: expect.stringContaining('There is no user "nobody-here"'),
  })
})

test('is for administrators, and for integrations that exist', async () => {
  const ann = app.as(await app.user({ name: 'ann' }))
  const body = json('POST', { token: 'x' })
  expect((await ann('/ui/api/v1/oidc-integrations/builds/test', body)).status).toBe(403)
  expect((await app.fetch('/ui/api/v1/oidc-integrations/none/test', body)).status).toBe(404)
  expect(
    (await app.fetch('/ui/api/v1/oidc-integrations/builds/test', json('POST', { token: ' ' }))).status,
  ).toBe(400)
})
