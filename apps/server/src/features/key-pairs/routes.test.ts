import { generateKeyPairSync } from 'node:crypto'
import { generateKey } from 'openpgp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const base = '/artifactory/api/security'
const post = (path: string, body: object, send = app.fetch) => send(`${base}/${path}`, json('POST', body))
const read = async (path: string): Promise<unknown> => (await app.fetch(`${base}/${path}`)).json()

const pgp = (passphrase = '') =>
  generateKey({ userIDs: [{ name: 'Signer', email: 'signer@example.org' }], passphrase })

function rsa(passphrase?: string, modulusLength = 2048) {
  return generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: {
      type: 'pkcs8',
      format: 'pem',
      ...(passphrase !== undefined && { cipher: 'aes-256-cbc', passphrase }),
    },
  })
}

describe('pairs of keys', () => {
  test.each([
    ['GPG', 'with a passphrase', () => pgp('open sesame'), 'open sesame'],
    ['GPG', 'without one', () => pgp(), ''],
    ['RSA', 'with a passphrase', () => Promise.resolve(rsa('open sesame')), 'open sesame'],
    ['RSA', 'without one', () => Promise.resolve(rsa()), null],
  ] as const)(
    'of the type %s, %s, are kept, shown without secrets, and deleted',
    async (pairType, how, make, passphrase) => {
      const pairName = `${pairType}-${how.replaceAll(' ', '-')}`
      const given = { pairName, pairType, alias: `alias of ${pairName}`, passphrase, ...(await make()) }
      expect((await post('keypair/verify', given)).status).toBe(200)
      expect((await app.fetch(`${base}/keypair/${pairName}`)).status).toBe(404)
      const made = await post('keypair', given)
      expect(made.status).toBe(201)
      const shown = {
        pairName,
        pairType,
        alias: given.alias,
        publicKey: given.publicKey,
        unavailable: false,
      }
      expect(await made.json()).toEqual(shown)
      expect((await post('keypair', given)).status).toBe(409)
      expect(await read(`keypair/${pairName}`)).toEqual(shown)
      expect(await read('keypair')).toContainEqual(shown)
      const rows = await app.db.selectFrom('key_pairs').selectAll().where('name', '=', pairName).execute()
      const audited = await app.db.selectFrom('audit').selectAll().where('target', '=', pairName).execute()
      expect(audited.map(({ kind }) => kind)).toEqual(['key-pair.created'])
      for (const secret of ['PRIVATE', 'sesame'])
        expect(JSON.stringify([rows, audited])).not.toContain(secret)
      expect((await app.fetch(`${base}/keypair/${pairName}`, { method: 'DELETE' })).status).toBe(200)
      expect((await app.fetch(`${base}/keypair/${pairName}`, { method: 'DELETE' })).status).toBe(404)
    },
  )

  test('that do not belong together, or are no keys, are refused with a sentence', async () => {
    const [one, other] = [await pgp('secret'), await pgp('secret')]
    const [first, second] = [rsa('secret'), rsa('secret')]
    const weak = rsa('secret', 1024)
    const gpg = { pairType: 'GPG', passphrase: 'secret' }
    const plain = { pairType: 'RSA', passphrase: 'secret' }
    const refused: [object, string][] = [
      [{ ...gpg, ...one, publicKey: other.publicKey }, 'do not belong together'],
      [{ ...plain, ...first, publicKey: second.publicKey }, 'do not belong together'],
      [{ ...gpg, ...one, passphrase: 'wrong' }, 'passphrase'],
      [{ ...plain, ...first, passphrase: 'wrong' }, 'passphrase'],
      [{ ...gpg, ...one, passphrase: undefined }, 'passphrase'],
      [{ ...gpg, ...first }, 'OpenPGP'],
      [{ ...plain, ...one }, 'PEM'],
      [{ ...gpg, privateKey: one.privateKey, publicKey: one.privateKey }, 'public one is meant'],
      [{ ...plain, privateKey: rsa().privateKey, publicKey: rsa().privateKey }, 'public one is meant'],
      [{ ...plain, ...weak }, '2048'],
      [{ ...plain, ...first, pairType: 'DSA' }, 'GPG or RSA'],
      [{ ...plain, ...first, privateKey: '' }, 'key as text'],
    ]
    for (const [given, sentence] of refused)
      for (const path of ['keypair', 'keypair/verify']) {
        const reply = await post(path, { pairName: 'refused', alias: 'a', ...given })
        expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining(sentence)])
      }
    expect((await post('keypair', { ...gpg, ...one, pairName: '../x' })).status).toBe(400)
    expect((await app.fetch(`${base}/keypair/refused`)).status).toBe(404)
  })

  test('are named by repositories: readers get the public key, and it stays while it is named', async () => {
    const given = { pairName: 'signing', pairType: 'RSA', alias: 'signing', ...rsa() }
    await post('keypair', given)
    await makeRepository(app, 'debs', 'local', { packageType: 'debian', primaryKeyPairRef: 'signing' })
    await makeRepository(app, 'other-debs', 'local', { packageType: 'debian', primaryKeyPairRef: 'signing' })
    const ann = app.as(await app.user({ name: 'ann' }))
    const key = await ann(`${base}/keypair/public/repositories/debs`)
    expect([key.status, await key.text()]).toEqual([200, given.publicKey])
    expect(await (await ann(`${base}/keypair/primary/repositories/debs`)).json()).toMatchObject({
      pairName: 'signing',
    })
    expect((await ann(`${base}/keypair/secondary/repositories/debs`)).status).toBe(404)
    expect((await ann(`${base}/keypair/public/repositories/generic-local`)).status).toBe(404)
    const refused = await app.fetch(`${base}/keypair/signing`, { method: 'DELETE' })
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('used by debs, other-debs.'),
    ])
    for (const [method, path] of [
      ['GET', 'keypair'],
      ['GET', 'keypair/signing'],
      ['DELETE', 'keypair/signing'],
      ['GET', 'keys/trusted'],
    ] as const)
      expect((await ann(`${base}/${path}`, { method })).status).toBe(403)
  })

  test.each([
    ['primaryKeyPairRef', 'local', 'debian'],
    ['secondaryKeyPairRef', 'local', 'rpm'],
    ['hexPrimaryKeyPairRef', 'local', 'hex'],
    ['keyPair', 'virtual', 'maven'],
  ] as const)('%s names a pair that is stored, or none', async (member, rclass, packageType) => {
    const address = `/artifactory/api/repositories/keyed-${packageType}`
    const save = (method: 'PUT' | 'POST', name: string | null) =>
      app.fetch(address, json(method, { rclass, packageType, [member]: name }))
    const missing = await save('PUT', 'not-stored')
    expect([missing.status, await missing.text()]).toEqual([
      400,
      expect.stringMatching(new RegExp(`${member}.*no pair of keys.*not-stored`)),
    ])
    expect((await save('PUT', '')).status).toBe(200)
    expect((await save('POST', 'not-stored')).status).toBe(400)
    const pairName = `for-${packageType}`
    await post('keypair', { pairName, pairType: 'RSA', ...rsa() })
    expect((await save('POST', pairName)).status).toBe(200)
    const removePair = async () =>
      (await app.fetch(`${base}/keypair/${pairName}`, { method: 'DELETE' })).status
    expect(await removePair()).toBe(409)
    expect((await save('POST', null)).status).toBe(200)
    expect(await removePair()).toBe(200)
  })

  test('a pair that is gone holds up no other change of those that name it; nothing begins to name it', async () => {
    await post('keypair', { pairName: 'lost', pairType: 'RSA', ...rsa() })
    await makeRepository(app, 'lost-debs', 'local', { packageType: 'debian', primaryKeyPairRef: 'lost' })
    // As in data of a time when nobody looked.
    await writeSql(app, `delete from key_pairs where name = 'lost'`)
    const address = '/artifactory/api/repositories/lost-debs'
    const save = async (change: object) => {
      const reply = await app.fetch(address, json('POST', change))
      return [reply.status, await reply.text()]
    }
    expect((await save({ description: 'Still changed' }))[0]).toBe(200)
    const whole = (await (await app.fetch(address)).json()) as object
    expect(whole).toMatchObject({ description: 'Still changed', primaryKeyPairRef: 'lost' })
    expect((await save({ ...whole, blackedOut: true }))[0]).toBe(200)
    for (const anew of [{ secondaryKeyPairRef: 'lost' }, { primaryKeyPairRef: 'other' }])
      expect(await save(anew)).toEqual([
        400,
        expect.stringMatching(
          new RegExp(`${Object.keys(anew)[0]}: there is no pair of keys .*${Object.values(anew)[0]}`),
        ),
      ])
    expect((await save({ primaryKeyPairRef: '' }))[0]).toBe(200)
    expect((await save({ primaryKeyPairRef: 'lost' }))[0]).toBe(400)
  })
})

