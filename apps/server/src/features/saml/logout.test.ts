import { createSign } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json, signIn } from '../../../../../tests/support/browser.ts'
import { locationOf, SsoBrowser, walkSaml } from '../../../../../tests/support/saml-browser.ts'
import { sign } from '../../../../../tests/support/saml-forge.ts'
import { idpEntityId, startSamlIdp, type SamlIdp } from '../../../../../tests/support/saml-idp.ts'
import { makeOwnKey, type OwnKey } from './certificates.ts'

let app: TestApp
let idp: SamlIdp
let browser: SsoBrowser

beforeAll(async () => {
  idp = await startSamlIdp()
  idp.person = { nameId: 'ada', attributes: {} }
  app = await startTestApp()
  const body = {
    name: 'corp',
    idpEntityId,
    loginUrl: idp.loginUrl,
    logoutUrl: idp.logoutUrl,
    certificates: [idp.key.certificate],
    signRequests: true,
  }
  expect((await app.fetch('/ui/api/v1/saml', json('POST', body))).status).toBe(201)
})

afterAll(async () => {
  await app.close()
  await idp.close()
})

beforeEach(async () => {
  browser = new SsoBrowser(app)
  expect(locationOf(await walkSaml(browser, 'corp'))).toBe('/ui/login/sso/saml')
  expect(await browser.whoami()).toBe('ada')
})

const logoutUrlOf = async (of: SsoBrowser) =>
  ((await (await of.call('/ui/api/v1/ui/saml/logoutRequest')).json()) as { logoutUrl: string }).logoutUrl

const inflate = (text: string | null) => inflateRawSync(Buffer.from(text ?? '', 'base64')).toString()

describe('API-14, GUARD-24: leaving here', () => {
  test('leads to the provider with a signed request that names person and session, once', async () => {
    // The application asks at its start whether there is one; that does not use it up.
    const looked = await browser.call('/ui/api/v1/ui/saml/logoutRequest?peek=true')
    expect(await looked.json()).toMatchObject({ logoutUrl: expect.stringContaining(idp.logoutUrl) })
    const target = new URL(await logoutUrlOf(browser))
    expect(`${target.origin}${target.pathname}`).toBe(idp.logoutUrl)
    expect(target.searchParams.get('Signature')).not.toBeNull()
    const request = inflate(target.searchParams.get('SAMLRequest'))
    expect(request).toContain('>ada</saml:NameID>')
    expect(request).toContain('>session-of-ada</')
    expect(await logoutUrlOf(browser)).toBe('')
  })

  test('leads nowhere for somebody who came with a password', async () => {
    const other = new SsoBrowser(app)
    other.jar.take((await signIn(app, app.admin)).reply)
    expect(await logoutUrlOf(other)).toBe('')
  })

  test('the answer of the provider ends on the sign-in page, which stays there', async () => {
    const reply = await browser.visit('/ui/api/v1/auth/saml/logout/corp?SAMLResponse=anything')
    expect(locationOf(reply)).toBe('/ui/login?logout=true')
  })
})

let count = 0

function logoutRequest({
  nameId = 'ada',
  index = 'session-of-ada',
  ageMs = 0,
  destination = '',
} = {}): string {
  const at = new Date(Date.now() - ageMs).toISOString()
  const to = destination || `${app.url}/ui/api/v1/auth/saml/logout/corp`
  return (
    `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ` +
    `ID="_out-${++count}-${Date.now()}" Version="2.0" IssueInstant="${at}" Destination="${to}">` +
    `<saml:Issuer>${idpEntityId}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>` +
    `<samlp:SessionIndex>${index}</samlp:SessionIndex></samlp:LogoutRequest>`
  )
}

interface Redirected {
  key?: OwnKey
  hash?: string
  algorithm?: string
  relayState?: string
}

/** As the provider sends it through the browser's address. */
function redirectPath(xml: string, options: Redirected = {}): string {
  const algorithm = options.algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
  const parts = [
    `SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`,
    ...(options.relayState === undefined ? [] : [`RelayState=${encodeURIComponent(options.relayState)}`]),
    `SigAlg=${encodeURIComponent(algorithm)}`,
  ].join('&')
  const signature = createSign(options.hash ?? 'sha256')
    .update(parts)
    .sign((options.key ?? idp.key).privateKey, 'base64')
  return `/ui/api/v1/auth/saml/logout/corp?${parts}&Signature=${encodeURIComponent(signature)}`
}

