// Signing in with SSH keys, by OpenSSH's own client.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SshKeys, type SshServer } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { writeSql } from '../support/sql.ts'
import { makeSshKey, runSsh, type SshCall, type SshKeyFile } from '../support/ssh.ts'

const folder = mkdtempSync(join(tmpdir(), 'bindery-ssh-'))
const address = '/ui/api/v1/profile/ssh-keys'
const whoami = '/artifactory/api/npm/npm-local/-/whoami'
const command = ['jfrog-authenticate']

let app: TestApp
let ann: Credentials
let key: SshKeyFile
let stranger: SshKeyFile

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_SSH_PORT: '0', BINDERY_MAX_SSH_CONNECTIONS: '10' } })
  ann = await app.user({ name: 'ann' })
  key = await makeSshKey(folder, 'ann')
  stranger = await makeSshKey(folder, 'stranger')
  await add(ann, key)
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

async function add(who: Credentials, { publicKey }: SshKeyFile): Promise<void> {
  const reply = await app.as(who)(address, json('POST', { key: publicKey }))
  expect([reply.status, await reply.text()]).toEqual([201, expect.any(String)])
}

async function serverOf(of: TestApp = app): Promise<SshServer> {
  const { server } = SshKeys.parse(await (await of.fetch(address)).json())
  if (server === null) throw new Error('SSH is off.')
  return server
}

const ssh = async (call: Partial<SshCall>) =>
  runSsh({ folder, port: (await serverOf()).port, command, ...call })

async function tokenFor(call: Partial<SshCall>): Promise<string> {
  const { code, stdout, stderr } = await ssh(call)
  expect([code, stderr]).toEqual([0, expect.any(String)])
  const { href, headers } = JSON.parse(stdout) as { href: string; headers: { Authorization: string } }
  expect(href).toBe(`${app.url}/artifactory/`)
  return headers.Authorization.replace(/^Bearer /, '')
}

const denied = {
  code: 255,
  stdout: '',
  stderr: expect.stringMatching(/Permission denied \(publickey\)/),
}

/** Counted when the connection has ended, which the client does not wait for. */
async function expectCountedDenial(call: Partial<SshCall>): Promise<void> {
  const before = await refusals()
  expect(await ssh(call)).toMatchObject(denied)
  await vi.waitFor(async () => expect(await refusals()).toBe(before + 1), { timeout: 10_000 })
}

const refusals = async () =>
  (await app.db.selectFrom('audit').select('sequence').where('kind', '=', 'ssh-key.refused').execute()).length

const refusedWith = (stderr: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) })

const kinds = (target: string) =>
  app.db
    .selectFrom('audit')
    .select(['kind', 'actor', 'address'])
    .where('target', '=', target)
    .where('kind', 'like', 'ssh-key.%')
    .orderBy('sequence')
    .execute()

