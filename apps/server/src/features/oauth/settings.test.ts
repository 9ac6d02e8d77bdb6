import { createServer, type RequestListener, type ServerResponse, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OAuthOffer, OAuthPreset, OAuthProvider, TestReport } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { startOidcIdp, type OidcIdp } from '../../../../../tests/support/oidc-idp.ts'

let app: TestApp
let idp: OidcIdp
const servers: Server[] = []

beforeAll(async () => {
  idp = await startOidcIdp(() => ['https://unused.example'])
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
})

afterAll(async () => {
  for (const server of servers) server.close()
  await idp.close()
  await app.close()
})

const path = '/ui/api/v1/oauth'
const body = (more: object = {}) => ({ issuer: idp.url, clientId: 'bindery', ...more })
const create = (name: string, more: object = {}, at = path) =>
  app.fetch(at, json('POST', { name, ...body(more) }))
const read = async (name: string) => OAuthProvider.parse(await (await app.fetch(`${path}/${name}`)).json())
const secretOf = async (name: string) =>
  (
    await app.db
      .selectFrom('identity_providers')
      .select('settings')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).settings

describe.for([path, '/access/api/v1/oauth'])('settings at %s', (at) => {
  const name = at.startsWith('/access') ? 'one-access' : 'one'

  test('are created with what the type needs, read, changed and deleted', async () => {
    const created = await create(name, { clientSecret: 'first-secret-of-it' }, at)
    expect(created.status).toBe(201)
    expect(await created.json()).toMatchObject({
      type: 'openid',
      scopes: 'openid profile email',
      nameClaim: 'preferred_username',
      callbackUrl: `${app.url}/ui/api/v1/auth/oauth2/loginResponse/${name}`,
    })
    expect((await create(name, {}, at)).status).toBe(409)
    const changed = await app.fetch(
      `${at}/${name}`,
      json('PUT', body({ displayName: 'Company', nameClaim: 'upn' })),
    )
    expect(await changed.json()).toMatchObject({
      displayName: 'Company',
      nameClaim: 'upn',
      hasClientSecret: true,
    })
    expect(await (await app.fetch(at)).json()).toContainEqual(
      expect.objectContaining({ name, displayName: 'Company' }),
    )
    expect((await app.fetch(`${at}/${name}`, { method: 'DELETE' })).status).toBe(204)
    expect((await app.fetch(`${at}/${name}`)).status).toBe(404)
  })
})

describe('H03: the client secret', () => {
  test('goes in, is sealed, and never comes out; leaving it out or saving the mask keeps it', async () => {
    await create('masked', { clientSecret: 'a-secret-of-the-client' })
    for (const address of [`${path}/masked`, path, '/access/api/v1/oauth/masked', '/access/api/v1/oauth']) {
      const text = await (await app.fetch(address)).text()
      expect(text).not.toContain('a-secret-of-the-client')
      expect(text).not.toContain('sealedSecret')
    }
    const before = await secretOf('masked')
    expect(before).not.toContain('a-secret-of-the-client')
    const shown = await read('masked')
    expect(shown).toMatchObject({ clientSecret: '', hasClientSecret: true })
    expect((await app.fetch(`${path}/masked`, json('PUT', { ...shown }))).status).toBe(200)
    expect(await secretOf('masked')).toBe(before)
    await app.fetch(`${path}/masked`, json('PUT', body()))
    expect(await secretOf('masked')).toBe(before)
    await app.fetch(`${path}/masked`, json('PUT', body({ clientSecret: 'another-secret' })))
    expect(await secretOf('masked')).not.toBe(before)
  })

  test('does not follow to another server', async () => {
    await create('moving', { clientSecret: 'a-secret-of-the-client' })
    const reply = await app.fetch(`${path}/moving`, json('PUT', body({ issuer: 'https://evil.example' })))
    expect(reply.status).toBe(400)
    expect(await reply.text()).toContain('The secret is for the address before')
  })
})

test('presets have what each type needs, and an address where there is one', async () => {
  const presets = OAuthPreset.array().parse(await (await app.fetch('/ui/api/v1/oauth-presets')).json())
  expect(presets.map(({ type }) => type)).toEqual(['openid', 'github', 'google', 'gitlab', 'azure'])
  const reply = await app.fetch(path, json('POST', { name: 'well-known', type: 'github', clientId: 'x' }))
  expect(await reply.json()).toMatchObject({ nameClaim: 'login', issuer: presets[1]?.issuer })
  expect(
    (await app.fetch(path, json('POST', { name: 'nowhere', type: 'azure', clientId: 'x' }))).status,
  ).toBe(400)
})