test('keys of others are trusted once, under one name, until they are not', async () => {
  const [one, other] = [await pgp(), await pgp()]
  const made = await post('keys/trusted', { alias: 'partner', key: one.publicKey })
  expect(made.status).toBe(201)
  const trusted = {
    kid: expect.stringMatching(/^[0-9a-f]{16}$/),
    type: 'PGP',
    alias: 'partner',
    fingerprint: expect.stringMatching(/^[0-9a-f]{40,64}$/),
    key: one.publicKey,
    issued: expect.any(Number),
    issuedBy: 'Signer <signer@example.org>',
    expiry: 0,
  }
  expect(await read('keys/trusted')).toEqual({ keys: [trusted] })
  for (const again of [
    { alias: 'partner', key: other.publicKey },
    { alias: 'another', key: one.publicKey },
  ]) {
    const reply = await post('keys/trusted', again)
    expect([reply.status, await reply.json()]).toMatchObject([409, { error: expect.any(String) }])
  }
  expect((await post('keys/trusted', { alias: 'rsa', public_key: rsa().publicKey })).status).toBe(201)
  expect((await post('keys/trusted', { alias: 'x', key: one.privateKey })).status).toBe(400)
  expect((await post('keys/trusted', { alias: 'x', key: 'nothing' })).status).toBe(400)
  expect((await post('keys/trusted', { alias: 'x' })).status).toBe(400)
  const { kid } = (await made.json()) as { kid: string }
  const remove = () => app.fetch(`${base}/keys/trusted/${kid}`, { method: 'DELETE' })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
})