describe('a key', () => {
  test('gives an access token of its user for an hour, whatever name the client says', async () => {
    const token = await tokenFor({ key })
    expect(await (await app.as({ token })(whoami)).json()).toEqual({ username: 'ann' })
    const row = await app.db
      .selectFrom('tokens')
      .selectAll()
      .where('subject', '=', 'ann')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ scope: 'applied-permissions/user', life_seconds: 3600 })
    expect(row.description).toMatch(/^SSH key SHA256:/)
    const own = (await (await app.as(ann)('/ui/api/v1/profile/tokens')).json()) as { endingSoon: string[] }
    expect(own.endingSoon).toEqual([])
    const list = SshKeys.parse(await (await app.as(ann)(address)).json())
    expect(list.keys).toMatchObject([
      { name: 'ann@laptop', type: 'ssh-ed25519', lastUsedAt: expect.any(String) },
    ])
    expect(await kinds('ann')).toEqual([
      { kind: 'ssh-key.added', actor: 'ann', address: '127.0.0.1' },
      { kind: 'ssh-key.used', actor: 'ann', address: '127.0.0.1' },
    ])
  })

  test('of every kind that is taken signs in', async () => {
    const kim = await app.user({ name: 'kim' })
    for (const [name, ...kind] of [
      ['rsa', '-t', 'rsa', '-b', '2048'],
      ['p256', '-t', 'ecdsa', '-b', '256'],
      ['p521', '-t', 'ecdsa', '-b', '521'],
    ] as const) {
      const other = await makeSshKey(folder, name, ...kind)
      await add(kim, other)
      const token = await tokenFor({ key: other })
      expect(await (await app.as({ token })(whoami)).json()).toEqual({ username: 'kim' })
    }
  })

  test('does so after others that an agent offers first, which count as nothing', async () => {
    const before = await refusals()
    await tokenFor({ key, others: [stranger, await makeSshKey(folder, 'other')] })
    expect(await refusals()).toBe(before)
  })

  test('that was removed does nothing any more', async () => {
    const lee = await app.user({ name: 'lee' })
    const hers = await makeSshKey(folder, 'lee')
    await add(lee, hers)
    await tokenFor({ key: hers })
    const { keys } = SshKeys.parse(await (await app.as(lee)(address)).json())
    expect((await app.as(lee)(`${address}/${keys[0]?.id}`, { method: 'DELETE' })).status).toBe(204)
    await expectCountedDenial({ key: hers })
  })

  test('of a user who is disabled or locked is refused with the reason', async () => {
    const max = await app.user({ name: 'max' })
    const his = await makeSshKey(folder, 'max')
    await add(max, his)
    await app.as({ ...max, password: 'wrong' })(whoami)
    await writeSql(
      app,
      `update attempts set failures = 99, locked_until = '2999-01-01T00:00:00.000Z' where user_id is not null`,
    )
    expect(await ssh({ key: his })).toMatchObject(refusedWith(/Too many wrong answers/))
    await writeSql(app, 'delete from attempts')
    await tokenFor({ key: his })
    const reply = await app.fetch('/ui/api/v1/users/max', json('PATCH', { status: 'disabled' }))
    expect(reply.status).toBe(200)
    expect(await ssh({ key: his })).toMatchObject(refusedWith(/The user of this key is disabled/))
  })
})

describe('refused, and nothing is left over', () => {
  test('a key that nobody has, counted for its address once for each connection', async () => {
    await expectCountedDenial({ key: stranger, others: [await makeSshKey(folder, 'unknown')] })
  })

  test('a password, and a signature with SHA-1', async () => {
    const methods = 'PreferredAuthentications=password,keyboard-interactive'
    expect(await ssh({ options: ['-o', methods, '-o', 'PubkeyAuthentication=no'] })).toMatchObject(denied)
    const old = await makeSshKey(folder, 'old', '-t', 'rsa', '-b', '2048')
    await add(ann, old)
    expect(await ssh({ key: old, options: ['-o', 'PubkeyAcceptedAlgorithms=ssh-rsa'] })).toMatchObject(denied)
    await tokenFor({ key: old })
  })

  test('ciphers and exchanges of the past', async () => {
    for (const option of ['Ciphers=aes128-cbc', 'KexAlgorithms=diffie-hellman-group14-sha1'])
      expect(await ssh({ key, options: ['-o', option] })).toMatchObject({
        code: 255,
        stderr: expect.stringMatching(/no matching/),
      })
  })

  test('a shell, with and without a terminal, files, and other commands', async () => {
    expect(await ssh({ key, command: [], input: 'ls\n' })).toMatchObject(
      refusedWith(/There is no shell here/),
    )
    // Who insists on a terminal leaves when there is none.
    expect(await ssh({ key, command: [], options: ['-tt'] })).toMatchObject({
      code: 255,
      stderr: expect.stringMatching(/PTY allocation request failed/),
    })
    expect(await ssh({ key, command: ['foo'], options: ['-s'] })).toMatchObject(
      refusedWith(/There are no subsystems here/),
    )
    for (const other of [['ls'], ['jfrog-authenticate', '--help'], ['jfrog-authenticate;', 'id']])
      expect(await ssh({ key, command: other })).toMatchObject(
        refusedWith(/The only command here is jfrog-authenticate/),
      )
    expect(await ssh({ key, command: ['git-lfs-authenticate', 'repo', 'download'] })).toMatchObject(
      refusedWith(/no Git LFS repositories/),
    )
    const sftp = await ssh({ key, program: 'sftp', command: [] })
    expect(sftp.code).not.toBe(0)
    expect(sftp.stderr).toMatch(/Files are not served over SSH/)
  })

  test('a command that is too long, and one that is longer than a packet', async () => {
    expect(await ssh({ key, command: ['x'.repeat(20_000)] })).toMatchObject(
      refusedWith(/The command is too long/),
    )
    expect(await ssh({ key, command: ['x'.repeat(100_000)] })).toMatchObject({ code: 255, stdout: '' })
    await tokenFor({ key })
  })

  test('forwarding, to and from', async () => {
    const options = ['-o', 'ExitOnForwardFailure=yes', '-R', '0:127.0.0.1:1']
    expect(await ssh({ key, options })).toMatchObject({
      code: 255,
      stderr: expect.stringMatching(/remote port forwarding failed/),
    })
    expect(await ssh({ key, options: ['-W', '127.0.0.1:1'], command: [] })).toMatchObject({
      code: 255,
      stderr: expect.stringMatching(/administratively prohibited/),
    })
  })

  test('everybody at an address that came with many wrong keys, for a while', async () => {
    await expectCountedDenial({ key: stranger })
    await writeSql(app, `update attempts set failures = 999, locked_until = '2999-01-01T00:00:00.000Z'`)
    expect(await ssh({ key })).toMatchObject(denied)
    await writeSql(app, 'delete from attempts')
    await tokenFor({ key })
  })

  test('more input than anybody needs', async () => {
    await ssh({ key, input: 'x'.repeat(4 * 1024 * 1024) })
    expect(await tokenFor({ key })).not.toBe('')
  })
})

