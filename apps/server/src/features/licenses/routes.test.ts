import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { LicenseState } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { dayFromNow, makeLicenseIssuer } from '../../../../../tests/support/licenses.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

const issuer = makeLicenseIssuer()
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_LICENSE_ISSUER: issuer.publicKey } })
})

afterAll(() => app.close())

const address = '/ui/api/v1/licenses'
const list = async () => LicenseState.parse(await (await app.fetch(address)).json())
const add = (keys: string) => app.fetch(address, json('POST', { keys }))
const remove = (id: string) => app.fetch(`${address}/${id}`, { method: 'DELETE' })
const versionLicense = async () =>
  ((await (await app.fetch('/artifactory/api/system/version')).json()) as { license: string }).license

afterEach(async () => {
  for (const { id } of (await list()).licenses) if (id !== 'built-in') await remove(id)
  await app.fetch(`${address}/built-in`, { method: 'PUT' })
})

test('ADMIN-14: a new installation has the built-in licence, of type Enterprise Plus and without an end', async () => {
  expect(await list()).toMatchObject({
    type: 'Enterprise Plus',
    validThrough: null,
    licenses: [{ id: 'built-in', state: 'valid', isActive: true, nodes: null }],
  })
  expect(await versionLicense()).toBe('Enterprise Plus')
})

test('ADMIN-14, GUARD-11, GUARD-12: without any licence the type is N/A, until the built-in one is taken again', async () => {
  const reply = await remove('built-in')
  expect([reply.status, await reply.json()]).toEqual([200, { type: 'N/A', validThrough: null, licenses: [] }])
  expect(await versionLicense()).toBe('N/A')
  const footer = await (await app.anonymous('/ui/api/v1/ui/auth/screen/footer')).json()
  expect(footer).toMatchObject({ licenseType: 'N/A' })
  const banner = (await (await app.fetch('/ui/api/v1/ui/announcements')).json()) as { license: unknown }
  expect(banner.license).toEqual({ type: 'N/A', validThrough: null })
  await app.fetch(`${address}/built-in`, { method: 'PUT' })
  expect((await list()).type).toBe('Enterprise Plus')
})

test('ROLE-32: several keys come with blank lines between them, and of the valid ones the best counts', async () => {
  await remove('built-in')
  const keys = [
    issuer.key({ type: 'Pro', validThrough: dayFromNow(300) }),
    // Mail programs break long lines.
    issuer.key({ type: 'Enterprise X Trial', validThrough: dayFromNow(20) }).replace(/(.{40})/g, '$1\n'),
  ]
  const reply = await add(`\n${keys.join('\r\n \r\n')}\n\n`)
  expect([reply.status, LicenseState.parse(await reply.json())]).toMatchObject([
    200,
    {
      type: 'Enterprise X Trial',
      validThrough: dayFromNow(20),
      licenses: [
        { type: 'Pro', isActive: false, addedBy: 'admin', licensedTo: 'Acme Ltd', nodes: 3 },
        { type: 'Enterprise X Trial', isActive: true, keyEnd: keys[1]?.replaceAll('\n', '').slice(-6) },
      ],
    },
  ])
})

test('keys are judged before anything is saved, each for itself, and one that is wrong stops all', async () => {
  const good = issuer.key()
  const forged = makeLicenseIssuer().key()
  const [payload = '', signature = ''] = good.split('.')
  const changed = Buffer.from(payload, 'base64url').toString().replace('Enterprise', 'Enterprise Plus')
  const keys = [
    good,
    forged,
    `${Buffer.from(changed).toString('base64url')}.${signature}`,
    good.slice(0, -3),
    'hello world',
    issuer.key({ validThrough: '2020-01-31' }),
    issuer.key({ type: 'Platinum' }),
    good,
  ]
  const checked = await app.fetch(`${address}/check`, json('POST', { keys: keys.join('\n\n') }))
  const problems = ((await checked.json()) as { problem: string }[]).map(({ problem }) => problem)
  expect(problems).toEqual([
    '',
    expect.stringContaining('signature of this key is not valid'),
    expect.stringContaining('signature of this key is not valid'),
    expect.stringContaining('signature of this key is not valid'),
    expect.stringContaining('not a licence key'),
    'This licence ended on 2020-01-31.',
    expect.stringContaining('does not know'),
    'This key is given twice.',
  ])
  const reply = await add(keys.join('\n\n'))
  expect([reply.status, await reply.json()]).toMatchObject([
    400,
    {
      errors: [{ field: 'keys', message: expect.stringMatching(/^Key 2 \(….{6}\): The signature.* Key 8 /) }],
    },
  ])
  expect((await list()).licenses.map(({ id }) => id)).toEqual(['built-in'])
})

