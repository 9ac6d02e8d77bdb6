import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OAuthProvider } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json, signIn } from '../../../../../tests/support/browser.ts'
import { passProvider, startOidcIdp, walkOAuth, type OidcIdp } from '../../../../../tests/support/oidc-idp.ts'
import { locationOf, SsoBrowser } from '../../../../../tests/support/saml-browser.ts'

let app: TestApp
let idp: OidcIdp
let people = 0

const names = ['corp', 'spare', 'linking', 'domains', 'groups', 'tested', 'second']

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  idp = await startOidcIdp(() =>
    names.map((name) => `${app.url}/ui/api/v1/auth/oauth2/loginResponse/${name}`),
  )
  await addProvider('corp')
})

afterAll(async () => {
  await idp.close()
  await app.close()
})

beforeEach(() => {
  const name = `Ada-${++people}`
  idp.person = {
    sub: `id-${people}`,
    claims: { preferred_username: name, email: `${name}@example.org`, email_verified: true },
  }
  idp.override = {}
})

const settings = (more: object = {}) => ({
  type: 'openid',
  issuer: idp.url,
  clientId: idp.clientId,
  clientSecret: idp.clientSecret,
  ...more,
})

async function addProvider(name: string, more: object = {}): Promise<OAuthProvider> {
  const reply = await app.fetch('/ui/api/v1/oauth', json('POST', { name, ...settings(more) }))
  expect(reply.status).toBe(201)
  return OAuthProvider.parse(await reply.json())
}

const change = (name: string, more: object) =>
  app.fetch(`/ui/api/v1/oauth/${name}`, json('PUT', settings(more)))

async function come(name: string): Promise<SsoBrowser> {
  const browser = new SsoBrowser(app)
  expect(locationOf(await walkOAuth(browser, name))).toBe('/ui/login/sso/oauth')
  return browser
}

async function expectRefused(name: string): Promise<string> {
  const browser = new SsoBrowser(app)
  const why = await browser.troubleOf(await walkOAuth(browser, name))
  expect(await browser.whoami()).toBeUndefined()
  return why
}

const userNamed = (name: string) =>
  app.db.selectFrom('users').selectAll().where('name', '=', name).executeTakeFirst()

describe('signing in', () => {
  test('AUTH-04, AUTH-18, AUTH-21: makes a user of the realm oauth, and ends on the progress page with a session', async () => {
    const browser = await come('corp')
    const name = `ada-${people}`
    expect(await browser.whoami()).toBe(name)
    expect(await userNamed(name)).toMatchObject({
      realm: 'oauth',
      email: `Ada-${people}@example.org`,
      is_admin: 0,
    })
    const { user } = (await (await browser.call('/ui/api/v1/ui/auth/current')).json()) as {
      user: { realm: string }
    }
    expect(user.realm).toBe('oauth')
    // The provider calls the person by an id that stays, whatever the name becomes.
    idp.person.claims = { preferred_username: 'renamed' }
    expect(await (await come('corp')).whoami()).toBe(name)
  })

  test('asks with PKCE, a state and a nonce, and says nothing secret in any address', async () => {
    const browser = new SsoBrowser(app)
    const begun = await browser.visit('/ui/api/v1/auth/oauth2/loginRequest/corp')
    const asked = new URL(locationOf(begun)).searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)?.length).toBeGreaterThan(40)
    expect(asked.get('redirect_uri')).toBe(`${app.url}/ui/api/v1/auth/oauth2/loginResponse/corp`)
    const [cookie = ''] = begun.headers.getSetCookie()
    expect(cookie).toMatch(/^bindery_sso=.*HttpOnly; SameSite=Lax; Max-Age=900/)
    const back = await passProvider(begun)
    const done = await browser.visit(`${new URL(back).pathname}${new URL(back).search}`)
    expect(`${locationOf(begun)} ${back} ${locationOf(done)}`).not.toMatch(/token|secret|eyJ/)
  })

  test('never becomes somebody else by name', async () => {
    idp.person.claims['preferred_username'] = 'admin'
    expect(await expectRefused('corp')).toContain('not known to be this person')
    await addProvider('spare')
    idp.person.claims['preferred_username'] = 'taken-there'
    await come('spare')
    idp.person = { sub: 'other', claims: idp.person.claims }
    expect(await expectRefused('corp')).toContain('not known to be this person')
  })

  test('needs the claim that holds the name, and a provider that is on', async () => {
    idp.person.claims = {}
    expect(await expectRefused('corp')).toContain('does not tell preferred_username')
    await addProvider('off', { isEnabled: false })
    expect((await app.anonymous('/ui/api/v1/auth/oauth2/loginRequest/off')).status).toBe(404)
    expect((await app.anonymous('/ui/api/v1/auth/oauth2/loginRequest/absent')).status).toBe(404)
  })

  test('a person who says no at the provider is told so', async () => {
    const browser = new SsoBrowser(app)
    const begun = await browser.visit('/ui/api/v1/auth/oauth2/loginRequest/corp')
    const state = new URL(locationOf(begun)).searchParams.get('state') ?? ''
    const query = new URLSearchParams({
      state,
      error: 'access_denied',
      error_description: 'You said no',
      iss: idp.url,
    })
    const reply = await browser.visit(`/ui/api/v1/auth/oauth2/loginResponse/corp?${query}`)
    expect(await browser.troubleOf(reply)).toBe('The provider refused: You said no.')
  })
})

