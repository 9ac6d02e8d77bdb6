// The read-only mode on every route that writes. What goes on working is written down here.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOnlyText } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json, signIn } from '../support/browser.ts'
import { apiRoutes, fill, registryRoutes } from './routes.ts'

/** Signing in and out, renewing, asking by POST, and the switch itself. Adding a line is a decision. */
const goesOn = [
  'PUT /ui/api/v1/ui/generalConfig/readOnly',
  'POST /ui/api/v1/ui/auth/login',
  'POST /ui/api/v1/access/auth/login',
  'POST /access/auth/login',
  'POST /ui/api/v1/ui/auth/logout',
  'DELETE /ui/api/v1/sessions/{id}',
  'DELETE /ui/api/v1/sessions',
  'DELETE /ui/api/v1/users/{name}/sessions',
  'DELETE /ui/api/v1/users/{name}/sessions/{id}',
  ...['/ui/api/v1/ui', '/ui/api/v1/access', '/access'].flatMap((place) => [
    `POST ${place}/auth/loginRelatedData`,
    `POST ${place}/auth/mfa/verify`,
  ]),
  'POST /ui/api/v1/auth/saml/loginResponse/{name}',
  'POST /ui/api/v1/auth/saml/logout/{name}',
  'POST /access/api/v1/oidc/token',
  'POST /access/api/v2/authentication/jfrog_client_login/request',
  'POST /access/api/v2/authentication/jfrog_client_login/response',
  // Renewing a token; making one is refused by the handler, see below.
  'POST /access/api/v1/tokens',
  'POST /artifactory/api/security/token',
  // Questions that need a body.
  'POST /ui/api/v1/ui/auth/validatetoken',
  'POST /ui/api/v1/ui/auth/verifyToken',
  'POST /ui/api/v1/ui/userProfile',
  'POST /ui/api/v1/access-test',
  'POST /ui/api/v1/pattern-test',
  'POST /ui/api/v1/permission-preview',
  'POST /ui/api/v1/retention/simulate',
  'POST /ui/api/v1/security-settings/check',
  'POST /ui/api/v1/tokens/scope',
  'POST /ui/api/v1/user-deletion-preview',
  'POST /ui/api/v1/crowd/test',
  'POST /ui/api/v1/http-sso/test',
  'POST /ui/api/v1/ldap/test',
  'POST /ui/api/v1/mail/test',
  'POST /ui/api/v1/oauth/{name}/test',
  'POST /ui/api/v1/saml/{name}/test',
  'POST /ui/api/v1/saml-metadata',
  'POST /ui/api/v1/licenses/check',
  'POST /ui/api/v1/cleanup-policies/simulate',
  'POST /ui/api/v1/group-member-counts',
  'POST /ui/api/v1/oidc-integrations/{name}/test',
  'POST /ui/api/v1/proxy-settings/test',
  'POST /ui/api/v1/proxy-settings/echo/{ticket}',
  'POST /ui/api/v1/ui/generalConfig/baseUrlTest',
  'POST /artifactory/api/v1/uploads/status',
  'POST /artifactory/api/archive/buildArtifacts',
  'POST /artifactory/api/build/patternArtifacts',
  'POST /artifactory/api/xray/scanBuild',
  'POST /artifactory/api/security/keypair/verify',
  'POST /artifactory/api/checksum/sha256',
  'POST /artifactory/api/packagesSearch/leadFile',
  'POST /artifactory/api/search/aql',
  'POST /artifactory/api/localgenerated/filter/paths',
  // Nothing is kept of what clients were used for, and secrets are sealed already.
  'POST /artifactory/api/system/usage',
  // Copies are what the mode is often switched on for.
  'POST /artifactory/api/export/system',
  'POST /ui/api/v1/backups/{key}/run',
  'POST /artifactory/api/system/encrypt',
  'POST /artifactory/api/system/decrypt',
  'POST /artifactory/api/search/buildArtifacts',
  'POST /ui/api/v1/repository-upstream/test',
  'POST /ui/api/v1/repositories/{key}/mirrors/test',
  'POST /ui/api/v1/repositories/{key}/resolution',
  // What one has seen is no change of what the installation holds.
  'POST /ui/api/v1/follows/news/read',
]

const writes = (await apiRoutes()).filter(({ endpoint }) => endpoint.method !== 'GET')
const registry = registryRoutes((format) => `${format}-local`)

const positions = new Set([
  'archive-index',
  'name-index',
  'events:position',
  'cursor:mirrors',
  'cursor:follows',
])

let app: TestApp
let refreshToken: string
let stored: () => Promise<unknown>

