import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SignJWT, generateKeyPair } from 'jose'
import { oidcExchange } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { startIssuer, type TestIssuer } from './issuer.fixture.ts'

let app: TestApp
let issuer: TestIssuer

const audience = 'jfrog-github'
const base = '/access/api/v1/oidc'
const whoami = '/artifactory/api/npm/npm-local/-/whoami'

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  issuer = await startIssuer(audience)
  await app.user({ name: 'ci-bot' })
  expect(
    (
      await app.fetch(
        base,
        json('POST', { name: 'github', issuer_url: issuer.url, provider_type: 'GitHub', audience }),
      )
    ).status,
  ).toBe(201)
  const mapping = {
    name: 'web',
    priority: 10,
    claims: { repository: 'acme/web', ref: ['refs/heads/main', 'refs/tags/*'] },
    token_spec: { username: 'ci-bot', scope: 'applied-permissions/user', expires_in: 600 },
  }
  expect((await app.fetch(`${base}/github/identity_mappings`, json('POST', mapping))).status).toBe(201)
})

afterAll(async () => {
  await issuer.close()
  await app.close()
})

beforeEach(() => issuer.answers.clear())

const good = { repository: 'acme/web', ref: 'refs/heads/main', repository_owner: 'acme' }

const exchange = (token: string, more: object = {}) =>
  app.anonymous(
    `${base}/token`,
    json('POST', {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      subject_token: token,
      provider_name: 'github',
      ...more,
    }),
  )

async function given(reply: Response) {
  expect(reply.status, await reply.clone().text()).toBe(200)
  return oidcExchange.exchange.shape.response.parse(await reply.json())
}

async function addMapping(mapping: object) {
  const reply = await app.fetch(`${base}/github/identity_mappings`, json('POST', mapping))
  expect(reply.status, await reply.clone().text()).toBe(201)
}

describe('trading the token of a build platform', () => {
  test('gives one of ours to whom the first mapping takes', async () => {
    const token = await given(await exchange(await issuer.sign(good), { include_reference_token: true }))
    expect(token).toMatchObject({
      scope: 'applied-permissions/user',
      token_type: 'Bearer',
      expires_in: 600,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      username: 'ci-bot',
    })
    for (const secret of [token.access_token, token.reference_token ?? ''])
      expect(await (await app.as({ token: secret })(whoami)).json()).toEqual({ username: 'ci-bot' })
  })

  test('matches claims with wildcards, one of several values, and lists', async () => {
    expect((await exchange(await issuer.sign({ ...good, ref: 'refs/tags/v1' }))).status).toBe(200)
    const refused = await exchange(await issuer.sign({ ...good, ref: 'refs/heads/evil' }))
    expect(refused.status).toBe(400)
    expect(JSON.stringify(await refused.json())).toContain('No identity mapping')
    expect((await exchange(await issuer.sign({ ...good, repository: 'acme/web-evil' }))).status).toBe(400)
    expect((await exchange(await issuer.sign({ ref: good.ref }))).status).toBe(400)
    // A name that every object has is no claim.
    await addMapping({ name: 'proto', claims: { constructor: '*' }, token_spec: { username: 'ci-bot' } })
    expect((await exchange(await issuer.sign({}))).status).toBe(400)
  })

  test('tries mappings by priority, or the one that is named', async () => {
    const claims = { repository: 'acme/prio' }
    const spec = (username: string) => ({ username, scope: 'applied-permissions/groups:readers' })
    await addMapping({ name: 'later', priority: 2, claims, token_spec: spec('later') })
    await addMapping({ name: 'sooner', priority: 1, claims, token_spec: spec('sooner') })
    const token = await issuer.sign(claims)
    expect((await given(await exchange(token))).username).toBe('sooner')
    const named = await exchange(token, { identity_mapping_name: 'later' })
    expect((await given(named)).username).toBe('later')
    expect((await exchange(token, { identity_mapping_name: 'absent' })).status).toBe(400)
  })

  test('fills patterns for the name and the groups', async () => {
    await addMapping({
      name: 'pattern',
      claims: { repository: 'acme/pattern' },
      token_spec: { username_pattern: 'gh-{{actor}}', groups_pattern: 'team-{{teams}}' },
    })
    const token = await given(
      await exchange(await issuer.sign({ repository: 'acme/pattern', actor: 'Mona', teams: ['a', 'b'] })),
    )
    expect(token).toMatchObject({
      username: 'gh-mona',
      scope: 'applied-permissions/groups:"team-a","team-b"',
    })
    expect((await exchange(await issuer.sign({ repository: 'acme/pattern', teams: ['a'] }))).status).toBe(400)
  })

  test('never makes an administrator of somebody who chose the name there', async () => {
    await addMapping({
      name: 'by-name',
      claims: { repository: 'acme/name' },
      token_spec: { username_pattern: '{{actor}}' },
    })
    expect((await exchange(await issuer.sign({ repository: 'acme/name', actor: 'admin' }))).status).toBe(400)
    expect((await exchange(await issuer.sign({ repository: 'acme/name', actor: 'nobody' }))).status).toBe(400)
    expect(
      (await given(await exchange(await issuer.sign({ repository: 'acme/name', actor: 'ci-bot' })))).username,
    ).toBe('ci-bot')
  })

  test('can narrow what the build may do', async () => {
    await addMapping({
      name: 'narrow',
      claims: { repository: 'acme/narrow' },
      token_spec: { username: 'some-build', scope: 'artifact:generic-local/narrow/**:r,w' },
    })
    const { access_token: token } = await given(
      await exchange(await issuer.sign({ repository: 'acme/narrow' })),
    )
    const put = (path: string) =>
      app.as({ token })(`/artifactory/generic-local/${path}`, { method: 'PUT', body: 'x' })
    expect((await put('narrow/a.txt')).status).toBe(201)
    expect((await put('wide/a.txt')).status).toBe(403)
    expect(
      (await app.as({ token })('/artifactory/generic-local/narrow/a.txt', { method: 'DELETE' })).status,
    ).toBe(403)
  })
})

