import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IdpMetadata, SamlProvider, TestReport } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { startSamlIdp, type SamlIdp } from '../../../../../tests/support/saml-idp.ts'

let app: TestApp
let idp: SamlIdp

beforeAll(async () => {
  idp = await startSamlIdp()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
})

afterAll(async () => {
  await app.close()
  await idp.close()
})

const path = '/ui/api/v1/saml'
const body = (more: object = {}) => ({
  loginUrl: idp.loginUrl,
  certificates: [idp.key.certificate],
  ...more,
})

const create = (name: string, more: object = {}) => app.fetch(path, json('POST', { name, ...body(more) }))
const read = async (name: string) => SamlProvider.parse(await (await app.fetch(`${path}/${name}`)).json())

describe('settings', () => {
  test('are created, read, changed and deleted, each change in the audit log', async () => {
    expect((await create('one')).status).toBe(201)
    expect(await read('one')).toMatchObject({
      name: 'one',
      isEnabled: true,
      verifyAudience: true,
      acsUrl: `${app.url}/ui/api/v1/auth/saml/loginResponse/one`,
      ourEntityId: `${app.url}/ui/api/v1/auth/saml/metadata/one`,
      certificateFacts: [{ subject: 'CN=test-idp', isExpired: false }],
      signingCertificate: null,
      testedAt: null,
    })
    expect((await create('one')).status).toBe(409)
    const changed = await app.fetch(
      `${path}/one`,
      json('PUT', body({ displayName: 'First', entityId: 'urn:us' })),
    )
    expect(await changed.json()).toMatchObject({ displayName: 'First', ourEntityId: 'urn:us' })
    expect((await app.fetch(`${path}/one`, { method: 'DELETE' })).status).toBe(204)
    expect((await app.fetch(`${path}/one`)).status).toBe(404)
    const noted = await app.db.selectFrom('audit').select('kind').where('target', '=', 'saml:one').execute()
    expect(noted.map(({ kind }) => kind)).toEqual([
      'provider.created',
      'provider.changed',
      'provider.deleted',
    ])
  })

  test.for([
    ['a certificate that is none', { certificates: ['nonsense'] }, 'certificates.0'],
    ['no certificate', { certificates: [] }, 'certificates'],
    ['an address that is none', { loginUrl: 'javascript:alert(1)' }, 'loginUrl'],
    ['an address of a file', { loginUrl: 'file:///etc/passwd' }, 'loginUrl'],
  ] as const)('refuse %s, and say which', async ([, more, field]) => {
    const reply = await create('wrong', more)
    expect(reply.status).toBe(400)
    expect(((await reply.json()) as { errors: { field: string }[] }).errors[0]?.field).toBe(field)
  })

  test.for(['a/b', '../x', 'a b', 'ä', '', 'a:b'])('refuse the name %j', async (name) => {
    expect((await create(name)).status).toBe(400)
  })

  test('take a certificate without its header, as metadata documents have it', async () => {
    expect((await create('bare', { certificates: [bareCertificate()] })).status).toBe(201)
    const [stored = ''] = (await read('bare')).certificates
    expect(new X509Certificate(stored).fingerprint256).toBe(
      new X509Certificate(idp.key.certificate).fingerprint256,
    )
  })
})

describe('H03: our key', () => {
  test('is made when it is first needed, stays, is sealed, and is never shown', async () => {
    await create('keyed')
    expect((await read('keyed')).signingCertificate).toBeNull()
    const put = (more: object) => app.fetch(`${path}/keyed`, json('PUT', body(more)))
    const reply = await put({ signRequests: true })
    expect(await reply.text()).not.toMatch(/PRIVATE KEY|sealedKey/)
    const { signingCertificate } = await read('keyed')
    expect(signingCertificate).toContain('BEGIN CERTIFICATE')
    await put({ signRequests: true, encryptedAssertions: true })
    expect((await read('keyed')).signingCertificate).toBe(signingCertificate)
    const row = await app.db
      .selectFrom('identity_providers')
      .select('settings')
      .where('name', '=', 'keyed')
      .executeTakeFirstOrThrow()
    expect(row.settings).toContain('sealedKey":"v1.')
    expect(row.settings).not.toContain('PRIVATE KEY')
  })
})

