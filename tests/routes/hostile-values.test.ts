// Every endpoint with values that are missing, of another type, too long or meant to do harm: a refusal in our own form
// with a sentence, or an honest answer where the contract allows the value; never an error of ours.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply, generalSettings, type Endpoint } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { engine } from '../support/database.ts'
import { rawRequest } from '../support/raw.ts'
import { hostileRequests, honestRequest, isForEachEngine } from './hostile-values.ts'
import { apiRoutes } from './routes.ts'

let app: TestApp
let authorization: string

beforeAll(async () => {
  app = await startTestApp()
  authorization = `Bearer ${await app.token()}`
})

afterAll(() => app.close())

const api = await apiRoutes()

/** Sent raw, because an HTTP library would tidy the target. */
async function send(
  method: string,
  target: string,
  body?: string | Buffer,
  headers: Record<string, string> = {},
) {
  const own =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const reply = await rawRequest(app.url, `${method} ${target}`, { authorization, ...own, ...headers }, body)
  return { status: reply.status, body: Buffer.from(reply.body, 'latin1').toString('utf8'), head: reply.head }
}

/** What is wrong with a reply, or undefined. */
function problemOf(
  { status, body, head }: Awaited<ReturnType<typeof send>>,
  isValid: boolean,
): string | undefined {
  if (status >= 500 || status < 200) return `answered ${status}`
  if (/^set-cookie: x=1/im.test(head)) return 'a header was injected'
  if (status < 300) return isValid ? undefined : `answered ${status} to what the contract does not allow`
  const refusal = ErrorReply.safeParse(asJson(body))
  if (!refusal.success) return `answered ${status} in another form: ${body.slice(0, 100)}`
  const [first] = refusal.data.errors
  if (first?.status !== status || first.message === '')
    return `a refusal that contradicts itself: ${body.slice(0, 200)}`
  return /select |insert |\bat .*\.ts:\d|SQLITE|syntax error/i.test(body)
    ? `shows our inside: ${body}`
    : undefined
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the contract refuses never reaches a database, so one engine is enough to prove that it does. */
const requestsTo = (endpoint: Endpoint) =>
  hostileRequests(endpoint).filter(
    (request) => engine === 'sqlite' || (request.isValid && isForEachEngine(request)),
  )

test.for(api)('$name refuses hostile values', { timeout: 120_000 }, async ({ endpoint }) => {
  const problems: string[] = []
  for (const { label, target, body, isValid } of requestsTo(endpoint)) {
    const problem = problemOf(await send(endpoint.method, target, body), isValid)
    if (problem) problems.push(`${label}: ${problem}`)
  }
  expect(problems).toEqual([])
  // Its honest values stop every write, also those that follow here.
  if (endpoint === generalSettings.setReadOnly)
    await send('PUT', endpoint.path, JSON.stringify({ isReadOnly: false }))
})

const withBody = api.filter(({ endpoint }) => endpoint.shape.body)

describe.runIf(engine === 'sqlite')('bodies', () => {
  const broken: [string, string | Buffer, Record<string, string>, number][] = [
    ['half of it', '{"a":', {}, 400],
    ['not JSON', 'walked', {}, 400],
    ['too deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, {}, 400],
    ['over the limit', JSON.stringify({ a: 'x'.repeat(2 << 20) }), {}, 413],
    ['compressed', 'x', { 'content-encoding': 'gzip' }, 415],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a]), {}, 400],
    ['a form with parts', '--x\r\n\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }, 400],
  ]

  test.for(broken)(
    '%s are refused by every endpoint that takes one',
    { timeout: 60_000 },
    async ([, body, headers, expected]) => {
      for (const { name, endpoint } of withBody) {
        const { target } = honestRequest(endpoint)
        const reply = await send(endpoint.method, target, body, headers)
        expect([name, reply.status]).toEqual([name, expected])
        expect(ErrorReply.safeParse(asJson(reply.body)).success).toBe(true)
      }
    },
  )
})

test('nothing of it stuck: no object has what it should not have, and the application is well', async () => {
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  // Whom the walk made itself is whatever its allowed values say: an administrator may make another.
  const admins = await app.db
    .selectFrom('users')
    .select('name')
    .where('is_admin', '=', 1)
    .where('name', '<>', 'walked')
    .execute()
  expect(admins).toEqual([{ name: 'admin' }])
  expect((await app.fetch('/artifactory/api/v1/system/readiness')).status).toBe(200)
  for (const { name, endpoint, allow } of api.filter(({ endpoint }) => endpoint.method === 'GET'))
    // What answers in text may have nothing to say yet.
    if (allow !== 'public' && !endpoint.path.includes('{') && endpoint.shape.response) {
      const { status } = await app.fetch(honestRequest(endpoint).target)
      // A made-up query may name a thing that was never made, or ask for nothing that could be found.
      const isWell = status === 200 || (status < 500 && endpoint.shape.query !== undefined)
      expect([name, status, isWell]).toEqual([name, status, true])
    }
})

test('addresses with broken percent codes are refused', async () => {
  for (const target of [
    '/ui/api/v1/packages/%',
    '/ui/api/v1/packages/%zz',
    '/ui/api/v1/packages/%ff%fe',
    '/%00',
    '/ui/api/v1/users/%2e%2e%2f',
  ])
    expect([target, Math.floor((await send('DELETE', target)).status / 100)]).toEqual([target, 4])
})

test('a NUL in the query of a package protocol is refused or finds nothing', async () => {
  const reply = await send('GET', '/artifactory/api/npm/npm-local/-/v1/search?text=a%00b')
  expect([200, 400]).toContain(reply.status)
})
