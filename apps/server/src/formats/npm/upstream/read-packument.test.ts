import { expect, test } from 'vitest'
import { readPackument } from './read-packument.ts'

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = (text: string, size = Infinity) => readPackument(pieces(Buffer.from(text), size), 'x')

const dist = { shasum: 'ABC', integrity: 'sha1-x sha512-Zm9v', tarball: 'https://example.test/x.tgz' }
const whole = {
  _id: 'x',
  versions: {
    '1.0.0': { version: '1.0.0', readme: 'long "\\', a: { readme: 'stays' }, dist },
    '1.1.0-ü"\\': { deprecated: 'Do not {"use": "it"}', scripts: { versions: 'x' } },
    none: null,
    '': { deprecated: true },
    list: [{ a: 'x' }, 'b', 'readme', 'c'],
    last: {},
  },
  name: 'x',
  'dist-tags': { latest: '1.0.0', wrong: 1 },
  time: { created: '2020', modified: '2022', '1.0.0': '2021' },
  readme: 'About x, {"versions": {}}',
}

test.each([
  ['as registries write it', JSON.stringify(whole)],
  ['with white space', JSON.stringify(whole, null, 2)],
])('reads a packument %s, in whatever pieces it comes', async (_how, text) => {
  const contents = await read(text)
  expect(contents).toEqual({
    name: 'x',
    revision: 0,
    createdAt: '2020',
    modifiedAt: '2022',
    readme: 'About x, {"versions": {}}',
    versions: [
      {
        version: '1.0.0',
        manifest: { name: 'x', version: '1.0.0', a: { readme: 'stays' }, _dist: dist },
        deprecated: null,
        createdAt: '2021',
        path: 'x/-/x-1.0.0.tgz',
        size: 0,
        sha1: 'abc',
        sha512: 'Zm9v',
        source: 'https://example.test/x.tgz',
      },
      expect.objectContaining({
        version: '1.1.0-ü"\\',
        manifest: { name: 'x', version: '1.1.0-ü"\\', scripts: { versions: 'x' }, _dist: {} },
        deprecated: 'Do not {"use": "it"}',
        createdAt: '2022',
      }),
      expect.objectContaining({ version: '', deprecated: 'deprecated' }),
      expect.objectContaining({ version: 'last' }),
    ],
    tags: [{ tag: 'latest', version: '1.0.0' }],
  })
  for (let size = 1; size < text.length; size++) expect(await read(text, size)).toEqual(contents)
})

test('the last of two that have one name counts, in the place of the first', async () => {
  const { versions } = await read('{"name":"x","versions":{"a":{"n":1},"b":{},"a":{"n":2}}}')
  expect(versions.map(({ version, manifest }) => [version, manifest['n']])).toEqual([
    ['a', 2],
    ['b', undefined],
  ])
})

test('a readme is cut to what is kept of one', async () => {
  const { readme } = await read(JSON.stringify({ name: 'x', readme: `${'a'.repeat(512 * 1024 - 1)}😀` }))
  expect(readme).toBe(`${'a'.repeat(512 * 1024 - 1)}\uFFFD`)
})

test.each([
  '',
  'null',
  '[]',
  '"x"',
  '{',
  '{"name":"x"} {}',
  '{"name":"x","versions":{"1.0.0":{"a":1}}',
  '{"name":"x","versions":{"1.0.0":{"a":1',
  '{"name":"x","versions":{"1.0.0":{"a":1]}}',
  '{"name":"x","versions":{"1.0.0":{a:1}}}',
  '{"name":"x","versions":{"\\x":{}}}',
  '{"name":"x","versions":{{}}}',
  '{"name":"x"}}',
])('%s is no packument', async (text) => {
  for (const size of [1, Infinity])
    await expect(read(text, size)).rejects.toThrow(/^it is not (JSON|a JSON object)\.$/)
})

test('one about another package is refused', async () => {
  await expect(read('{"name":"y","versions":{}}')).rejects.toThrow('it is about "y", not "x".')
})

test.each([
  ['a version', `{"name":"x","versions":{"1":{"a":"${'b'.repeat(3 << 20)}"}}}`, 'larger than the limit'],
  ['what stands around them', `{"name":"x","a":"${'b'.repeat(17 << 20)}"}`, 'larger than the limit'],
  ['the depth', `{"name":"x","a":${'['.repeat(64)}${']'.repeat(64)}}`, 'deeper than 64 levels'],
  [
    'very many small things',
    `{"name":"x","versions":{${Array.from({ length: 4 }, (_, n) => `"${n}":{"a":[${'[],'.repeat(600_000)}[]]}`).join()}}}`,
    'more than 2000000 lists and objects',
  ],
])('%s can be too much', async (_what, text, told) => {
  await expect(read(text, 65_536)).rejects.toThrow(told)
})