describe('the default pair, set part by part', () => {
  const gpg = '/artifactory/api/gpg/key'
  const put = (part: string, body: string, send = app.fetch) =>
    send(`${gpg}/${part}`, { method: 'PUT', body, headers: { 'content-type': 'text/plain' } })
  const remove = async (part: string) => (await app.fetch(`${gpg}/${part}`, { method: 'DELETE' })).status
  const rows = () => app.db.selectFrom('key_pairs').selectAll().where('name', '=', 'default-gpg').execute()

  test('is a pair like the others, and tells nobody what is private', async () => {
    const keys = await pgp('open sesame')
    expect((await app.fetch(`${gpg}/public`)).status).toBe(404)
    expect((await put('public', keys.publicKey)).status).toBe(200)
    expect(await read('keypair/default-gpg')).toMatchObject({ pairType: 'GPG', unavailable: true })
    expect((await app.fetch(`${gpg}/private`)).status).toBe(404)
    expect((await put('private', keys.privateKey)).status).toBe(200)
    const wrong = await put('passphrase', 'wrong')
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('does not open')])
    const headers = { 'X-GPG-PASSPHRASE': 'open sesame' }
    expect((await app.fetch(`${gpg}/passphrase`, { method: 'PUT', headers })).status).toBe(200)
    expect((await put('passphrase', 'open sesame\n')).status).toBe(200)
    expect(await read('keypair/default-gpg')).toMatchObject({ unavailable: false })
    const ann = app.as(await app.user({ name: 'gpg-reader' }))
    expect(await (await ann(`${gpg}/public`)).text()).toBe(keys.publicKey.trim())
    expect((await ann(`${gpg}/private`)).status).toBe(403)
    expect((await put('public', keys.publicKey, ann)).status).toBe(403)
    const reply = await app.fetch(`${gpg}/private`)
    const told = [reply.status, await reply.text()]
    const audited = await app.db.selectFrom('audit').selectAll().where('target', '=', 'default-gpg').execute()
    expect(told[0]).toBe(200)
    expect(audited).toHaveLength(4)
    for (const secret of ['BEGIN PGP PRIVATE', 'sesame'])
      expect(JSON.stringify([told, audited, await rows()])).not.toContain(secret)
  })

  test('takes no parts that do not belong together, stays while it is named, and goes part by part', async () => {
    const other = await pgp()
    for (const [part, body, sentence] of [
      ['public', other.publicKey, 'do not belong together'],
      ['public', other.privateKey, 'public one is meant'],
      ['private', other.publicKey, 'no private key'],
      ['private', 'nothing', 'no private key'],
      ['passphrase', ' ', 'as text'],
      ['secret', 'x', 'public, private, passphrase'],
    ] as const) {
      const reply = await put(part, body)
      expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining(sentence)])
    }
    await makeRepository(app, 'by-default', 'local', {
      packageType: 'debian',
      primaryKeyPairRef: 'default-gpg',
    })
    expect(await remove('private')).toBe(409)
    await app.fetch('/artifactory/api/repositories/by-default', { method: 'DELETE' })
    expect([await remove('private'), await remove('private')]).toEqual([200, 404])
    expect([await remove('public'), await rows()]).toEqual([200, []])
  })
})