describe('who may come', () => {
  test('an e-mail address links to a user only where that is allowed, and only when it is verified', async () => {
    await app.fetch(
      '/ui/api/v1/users',
      json('POST', { name: 'lina', email: 'lina@example.org', password: 'Password-of-1-lina' }),
    )
    await addProvider('linking', { linkByEmail: true })
    idp.person.claims = { preferred_username: 'other', email: 'lina@example.org', email_verified: false }
    expect(await (await come('linking')).whoami()).toBe('other')
    expect((await userNamed('other'))?.email).toBeNull()
    idp.person = {
      sub: 'lina-there',
      claims: { preferred_username: 'lina.there', email: 'Lina@example.org', email_verified: true },
    }
    expect(await (await come('linking')).whoami()).toBe('lina')
    await app.fetch(
      '/ui/api/v1/users',
      json('POST', {
        name: 'boss',
        email: 'boss@example.org',
        password: 'Password-of-1-boss',
        isAdmin: true,
      }),
    )
    idp.person = {
      sub: 'boss-there',
      claims: { preferred_username: 'boss.there', email: 'boss@example.org', email_verified: true },
    }
    expect(await (await come('linking')).whoami()).toBe('boss.there')
  })

  test('only people of the allowed domains and organisations', async () => {
    await addProvider('domains', {
      scopes: 'openid profile email groups',
      allowedDomains: ['Example.org'],
      allowedOrganisations: ['acme'],
    })
    idp.person.claims['groups'] = ['ACME']
    await come('domains')
    idp.person.claims['groups'] = ['others']
    expect(await expectRefused('domains')).toContain('certain organisations')
    idp.person.claims = { ...idp.person.claims, groups: ['acme'], email: 'eve@example.org.evil.example' }
    expect(await expectRefused('domains')).toContain('certain domains')
    idp.person.claims = { ...idp.person.claims, email: 'eve@example.org', email_verified: false }
    expect(await expectRefused('domains')).toContain('certain domains')
  })

  test('groups are kept in step', async () => {
    for (const group of ['red', 'blue']) await app.fetch('/ui/api/v1/groups', json('POST', { name: group }))
    await addProvider('groups', { syncGroups: true, scopes: 'openid profile email groups' })
    const groupsNow = async () =>
      (
        await app.db
          .selectFrom('memberships')
          .innerJoin('groups', 'groups.id', 'group_id')
          .select('groups.name')
          .where('source', '=', 'oauth:groups')
          .execute()
      ).map(({ name }) => name)
    idp.person.claims['groups'] = ['red', 'unknown']
    await come('groups')
    expect(await groupsNow()).toEqual(['red'])
    idp.person.claims['groups'] = ['blue']
    await come('groups')
    expect(await groupsNow()).toEqual(['blue'])
  })

  test('C07: a picture that the provider names is not fetched', async () => {
    idp.seen.length = 0
    idp.person.claims['picture'] = `${idp.url}/picture.png`
    await come('corp')
    expect(idp.seen).not.toContain('GET /picture.png')
    expect(idp.seen).toContain('POST /token')
  })
})

