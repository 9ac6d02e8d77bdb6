// Sections "Builds", "Repositories", "Security" and "System": what clients rely on where no test beside the code says it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { publishBuild } from '../support/builders/build.ts'
import { makeRepository } from '../support/repositories.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const statusOf = async (path: string, init?: RequestInit) => (await app.fetch(path, init)).status
const read = async (path: string): Promise<unknown> => (await app.fetch(path)).json()

describe('builds', () => {
  const base = '/artifactory/api/build'

  test('none are an empty list; one that does not exist is 404 in the form of errors', async () => {
    expect(await read(base)).toEqual({ uri: `${app.url}${base}`, builds: [] })
    for (const path of [`${base}/absent`, `${base}/absent/1`]) {
      const reply = await app.fetch(path)
      expect([reply.status, await reply.json()]).toMatchObject([404, { errors: [{ status: 404 }] }])
    }
    expect(await statusOf(`${base}/absent?deleteAll=1`, { method: 'DELETE' })).toBe(404)
  })

  test('deleting by address takes the artifacts of the named runs along when it is told', async () => {
    for (const number of ['1', '2']) {
      const content = `app ${number}`
      const path = `own/${number}.txt`
      await app.fetch(`/artifactory/generic-local/${path};build.name=own;build.number=${number}`, {
        method: 'PUT',
        body: content,
      })
      await publishBuild(app.fetch, { name: 'own', number, artifacts: [{ name: `${number}.txt`, content }] })
    }
    expect(await statusOf(`${base}/own?buildNumbers=1&artifacts=1`, { method: 'DELETE' })).toBe(200)
    expect(await statusOf('/artifactory/generic-local/own/1.txt')).toBe(404)
    expect(await statusOf(`${base}/own?buildNumbers=2&artifacts=0`, { method: 'DELETE' })).toBe(200)
    expect(await statusOf('/artifactory/generic-local/own/2.txt')).toBe(200)
    expect(await statusOf(`${base}/own`)).toBe(404)
  })

  test('removing the folder of a name removes its builds', async () => {
    await publishBuild(app.fetch, { name: 'by/folder' })
    const folder = '/artifactory/artifactory-build-info/by%252Ffolder/'
    expect(await statusOf(folder, { method: 'DELETE' })).toBe(204)
    expect(await statusOf(`${base}/by%2Ffolder`)).toBe(404)
  })
})

describe('repositories', () => {
  const base = '/artifactory/api/repositories'

  test('every kind is listed in its own spelling, and caches are not', async () => {
    await makeRepository(app, 'l-maven', 'local', { packageType: 'maven' })
    await makeRepository(app, 'r-rpm', 'remote', { packageType: 'yum', url: 'https://up.example/' })
    await makeRepository(app, 'v-nuget', 'virtual', { packageType: 'nuget' })
    const federated = { rclass: 'federated', packageType: 'docker', members: [] }
    expect(await statusOf(`${base}/f-docker?pos=0`, json('PUT', federated))).toBe(200)
    const own = ['f-docker', 'l-maven', 'r-rpm', 'v-nuget']
    const list = (await read(base)) as { key: string; type: string; packageType: string }[]
    expect(
      list.filter(({ key }) => own.includes(key)).map((one) => [one.key, one.type, one.packageType]),
    ).toEqual([
      ['f-docker', 'FEDERATED', 'Docker'],
      ['l-maven', 'LOCAL', 'Maven'],
      ['r-rpm', 'REMOTE', 'RPM'],
      ['v-nuget', 'VIRTUAL', 'NuGet'],
    ])
    expect(list.filter(({ key }) => key.endsWith('-cache'))).toEqual([])
    for (const [type, key] of [
      ['local', 'l-maven'],
      ['REMOTE', 'r-rpm'],
      ['Virtual', 'v-nuget'],
      ['federated', 'f-docker'],
    ] as const) {
      const some = (await read(`${base}?type=${type}`)) as { key: string }[]
      expect(some.map((one) => one.key).filter((one) => own.includes(one))).toEqual([key])
    }
    expect(await statusOf('/artifactory/api/storage/r-rpm-cache')).toBe(200)
  })

  test('HEAD tells what is there by 200 and 400', async () => {
    expect(await statusOf(`${base}/l-maven`, { method: 'HEAD' })).toBe(200)
    expect(await statusOf(`${base}/absent`, { method: 'HEAD' })).toBe(400)
  })
})

