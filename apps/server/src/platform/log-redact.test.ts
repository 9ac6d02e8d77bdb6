import { expect, test } from 'vitest'
import { escapeControls, redactTarget, redactText, redactValue } from './log-redact.ts'

test.each([
  'Authorization: Bearer SECRETMARK',
  'Basic U0VDUkVUTUFSSzp4SECRETMARK==',
  'https://ada:SECRETMARK@db.example.com/x',
  'https://SECRETMARK@db.example.com/x',
  'postgres://ada:p@SECRETMARK@db/x',
  '//registry.example.com/:_authToken=SECRETMARK',
  '_password="SECRETMARK"',
  'GET /x?access_token=SECRETMARK&y=1',
  '{"password": "SECRETMARK", "user": "ada"}',
  "secret='SECRETMARK'",
  'Cookie: bindery_session=SECRETMARK',
  'jwt eyJhbGciOiJIUzI1NiJ9.SECRETMARK.SECRETMARK',
  'token bnd_SECRETMARKSECRETMARKSECRETMARK was refused',
  'npm_SECRETMARKSECRETMARK',
])('the secret in %j is hidden', (text) => {
  expect(redactText(text)).not.toContain('SECRETMARK')
  expect(redactText(text)).toContain('***')
})

test('ordinary text stays as it is', () => {
  const text = 'Published left-pad 1.3.0 to npm-local for ada@example.com: see https://example.com/a?b=c'
  expect(redactText(text)).toBe(text)
})

test('secret names are hidden at any depth, counts under such names are not', () => {
  const value = {
    user: 'ada',
    headers: { Authorization: 'SECRETMARK', cookie: ['SECRETMARK'], 'x-jfrog-art-api': 'SECRETMARK' },
    list: [{ clientSecret: 'SECRETMARK', api_key: 'SECRETMARK', apiKey: { value: 'SECRETMARK' } }],
    tokens: 3,
    tokenId: 'kept',
    key: 'npm-local',
  }
  const redacted = redactValue(value)
  expect(JSON.stringify(redacted)).not.toContain('SECRETMARK')
  expect(redacted).toMatchObject({ user: 'ada', tokens: 3, tokenId: 'kept', key: 'npm-local' })
})

test('errors are written with their causes, stacks and codes, without secrets', () => {
  const inner = Object.assign(new Error('connect to postgres://ada:SECRETMARK@db failed'), {
    code: 'ECONNREFUSED',
  })
  const redacted = redactValue({ error: new Error('The database is away', { cause: inner }) })
  expect(redacted).toMatchObject({
    error: {
      type: 'Error',
      message: 'The database is away',
      stack: expect.stringContaining('log-redact.test'),
      cause: { message: 'connect to postgres://***@db failed', code: 'ECONNREFUSED' },
    },
  })
  expect(JSON.stringify(redacted)).not.toContain('SECRETMARK')
})

test('cycles, depth, long lists and long text are bounded', () => {
  const cycle: Record<string, unknown> = { name: 'a' }
  cycle['self'] = cycle
  expect(JSON.stringify(redactValue(cycle))).toContain('(deeper)')
  expect(redactValue(Array.from({ length: 5000 }, () => 1))).toHaveLength(100)
  expect(String(redactValue('x'.repeat(100_000))).length).toBeLessThan(9000)
  expect(redactValue(Buffer.alloc(10))).toBe('(10 bytes)')
})

test.each([
  ['/a/b?access_token=SECRETMARK&limit=5', '/a/b?access_token=***&limit=5'],
  ['/a?%74oken=SECRETMARK', '/a?%74oken=***'],
  ['/a?KEY=SECRETMARK;x=1', '/a?KEY=***&x=1'],
  ['/a?X-Amz-Signature=SECRETMARK', '/a?X-Amz-Signature=***'],
  [
    '/artifactory/api/npm/npm-local/-/user/token/SECRETMARK',
    '/artifactory/api/npm/npm-local/-/user/token/***',
  ],
  ['/a/bnd_SECRETMARKSECRETMARKSECRETMARK', '/a/***'],
  ['/artifactory/generic-local/a.txt?name=b', '/artifactory/generic-local/a.txt?name=b'],
])('the target %s is written as %s', (target, expected) => {
  expect(redactTarget(target)).toBe(expected)
})

test('control characters and marks that reorder text are made visible', () => {
  expect(escapeControls('a\u001b[31m\r\n\u202eb\u2028\u0085')).toBe(
    String.raw`a\u001b[31m\u000d\u000a\u202eb\u2028\u0085`,
  )
})
