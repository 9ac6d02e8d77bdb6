// E10: identity tokens that must not be believed. The provider's token and key endpoints are replaced by ones of our own, so
// that each token differs from a good one in one thing; the good one is accepted first.
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { passProvider, startOidcIdp, type OidcIdp } from '../../../../../tests/support/oidc-idp.ts'
import { locationOf, SsoBrowser } from '../../../../../tests/support/saml-browser.ts'

let app: TestApp
let idp: OidcIdp
const names = Array.from({ length: 20 }, (_, index) => `p${index}`)
let count = 0

const pair = () => generateKeyPair('RS256', { extractable: true })
let key: Awaited<ReturnType<typeof pair>>
let otherKey: Awaited<ReturnType<typeof pair>>

beforeAll(async () => {
  ;[key, otherKey] = await Promise.all([pair(), pair()])
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  idp = await startOidcIdp(() =>
    names.map((name) => `${app.url}/ui/api/v1/auth/oauth2/loginResponse/${name}`),
  )
  const keys = JSON.stringify({
    keys: [{ ...(await exportJWK(key.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }],
  })
  idp.override['/jwks'] = (_, response) =>
    void response.setHeader('content-type', 'application/json').end(keys)
})

afterAll(async () => {
  await idp.close()
  await app.close()
})

type Make = (claims: JWTPayload) => Promise<string>

const signed =
  (by: () => CryptoKey, change: (claims: JWTPayload) => JWTPayload = (claims) => claims): Make =>
  (claims) =>
    new SignJWT(change(claims)).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(by())

/** Walks with a token that the provider would have made, changed by `make`; returns why it was refused, or who came. */
async function walk(make: Make, told: object = {}): Promise<{ who?: string | undefined; why?: string }> {
  const name = names[count++] ?? ''
  const body = {
    name,
    issuer: idp.url,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    scopes: 'openid',
  }
  expect((await app.fetch('/ui/api/v1/oauth', json('POST', body))).status).toBe(201)
  const browser = new SsoBrowser(app)
  const begun = await browser.visit(`/ui/api/v1/auth/oauth2/loginRequest/${name}`)
  const nonce = new URL(locationOf(begun)).searchParams.get('nonce') ?? ''
  const now = Math.floor(Date.now() / 1000)
  const sub = `person-${count}`
  const token = await make({
    iss: idp.url,
    aud: idp.clientId,
    sub,
    nonce,
    iat: now,
    exp: now + 300,
    preferred_username: sub,
  })
  const tokens = JSON.stringify({
    access_token: 'opaque',
    token_type: 'Bearer',
    expires_in: 300,
    ...(token === '' ? {} : { id_token: token }),
  })
  idp.override['/token'] = (_, response) =>
    void response.setHeader('content-type', 'application/json').end(tokens)
  idp.override['/me'] = (_, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify({ sub, ...told }))
  const back = new URL(await passProvider(begun))
  const reply = await browser.visit(`${back.pathname}${back.search}`)
  if (locationOf(reply) === '/ui/login/sso/oauth') return { who: await browser.whoami() }
  expect(await browser.whoami()).toBeUndefined()
  const noted = await app.db
    .selectFrom('audit')
    .select('outcome')
    .where('target', '=', `oauth:${name}`)
    .execute()
  expect(noted.at(-1)?.outcome).toBe('failure')
  return { why: await browser.troubleOf(reply) }
}

test('E10: a good token is accepted', async () => {
  expect(await walk(signed(() => key.privateKey))).toEqual({ who: 'person-1' })
})

test.each([
  ['behind ours', (now: number) => ({ exp: now - 50 })],
  ['before ours', (now: number) => ({ nbf: now + 50 })],
])('J10: a token of a provider whose clock is fifty seconds %s is accepted', async (_, change) => {
  const times = change(Math.floor(Date.now() / 1000))
  const walked = await walk(
    signed(
      () => key.privateKey,
      (claims) => ({ ...claims, ...times }),
    ),
  )
  expect(walked).toEqual({ who: expect.stringMatching(/^person-/) })
})

const hour = 3600
const wrong: [string, Make][] = [
  [
    'for another client',
    signed(
      () => key.privateKey,
      (claims) => ({ ...claims, aud: 'another-client' }),
    ),
  ],
  [
    'for us and another client, without saying who asked',
    signed(
      () => key.privateKey,
      (claims) => ({ ...claims, aud: ['bindery', 'another'] }),
    ),
  ],
  [
    'by another issuer',
    signed(
      () => key.privateKey,
      (claims) => ({ ...claims, iss: 'https://other.example' }),
    ),
  ],
  [
    'with the nonce of another sign-in',
    signed(
      () => key.privateKey,
      (claims) => ({ ...claims, nonce: 'replayed' }),
    ),
  ],
  [
    'without a nonce',
    signed(
      () => key.privateKey,
      ({ nonce: _, ...claims }) => claims,
    ),
  ],
  [
    'that has expired',
    signed(
      () => key.privateKey,
      (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - hour }),
    ),
  ],
  [
    'without a subject',
    signed(
      () => key.privateKey,
      ({ sub: _, ...claims }) => claims,
    ),
  ],
  ['by another key', signed(() => otherKey.privateKey)],
  ['without a signature', async (claims) => new UnsecuredJWT(claims).encode()],
  [
    'signed with the client secret in place of a key',
    (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(idp.clientSecret)),
  ],
  [
    'that was changed',
    async (claims) =>
      (await signed(() => key.privateKey)(claims)).replace(
        /\.[^.]+\./,
        `.${Buffer.from(JSON.stringify({ ...claims, sub: 'admin', preferred_username: 'admin' })).toString('base64url')}.`,
      ),
  ],
  ['that is missing', async () => ''],
]

test.for(wrong)('E10: a token %s is refused', async ([, make]) => {
  const { who, why } = await walk(make)
  expect(who).toBeUndefined()
  expect(why).toContain('cannot be trusted')
})

test('E10: what the provider tells of another person beside the token is refused', async () => {
  const { who, why } = await walk(
    signed(() => key.privateKey),
    { sub: 'somebody-else', preferred_username: 'admin' },
  )
  expect(who).toBeUndefined()
  expect(why).toContain('cannot be trusted')
})

test('E10: what the token says goes before what is told beside it', async () => {
  expect(
    await walk(
      signed(() => key.privateKey),
      { preferred_username: 'admin' },
    ),
  ).toEqual({ who: `person-${count}` })
})
