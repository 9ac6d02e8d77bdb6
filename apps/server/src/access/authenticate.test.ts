import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../tests/support/app.ts'
import { json } from '../../../../tests/support/browser.ts'
import { rawRequest } from '../../../../tests/support/raw.ts'

let app: TestApp
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
  await app.publish('generic', 'notes', '1', { path: 'notes.txt', content: 'hello' })
})

afterAll(() => app.close())

const whoami = '/artifactory/api/npm/npm-local/-/whoami'
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const with_ = (headers: Record<string, string>) => app.anonymous(whoami, { headers })

async function nameOf(reply: Response): Promise<unknown> {
  expect(reply.status).toBe(200)
  return reply.json()
}

describe('every way in leads to the same user', () => {
  test('Basic with the password', async () => {
    expect(await nameOf(await with_({ authorization: basic(`ann:${ann.password}`) }))).toEqual({
      username: 'ann',
    })
  })

  test('Basic with the user name in another case', async () => {
    expect(await nameOf(await with_({ authorization: basic(`ANN:${ann.password}`) }))).toEqual({
      username: 'ann',
    })
  })

  test('Basic with a token as the password, whatever the user name', async () => {
    const token = await app.token(ann)
    for (const name of ['ann', 'admin', 'nobody', '', '_token'])
      expect(await nameOf(await with_({ authorization: basic(`${name}:${token}`) }))).toEqual({
        username: 'ann',
      })
  })

  test('Bearer, in any case', async () => {
    const token = await app.token(ann)
    for (const scheme of ['Bearer', 'bearer', 'bEaReR'])
      expect(await nameOf(await with_({ authorization: `${scheme} ${token}` }))).toEqual({ username: 'ann' })
  })

  test('X-JFrog-Art-Api', async () => {
    expect(await nameOf(await with_({ 'x-jfrog-art-api': await app.token(ann) }))).toEqual({
      username: 'ann',
    })
  })

  test('a password may hold colons, spaces and letters of any alphabet', async () => {
    const eve = await app.user({ name: 'eve', password: 'a:b: C — 1 пароль 🔑' })
    expect(await nameOf(await with_({ authorization: basic(`eve:${eve.password}`) }))).toEqual({
      username: 'eve',
    })
  })
})

