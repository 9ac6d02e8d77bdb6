// Clients that leave at any moment do no harm: neither to the process, nor to others, nor to the stop.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SshKeys } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { newKeyPair } from '../../platform/ssh/key-pair.ts'

let app: TestApp
let port = 0
const key = newKeyPair()
const address = '/ui/api/v1/profile/ssh-keys'

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_SSH_PORT: '0' } })
  await app.fetch(address, json('POST', { key: key.public }))
  port = SshKeys.parse(await (await app.fetch(address)).json()).server?.port ?? 0
})

afterAll(() => app.close())

/** A client that has begun to sign in, over a socket that can be cut. */
function begin(): { client: ssh2.Client; socket: Socket } {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const client = new ssh2.Client().on('error', () => undefined)
  client.connect({ sock: socket, username: 'anybody', privateKey: key.private })
  return { client, socket }
}

type Outcome = [output: string, code: number | undefined]

/** Returns when the server has taken the command; `ended` when its channel is closed. */
async function run(client: ssh2.Client): Promise<{ ended: Promise<Outcome> }> {
  const taken = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<Outcome>()
  client.exec('jfrog-authenticate', (error, channel) => {
    if (error) return taken.reject(error)
    const outcome: Outcome = ['', undefined]
    channel.on('data', (chunk: Buffer) => (outcome[0] += chunk.toString()))
    channel.on('exit', (code: number) => (outcome[1] = code))
    channel.on('close', () => ended.resolve(outcome))
    taken.resolve()
  })
  await taken.promise
  return { ended: ended.promise }
}

const good = [expect.stringContaining('Bearer '), 0]

test('whenever a client leaves, the next is served', async () => {
  const moments: ((client: ssh2.Client) => Promise<unknown>)[] = [
    (client) => once(client, 'handshake'),
    (client) => once(client, 'ready'),
    async (client) => {
      await once(client, 'ready')
      // Asked, and gone before it is answered.
      client.exec('jfrog-authenticate', () => undefined)
      await new Promise((resolve) => setImmediate(resolve))
    },
    async (client) => {
      await once(client, 'ready')
      await run(client)
    },
  ]
  for (const moment of [...moments, ...moments]) {
    const { client, socket } = begin()
    await moment(client)
    socket.destroy()
  }
  const { client } = begin()
  await once(client, 'ready')
  expect(await (await run(client)).ended).toEqual(good)
  client.end()
})

test('one connection asks several times, one after the other and at once, but not without end', async () => {
  const { client } = begin()
  await once(client, 'ready')
  for (let turn = 0; turn < 12; turn++) expect(await (await run(client)).ended).toEqual(good)
  const many = await Promise.allSettled(Array.from({ length: 30 }, () => run(client)))
  const taken = many.flatMap((one) => (one.status === 'fulfilled' ? [one.value.ended] : []))
  expect(await Promise.all(taken)).toEqual(taken.map(() => good))
  // All sessions are asked for before the first of them runs its command.
  expect(taken).toHaveLength(10)
  client.end()
})

test('a stop lets a command that was taken end, and leaves nobody waiting', async () => {
  const { client } = begin()
  await once(client, 'ready')
  const left = once(client, 'close')
  const { ended } = await run(client)
  await app.restart()
  expect(await ended).toEqual(good)
  await left
})
