import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readTarball } from './tarball.ts'

const tarballs = { manifest: 'package.json', path: '{name}/-/{bareName}-{version}.tgz' }

const block = 512

function entry(name: string, content: string): Buffer {
  const head = Buffer.alloc(block)
  head.write(name, 0)
  head.write(Buffer.byteLength(content).toString(8).padStart(11, '0'), 124)
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / block) * block)
  body.write(content)
  return Buffer.concat([head, body])
}

const packed = (...entries: Buffer[]) =>
  new Blob([gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * block)]))])

const manifest = (is: object) => entry('package/package.json', JSON.stringify(is))

test('a package tells its name and version wherever its manifest stands, and where it belongs', async () => {
  const scoped = packed(
    entry('package/index.js', 'x'.repeat(2000)),
    manifest({ name: '@acme/api', version: '4.2.1' }),
  )
  expect(await readTarball(scoped, tarballs)).toEqual({
    name: '@acme/api',
    version: '4.2.1',
    path: '@acme/api/-/api-4.2.1.tgz',
  })
  const plain = { name: 'plain', version: '1.0.0' }
  expect(await readTarball(packed(manifest(plain)), tarballs)).toEqual({
    ...plain,
    path: 'plain/-/plain-1.0.0.tgz',
  })
})

test('what is no package, is broken, or names a place of its own is a file like any other', async () => {
  for (const blob of [
    new Blob(['plain text']),
    packed(entry('readme.md', 'x')),
    packed(manifest({ name: '../../evil', version: '1.0.0' })),
    packed(manifest({ name: 'fine', version: '../1' })),
    packed(entry('package/package.json', '{')),
    packed(entry('package.json', '{"name":"a","version":"1.0.0"}')),
    packed(entry('/package.json', '{"name":"a","version":"1.0.0"}')),
    packed(entry('package/deep/package.json', '{"name":"a","version":"1.0.0"}')),
  ])
    expect(await readTarball(blob, tarballs)).toBeUndefined()
})