test('J10: a token of a build platform whose clock is fifty seconds off is taken', async () => {
  const now = Math.floor(Date.now() / 1000)
  for (const token of [
    await issuer.sign(good, { expiresIn: '-50s' }),
    await issuer.sign({ ...good, nbf: now + 50 }),
  ])
    expect((await exchange(token)).status).toBe(200)
  expect((await exchange(await issuer.sign({ ...good, nbf: now + 120 }))).status).toBe(401)
})

describe('a token of a build platform is refused', () => {
  test('when it is expired, for another audience, or of another issuer', async () => {
    const cases = [
      await issuer.sign(good, { expiresIn: '-2m' }),
      await issuer.sign({ ...good, aud: 'somebody-else' }),
      await issuer.sign(good, { issuer: 'https://evil.example' }),
      await issuer.sign({ ...good, sub: undefined as unknown as string }),
    ]
    for (const token of cases) expect((await exchange(token)).status).toBe(401)
  })

  test('when another key signed it, or none', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const forged = await new SignJWT({ ...good, sub: 'x', aud: audience })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .setIssuer(issuer.url)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const now = Math.floor(Date.now() / 1000)
    const claims = { ...good, sub: 'x', aud: audience, iss: issuer.url, iat: now, exp: now + 300 }
    const secret = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .sign(new TextEncoder().encode('a-shared-secret-of-enough-length'))
    for (const token of [forged, secret, `${part({ alg: 'none' })}.${part(claims)}.`, 'nonsense', 'a.b.c'])
      expect((await exchange(token)).status).toBe(401)
  })

  test('when the provider is not known, or asks for what we do not give', async () => {
    const token = await issuer.sign(good)
    expect((await exchange(token, { provider_name: 'absent' })).status).toBe(404)
    expect((await exchange(token, { grant_type: 'password' })).status).toBe(400)
  })

  test('when it does not come from the organization', async () => {
    const body = {
      name: 'org',
      issuer_url: issuer.url,
      audience,
      provider_type: 'GitHub',
      organization: 'acme',
    }
    expect((await app.fetch(base, json('POST', body))).status).toBe(201)
    const mapping = { name: 'all', claims: { repository: '*' }, token_spec: { username: 'ci-bot' } }
    await app.fetch(`${base}/org/identity_mappings`, json('POST', mapping))
    const ask = async (owner: string) =>
      (await exchange(await issuer.sign({ ...good, repository_owner: owner }), { provider_name: 'org' }))
        .status
    expect(await ask('acme')).toBe(200)
    expect(await ask('evil')).toBe(401)
  })
})

