import { verify, X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SamlProvider } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { engine } from '../../../../../tests/support/database.ts'
import { json, signIn } from '../../../../../tests/support/browser.ts'
import { formOn, locationOf, SsoBrowser, walkSaml } from '../../../../../tests/support/saml-browser.ts'
import { isSignedBy } from '../../../../../tests/support/saml-forge.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'
import { startUpstream } from '../../../../../tests/support/upstream.ts'
import { idpEntityId, startSamlIdp, type SamlIdp } from '../../../../../tests/support/saml-idp.ts'
import { makeOwnKey } from './certificates.ts'

let app: TestApp
let idp: SamlIdp
let people = 0

beforeAll(async () => {
  idp = await startSamlIdp()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
})

afterAll(async () => {
  await app.close()
  await idp.close()
})

beforeEach(async () => {
  // A user belongs to the provider that it came through first, and each test has its own.
  idp.person = { nameId: `ada-${++people}`, attributes: {} }
  idp.options = {}
  for (const { name } of await listProviders())
    await app.fetch(`/ui/api/v1/saml/${name}`, { method: 'DELETE' })
})

const listProviders = async () =>
  SamlProvider.array().parse(await (await app.fetch('/ui/api/v1/saml')).json())

const providerBody = (settings: object = {}) => ({
  idpEntityId,
  loginUrl: idp.loginUrl,
  logoutUrl: idp.logoutUrl,
  certificates: [idp.key.certificate],
  ...settings,
})

let count = 0

async function addProvider(settings: object = {}): Promise<SamlProvider> {
  const body = { name: `corp-${++count}`, ...providerBody(settings) }
  const reply = await app.fetch('/ui/api/v1/saml', json('POST', body))
  expect(reply.status).toBe(201)
  return SamlProvider.parse(await reply.json())
}

const change = (name: string, settings: object) =>
  app.fetch(`/ui/api/v1/saml/${name}`, json('PUT', providerBody(settings)))

async function come(name: string, browser = new SsoBrowser(app)): Promise<SsoBrowser> {
  expect(locationOf(await walkSaml(browser, name))).toBe('/ui/login/sso/saml')
  return browser
}

async function administrator(): Promise<SsoBrowser> {
  const browser = new SsoBrowser(app)
  const { reply } = await signIn(app, app.admin)
  browser.jar.take(reply)
  return browser
}

const userNamed = (name: string) =>
  app.db.selectFrom('users').selectAll().where('name', '=', name).executeTakeFirst()

const loginData = async () =>
  (await (
    await app.anonymous('/ui/api/v1/ui/auth/loginRelatedData', json('POST', { dummy: '' }))
  ).json()) as {
    samlAuthenticationData: unknown
    ssoProviderLink: unknown
  }

const autoRedirect = async () => (await app.anonymous('/ui/api/v1/ui/saml/autoRedirect')).json()