describe('leaving there', () => {
  test('ends the session here and answers the provider', async () => {
    const xml = logoutRequest()
    const reply = await new SsoBrowser(app).visit(redirectPath(xml, { relayState: 'back' }))
    const target = new URL(locationOf(reply))
    expect(`${target.origin}${target.pathname}`).toBe(idp.logoutUrl)
    expect(target.searchParams.get('RelayState')).toBe('back')
    const answer = inflate(target.searchParams.get('SAMLResponse'))
    expect(answer).toContain(`InResponseTo="${/ID="([^"]+)"/.exec(xml)?.[1]}"`)
    expect(answer).toContain('status:Success')
    expect(await browser.whoami()).toBeUndefined()
    const noted = await app.db.selectFrom('audit').selectAll().where('kind', '=', 'sign-in.ended').execute()
    expect(noted.map(({ target: name }) => name)).toContain('ada')
  })

  test('ends it by a form too', async () => {
    const xml = sign(logoutRequest(), idp.key, { element: 'LogoutRequest' })
    const fields = { SAMLRequest: Buffer.from(xml).toString('base64') }
    const reply = await browser.submit(`${app.url}/ui/api/v1/auth/saml/logout/corp`, fields)
    expect(locationOf(reply)).toContain('SAMLResponse=')
    expect(await browser.whoami()).toBeUndefined()
  })

  test('of another session leaves this one alone', async () => {
    await new SsoBrowser(app).visit(redirectPath(logoutRequest({ index: 'another' })))
    expect(await browser.whoami()).toBe('ada')
  })

  test('happens once for one request', async () => {
    const path = redirectPath(logoutRequest())
    expect(locationOf(await browser.visit(path))).toContain('SAMLResponse=')
    expect(await browser.troubleOf(await browser.visit(path))).toContain('was used before')
  })
})

describe('E11: a logout request', () => {
  test.for([
    ['without a signature', () => redirectPath(logoutRequest()).replace(/&SigAlg.*/, ''), /not signed/],
    [
      'by SHA-1',
      () =>
        redirectPath(logoutRequest(), {
          hash: 'sha1',
          algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
        }),
      /not signed with SHA-256/,
    ],
    [
      'for another place',
      () => redirectPath(logoutRequest({ destination: 'https://other.example' })),
      /another place/,
    ],
    ['of yesterday', () => redirectPath(logoutRequest({ ageMs: 86_400_000 })), /too old/],
    ['B13: with a document type', () => redirectPath(`<!DOCTYPE x>${logoutRequest()}`), /document type/],
    ['that is a bomb', () => redirectPath('a'.repeat(5_000_000)), /too long/],
    ['with a parameter twice', () => `${redirectPath(logoutRequest())}&SAMLRequest=x`, /given twice/],
    [
      'that is something else',
      () => redirectPath(logoutRequest().replaceAll('LogoutRequest', 'AuthnRequest')),
      /not a logout request/,
    ],
  ] as const)('%s is refused', async ([, path, reason]) => {
    const reply = await new SsoBrowser(app).visit(path())
    expect(await browser.troubleOf(reply)).toMatch(reason)
    expect(await browser.whoami()).toBe('ada')
  })

  test('by another key is refused, in an address and in a form', async () => {
    const other = await makeOwnKey('other', new Date())
    expect(
      await browser.troubleOf(await browser.visit(redirectPath(logoutRequest(), { key: other }))),
    ).toContain('cannot be trusted')
    const url = `${app.url}/ui/api/v1/auth/saml/logout/corp`
    for (const xml of [logoutRequest(), sign(logoutRequest(), other, { element: 'LogoutRequest' })]) {
      const reply = await browser.submit(url, { SAMLRequest: Buffer.from(xml).toString('base64') })
      expect(await browser.troubleOf(reply)).toContain('cannot be trusted')
    }
    expect(await browser.whoami()).toBe('ada')
  })
})