beforeAll(async () => {
  app = await startTestApp()
  await app.fetch('/artifactory/generic-local/walked.txt', { method: 'PUT', body: 'walked' })
  await app.publish('npm', 'walked', '1.0.0')
  const made = await app.fetch('/access/api/v1/tokens', json('POST', { refreshable: true, expires_in: 600 }))
  refreshToken = ((await made.json()) as { refresh_token: string }).refresh_token
  stored = async () => {
    const tables = [
      'users',
      'groups',
      'permissions',
      'repositories',
      'nodes',
      'versions',
      'tags',
      'settings',
    ] as const
    const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()))
    // How far indexes and readers of events have come is nobody's write: they go on with what happened before.
    return rows.map((table) => table.filter((row) => !('name' in row && positions.has(row.name))))
  }
  await switchTo(true)
})

afterAll(() => app.close())

const switchTo = async (isReadOnly: boolean) => {
  const reply = await app.fetch('/ui/api/v1/ui/generalConfig/readOnly', json('PUT', { isReadOnly }))
  expect([reply.status, ((await reply.json()) as { isReadOnly: boolean }).isReadOnly]).toEqual([
    200,
    isReadOnly,
  ])
}

const call = ({ method, path }: { method: string; path: string }) =>
  app.fetch(fill(path), method === 'DELETE' ? { method } : json(method, {}))

test('what goes on working is what is written down here', () => {
  const declared = writes.filter(({ worksReadOnly }) => worksReadOnly).map(({ name }) => name)
  expect(declared.toSorted()).toEqual(goesOn.toSorted())
})

describe('ERR-11, ERR-12: in read-only mode', () => {
  test('every write of the management API is refused with 403 and the sentence, and nothing changes', async () => {
    const before = await stored()
    for (const { name, endpoint } of writes.filter((route) => !goesOn.includes(route.name))) {
      const reply = await call(endpoint)
      expect([name, reply.status, await reply.json()]).toMatchObject([
        name,
        403,
        { errors: [{ message: readOnlyText }] },
      ])
    }
    expect(await stored()).toEqual(before)
  })

  test('every write of package clients is refused in their own form, and reading goes on', async () => {
    const before = await stored()
    for (const route of registry.filter(({ action }) => !['read', 'open', 'signed-in'].includes(action))) {
      const reply = await call(route)
      expect([route.name, reply.status]).toEqual([route.name, 403])
      expect(JSON.stringify(await reply.json())).toContain(readOnlyText)
    }
    expect(await (await app.fetch('/artifactory/generic-local/walked.txt')).text()).toBe('walked')
    expect((await app.fetch('/artifactory/api/npm/npm-local/walked/-/walked-1.0.0.tgz')).status).toBe(200)
    expect(await stored()).toEqual(before)
  })

  test('people sign in and out, clients renew their tokens, but no new ones are made', async () => {
    const browser = await signIn(app, app.admin)
    expect(browser.reply.status).toBe(200)
    expect((await browser.send('/ui/api/v1/ui/auth/screen/footer')).status).toBe(200)
    expect((await browser.send('/ui/api/v1/ui/auth/logout', { method: 'POST' })).status).toBe(204)
    const renewed = await app.anonymous(
      '/access/api/v1/tokens',
      json('POST', { grant_type: 'refresh_token', refresh_token: refreshToken }),
    )
    expect(renewed.status).toBe(200)
    expect((await app.fetch('/access/api/v1/tokens', json('POST', {}))).status).toBe(403)
  })

  test('who may not write is told that first', async () => {
    expect((await app.anonymous('/ui/api/v1/groups', json('POST', { name: 'x' }))).status).toBe(401)
    expect((await app.anonymous('/artifactory/generic-local/x', { method: 'PUT', body: 'x' })).status).toBe(
      401,
    )
  })

  test('it survives a restart, is told to everybody, and is switched off again', async () => {
    await app.restart()
    const told = async () =>
      ((await (await app.fetch('/ui/api/v1/ui/announcements')).json()) as { isReadOnly: boolean }).isReadOnly
    expect(await told()).toBe(true)
    await switchTo(false)
    expect(await told()).toBe(false)
    expect((await app.fetch('/artifactory/generic-local/new.txt', { method: 'PUT', body: 'x' })).status).toBe(
      201,
    )
    const kinds = await app.db
      .selectFrom('audit')
      .select('kind')
      .where('kind', 'like', 'read-only.%')
      .orderBy('sequence')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['read-only.switched-on', 'read-only.switched-off'])
  })
})