test('more connections than may wait for a key at an address are turned away, until others have left', async () => {
  const { port } = await serverOf()
  const waiting = await Promise.all(Array.from({ length: 5 }, () => meet(port)))
  expect(waiting.map(({ greeting }) => greeting)).toEqual(waiting.map(() => 'SSH-2.0-Bindery\r\n'))
  const { greeting } = await meet(port)
  expect(greeting).toBe('Too many SSH connections are open. Try again later.\r\n')
  for (const { socket } of waiting) socket.destroy()
  await vi.waitFor(async () => expect((await ssh({ key })).code).toBe(0), { timeout: 20_000 })
})

/** A connection that says nothing, and what the server said first. */
async function meet(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const ended = once(socket, 'close')
  const [greeting] = (await once(socket, 'data')) as [Buffer]
  return { socket: socket.resume(), ended, greeting: greeting.toString() }
}

describe('a server of little patience', () => {
  let hasty: TestApp

  beforeAll(async () => {
    hasty = await startTestApp({ env: { BINDERY_SSH_PORT: '0', BINDERY_SSH_TIMEOUT: '1 s' } })
    expect((await hasty.fetch(address, json('POST', { key: key.publicKey }))).status).toBe(201)
  })

  afterAll(() => hasty.close())

  test('ends connections that say nothing, stop half way, or talk of other things', async () => {
    const { port } = await serverOf(hasty)
    const [silent, halfway, web] = [await meet(port), await meet(port), await meet(port)]
    halfway.socket.write('SSH-2.0-half\r\n')
    web.socket.write(`GET / HTTP/1.1\r\n\r\n${'x'.repeat(100_000)}`)
    expect(await Promise.all([silent.ended, halfway.ended, web.ended])).toHaveLength(3)
  })

  test('ends a connection that has signed in and asks for nothing', async () => {
    const { port } = await serverOf(hasty)
    const options = ['-N', '-o', 'UserKnownHostsFile=none']
    expect(await runSsh({ folder, port, key, options })).toMatchObject({ code: 255 })
  })

  test('is the same to its clients after a restart, and stops though somebody is connected', async () => {
    const { fingerprint } = await serverOf(hasty)
    expect(fingerprint).toMatch(/^SHA256:[\w+/]{43}$/)
    const { ended } = await meet((await serverOf(hasty)).port)
    await hasty.restart()
    await ended
    expect((await serverOf(hasty)).fingerprint).toBe(fingerprint)
    const row = await hasty.db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'ssh_host_key')
      .executeTakeFirstOrThrow()
    expect(row.value).not.toContain('PRIVATE KEY')
  })
})

test('off is off, and the profile says so', async () => {
  const plain = await startTestApp()
  try {
    expect(SshKeys.parse(await (await plain.fetch(address)).json())).toEqual({ keys: [], server: null })
  } finally {
    await plain.close()
  }
})