describe('signing in', () => {
  test('AUTH-03, AUTH-21: through a provider makes the user, and ends on the progress page with a session', async () => {
    const { name } = await addProvider({ emailAttribute: 'mail' })
    idp.person = { nameId: 'Grace', attributes: { mail: 'grace@example.org' } }
    const browser = await come(name)
    expect(await browser.whoami()).toBe('grace')
    expect(await userNamed('grace')).toMatchObject({ realm: 'saml', email: 'grace@example.org', is_admin: 0 })
    expect(await (await come(name)).whoami()).toBe('grace')
  })

  test('C07: a picture that an attribute names is not fetched', async () => {
    const inside = await startUpstream()
    try {
      const { name } = await addProvider({ emailAttribute: 'mail' })
      const address = `${inside.url}/picture.png`
      const names = [
        'picture',
        'photo',
        'avatar',
        'thumbnailPhoto',
        'jpegPhoto',
        'urn:oid:0.9.2342.19200300.100.1.60',
      ]
      const pictures = Object.fromEntries(names.map((one) => [one, address]))
      idp.person = { nameId: 'pia', attributes: { mail: 'pia@example.org', ...pictures } }
      expect(await (await come(name)).whoami()).toBe('pia')
      expect(inside.requests).toEqual([])
    } finally {
      await inside.stop()
    }
  })

  test('with a request that a form carries, signed, and an answer that is encrypted and signed twice', async () => {
    const provider = await addProvider({
      requestBinding: 'post',
      signRequests: true,
      encryptedAssertions: true,
    })
    idp.person = { nameId: 'hedy', attributes: {} }
    idp.options = {
      signResponse: true,
      encryptionCert: provider.signingCertificate,
      encryptionPublicKey: provider.signingCertificate,
      encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    }
    expect(await (await come(provider.name)).whoami()).toBe('hedy')
    const page = await (await app.anonymous(provider.loginAddress)).text()
    const request = Buffer.from(formOn(page).fields['SAMLRequest'] ?? '', 'base64').toString()
    expect(isSignedBy(request, provider.signingCertificate ?? '')).toBe(true)
    expect(isSignedBy(request, idp.key.certificate)).toBe(false)
  })

  test('with a request in the address, signed', async () => {
    const provider = await addProvider({ signRequests: true })
    await come(provider.name)
    const target = new URL(locationOf(await app.anonymous(provider.loginAddress)))
    const [signed = '', signature = ''] = target.search.slice(1).split('&Signature=')
    const key = new X509Certificate(provider.signingCertificate ?? '').publicKey
    const bytes = Buffer.from(decodeURIComponent(signature), 'base64')
    expect(target.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
    expect(verify('sha256', Buffer.from(signed), key, bytes)).toBe(true)
  })

  test('refuses an assertion that is not encrypted where the settings ask for it', async () => {
    const { name } = await addProvider({ encryptedAssertions: true })
    const browser = new SsoBrowser(app)
    expect(await browser.troubleOf(await walkSaml(browser, name))).toContain('is not encrypted')
  })

  test('takes name, e-mail and groups from the attributes, and keeps the groups in step', async () => {
    for (const group of ['dev', 'ops']) await app.fetch('/ui/api/v1/groups', json('POST', { name: group }))
    const { name } = await addProvider({ nameAttribute: 'uid', groupAttribute: 'memberOf', syncGroups: true })
    idp.person = { nameId: 'x-17', attributes: { uid: 'Joan', memberOf: ['dev', 'no-such-group'] } }
    await come(name)
    const groupsOf = async () =>
      (
        await app.db
          .selectFrom('memberships')
          .innerJoin('groups', 'groups.id', 'group_id')
          .innerJoin('users', 'users.id', 'user_id')
          .select('groups.name')
          .where('users.name', '=', 'joan')
          .where('source', '=', `saml:${name}`)
          .execute()
      ).map((group) => group.name)
    expect(await groupsOf()).toEqual(['dev'])
    idp.person.attributes = { uid: 'Joan', memberOf: ['ops'] }
    await come(name)
    expect(await groupsOf()).toEqual(['ops'])
  })

  test('never becomes an internal user of the same name', async () => {
    const { name } = await addProvider()
    idp.person = { nameId: 'admin', attributes: {} }
    const browser = new SsoBrowser(app)
    expect(await browser.troubleOf(await walkSaml(browser, name))).toContain('not known to be this person')
    expect(await browser.whoami()).toBeUndefined()
  })

  test('is refused through a provider that is off, for a disabled user, and with an attribute that is missing', async () => {
    const { name } = await addProvider()
    await come(name)
    await change(name, { isEnabled: false })
    expect((await app.anonymous(`/ui/api/v1/auth/saml/loginRequest/${name}`)).status).toBe(404)
    await change(name, { nameAttribute: 'uid' })
    const browser = new SsoBrowser(app)
    expect(await browser.troubleOf(await walkSaml(browser, name))).toContain('no attribute uid')
    await change(name, {})
    await writeSql(app, `update users set status = 'disabled' where name = '${idp.person.nameId}'`)
    expect(await browser.troubleOf(await walkSaml(browser, name))).toContain('is disabled')
  })

  test('a provider that refuses is quoted', async () => {
    const { name } = await addProvider()
    idp.options = { samlStatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }
    const browser = new SsoBrowser(app)
    expect(await browser.troubleOf(await walkSaml(browser, name))).toBe('The provider refused: Responder.')
  })

  test('a message is found by its id only, and not for long', async () => {
    const reply = await app.anonymous('/ui/api/v1/ui/auth/ssoError/made-up')
    expect(reply.status).toBe(404)
  })
})

describe('the sign-in page', () => {
  test('AUTH-15: one provider without a name of its own is a single address', async () => {
    expect((await loginData()).samlAuthenticationData).toEqual([])
    const { name, loginAddress } = await addProvider()
    expect((await loginData()).samlAuthenticationData).toBe(`/ui/api/v1/auth/saml/loginRequest/${name}`)
    expect(loginAddress).toBe(`/ui/api/v1/auth/saml/loginRequest/${name}`)
  })

  test('AUTH-14: several are links with a name and an address; what is off is not among them', async () => {
    const first = await addProvider({ displayName: 'Okta' })
    const second = await addProvider()
    await addProvider({ isEnabled: false })
    expect((await loginData()).samlAuthenticationData).toEqual([
      { name: 'Okta', url: first.loginAddress },
      { name: second.name, url: second.loginAddress },
    ])
  })

  test('API-24, GUARD-27: goes to a provider at once after a test sign-in passed, and never before', async () => {
    const { name, loginAddress } = await addProvider()
    const refused = await change(name, { autoRedirect: true })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('Sign in through this provider once as a test')
    expect(await autoRedirect()).toEqual({ isAutoRedirectLogin: false, ssoProviderLink: '' })

    const admin = await administrator()
    const tested = await walkSaml(admin, name, '?test=true')
    expect(tested.status).toBe(200)
    expect(await tested.text()).toContain('The test sign-in passed')
    expect(await admin.whoami()).toBe('admin')
    const shown = SamlProvider.parse(await (await app.fetch(`/ui/api/v1/saml/${name}`)).json())
    expect(shown.lastTest).toMatchObject({ isPassed: true, name: idp.person.nameId })
    expect(shown.testedAt).not.toBeNull()

    expect((await change(name, { autoRedirect: true })).status).toBe(200)
    expect(await autoRedirect()).toEqual({ isAutoRedirectLogin: true, ssoProviderLink: loginAddress })
    expect((await loginData()).ssoProviderLink).toBe(loginAddress)

    // Other settings must pass again before anybody is sent there.
    await change(name, { autoRedirect: true, entityId: 'urn:another' })
    expect(await autoRedirect()).toEqual({ isAutoRedirectLogin: false, ssoProviderLink: '' })
    await come(name)
    expect(await autoRedirect()).toMatchObject({ isAutoRedirectLogin: true })
  })

  test('a test sign-in is for administrators, signs nobody in, and tells of a refusal', async () => {
    const { name } = await addProvider({ isEnabled: false, autoCreateUsers: false })
    const nobody = await new SsoBrowser(app).visit(`/ui/api/v1/auth/saml/loginRequest/${name}?test=true`)
    expect(nobody.status).toBe(403)
    idp.person = { nameId: 'unknown-person', attributes: {} }
    const page = await (await walkSaml(await administrator(), name, '?test=true')).text()
    expect(page).toContain('The test sign-in failed')
    expect(page).toContain('There is no account for')
    expect(await userNamed('unknown-person')).toBeUndefined()
    const shown = SamlProvider.parse(await (await app.fetch(`/ui/api/v1/saml/${name}`)).json())
    expect(shown).toMatchObject({ testedAt: null, lastTest: { isPassed: false } })
  })
})

test('a test sign-in whose answer cannot be trusted ends as a test too', async () => {
  const { certificate } = await makeOwnKey('other', new Date())
  const { name } = await addProvider({ certificates: [certificate] })
  const page = await (await walkSaml(await administrator(), name, '?test=true')).text()
  expect(page).toContain('The test sign-in failed')
  const shown = SamlProvider.parse(await (await app.fetch(`/ui/api/v1/saml/${name}`)).json())
  expect(shown).toMatchObject({ testedAt: null, lastTest: { isPassed: false, name: null } })
  expect(shown.lastTest?.message).toContain('cannot be trusted')
})

test('E04: headers that a proxy would send sign nobody in and do not change our addresses', async () => {
  const { name, acsUrl } = await addProvider()
  const headers = {
    'x-forwarded-user': 'admin',
    'x-webauth-user': 'admin',
    'remote-user': 'admin',
    remote_user: 'admin',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': 'evil.example',
    forwarded: 'for=127.0.0.1;host=evil.example',
  }
  const reply = await app.anonymous('/ui/api/v1/ui/auth/current', { headers })
  expect(await reply.json()).toMatchObject({ user: null })
  const begun = await app.anonymous(`/ui/api/v1/auth/saml/loginRequest/${name}`, { headers })
  const encoded = new URL(locationOf(begun)).searchParams.get('SAMLRequest') ?? ''
  const request = inflateRawSync(Buffer.from(encoded, 'base64')).toString()
  expect(request).toContain(`AssertionConsumerServiceURL="${acsUrl}"`)
  expect(request).not.toContain('evil')
})

describe('API-27, AUTH-20: somebody without an account', () => {
  const idOf = async (browser: SsoBrowser) =>
    (
      (await (await browser.call('/ui/api/v1/ui/saml/registrationId')).json()) as {
        samlRegistrationId: string
      }
    ).samlRegistrationId

  test('is remembered under an id that this browser alone is told', async () => {
    const { name } = await addProvider({ autoCreateUsers: false })
    idp.person = { nameId: 'newcomer', attributes: {} }
    const browser = new SsoBrowser(app)
    expect(await idOf(browser)).toBe('')
    expect(await browser.troubleOf(await walkSaml(browser, name))).toContain(
      'There is no account for "newcomer" here',
    )
    expect(await idOf(browser)).toMatch(/^[\w-]{43}$/)
    expect(await idOf(new SsoBrowser(app))).toBe('')
  })

  test('who then registers is linked to the account that is made', async () => {
    const { name } = await addProvider({ autoCreateUsers: false })
    const settings = (await (await app.fetch('/ui/api/v1/security-settings')).json()) as object
    const open = { ...settings, registration: { isEnabled: true, groups: [] } }
    expect((await app.fetch('/ui/api/v1/security-settings', json('PUT', open))).status).toBe(200)
    idp.person = { nameId: 'settler', attributes: {} }
    const browser = new SsoBrowser(app)
    await walkSaml(browser, name)
    const account = { userName: 'settled', email: 'settled@example.org', password: 'A-good-password-1' }
    const made = await browser.call('/ui/api/v1/ui/auth/createAccount', json('POST', account))
    expect(made.status).toBe(201)
    expect(await idOf(browser)).toBe('')
    expect(await (await come(name)).whoami()).toBe('settled')
    expect(await userNamed('settler')).toBeUndefined()
  })
})

describe.skipIf(engine === 'sqlite')('two nodes (PostgreSQL only: SQLite has one process)', () => {
  test('one sends the browser away and the other takes the answer, once', async () => {
    const { name } = await addProvider()
    const other = await startTestApp({ beside: app, env: { BINDERY_BASE_URL: app.url } })
    try {
      const browser = new SsoBrowser(app)
      const begun = await browser.visit(`/ui/api/v1/auth/saml/loginRequest/${name}`)
      const { fields } = formOn(await (await fetch(locationOf(begun))).text())
      const answer = new URL(`/ui/api/v1/auth/saml/loginResponse/${name}`, other.url).href
      const next = locationOf(await browser.submit(answer, fields))
      expect(next).toContain('/finish/')
      expect(locationOf(await browser.visit(next))).toBe('/ui/login/sso/saml')
      const here = new URL(`/ui/api/v1/auth/saml/loginResponse/${name}`, app.url).href
      expect(await browser.troubleOf(await browser.submit(here, fields))).toContain('was used before')
    } finally {
      await other.close()
    }
  })
})
