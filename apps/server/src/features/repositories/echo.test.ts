// The echo rule: a client writes a configuration, reads it back and compares it member by member, for every kind of
// repository of every package type.
import { generateKeyPairSync } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { membersOf } from '../../registry/config/members.ts'
import { packageTypes, type PackageType, type RepositoryKind } from '../../registry/config/package-types.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.fetch('/access/api/v1/projects', json('POST', { project_key: 'web', display_name: 'Web shop' }))
  await app.fetch(
    '/ui/api/v1/proxies',
    json('POST', { key: 'way-out', host: 'proxy.example', port: 3128, username: '', password: '' }),
  )
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const pair = { pairName: 'signing', pairType: 'RSA', alias: 'signing', ...keys }
  await app.fetch('/artifactory/api/security/keypair', json('POST', pair))
})

afterAll(() => app.close())

const address = (key: string) => `/artifactory/api/repositories/${key}`
const put = (key: string, config: object) => app.fetch(address(key), json('PUT', config))
const read = async (key: string) => (await app.fetch(address(key))).json()
const check = async (reply: Response) => {
  if (reply.status !== 200) expect(await reply.text()).toBe('')
}

/** Words from closed lists, and what must exist: everything else takes a made-up value. */
const special: Record<string, unknown> = {
  url: 'https://upstream.example/packages',
  proxy: 'way-out',
  primaryKeyPairRef: 'signing',
  secondaryKeyPairRef: 'signing',
  hexPrimaryKeyPairRef: 'signing',
  keyPair: 'signing',
  password: 'SECRETMARK',
  caCertificate: rootCertificates[0],
  snapshotVersionBehavior: 'non-unique',
  checksumPolicyType: 'server-generated-checksums',
  remoteRepoChecksumPolicyType: 'pass-thru',
  pomRepositoryReferencesCleanupPolicy: 'nothing',
  dockerApiVersion: 'V1',
  vcsType: 'git',
  terraformType: 'provider',
  members: [{ url: 'https://peer.example/artifactory/far', enabled: false }],
  contentSynchronisation: {
    enabled: true,
    statistics: { enabled: true },
    properties: { enabled: true },
    source: { originAbsenceDetection: true },
  },
}

function other(name: string, fallback: unknown): unknown {
  if (name in special) return special[name]
  if (typeof fallback === 'boolean') return !fallback
  if (typeof fallback === 'number') return fallback + 17
  return Array.isArray(fallback) ? [`b-${name}`, `a-${name}`] : `other ${name}`
}

async function everything(kind: RepositoryKind, type: PackageType): Promise<Record<string, unknown>> {
  const values = Object.entries(membersOf(kind, type.id)).map(([name, { fallback }]) => [
    name,
    other(name, fallback),
  ])
  const config = {
    rclass: kind,
    packageType: type.id,
    description: 'All of it',
    projectKey: 'web',
    environments: ['PROD', 'DEV'],
    ...Object.fromEntries(values),
    aMemberOfTomorrow: { deep: [1, 'two'] },
  }
  if (kind !== 'virtual') return config
  const stored = type.kinds.includes('local') ? 'local' : 'remote'
  const members = [`${type.id}-b`, `${type.id}-a`]
  for (const key of members) await put(key, { rclass: stored, packageType: type.id, url: special.url })
  const deployTo = stored === 'local' ? members[1] : ''
  return { ...config, repositories: members, defaultDeploymentRepo: deployTo }
}

const table = [...packageTypes.values()].flatMap((type) => type.kinds.map((kind) => [kind, type.id] as const))

test.for(table)('a %s repository of the type %s gives back all that was written', async ([kind, id]) => {
  const type = packageTypes.get(id)
  if (!type) throw new Error(id)
  const key = `web-${id}-${kind}`
  const config = await everything(kind, type)
  await check(await put(key, config))
  const expected = { ...config, key, ...('password' in config && { password: '' }) }
  expect(await read(key)).toEqual(expected)
  await check(await app.fetch(address(key), json('POST', { notes: 'Changed', blackedOut: 'false' })))
  expect(await read(key)).toEqual({ ...expected, notes: 'Changed', blackedOut: false })
})

test.for(table)(
  'a %s repository of the type %s has the defaults of what was not written',
  async ([kind, id]) => {
    const key = `bare-${id}-${kind}`
    await check(await put(key, { rclass: kind, packageType: id, url: special.url }))
    const found = (await read(key)) as Record<string, unknown>
    const { repoLayoutRef, suppressPomConsistencyChecks: _, ...members } = membersOf(kind, id)
    expect(repoLayoutRef).toBeDefined()
    for (const [name, { fallback }] of Object.entries(members))
      expect([name, found[name]]).toEqual([name, name === 'url' ? special.url : fallback])
    expect(found.repoLayoutRef).toMatch(/-default$/)
    expect('url' in found).toBe(kind === 'remote')
  },
)
