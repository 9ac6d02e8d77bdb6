// Tokens: forged, tricked, used beyond their scope, found at rest. Section numbers are those of the list of threats.
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CreatedToken } from '@bindery/contracts'
import { basic, startTestApp, type Credentials, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'

let app: TestApp
let ann: Credentials
let real: CreatedToken

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({
    name: 'ann',
    grants: [
      { action: 'read', repository: 'generic-local' },
      { action: 'deploy', repository: 'generic-local' },
      { action: 'delete', repository: 'generic-local' },
      { action: 'read', repository: 'npm-local' },
      { action: 'deploy', repository: 'npm-local' },
    ],
  })
  real = await create(app.admin)
})

afterAll(() => app.close())

const address = '/access/api/v1/tokens'
const whoami = '/artifactory/api/npm/npm-local/-/whoami'
const statusOf = async (token: string) => (await app.as({ token })(whoami)).status

async function create(who: Credentials | { token: string }, body: object = {}): Promise<CreatedToken> {
  const reply = await app.as(who)(address, json('POST', body))
  expect(reply.status, await reply.clone().text()).toBe(200)
  return CreatedToken.parse(await reply.json())
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const read = (token: string, index: number): JWTPayload & { kid?: string } =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8'))

/** What the real token says, unless told otherwise. */
const claims = (more: object = {}) => ({ ...read(real.access_token, 1), ...more })

function hmacSigned(header: object, payload: object, key: string | Buffer): string {
  const signed = `${part(header)}.${part(payload)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

test('the real token is taken, so that what follows proves something', async () => {
  expect(await statusOf(real.access_token)).toBe(200)
})

describe('E02: no guessable secret signs a token', () => {
  test.each(['', ' ', 'null', 'undefined', '0'.repeat(64), '\0'.repeat(64), 'secret', 'changeme'])(
    'not %j',
    async (key) => {
      for (const header of [
        { alg: 'HS256', typ: 'JWT' },
        { alg: 'HS256', kid: read(real.access_token, 0).kid },
      ])
        expect(await statusOf(hmacSigned(header, claims(), key))).toBe(401)
    },
  )

  test('every installation makes keys of its own', async () => {
    const other = await startTestApp()
    try {
      expect((await other.as({ token: real.access_token })(whoami)).status).toBe(401)
      const theirs = await other.token()
      expect(await statusOf(theirs)).toBe(401)
      expect(read(theirs, 1).iss).not.toBe(read(real.access_token, 1).iss)
    } finally {
      await other.close()
    }
  })

  test('an empty master key stops the start', async () => {
    await expect(startTestApp({ env: { BINDERY_MASTER_KEY: '00' } })).rejects.toThrow(
      /hexadecimal|MASTER_KEY/i,
    )
  })
})

describe('E03: what a token says about itself does not count', () => {
  test('no algorithm, in every spelling', async () => {
    for (const alg of ['none', 'None', 'NONE', 'nOnE', ''])
      for (const kid of [undefined, read(real.access_token, 0).kid])
        for (const signature of ['', 'AA', real.access_token.split('.')[2]])
          expect(await statusOf(`${part({ alg, typ: 'JWT', kid })}.${part(claims())}.${signature}`)).toBe(401)
  })

  test('the public key as a shared secret', async () => {
    const [row] = await app.db.selectFrom('signing_keys').selectAll().execute()
    const jwk = JSON.parse(row?.public_key ?? '{}') as { x: string }
    for (const key of [row?.public_key ?? '', jwk.x, Buffer.from(jwk.x, 'base64url')])
      expect(await statusOf(hmacSigned({ alg: 'HS256', kid: row?.id }, claims(), key))).toBe(401)
  })

  test('a key that the token brings along or points to', async () => {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    const jwk = await exportJWK(publicKey)
    const kid = String(read(real.access_token, 0).kid)
    const headers: Omit<JWTHeaderParameters, 'alg'>[] = [
      { jwk },
      { jwk, kid },
      { jku: 'http://127.0.0.1:1/keys', kid },
      { x5u: 'http://127.0.0.1:1/cert', kid },
      { x5c: [jwk.x ?? ''], kid },
      { kid },
      {},
    ]
    for (const header of headers) {
      const forged = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'EdDSA', ...header })
        .sign(privateKey)
      expect([header, await statusOf(forged)]).toEqual([header, 401])
    }
  })

  test.each(['../../dev/null', '/dev/null', "x' OR 1=1", '" or ""="', '\0', '__proto__', 'constructor', ''])(
    'the key id %j',
    async (kid) => {
      const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
      expect(await statusOf(hmacSigned({ alg: 'HS256', kid }, claims(), ''))).toBe(401)
      const forged = await new SignJWT(claims()).setProtectedHeader({ alg: 'EdDSA', kid }).sign(privateKey)
      expect(await statusOf(forged)).toBe(401)
    },
  )

  test('our own key, but a token that we did not give out: another id, no end, another audience or user', async () => {
    const { kid, privateKey } = await stolenKey()
    const variants = [
      {},
      { jti: '01890000-0000-7000-8000-000000000000' },
      { exp: undefined },
      { aud: 'jfrt@somebody-else' },
      { sub: 'jfac@x/users/admin' },
      { iss: 'jfac@somebody-else' },
      { scp: 'applied-permissions/admin' },
    ]
    for (const more of variants) {
      const forged = await new SignJWT(claims({ ...more, forged: true }))
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .sign(privateKey)
      expect([more, await statusOf(forged)]).toEqual([more, 401])
    }
  })

  test('a token for another service', async () => {
    const token = await create(app.admin, { audience: 'jfrt@0123456789' })
    expect(await statusOf(token.access_token)).toBe(401)
    expect(await statusOf((await create(app.admin, { audience: 'jfrt@*' })).access_token)).toBe(200)
  })

  test('a changed claim, a cut or a doubled part', async () => {
    const [head = '', , tail = ''] = real.access_token.split('.')
    const changed = `${head}.${part(claims({ scp: 'applied-permissions/admin' }))}.${tail}`
    for (const token of [
      changed,
      `${head}..${tail}`,
      `${real.access_token}.${tail}`,
      `${head}.${tail}`,
      `${real.access_token}A`,
    ])
      expect(await statusOf(token)).toBe(401)
  })

  /** As if somebody had read the master key and the database. */
  async function stolenKey() {
    const { openVault } = await import('../../apps/server/src/platform/vault.ts')
    const vault = openVault(
      Buffer.from(readFileSync(join(app.home, 'etc', 'master.key'), 'utf8').trim(), 'hex'),
    )
    const row = await app.db
      .selectFrom('signing_keys')
      .selectAll()
      .where('private_key', 'is not', null)
      .executeTakeFirstOrThrow()
    const privateKey = await importJWK(
      JSON.parse(vault.open(row.private_key ?? '', `signing-key:${row.id}`)),
      'EdDSA',
    )
    return { kid: row.id, privateKey }
  }
})

describe('F02: the scope holds on every way in', () => {
  const scope = 'artifact:generic-local/mine/**:r'
  let narrow: CreatedToken

  beforeAll(async () => {
    narrow = await create(ann, { scope, include_reference_token: true, expires_in: 3600 })
    for (const path of ['mine/a.txt', 'yours/a.txt'])
      expect(
        (await app.as(ann)(`/artifactory/generic-local/${path}`, { method: 'PUT', body: path })).status,
      ).toBe(201)
  })

  const ways = (): [string, Record<string, string>][] =>
    [narrow.access_token, narrow.reference_token ?? ''].flatMap(
      (secret): [string, Record<string, string>][] => [
        ['Bearer', { authorization: `Bearer ${secret}` }],
        ['Basic', { authorization: basic({ name: 'ann', password: secret }) }],
        ['Basic with any name', { authorization: basic({ name: '', password: secret }) }],
        ['X-JFrog-Art-Api', { 'x-jfrog-art-api': secret }],
      ],
    )

  test('reading where it may, and nothing else', async () => {
    for (const [way, headers] of ways()) {
      const ask = async (path: string, method = 'GET') =>
        (await app.anonymous(path, { method, headers, ...(method === 'PUT' && { body: 'x' }) })).status
      const answers = {
        read: await ask('/artifactory/generic-local/mine/a.txt'),
        readElsewhere: await ask('/artifactory/generic-local/yours/a.txt'),
        write: await ask('/artifactory/generic-local/mine/b.txt', 'PUT'),
        delete: await ask('/artifactory/generic-local/mine/a.txt', 'DELETE'),
        otherRepository: await ask('/artifactory/api/npm/npm-local/some-package'),
        publish: await ask('/artifactory/api/npm/npm-local/some-package', 'PUT'),
        whoami: await ask(whoami),
        profile: await ask('/ui/api/v1/ui/userProfile'),
        users: await ask('/ui/api/v1/users'),
      }
      expect([way, answers]).toEqual([
        way,
        {
          read: 200,
          readElsewhere: expect.toSatisfy((status: number) => [403, 404].includes(status)),
          write: 403,
          delete: 403,
          otherRepository: 404,
          publish: 404,
          whoami: 200,
          profile: 403,
          users: 403,
        },
      ])
    }
  })

  test('an administrator’s token is as narrow', async () => {
    const token = (await create(app.admin, { scope })).access_token
    const ask = async (path: string, method = 'GET') => (await app.as({ token })(path, { method })).status
    expect(await ask('/artifactory/generic-local/mine/a.txt')).toBe(200)
    expect(await ask('/artifactory/generic-local/mine/a.txt', 'DELETE')).toBe(403)
    expect(await ask('/artifactory/api/v1/metrics')).toBe(403)
    expect(await ask('/ui/api/v1/users')).toBe(403)
    expect(await ask('/ui/api/v1/tokens')).toBe(403)
  })

  test('it cannot make a stronger token, nor one that lives longer', async () => {
    const ask = async (body: object, token = narrow.access_token) =>
      (await app.as({ token })(address, json('POST', body))).status
    expect(await ask({ scope })).toBe(200)
    expect(await ask({ scope: `${scope} artifact:npm-local:r` })).toBe(403)
    expect(await ask({ scope: 'artifact:generic-local/mine/**:r,w' })).toBe(403)
    expect(await ask({ scope: 'artifact:generic-local:r' })).toBe(403)
    expect(await ask({})).toBe(403)
    expect(await ask({ scope: 'applied-permissions/admin' })).toBe(403)
    expect(await ask({ scope, username: 'admin' })).toBe(403)
    expect(await ask({ scope, expires_in: 7200 })).toBe(403)
    expect(await ask({ scope, expires_in: 0 })).toBe(403)
    expect(await ask({ scope, expires_in: 60 })).toBe(200)
    const short = await create(ann, { expires_in: 600 })
    expect(await ask({ expires_in: 601 }, short.access_token)).toBe(403)
    const child = await create({ token: short.access_token })
    expect(child.expires_in).toBeLessThanOrEqual(600)
  })

  test('the rights of groups are for administrators to give, and need no user', async () => {
    for (const wanted of [
      'applied-permissions/groups:readers',
      'system:metrics:r',
      'applied-permissions/admin',
    ])
      expect((await app.as(ann)(address, json('POST', { scope: wanted }))).status).toBe(403)
    const { access_token: token } = await create(app.admin, {
      username: 'a-build',
      scope: 'applied-permissions/groups:no-such-group',
    })
    expect(await (await app.as({ token })(whoami)).json()).toEqual({ username: 'a-build' })
    expect((await app.as({ token })('/artifactory/generic-local/mine/a.txt')).status).toBe(404)
    expect((await app.as({ token })('/ui/api/v1/users')).status).toBe(403)
    expect((await app.as({ token })(address, json('POST', {}))).status).toBe(403)
  })

  test('a token of groups may do what a group may do, and nothing of its user', async () => {
    const made = await app.fetch('/ui/api/v1/groups', json('POST', { name: 'packers' }))
    expect(made.status, await made.clone().text()).toBe(200)
    const permission = {
      name: 'packers-deploy',
      repo: { repositories: ['npm-local'], actions: { groups: { packers: ['read'] } } },
    }
    const saved = await app.fetch(
      '/artifactory/api/v2/security/permissions/packers-deploy',
      json('POST', permission),
    )
    expect(saved.ok, await saved.clone().text()).toBe(true)
    const scope = 'applied-permissions/groups:packers,no-such-group'
    for (const username of ['a-build', 'ann', 'admin']) {
      const { access_token: token } = await create(app.admin, { username, scope })
      const ask = async (path: string, method = 'GET') =>
        (await app.as({ token })(path, { method, ...(method === 'PUT' && { body: 'x' }) })).status
      expect([username, await ask('/artifactory/api/npm/npm-local/-/v1/search')]).toEqual([username, 200])
      expect(await ask('/artifactory/npm-local/x.txt', 'PUT')).toBe(403)
      expect(await ask('/artifactory/generic-local/mine/a.txt')).toBe(404)
      expect(await ask('/ui/api/v1/tokens')).toBe(403)
    }
  })

  test('a token of a role in a project may do what the role may do there', async () => {
    await app.fetch('/access/api/v1/projects', json('POST', { project_key: 'shop', display_name: 'Shop' }))
    for (const key of ['shop-files', 'other-files'])
      await app.fetch('/ui/api/v1/repositories', json('POST', { key, kind: 'local', format: 'generic' }))
    await app.fetch('/access/api/v1/projects/_/attach/repositories/shop-files/shop', { method: 'PUT' })
    for (const username of ['a-build', 'admin']) {
      const scope = 'applied-permissions/roles:shop:"Contributor"'
      const { access_token: token } = await create(app.admin, { username, scope })
      const ask = async (path: string, method: string) =>
        (await app.as({ token })(`/artifactory/${path}`, { method, ...(method === 'PUT' && { body: 'x' }) }))
          .status
      expect([username, await ask('shop-files/a.txt', 'PUT')]).toEqual([username, 201])
      expect(await ask('shop-files/a.txt', 'GET')).toBe(200)
      expect(await ask('shop-files/a.txt', 'DELETE')).toBe(403)
      expect(await ask('other-files/a.txt', 'PUT')).toBe(404)
    }
  })

  test('a token for metrics reads metrics', async () => {
    const { access_token: token } = await create(app.admin, {
      username: 'prometheus',
      scope: 'system:metrics:r',
    })
    expect((await app.as({ token })('/artifactory/api/v1/metrics')).status).toBe(200)
    expect((await app.as({ token })('/artifactory/generic-local/mine/a.txt')).status).toBe(404)
    expect((await app.as({ token })('/ui/api/v1/users')).status).toBe(403)
  })
})

describe('H03: secrets do not come back', () => {
  test('lists of tokens and settings hold none', async () => {
    const token = await create(app.admin, { include_reference_token: true, refreshable: true })
    const bodies = await Promise.all(
      [
        address,
        `${address}/${token.token_id}`,
        '/artifactory/api/security/token',
        '/ui/api/v1/tokens',
        '/ui/api/v1/profile/tokens',
      ].map(async (path) => (await app.fetch(path)).text()),
    )
    for (const secret of [token.access_token, token.refresh_token ?? '', token.reference_token ?? ''])
      for (const body of bodies) expect(body).not.toContain(secret)
    expect(bodies.join()).not.toMatch(/secret_hash|[0-9a-f]{64}/)
  })
})

describe('H05: secrets at rest', () => {
  test('neither database nor logs hold a token, a refresh token or an API key that was just made', async () => {
    const token = await create(ann, { include_reference_token: true, refreshable: true })
    const key = (
      (await (await app.as(ann)('/artifactory/api/security/apiKey', { method: 'PUT' })).json()) as {
        apiKey: string
      }
    ).apiKey
    await app.as({ token: token.access_token })(whoami)
    await app.anonymous(whoami, { headers: { 'x-jfrog-art-api': key } })
    await app.as({ token: `${token.reference_token}x` })(whoami)
    const rows = await Promise.all(
      (['tokens', 'api_keys', 'audit', 'settings', 'signing_keys'] as const).map((table) =>
        app.db.selectFrom(table).selectAll().execute(),
      ),
    )
    const stored = JSON.stringify(rows) + filesOf(app.home)
    const secrets = [
      token.access_token.split('.')[2] ?? '',
      token.refresh_token ?? '',
      token.reference_token ?? '',
      key,
    ]
    for (const secret of secrets) expect(stored.includes(secret.slice(8, 50))).toBe(false)
  })

  /** Everything in the data folder, the write-ahead log of the database included. */
  const filesOf = (folder: string): string =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n')
})