describe('tokens, the older way', () => {
  const base = '/artifactory/api/security/token'
  const whoami = '/artifactory/api/npm/npm-local/-/whoami'
  const form = (values: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(values) })
  interface Given {
    access_token: string
    refresh_token: string
  }
  const make = async (values: Record<string, string>) => {
    const reply = await app.fetch(base, form(values))
    expect(reply.status).toBe(200)
    return (await reply.json()) as Given
  }
  const nameOf = async (token: string) => {
    const reply = await app.as({ token })(whoami)
    return reply.status === 200 ? ((await reply.json()) as { username: string }).username : reply.status
  }

  test('are made by a form, with exactly the members that clients read', async () => {
    const values = {
      scope: 'applied-permissions/user',
      expires_in: '3600',
      refreshable: 'true',
      audience: '*@*',
    }
    expect(await make(values)).toEqual({
      access_token: expect.stringMatching(/^eyJ/),
      refresh_token: expect.any(String),
      expires_in: 3600,
      scope: 'applied-permissions/user',
      token_type: 'Bearer',
    })
  })

  test('an administrator names a user that does not exist, with the rights of groups', async () => {
    for (const scope of ['member-of-groups:"readers"', 'api:* member-of-groups:readers']) {
      const { access_token: token } = await make({ username: 'not-there', scope, expires_in: '60' })
      expect(await nameOf(token)).toBe('not-there')
      expect((await app.as({ token })('/artifactory/generic-local/')).status).toBe(200)
      expect(
        (await app.as({ token })('/artifactory/generic-local/x', { method: 'PUT', body: 'x' })).status,
      ).toBe(403)
    }
    expect(await nameOf((await make({ scope: 'api:* member-of-groups:*' })).access_token)).toBe('admin')
  })

  test('are listed with what clients show', async () => {
    await make({ expires_in: '3600', refreshable: 'true' })
    const { tokens } = (await read(base)) as { tokens: Record<string, unknown>[] }
    expect(tokens[0]).toMatchObject({
      token_id: expect.any(String),
      issuer: expect.stringMatching(/^jfac@/),
      subject: expect.stringMatching(/\/users\/admin$/),
      expiry: expect.any(Number),
      refreshable: true,
      issued_at: expect.any(Number),
    })
  })

  test('are revoked by their text, by that of their refresh token and by their id, in known words', async () => {
    const revoke = async (values: Record<string, string>) => {
      const reply = await app.fetch(`${base}/revoke`, form(values))
      return [reply.status, await reply.text()]
    }
    const given = [await make({}), await make({ refreshable: 'true' }), await make({})] as const
    const { jti } = JSON.parse(
      Buffer.from(given[2].access_token.split('.')[1] ?? '', 'base64').toString(),
    ) as {
      jti: string
    }
    expect(await revoke({ token: given[0].access_token })).toEqual([200, 'Token revoked'])
    expect(await revoke({ token: given[1].refresh_token })).toEqual([200, 'Token revoked'])
    expect(await revoke({ token_id: jti })).toEqual([200, 'Token revoked'])
    for (const { access_token: token } of given) expect(await nameOf(token)).toBe(401)
    expect(await revoke({ token: given[0].access_token })).toEqual([200, 'Token not found'])
    expect(await revoke({ token_id: 'absent' })).toEqual([200, 'Token not found'])
  })

  test('a bad refresh is refused without asking who comes', async () => {
    const values = { grant_type: 'refresh_token', refresh_token: 'nothing', access_token: 'nothing' }
    expect([400, 401]).toContain((await app.anonymous(base, form(values))).status)
  })
})

describe('users', () => {
  const base = '/artifactory/api/security'

  test('that are locked are named, and let in again by name; one that is unknown is no error', async () => {
    const eve = await app.user({ name: 'eve' })
    expect(await read(`${base}/lockedUsers`)).toEqual([])
    const wrong = async () => (await app.as({ name: 'eve', password: 'wrong' })(`${base}/apiKey`)).status
    for (let round = 0; round < 6; round++) await wrong()
    expect(await read(`${base}/lockedUsers`)).toEqual(['eve'])
    expect((await app.as(eve)(`${base}/apiKey`)).status).not.toBe(200)
    expect(await statusOf(`${base}/unlockUsers/eve`, { method: 'POST' })).toBe(200)
    expect(await read(`${base}/lockedUsers`)).toEqual([])
    expect((await app.as(eve)(`${base}/apiKey`)).status).toBe(200)
    for (const [path, body] of [
      ['unlockUsers/nobody', undefined],
      ['unlockUsers', ['eve', 'nobody']],
    ] as const)
      expect(await statusOf(`${base}/${path}`, json('POST', body))).toBe(200)
  })
})

test('the system answers probes without credentials', async () => {
  const ping = await app.anonymous('/artifactory/api/system/ping')
  expect([ping.status, await ping.text()]).toEqual([200, 'OK'])
  const version = (await (await app.anonymous('/artifactory/api/system/version')).json()) as {
    version: string
    addons: unknown
  }
  expect(version).toMatchObject({ revision: expect.any(String), addons: [], license: expect.any(String) })
  const [major = 0, minor = 0] = version.version.split('.').map(Number)
  expect(major > 7 || (major === 7 && minor >= 136)).toBe(true)
})
