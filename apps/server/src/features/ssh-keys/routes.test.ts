import { generateKeyPairSync } from 'node:crypto'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SshKey, SshKeys } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json, signIn } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'
import { newKeyPair } from '../../platform/ssh/key-pair.ts'

let app: TestApp
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
})

afterAll(() => app.close())

const address = '/ui/api/v1/profile/ssh-keys'
const newKey = () => newKeyPair().public

const add = (send: Send, body: object) => send(address, json('POST', body))
const list = async (send: Send) => SshKeys.parse(await (await send(address)).json()).keys

describe('AUTH-84: SSH keys', () => {
  test('are added with a name or their comment, listed with a fingerprint, and removed', async () => {
    const send = app.as(ann)
    const key = newKey()
    const reply = await add(send, { key: ` ${key} ann@laptop at home\n` })
    expect(reply.status).toBe(201)
    const made = SshKey.parse(await reply.json())
    expect(made).toMatchObject({
      name: 'ann@laptop at home',
      type: 'ssh-ed25519',
      bits: 256,
      fingerprint: expect.stringMatching(/^SHA256:[\w+/]{43}$/),
      lastUsedAt: null,
    })
    await add(send, { key: newKey(), name: 'build machine' })
    expect((await list(send)).map(({ name }) => name)).toEqual(['build machine', 'ann@laptop at home'])
    expect((await send(`${address}/${made.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await list(send)).map(({ name }) => name)).toEqual(['build machine'])
    expect((await send(`${address}/${made.id}`, { method: 'DELETE' })).status).toBe(404)
    const rows = await app.db
      .selectFrom('audit')
      .select(['kind', 'detail'])
      .where('kind', 'like', 'ssh-key.%')
      .orderBy('sequence')
      .execute()
    expect(rows.map(({ kind }) => kind)).toEqual(['ssh-key.added', 'ssh-key.added', 'ssh-key.removed'])
    expect(rows[0]?.detail).toContain(made.fingerprint)
  })

  test('belong to one user only, and are nobody else’s to see or remove', async () => {
    const kim = app.as(await app.user({ name: 'kim' }))
    const key = newKey()
    const made = SshKey.parse(await (await add(app.as(ann), { key })).json())
    for (const send of [kim, app.as(ann)]) {
      const reply = await add(send, { key: `${key} another-comment` })
      expect([reply.status, await reply.text()]).toEqual([409, expect.stringMatching(/in use already/)])
    }
    expect(await list(kim)).toEqual([])
    expect((await kim(`${address}/${made.id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await app.anonymous(address)).status).toBe(401)
  })

  test('are seen and removed by administrators, which is in the audit log, and by nobody else', async () => {
    const zoe = app.as(await app.user({ name: 'zoe' }))
    const made = SshKey.parse(await (await add(zoe, { key: newKey(), name: 'laptop' })).json())
    const ofUser = (name: string) => `/ui/api/v1/users/${name}/ssh-keys`
    expect(await (await app.fetch(ofUser('zoe'))).json()).toEqual([made])
    for (const send of [zoe, app.as(ann)]) {
      expect((await send(ofUser('zoe'))).status).toBe(403)
      expect((await send(`${ofUser('zoe')}/${made.id}`, { method: 'DELETE' })).status).toBe(403)
    }
    expect((await app.fetch(ofUser('nobody-here'))).status).toBe(404)
    expect((await app.fetch(`${ofUser('ann')}/${made.id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await app.fetch(`${ofUser('zoe')}/${made.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await list(zoe)).toEqual([])
    const last = await app.db
      .selectFrom('audit')
      .select(['actor', 'target', 'detail'])
      .where('kind', '=', 'ssh-key.removed')
      .orderBy('sequence', 'desc')
      .executeTakeFirst()
    expect(last).toMatchObject({
      actor: 'admin',
      target: 'zoe',
      detail: expect.stringContaining(made.fingerprint),
    })
  })

  test('are added by a person who proved it: not with a token, nor in a browser that was left alone', async () => {
    const withToken = app.as({ token: await app.token(ann) })
    expect((await add(withToken, { key: newKey() })).status).toBe(403)
    const { send } = await signIn(app, ann)
    expect((await add(send, { key: newKey() })).status).toBe(403)
    await send('/ui/api/v1/ui/userProfile', json('POST', { password: ann.password }))
    expect((await add(send, { key: newKey() })).status).toBe(201)
  })
})

test('what is no good key is refused with the reason', async () => {
  const pair = newKeyPair()
  const [type = '', encoded = ''] = pair.public.split(' ')
  const blob = Buffer.from(encoded, 'base64')
  const longer = Buffer.concat([blob, Buffer.from('more')]).toString('base64')
  const weak = ssh2.utils.generateKeyPairSync('rsa', { bits: 1024 }).public
  const pem = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const refused: [string, RegExp][] = [
    ['', /mandatory/],
    ['nonsense', /not an SSH public key/],
    ['toString AAAA', /not an SSH public key/],
    [pair.private, /private key/],
    [pem.privateKey, /private key/],
    [pem.publicKey, /one line/],
    [`${newKey()}\n${newKey()}`, /one line/],
    [type, /damaged/],
    [`${type} ${encoded.slice(0, 40)}`, /damaged/],
    [`${type} ${encoded}!`, /damaged/],
    [`${type} ${longer}`, /damaged/],
    [`ssh-rsa ${encoded}`, /damaged/],
    [`command="x" ${pair.public}`, /not an SSH public key/],
    [weak, /2048/],
    ['ssh-dss AAAAB3NzaC1kc3M=', /DSA/],
    ['sk-ssh-ed25519@openssh.com AAAA', /security tokens/],
    [`${pair.public} ${'x'.repeat(20_000)}`, /too long/],
  ]
  for (const [key, sentence] of refused) {
    const reply = await add(app.as(ann), { key })
    expect([key, reply.status, await reply.text()]).toEqual([key, 400, expect.stringMatching(sentence)])
  }
})