describe('the keys of the issuer', () => {
  test('are fetched again when they have changed, but not by everybody who names one', async () => {
    await exchange(await issuer.sign(good))
    const before = issuer.fetches.keys
    await Promise.all(
      Array.from({ length: 10 }, async () => exchange(await issuer.sign(good, { kid: 'unknown' }))),
    )
    expect(issuer.fetches.keys - before).toBeLessThanOrEqual(1)
  })

  test('C08: do not come from another host, by address or by redirect, and not in any size', async () => {
    const evil = await startIssuer(audience)
    const add = async (name: string) => {
      const body = { name, issuer_url: `${issuer.url}/${name}`, audience }
      expect((await app.fetch(base, json('POST', body))).status).toBe(201)
      const mapping = { name: 'all', claims: { repository: '*' }, token_spec: { username: 'ci-bot' } }
      await app.fetch(`${base}/${name}/identity_mappings`, json('POST', mapping))
      return `/${name}/.well-known/openid-configuration`
    }
    const reply = (body: unknown) => (_: unknown, response: import('node:http').ServerResponse) =>
      void response.end(JSON.stringify(body))
    const ask = async (name: string) =>
      exchange(await evil.sign(good, { issuer: `${issuer.url}/${name}` }), { provider_name: name })
    try {
      issuer.answers.set(await add('redirects'), (_, response) => {
        response.writeHead(302, { location: `${evil.url}/.well-known/openid-configuration` }).end()
      })
      issuer.answers.set(
        await add('elsewhere'),
        reply({ issuer: `${issuer.url}/elsewhere`, jwks_uri: `${evil.url}/keys` }),
      )
      issuer.answers.set(await add('other-name'), reply({ issuer: evil.url, jwks_uri: `${issuer.url}/keys` }))
      issuer.answers.set(
        await add('huge'),
        reply({ issuer: `${issuer.url}/huge`, jwks_uri: `${issuer.url}/huge-keys` }),
      )
      let sent = 0
      issuer.answers.set('/huge-keys', (_, response) => {
        response.on('error', () => undefined)
        const blanks = Buffer.alloc(65_536, 0x20)
        const more = () => {
          for (let goes = true; goes && !response.destroyed; sent += blanks.length)
            goes = response.write(blanks)
        }
        response.on('drain', more)
        more()
      })
      issuer.answers.set(
        await add('led-keys'),
        reply({ issuer: `${issuer.url}/led-keys`, jwks_uri: `${issuer.url}/led` }),
      )
      issuer.answers.set('/led', (_, response) => {
        response.writeHead(302, { location: `${evil.url}/keys` }).end()
      })
      for (const name of ['redirects', 'elsewhere', 'other-name', 'huge', 'led-keys'])
        expect([name, (await ask(name)).status >= 400]).toEqual([name, true])
      expect(evil.fetches.keys).toBe(0)
      expect(sent).toBeGreaterThan(0)
      expect(sent).toBeLessThan(50 << 20)
    } finally {
      await evil.close()
    }
  })

  test('are not fetched from inside unless that is opened', async () => {
    const closed = await startTestApp()
    try {
      const body = { name: 'inside', issuer_url: issuer.url, audience }
      expect((await closed.fetch(base, json('POST', body))).status).toBe(201)
      const reply = await closed.anonymous(
        `${base}/token`,
        json('POST', { subject_token: await issuer.sign(good), provider_name: 'inside' }),
      )
      expect(reply.status).toBe(400)
      expect(JSON.stringify(await reply.json())).toContain('outboundAllow')
    } finally {
      await closed.close()
    }
  })
})

describe('providers and mappings', () => {
  test('are listed, replaced and removed by administrators', async () => {
    const body = {
      name: 'gitlab',
      issuer_url: 'https://gitlab.example.com',
      provider_type: 'GenericOidc',
      audience: 'x',
    }
    expect((await app.fetch(base, json('POST', body))).status).toBe(201)
    expect((await app.fetch(base, json('POST', body))).status).toBe(409)
    const changed = { ...body, description: 'ours', name: undefined }
    expect(await (await app.fetch(`${base}/gitlab`, json('PUT', changed))).json()).toMatchObject({
      name: 'gitlab',
      description: 'ours',
    })
    const mappings = `${base}/gitlab/identity_mappings`
    const mapping = {
      name: 'm',
      priority: 3,
      claims: { project_path: 'a/b' },
      token_spec: { username: 'ci-bot' },
    }
    expect((await app.fetch(mappings, json('POST', mapping))).status).toBe(201)
    expect((await app.fetch(mappings, json('POST', mapping))).status).toBe(409)
    expect(await (await app.fetch(`${mappings}/m`)).json()).toMatchObject(mapping)
    const next = { ...mapping, name: undefined, priority: 1 }
    expect(await (await app.fetch(`${mappings}/m`, json('PUT', next))).json()).toMatchObject({ priority: 1 })
    expect((await app.fetch(`${mappings}/m`, { method: 'DELETE' })).status).toBe(204)
    expect((await app.fetch(`${mappings}/m`)).status).toBe(404)
    expect((await app.fetch(`${base}/gitlab`, { method: 'DELETE' })).status).toBe(204)
    expect((await app.fetch(mappings)).status).toBe(404)
  })

  test('are refused with what is wrong', async () => {
    const refuse = async (path: string, body: object) => (await app.fetch(path, json('POST', body))).status
    expect(await refuse(base, { name: 'a b', issuer_url: 'https://x.example' })).toBe(400)
    expect(await refuse(base, { name: 'x', issuer_url: 'file:///etc/passwd' })).toBe(400)
    const mappings = `${base}/github/identity_mappings`
    expect(await refuse(mappings, { name: 'x', claims: {} })).toBe(400)
    expect(await refuse(mappings, { name: 'x', claims: { a: 'b' }, token_spec: { scope: 'all' } })).toBe(400)
  })
})