test('API-18, AUTH-16: the sign-in page is told address, type, icon, name and display name of those that are on', async () => {
  await create('shown', { displayName: 'Company login' })
  await create('hidden', { isEnabled: false })
  const offers = OAuthOffer.array().parse(
    await (await app.anonymous('/ui/api/v1/ui/oauth/providers?registrationToken=x')).json(),
  )
  expect(offers.find(({ name }) => name === 'shown')).toEqual({
    name: 'shown',
    displayName: 'Company login',
    type: 'openid',
    icon: 'openid',
    url: '/ui/api/v1/auth/oauth2/loginRequest/shown',
    enabled: true,
  })
  expect(offers.map(({ name }) => name)).not.toContain('hidden')
})

async function testOf(name: string): Promise<Record<string, string>> {
  const report = TestReport.parse(await (await app.fetch(`${path}/${name}/test`, { method: 'POST' })).json())
  return Object.fromEntries(report.steps.map(({ step, outcome, detail }) => [step, `${outcome}: ${detail}`]))
}

/** A small server that stands where a provider should be. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Blanks for as long as somebody reads them, and how many were sent. */
function endless(): { answer(response: ServerResponse): void; sent(): number } {
  let sent = 0
  const chunk = Buffer.alloc(65_536, 0x20)
  return {
    answer(response) {
      response.setHeader('content-type', 'application/json')
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
        sent += chunk.length
      }
      response.on('drain', more)
      more()
    },
    sent: () => sent,
  }
}

describe('the test of the settings', () => {
  test('tells each step', async () => {
    await create('checked')
    expect(await testOf('checked')).toMatchObject({
      Discovery: `passed: Issuer ${idp.url}`,
      PKCE: 'passed: S256 is supported',
      Keys: expect.stringMatching(/^passed: \d+ of kind /),
      Transport: expect.stringContaining('is not HTTPS'),
      'Test sign-in': expect.stringContaining('warning'),
    })
  })

  test('C08: fails when the provider says it is another', async () => {
    const issuer = await serve((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          issuer: idp.url,
          authorization_endpoint: `${idp.url}/auth`,
          token_endpoint: `${idp.url}/token`,
          jwks_uri: `${idp.url}/jwks`,
          response_types_supported: ['code'],
        }),
      )
    })
    await create('lying', { issuer })
    expect((await testOf('lying'))['Discovery']).toMatch(
      /^failed: The answer of the provider cannot be trusted/,
    )
  })

  test('C08: fails when discovery leads elsewhere, and does not go there', async () => {
    idp.seen.length = 0
    const issuer = await serve(
      (_, response) =>
        void response.writeHead(302, { location: `${idp.url}/.well-known/openid-configuration` }).end(),
    )
    await create('leading', { issuer })
    expect((await testOf('leading'))['Discovery']).toMatch(
      /^failed: .*redirects to .*, which is not followed/,
    )
    expect(idp.seen).toEqual([])
  })

  test('C08: fails when the answer has no end, without reading it', async () => {
    const { answer, sent } = endless()
    const issuer = await serve((_, response) => answer(response))
    await create('endless', { issuer })
    expect((await testOf('endless'))['Discovery']).toMatch(/^failed: The answer of .* is larger than/)
    expect(sent()).toBeLessThan(50 << 20)
  })

  /** A provider that is in order but for its keys. */
  async function providerWith(keys: (response: ServerResponse) => void): Promise<string> {
    let url = ''
    url = await serve((request, response) => {
      if (request.url?.endsWith('/jwks')) return keys(response)
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          issuer: url,
          authorization_endpoint: `${url}/auth`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/jwks`,
          response_types_supported: ['code'],
        }),
      )
    })
    return url
  }

  test('C08: fails when the keys have no end, without reading them', async () => {
    const { answer, sent } = endless()
    await create('many-keys', { issuer: await providerWith(answer) })
    expect((await testOf('many-keys'))['Keys']).toMatch(/^failed: The answer of .* is larger than/)
    expect(sent()).toBeLessThan(50 << 20)
  })

  test('C08: fails when the keys are elsewhere by redirect, and does not go there', async () => {
    idp.seen.length = 0
    const issuer = await providerWith(
      (response) => void response.writeHead(302, { location: `${idp.url}/jwks` }).end(),
    )
    await create('led-keys', { issuer })
    expect((await testOf('led-keys'))['Keys']).toMatch(/^failed: .*redirects to .*, which is not followed/)
    expect(idp.seen).toEqual([])
  })

  test('C05: says the same of every internal address, whether something listens or not', async () => {
    const inside = await startTestApp()
    try {
      const told: string[] = []
      for (const [name, issuer] of Object.entries({
        open: idp.url,
        closed: 'http://127.0.0.1:9',
        meta: 'http://169.254.169.254',
      })) {
        await inside.fetch(path, json('POST', { name, issuer, clientId: 'x' }))
        const report = TestReport.parse(
          await (await inside.fetch(`${path}/${name}/test`, { method: 'POST' })).json(),
        )
        told.push(report.steps[0]?.detail.replace(/"[^"]*"/, '"…"') ?? '')
      }
      expect(new Set(told).size).toBe(1)
      expect(told[0]).toContain('it is internal to this machine')
    } finally {
      await inside.close()
    }
  })
})