describe('wrong credentials', () => {
  const token = `bnd_${'A'.repeat(43)}`
  const wrong: [string, Record<string, string>][] = [
    ['a wrong password', { authorization: basic('ann:wrong') }],
    ['a user that does not exist', { authorization: basic('nobody:wrong') }],
    ['no data', { authorization: 'Basic ' }],
    ['no colon', { authorization: basic('ann') }],
    ['no password', { authorization: basic('ann:') }],
    ['nothing but a colon', { authorization: basic(':') }],
    ['what is not base64', { authorization: 'Basic !!!!' }],
    ['a NUL in the name', { authorization: basic('an\0n:password') }],
    ['a NUL in the password', { authorization: basic('ann:pass\0word') }],
    [
      'bytes that are not UTF-8',
      { authorization: `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString('base64')}` },
    ],
    ['SQL in the name', { authorization: basic(`ann' OR 1=1--:x`) }],
    ['a token that was never given out', { authorization: `Bearer ${token}` }],
    ['a token that was never given out, as a password', { authorization: basic(`ann:${token}`) }],
    ['a token that is none', { authorization: 'Bearer x' }],
    ['an empty token', { authorization: 'Bearer' }],
    [
      'a web token without a signature',
      { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.' },
    ],
    ['a password as a token', { authorization: 'Bearer Password-1-of-ann' }],
    ['an unknown kind', { authorization: 'Digest username="ann"' }],
    ['an API key that was never given out', { 'x-jfrog-art-api': token }],
  ]

  test.for(wrong)('%s is answered 401 with a sentence and a challenge', async ([, headers]) => {
    const reply = await app.anonymous('/ui/api/v1/repositories', { headers })
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toBe('Basic realm="Artifactory Realm"')
    const { error, errors } = ErrorReply.parse(await reply.json())
    expect(errors[0]?.code).toBe('not-signed-in')
    expect(error).toMatch(/\.$/)
  })

  test('an absent user and a wrong password are told apart by nothing', async () => {
    await app.user({ name: 'zoe' })
    const replies = [
      await with_({ authorization: basic('zoe:wrong') }),
      await with_({ authorization: basic('absent:wrong') }),
    ]
    const [first, second] = await Promise.all(
      replies.map(async (reply) => ({
        status: reply.status,
        challenge: reply.headers.get('www-authenticate'),
        body: (await reply.text()).replace(/"requestId":"\w+"/, ''),
      })),
    )
    expect(first).toEqual(second)
  })

  test('they are refused even where nobody needs to sign in', async () => {
    const open = await startTestApp({ env: { BINDERY_ANONYMOUS_ACCESS: 'true' } })
    try {
      await open.publish('generic', 'notes', '1', { path: 'notes.txt' })
      const file = '/artifactory/generic-local/notes.txt'
      expect((await open.anonymous(file)).status).toBe(200)
      expect((await open.as({ name: 'admin', password: 'wrong' })(file)).status).toBe(401)
      expect((await open.as({ token: 'wrong' })(file)).status).toBe(401)
      expect((await open.anonymous(file, { headers: { 'x-jfrog-art-api': 'wrong' } })).status).toBe(401)
      // Reading is all that is open.
      expect((await open.anonymous(file, { method: 'PUT', body: 'x' })).status).toBe(401)
      expect((await open.anonymous(file, { method: 'DELETE' })).status).toBe(401)
    } finally {
      await open.close()
    }
  })

  test('a very long header is refused, not buffered', async () => {
    const reply = await rawRequest(app.url, `GET ${whoami}`, {
      authorization: `Basic ${'A'.repeat(1 << 20)}`,
    })
    expect(reply.status).toBe(431)
  })

  test('two Authorization headers: the first counts', async () => {
    const two = await app.user({ name: 'two' })
    const lines = [
      `GET ${whoami} HTTP/1.1`,
      `host: ${new URL(app.url).host}`,
      'connection: close',
      `authorization: ${basic('two:wrong')}`,
      `authorization: ${basic(`two:${two.password}`)}`,
    ]
    const { sendRaw } = await import('../../../../tests/support/raw.ts')
    expect((await sendRaw(app.url, `${lines.join('\r\n')}\r\n\r\n`)).status).toBe(401)
  })

  test('headers that proxies set for their own users are nobody’s credentials', async () => {
    const forged = ['x-webauth-user', 'x-forwarded-user', 'remote-user', 'remote_user', 'x-remote-user']
    for (const name of forged) expect((await with_({ [name]: 'admin' })).status).toBe(401)
    expect((await with_({ 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' })).status).toBe(401)
  })
})

test('a password is never stored plainly', async () => {
  const row = await app.db.selectFrom('users').selectAll().where('name', '=', 'ann').executeTakeFirstOrThrow()
  expect(row.password_hash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify(row)).not.toContain(ann.password)
})

test('a new password takes the place of the old one at once, also while the old one is being checked', async () => {
  const old = await app.user({ name: 'flux', password: 'Old-password-1' })
  const send = (name: string) => with_({ authorization: basic(`${name}:Old-password-1`) })
  // Each spelling of the name is a credential of its own to whoever remembers credentials.
  const spellings = Array.from({ length: 16 }, (_, bits) =>
    [...old.name].map((letter, at) => (bits & (1 << at) ? letter.toUpperCase() : letter)).join(''),
  )
  let isChanged = false
  const change = app
    .anonymous(
      '/ui/api/v1/ui/auth/changePassword',
      json('POST', { user: 'flux', oldPassword: 'Old-password-1', newPassword1: 'New-password-2' }),
    )
    .finally(() => (isChanged = true))
  const tries: Promise<Response>[] = []
  while (!isChanged && tries.length < spellings.length) {
    tries.push(send(spellings[tries.length] ?? ''))
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  expect((await change).status).toBe(200)
  await Promise.all(tries)
  const after = await Promise.all(spellings.map(async (name) => (await send(name)).status))
  expect(after).toEqual(spellings.map(() => 401))
  expect((await with_({ authorization: basic('flux:New-password-2') })).status).toBe(200)
})
