import { endpoint } from '@bindery/contracts'
import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

const save = endpoint('PUT /ui/api/v1/things/{name}', 'Save a thing', {})

test('a call becomes a line for a terminal, quoted for it', () => {
  const line = curlOf(
    save,
    { params: { name: 'a b' }, body: { text: "it's" } },
    'https://bindery.example.org',
    'ada',
  )
  expect(line).toBe(
    [
      "curl -u 'ada' -X PUT 'https://bindery.example.org/ui/api/v1/things/a%20b' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"text":"it'\\''s"}'`,
    ].join('\n'),
  )
})

test('secrets are masked wherever they stand, switches about them are not', () => {
  const line = curlOf(
    save,
    { body: { password: 'hunter2', mail: { smtpPassword: 'x' }, passwordRules: { minLength: 8 } } },
    '',
    'ada',
  )
  expect(line).not.toContain('hunter2')
  expect(line).toContain('"smtpPassword":"********"')
  expect(line).toContain('"passwordRules":{"minLength":8}')
})