describe('E10: an answer', () => {
  const callback = '/ui/api/v1/auth/oauth2/loginResponse/corp'

  async function begin(): Promise<{ browser: SsoBrowser; back: URL; asked: URLSearchParams }> {
    const browser = new SsoBrowser(app)
    const begun = await browser.visit('/ui/api/v1/auth/oauth2/loginRequest/corp')
    return {
      browser,
      back: new URL(await passProvider(begun)),
      asked: new URL(locationOf(begun)).searchParams,
    }
  }

  test('without a state, with a made-up one, or with one that was used, is refused', async () => {
    const { browser, back } = await begin()
    const query = new URLSearchParams(back.search)
    query.delete('state')
    expect(await browser.troubleOf(await browser.visit(`${callback}?${query}`))).toContain('not under way')
    query.set('state', 'made-up')
    expect(await browser.troubleOf(await browser.visit(`${callback}?${query}`))).toContain('not under way')
    expect(locationOf(await browser.visit(`${callback}${back.search}`))).toBe('/ui/login/sso/oauth')
    expect(await browser.troubleOf(await browser.visit(`${callback}${back.search}`))).toContain(
      'not under way',
    )
  })

  test('with two states is refused', async () => {
    const { browser, back } = await begin()
    expect(await browser.troubleOf(await browser.visit(`${callback}${back.search}&state=x`))).toContain(
      'cannot be trusted',
    )
  })

  test('that another browser fetched signs nobody in', async () => {
    const attacker = await begin()
    const victim = (await begin()).browser
    const reply = await victim.visit(`${callback}${attacker.back.search}`)
    expect(await victim.troubleOf(reply)).toContain('another browser')
    expect(await victim.whoami()).toBeUndefined()
  })

  test('with a code of somebody else’s sign-in is refused: it was asked for with another challenge', async () => {
    const other = await begin()
    const { browser, back } = await begin()
    const query = new URLSearchParams(back.search)
    query.set('code', other.back.searchParams.get('code') ?? '')
    expect(await browser.troubleOf(await browser.visit(`${callback}?${query}`))).toContain(
      'The provider refused',
    )
    expect(await browser.whoami()).toBeUndefined()
  })

  test('of another provider is refused', async () => {
    await addProvider('second')
    const { browser, back } = await begin()
    const reply = await browser.visit(`/ui/api/v1/auth/oauth2/loginResponse/second${back.search}`)
    expect(await browser.troubleOf(reply)).toContain('not under way')
  })

  test('that names another issuer is refused', async () => {
    const { browser, back } = await begin()
    const query = new URLSearchParams(back.search)
    query.set('iss', 'https://other.example')
    expect(await browser.troubleOf(await browser.visit(`${callback}?${query}`))).toContain(
      'cannot be trusted',
    )
  })

  test('counts once when it comes five times at once', async () => {
    const { browser, back } = await begin()
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => browser.visit(`${callback}${back.search}`)))
    expect(replies.filter((reply) => locationOf(reply) === '/ui/login/sso/oauth')).toHaveLength(1)
  })

  test('cannot choose where it comes back to', async () => {
    for (const host of ['evil.example', 'evil.example:80']) {
      const reply = await app.anonymous('/ui/api/v1/auth/oauth2/loginRequest/corp', {
        headers: { 'x-forwarded-host': host },
      })
      expect(locationOf(reply)).not.toContain('evil')
    }
  })

  test('leaves neither code nor token in the log', async () => {
    const { browser, back } = await begin()
    await browser.visit(`${callback}${back.search}`)
    await app.restart()
    const { readdirSync, readFileSync } = await import('node:fs')
    const folder = `${app.home}/log`
    const text = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'))
      .join('')
    expect(text).toContain('loginResponse')
    expect(text).not.toContain(back.searchParams.get('code'))
    expect(text).not.toContain(back.searchParams.get('state'))
    expect(text).not.toContain(idp.clientSecret)
  })
})

