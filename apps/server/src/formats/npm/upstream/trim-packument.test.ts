import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { trimPackument } from './trim-packument.ts'

/** In pieces of every size, so that each place in the text is the end of one. */
async function trimmed(text: string): Promise<string> {
  const bytes = Buffer.from(text)
  const results = new Set<string>()
  for (let size = 1; size <= bytes.length; size++)
    results.add((await buffer(trimPackument(pieces(bytes, size)))).toString('utf8'))
  expect([...results]).toHaveLength(1)
  return [...results].join('')
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const packument = (version: Record<string, unknown>) =>
  JSON.stringify({ name: 'x', readme: 'stays', versions: { '1.0.0': version }, time: { readme: 'stays' } })

test.each([
  ['plain', 'About x.'],
  ['with quotes', '"a" "" \\" \\\\" \\\\'],
  ['of backslashes', '\\\\\\\\'],
  ['that looks like a document', '{"readme":"x","versions":{"1":{"readme":"y"}}}]}'],
  ['in other scripts', 'ümläut 漢字 😀 \u2028\u0000'],
  ['that is empty', ''],
])('a readme %s goes, and nothing else', async (_what, readme) => {
  const before = { readme, name: 'x', files: ['readme', readme], 'a"b\\': 'readme' }
  expect(await trimmed(packument(before))).toBe(packument({ ...before, readme: '' }))
  const last = { name: 'x', readme }
  expect(await trimmed(packument(last))).toBe(packument({ ...last, readme: '' }))
})

test('white space between the parts is no obstacle', async () => {
  const text = JSON.stringify({ versions: { a: { readme: 'long', b: 'c' }, d: { readme: 'long' } } }, null, 2)
  expect(await trimmed(text)).toBe(text.replaceAll('long', ''))
})

test.each([
  [{ readme: null, next: 'stays' }],
  [{ readme: 1, next: 'stays' }],
  [{ readme: ['stays'], next: 'stays' }],
  [{ readme: { readme: 'stays' }, next: 'stays' }],
  [{ readmeFilename: 'stays', read: 'stays', README: 'stays', 'readme ': 'stays' }],
  [{ scripts: { readme: 'stays' }, keywords: [{ readme: 'stays' }] }],
])('%j passes as it came', async (version) => {
  expect(await trimmed(packument(version))).toBe(packument(version))
})

test.each([
  '',
  'null',
  '<html>"versions": {"1": {"readme": "x"}}</html>',
  '{"versions": {"1": {"name": "broken',
  '{"versions": {"1": {"readme": ',
  '{"other": {"1": {"readme": "stays"}}, "versions": {}, "more": {"1": {"readme": "stays"}}}',
])('%s passes as it came', async (text) => {
  expect(await trimmed(`${text} `)).toBe(`${text} `)
})