describe('metadata', () => {
  test('ours is public, and has our addresses and certificates', async () => {
    await create('meta', { signRequests: true, encryptedAssertions: true })
    const reply = await app.anonymous('/ui/api/v1/auth/saml/metadata/meta')
    expect(reply.headers.get('content-type')).toContain('application/samlmetadata+xml')
    const xml = await reply.text()
    const { acsUrl, ourEntityId, ourLogoutUrl, signingCertificate } = await read('meta')
    for (const part of [
      acsUrl,
      `entityID="${ourEntityId}"`,
      ourLogoutUrl,
      'use="signing"',
      'use="encryption"',
    ])
      expect(xml).toContain(part)
    const inside = /X509Certificate>([^<]+)</.exec(xml)?.[1]?.replaceAll(/\s/g, '')
    expect(signingCertificate?.replaceAll(/-----[^-]+-----|\s/g, '')).toBe(inside)
    expect((await app.anonymous('/ui/api/v1/auth/saml/metadata/absent')).status).toBe(404)
  })

  const readMetadata = (given: object) => app.fetch('/ui/api/v1/saml-metadata', json('POST', given))

  test('of a provider is read from its address and from a text, and fits the settings', async () => {
    const byUrl = await readMetadata({ url: idp.metadataUrl })
    expect(byUrl.status).toBe(200)
    const found = IdpMetadata.parse(await byUrl.json())
    expect(found).toMatchObject({
      idpEntityId: 'urn:test:idp',
      requestBinding: 'redirect',
      signRequests: false,
    })
    expect(found.loginUrl).toMatch(/\/login$/)
    expect(found.logoutUrl).toMatch(/\/logout$/)
    const xml = await (await fetch(idp.metadataUrl)).text()
    expect(await (await readMetadata({ xml: `<!-- ours -->${xml}` })).json()).toEqual(found)
    const { certificateFacts: _facts, ...settings } = found
    expect((await app.fetch(path, json('POST', { name: 'imported', ...settings }))).status).toBe(201)
  })

  test.for([
    ['nothing', {}],
    ['no metadata', { xml: '<a/>' }],
    ['no XML', { xml: 'hello' }],
    ['a document type', { xml: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' }],
    ['an address without an answer', { url: 'http://127.0.0.1:9/metadata' }],
  ] as const)('C05, B13: of %s is refused with a sentence', async ([, given]) => {
    const reply = await readMetadata(given)
    expect([400, 502]).toContain(reply.status)
    expect(((await reply.json()) as { error: string }).error).toMatch(/\w{3}.*\./)
  })

  test('C05: is not fetched from inside, nor from where a redirect leads', async () => {
    const inside = await startTestApp()
    try {
      const reply = await inside.fetch('/ui/api/v1/saml-metadata', json('POST', { url: idp.metadataUrl }))
      expect(reply.status).toBe(400)
      expect(await reply.text()).toContain('internal')
    } finally {
      await inside.close()
    }
    let wasAsked = false
    const server: Server = createServer((request, response) => {
      wasAsked ||= request.url === '/inner'
      response
        .writeHead(302, { location: `http://localhost:${(server.address() as AddressInfo).port}/inner` })
        .end()
    })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    expect((await readMetadata({ url })).status).toBe(502)
    expect(wasAsked).toBe(false)
    server.close()
  })
})

test('the test of the settings tells each step', async () => {
  await create('tested', { signRequests: true })
  const report = TestReport.parse(await (await app.fetch(`${path}/tested/test`, { method: 'POST' })).json())
  expect(report.isPassed).toBe(true)
  expect(Object.fromEntries(report.steps.map(({ step, outcome }) => [step, outcome]))).toEqual({
    'Certificate 1': 'passed',
    'Our key': 'passed',
    'Sign-in request': 'passed',
    'Our metadata': 'passed',
    'Our address': 'warning',
    'Test sign-in': 'warning',
  })
})

const bareCertificate = () => idp.key.certificate.replaceAll(/-----[^-]+-----|\s/g, '')

describe('the Access API', () => {
  const access = '/access/api/v1/saml'
  const settings = (more: object = {}) => ({
    enable_integration: true,
    verify_audience_restriction: true,
    login_url: idp.loginUrl,
    logout_url: idp.logoutUrl,
    service_provider_name: 'urn:bindery',
    auto_user_creation: true,
    allow_user_to_access_profile: true,
    use_encrypted_assertion: false,
    auto_redirect: false,
    sync_groups: true,
    certificate: bareCertificate(),
    group_attribute: 'groups',
    email_attribute: 'mail',
    name_id_attribute: 'uid',
    ldap_group_settings: [],
    ...more,
  })

  test('gives back what was given, keeps what it does not know, and deletes', async () => {
    const created = await app.fetch(access, json('POST', { name: 'terra', ...settings() }))
    expect(created.status).toBe(201)
    expect(await created.json()).toEqual({ name: 'terra', ...settings() })
    await app.fetch(`${path}/terra`, json('PUT', { ...body(), displayName: 'Kept', idpEntityId: 'urn:kept' }))
    const changed = await app.fetch(
      `${access}/terra`,
      json('PUT', { name: 'terra', ...settings({ sync_groups: false }) }),
    )
    expect(await changed.json()).toMatchObject({ sync_groups: false })
    expect(await read('terra')).toMatchObject({ displayName: 'Kept', idpEntityId: 'urn:kept' })
    expect(Object.keys(await read('terra'))).not.toContain('certificateText')
    expect(await (await app.fetch(access)).json()).toContainEqual(expect.objectContaining({ name: 'terra' }))
    expect((await app.fetch(`${access}/terra`, { method: 'DELETE' })).status).toBe(204)
    expect((await app.fetch(`${access}/terra`)).status).toBe(404)
  })

  test('takes the wish for an automatic redirect, which waits for a sign-in that passes', async () => {
    await app.fetch(access, json('POST', { name: 'wish', ...settings({ auto_redirect: true }) }))
    expect(await read('wish')).toMatchObject({ autoRedirect: true, isAutoRedirecting: false })
    expect(await (await app.anonymous('/ui/api/v1/ui/saml/autoRedirect')).json()).toMatchObject({
      isAutoRedirectLogin: false,
    })
  })
})