describe('a test sign-in', () => {
  test('tells what would happen, for an administrator only, and signs nobody in', async () => {
    await idp.close()
    idp = await startOidcIdp(() =>
      names.map((name) => `${app.url}/ui/api/v1/auth/oauth2/loginResponse/${name}`),
    )
    idp.person = { sub: 'tested', claims: { preferred_username: 'tested-person' } }
    const { name } = await addProvider('tested', { isEnabled: false })
    expect((await app.anonymous(`/ui/api/v1/auth/oauth2/loginRequest/${name}?test=true`)).status).toBe(403)
    const admin = new SsoBrowser(app)
    admin.jar.take((await signIn(app, app.admin)).reply)
    const page = await (await walkOAuth(admin, name, '?test=true')).text()
    expect(page).toContain('The test sign-in passed')
    expect(await admin.whoami()).toBe('admin')
    expect(await userNamed('tested-person')).toBeUndefined()
    const shown = OAuthProvider.parse(await (await app.fetch(`/ui/api/v1/oauth/${name}`)).json())
    expect(shown.lastTest).toMatchObject({ isPassed: true, name: 'tested-person' })
    expect(shown.testedAt).not.toBeNull()
    await change(name, { isEnabled: false, nameClaim: 'nothing' })
    expect(await (await walkOAuth(admin, name, '?test=true')).text()).toContain('does not tell nothing')
  })
})

describe('GitHub', () => {
  let server: Server
  let url: string
  const api: Record<string, unknown> = {}

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://x')
      const isAsked = request.headers.authorization === 'Bearer gho_of-the-test'
      const answer =
        pathname === '/login/oauth/access_token'
          ? { access_token: 'gho_of-the-test', token_type: 'bearer', scope: '' }
          : isAsked
            ? api[pathname]
            : undefined
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer ?? {}))
    })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await addProvider('hub', {
      type: 'github',
      issuer: url,
      syncGroups: true,
      allowedOrganisations: ['acme'],
    })
    await app.fetch('/ui/api/v1/groups', json('POST', { name: 'acme' }))
  })

  afterAll(() => void server.close())

  async function walk(): Promise<{ browser: SsoBrowser; reply: Response }> {
    const browser = new SsoBrowser(app)
    const begun = new URL(locationOf(await browser.visit('/ui/api/v1/auth/oauth2/loginRequest/hub')))
    expect(`${begun.origin}${begun.pathname}`).toBe(`${url}/login/oauth/authorize`)
    const query = new URLSearchParams({ code: 'c', state: begun.searchParams.get('state') ?? '' })
    return { browser, reply: await browser.visit(`/ui/api/v1/auth/oauth2/loginResponse/hub?${query}`) }
  }

  test('signs in by its API: login, verified e-mail, teams as groups', async () => {
    api['/api/v3/user'] = { id: 583231, login: 'octocat', email: 'unverified@example.org' }
    api['/api/v3/user/emails'] = [
      { email: 'old@example.org', primary: false, verified: true },
      { email: 'octo@example.org', primary: true, verified: true },
    ]
    api['/api/v3/user/orgs'] = [{ login: 'acme' }]
    api['/api/v3/user/teams'] = [{ slug: 'dev', organization: { login: 'acme' } }]
    const { browser, reply } = await walk()
    expect(locationOf(reply)).toBe('/ui/login/sso/oauth')
    expect(await browser.whoami()).toBe('octocat')
    expect(await userNamed('octocat')).toMatchObject({
      email: 'octo@example.org',
      realm: 'oauth',
      external_id: '583231',
    })
    const rows = await app.db
      .selectFrom('memberships')
      .select('source')
      .where('source', '=', 'oauth:hub')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('lets nobody in from another organisation', async () => {
    api['/api/v3/user'] = { id: 2, login: 'stranger' }
    api['/api/v3/user/orgs'] = []
    api['/api/v3/user/teams'] = []
    const { browser, reply } = await walk()
    expect(await browser.troubleOf(reply)).toContain('certain organisations')
  })
})