test('a licence is not installed twice, also not when two administrators add it at once', async () => {
  const key = issuer.key({ licensedTo: 'Twice' })
  await Promise.all([add(key), add(key)])
  expect((await list()).licenses.filter(({ licensedTo }) => licensedTo === 'Twice')).toHaveLength(1)
  const again = await add(key)
  expect([again.status, JSON.stringify(await again.json())]).toEqual([
    400,
    expect.stringContaining('installed already'),
  ])
})

test('a stored key that can no longer be verified counts for nothing', async () => {
  await add(issuer.key())
  await remove('built-in')
  expect((await list()).type).toBe('Enterprise')
  await writeSql(
    app,
    `update settings set value = replace(value, '"key":"e', '"key":"f') where name = 'live:licenses'`,
  )
  await app.restart()
  expect(await list()).toMatchObject({ type: 'N/A', licenses: [{ state: 'not-trusted', type: null }] })
})

test('clients of Artifactory read and install licences in their own words', async () => {
  const get = async (path: string) => (await app.fetch(`/artifactory/api/system/${path}`)).json()
  expect(await get('license')).toEqual({
    type: 'Enterprise Plus',
    validThrough: 'Dec 31, 2099',
    licensedTo: 'Everybody who uses Bindery',
  })
  const first = await app.fetch(
    '/artifactory/api/system/license',
    json('POST', { licenseKey: issuer.key({ validThrough: '2098-03-03' }) }),
  )
  expect([first.status, await first.json()]).toEqual([
    200,
    { status: 200, message: 'The license has been successfully installed.' },
  ])
  const key = issuer.key({ licensedTo: 'Second' })
  const more = await app.fetch('/artifactory/api/system/licenses', json('POST', [{ licenseKey: key }]))
  expect([more.status, await more.json()]).toEqual([200, { status: 200, messages: { [key]: 'OK' } }])
  const { licenses } = (await get('licenses')) as { licenses: Record<string, string>[] }
  expect(
    licenses.map(({ licensedTo, validThrough, expired }) => [licensedTo, validThrough, expired]),
  ).toEqual([
    ['Everybody who uses Bindery', 'Dec 31, 2099', false],
    ['Acme Ltd', 'Mar 3, 2098', false],
    ['Second', 'Dec 31, 2099', false],
  ])
  const hash = licenses[2]?.['licenseHash'] ?? ''
  const gone = await app.fetch(`/artifactory/api/system/licenses?licenseHash=${hash}`, { method: 'DELETE' })
  expect([gone.status, await gone.json()]).toEqual([200, { status: 200, messages: { [hash]: 'OK' } }])
  expect(
    (await app.fetch(`/artifactory/api/system/licenses?licenseHash=${hash}`, { method: 'DELETE' })).status,
  ).toBe(404)
})

test('what is done to licences is in the audit log, without the keys', async () => {
  const key = issuer.key({ licensedTo: 'Audited' })
  await add(key)
  const rows = await app.db.selectFrom('audit').selectAll().where('kind', 'like', 'license.%').execute()
  expect(rows.some(({ kind, detail }) => kind === 'license.added' && detail.includes('Audited'))).toBe(true)
  expect(JSON.stringify(rows)).not.toContain(key)
})
