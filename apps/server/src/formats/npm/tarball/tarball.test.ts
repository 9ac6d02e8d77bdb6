import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fileOf, makeTar, makeTarball } from './tarball.fixture.ts'
import { readTarball, standardLimits } from './tarball.ts'
import { walkTar } from './tar-walk.ts'

const packageJson = { name: 'pad', version: '1.0.0' }
const json = JSON.stringify(packageJson)
const first = [{ name: 'package/package.json' }, json] as const

/** One raw header block, for what no packer writes. */
function headerOf(fields: {
  name: string
  size?: number
  type?: string
  magic?: string
  prefix?: string
}): Buffer {
  const block = Buffer.alloc(512)
  block.write(fields.name, 0, 100)
  block.write('0000644\0', 100)
  block.write(`${(fields.size ?? 0).toString(8).padStart(11, '0')}\0`, 124)
  block.write(fields.type ?? '0', 156)
  block.write(fields.magic ?? 'ustar\x0000', 257)
  block.write(fields.prefix ?? '', 345)
  return withSum(block)
}

function withSum(block: Buffer): Buffer {
  block.fill(' ', 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

const padded = (text: string) =>
  Buffer.concat([Buffer.from(text)], Math.ceil(Buffer.byteLength(text) / 512) * 512)
const rawEntry = (
  name: string,
  content: string,
  more: { type?: string; prefix?: string; magic?: string } = {},
) => Buffer.concat([headerOf({ name, size: Buffer.byteLength(content), ...more }), padded(content)])
const paxRecord = (key: string, value: string) => {
  const rest = ` ${key}=${value}\n`
  const digits = String(rest.length + 2).length
  return `${rest.length + digits}${rest}`
}
const zeros = Buffer.alloc(1024)

/** The same bytes on the way for small files and, by pretending a size, on the way for large ones. */
const bothWays = (bytes: Buffer) => [
  fileOf(bytes),
  { ...inPieces(bytes, 100), size: Math.max(bytes.length, 300_000) },
]

const inPieces = (bytes: Buffer, size: number) => ({
  size: bytes.length,
  read: () =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      ),
    ),
})

async function refusals(tar: Buffer): Promise<string> {
  const messages = []
  for (const file of bothWays(gzipSync(tar))) messages.push(await refusal(readTarball(file)))
  expect(messages[0]).toBe(messages[1])
  return messages[0] ?? ''
}

async function refusal(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => ({ status: 0, message: 'it was accepted' }),
    (error: { status: number; message: string }) => error,
  )
  expect(error).toMatchObject({ code: 'bad-request', status: 400 })
  return error.message
}

describe('a tarball', () => {
  test('tells package.json, readme, counts and what npm wants to know', async () => {
    const bytes = await makeTarball({
      'package/package.json': packageJson,
      'package/README.md': '# pad\n',
      'package/lib/index.js': 'x'.repeat(700),
      'package/npm-shrinkwrap.json': '{}',
      'package/binding.gyp': '{}',
    })
    for (const file of bothWays(bytes))
      expect(await readTarball(file)).toEqual({
        packageJson,
        readme: '# pad\n',
        fileCount: 5,
        unpackedSize: json.length + 6 + 700 + 2 + 2,
        hasShrinkwrap: true,
        hasGypFile: true,
        isTruncatedScan: false,
        entries: [
          'package/package.json',
          'package/README.md',
          'package/lib/index.js',
          'package/npm-shrinkwrap.json',
          'package/binding.gyp',
        ],
      })
  })

  test('may call its first folder as it likes, and what lies deeper is not meant', async () => {
    const bytes = await makeTarball({
      'left-pad/node_modules/x/package.json': { name: 'x' },
      'left-pad/docs/README.md': 'deep',
      'left-pad/package.json': packageJson,
    })
    expect(await readTarball(fileOf(bytes))).toMatchObject({ packageJson, readme: null, fileCount: 3 })
  })

  test.each([
    [['README', 'readme.md', 'README.txt'], 'readme.md'],
    [['README.txt', 'ReadMe'], 'ReadMe'],
    [['README.markdown', 'README'], 'README.markdown'],
    [['README.zh.md'], 'README.zh.md'],
    [['README-old.md', 'CHANGELOG.md'], null],
  ])('of the readmes %j takes %s', async (names, chosen) => {
    const files = Object.fromEntries(names.map((name) => [`package/${name}`, name]))
    const bytes = await makeTarball({ 'package/package.json': packageJson, ...files })
    expect((await readTarball(fileOf(bytes))).readme).toBe(chosen)
  })

  test('with a long readme keeps 512 KiB of it, in whole characters', async () => {
    const bytes = await makeTarball({
      'package/package.json': packageJson,
      'package/README.md': `x${'é'.repeat(400_000)}`,
    })
    const { readme } = await readTarball(fileOf(bytes))
    expect(readme).toBe(`x${'é'.repeat(256 * 1024 - 1)}`)
  })

  test('with bytes in its readme that are no text is shown all the same', async () => {
    const readme = Buffer.from([0x61, 0x00, 0x62, 0xff, 0x63])
    const bytes = await makeTarball({ 'package/package.json': packageJson, 'package/README.md': readme })
    expect((await readTarball(fileOf(bytes))).readme).toBe('a\uFFFDb\uFFFDc')
  })

  test('may begin its package.json with a byte order mark', async () => {
    const bytes = await makeTarball({ 'package/package.json': `\uFEFF${json}` })
    expect(await readTarball(fileOf(bytes))).toMatchObject({ packageJson })
  })

  test('with names of 300 characters, by PAX, by GNU and by prefix', async () => {
    const long = `package/${'d/'.repeat(145)}readme.md`
    const pax = await makeTar([first, [{ name: long }, 'x']])
    const gnu = Buffer.concat([
      rawEntry('././@LongLink', 'package/package.json\0', { type: 'L', magic: 'ustar  \0' }),
      rawEntry('cut', json),
      zeros,
    ])
    const prefixed = Buffer.concat([rawEntry('package.json', json, { prefix: 'package' }), zeros])
    for (const tar of [pax, gnu, prefixed])
      for (const file of bothWays(gzipSync(tar)))
        expect(await readTarball(file)).toMatchObject({ packageJson })
  })

  test('as git archive makes it, with a comment in a global header', async () => {
    const comment = rawEntry('pax_global_header', paxRecord('comment', '8a4f'), { type: 'g' })
    const tar = Buffer.concat([
      comment,
      rawEntry('pad-1.0.0/', '', { type: '5' }),
      rawEntry('pad-1.0.0/package.json', json),
      zeros,
    ])
    expect(await readTarball(fileOf(gzipSync(tar)))).toMatchObject({ packageJson, fileCount: 1 })
  })

  test('without the blocks that mark the end is whole all the same', async () => {
    const tar = rawEntry('package/package.json', json)
    for (const file of bothWays(gzipSync(tar))) expect(await readTarball(file)).toMatchObject({ packageJson })
  })

  test('with the size of a folder, as some file systems give it', async () => {
    const folder = headerOf({ name: 'package/', size: 4096, type: '5' })
    const tar = Buffer.concat([folder, rawEntry('package/package.json', json), zeros])
    expect(await readTarball(fileOf(gzipSync(tar)))).toMatchObject({ packageJson })
  })

  test('in two gzip members, or with zeros behind it, is read as npm reads it', async () => {
    const tar = await makeTar([first, [{ name: 'package/b' }, 'b']])
    const halves = Buffer.concat([gzipSync(tar.subarray(0, 700)), gzipSync(tar.subarray(700))])
    for (const file of [...bothWays(halves), ...bothWays(Buffer.concat([gzipSync(tar), Buffer.alloc(10)]))])
      expect(await readTarball(file)).toMatchObject({ packageJson, fileCount: 2 })
  })

  test('of a megabyte that does not compress', async () => {
    const bytes = await makeTarball({
      'package/package.json': packageJson,
      'package/big': randomBytes(1 << 20),
    })
    expect(await readTarball(inPieces(bytes, 65_536))).toMatchObject({
      packageJson,
      unpackedSize: json.length + (1 << 20),
    })
  })
})

describe('links and special members', () => {
  test('are neither followed nor counted', async () => {
    const tar = await makeTar([
      [{ name: 'package/d', type: 'symlink', linkname: '/var' }],
      [{ name: 'package/d/pwn' }, 'x'],
      [{ name: 'package/h', type: 'link', linkname: '/etc/passwd' }],
      [{ name: 'package/README.md', type: 'symlink', linkname: '/etc/passwd' }],
      [{ name: 'package/fifo', type: 'fifo' }],
      [{ name: 'package/tty', type: 'character-device', devmajor: 5, devminor: 0 }],
      [{ name: 'package/sda', type: 'block-device', devmajor: 8, devminor: 0 }],
      [{ name: 'package/su', mode: 0o4755 }, 'x'],
      first,
    ])
    for (const file of bothWays(gzipSync(tar)))
      expect(await readTarball(file)).toMatchObject({ packageJson, readme: null, fileCount: 3 })
  })

  test('a link in the place of package.json is none', async () => {
    const tar = await makeTar([[{ name: 'package/package.json', type: 'symlink', linkname: '/etc/passwd' }]])
    expect(await refusals(tar)).toContain('there is no package.json in its first folder')
  })

  test('a link with bytes of its own is refused: programs disagree about what follows', async () => {
    const tar = Buffer.concat([
      rawEntry('package/l', json, { type: '2' }),
      rawEntry('package/package.json', json),
      zeros,
    ])
    expect(await refusals(tar)).toContain('a link or device has bytes of its own')
  })

  test('a sparse file of 8 TB costs nothing and is refused as cut off', async () => {
    const sparse = headerOf({ name: 'package/sparse', type: 'S' })
    sparse.fill(0, 124, 136).writeBigUInt64BE(BigInt(8e12), 128)
    sparse[124] = 0x80
    const tar = Buffer.concat([rawEntry('package/package.json', json), withSum(sparse), Buffer.alloc(512)])
    expect(await refusals(tar)).toContain('it ends inside an entry')
  })
})

describe('what could be read in two ways is refused', () => {
  test.each([
    ['twice in one folder', ['package/package.json', 'package/package.json']],
    ['in two first folders', ['a/package.json', 'b/package.json']],
    ['by a dot', ['package/package.json', 'package/./package.json']],
    ['by an empty segment', ['package/package.json', 'package//package.json']],
    ['by a backslash', ['package/package.json', 'package\\package.json']],
    ['by its case', ['package/package.json', 'package/Package.JSON']],
  ])('package.json %s', async (_, names) => {
    const tar = await makeTar(names.map((name) => [{ name }, json] as const))
    expect(await refusals(tar)).toContain('it holds more than one package.json')
  })

  test('a PAX size that differs from the header', async () => {
    const pax = rawEntry('PaxHeader', paxRecord('size', '5'), { type: 'x' })
    const tar = Buffer.concat([pax, rawEntry('package/package.json', json), zeros])
    expect(await refusals(tar)).toContain('an entry has two sizes that differ')
  })

  test('a path or size for all entries', async () => {
    const pax = rawEntry('PaxHeader', paxRecord('path', 'package/x'), { type: 'g' })
    const tar = Buffer.concat([pax, rawEntry('package/package.json', json), zeros])
    expect(await refusals(tar)).toContain('a global header sets a path or a size')
  })

  test('an entry behind the end', async () => {
    const tar = Buffer.concat([
      rawEntry('package/package.json', json),
      zeros,
      rawEntry('package/evil.js', 'x'),
    ])
    expect(await refusals(tar)).toContain('something follows the end of the archive')
  })

  test.each(['99 path=x\n', 'x path=a\n', '9 path=ab', '0 path=x\n', '-5 a=b\n', '8 nokeyx\n'])(
    'the extended header %j',
    async (record) => {
      const tar = Buffer.concat([
        rawEntry('Pax', record, { type: 'x' }),
        rawEntry('package/package.json', json),
        zeros,
      ])
      expect(await refusals(tar)).toContain('an extended header cannot be read')
    },
  )
})

describe('paths that lead out', () => {
  test.each([
    '../evil',
    'package/../../evil',
    '/etc/passwd',
    'C:/windows',
    'C:\\windows',
    'package\\..\\..\\evil',
    '..',
  ])('%s', async (path) => {
    const tar = Buffer.concat([rawEntry('package/package.json', json), rawEntry(path, 'x'), zeros])
    expect(await refusals(tar)).toBe(
      `The tarball is refused: the path ${JSON.stringify(path)} leads out of the package. Make it with "npm pack" and publish that.`,
    )
  })

  test('a NUL in a PAX path', async () => {
    const pax = rawEntry('Pax', paxRecord('path', 'package/a\0b'), { type: 'x' })
    const tar = Buffer.concat([pax, rawEntry('x', 'x'), rawEntry('package/package.json', json), zeros])
    expect(await refusals(tar)).toContain('leads out of the package')
  })

  test('dots in names are only dots', async () => {
    const bytes = await makeTarball({
      'package/package.json': packageJson,
      'package/..a/b..': 'x',
      'package/...': 'x',
    })
    expect(await readTarball(fileOf(bytes))).toMatchObject({ fileCount: 3 })
  })
})

describe('a broken tarball', () => {
  const cut = 'The tarball is cut off or damaged: '

  test('cut off anywhere is noticed', async () => {
    const bytes = await makeTarball({ 'package/package.json': packageJson, 'package/a': randomBytes(3000) })
    for (const length of [10, 11, 100, 500, 2000, bytes.length - 9, bytes.length - 8, bytes.length - 1])
      for (const file of bothWays(bytes.subarray(0, length)))
        expect(await refusal(readTarball(file))).toBe(`${cut}unexpected end of file. Pack and publish again.`)
  })

  test('with a flipped bit is noticed', async () => {
    const bytes = await makeTarball({ 'package/package.json': packageJson, 'package/a': randomBytes(3000) })
    bytes[1500] = (bytes[1500] ?? 0) ^ 0x10
    for (const file of bothWays(bytes)) expect(await refusal(readTarball(file))).toContain(cut)
  })

  test('with anything but zeros behind its end is refused, as npm refuses it', async () => {
    const bytes = Buffer.concat([
      await makeTarball({ 'package/package.json': packageJson }),
      Buffer.from('garbage'),
    ])
    for (const file of bothWays(bytes))
      expect(await refusal(readTarball(file))).toBe(
        `${cut}something follows the end of the compressed data. Pack and publish again.`,
      )
  })

  test('cut off before it was compressed is noticed', async () => {
    const tar = await makeTar([first, [{ name: 'package/b' }, 'b'.repeat(2000)]])
    expect(await refusals(tar.subarray(0, 2000))).toBe(
      `${cut}it ends inside an entry. Pack and publish again.`,
    )
    expect(await refusals(tar.subarray(0, 1200))).toBe(
      `${cut}it ends inside an entry. Pack and publish again.`,
    )
  })

  test('with a wrong checksum of an entry is noticed', async () => {
    const tar = await makeTar([first])
    tar[0] = 0x71
    expect(await refusals(tar)).toBe(`${cut}the checksum of an entry is wrong. Pack and publish again.`)
  })

  test.each([
    ['a plain tar', makeTar([first])],
    ['a text', Buffer.from('hello, this is no tarball')],
    ['a zip', Buffer.from('PK\x03\x04 and so on')],
  ])('%s is no tarball', async (_, bytes) => {
    for (const file of bothWays(await bytes))
      expect(await refusal(readTarball(file))).toBe(
        'The file is not a tarball compressed with gzip. Make it with "npm pack" and publish that.',
      )
  })

  test('nothing at all', async () => {
    expect(await refusal(readTarball(fileOf(Buffer.alloc(0))))).toContain('unexpected end of file')
    expect(await refusals(Buffer.alloc(0))).toContain('there is no package.json in its first folder')
    expect(await refusals(zeros)).toContain('there is no package.json in its first folder')
    expect(await refusals(await makeTar([[{ name: 'package.json' }, json]]))).toContain(
      'there is no package.json',
    )
  })

  test('a failing disk is not the fault of the tarball', async () => {
    const read = () =>
      new Readable({
        read() {
          this.destroy(new Error('EIO: i/o error, read'))
        },
      })
    await expect(readTarball({ read, size: 100 })).rejects.toThrow('EIO: i/o error, read')
    await expect(readTarball({ read, size: 1e6 })).rejects.toThrow('EIO: i/o error, read')
  })
})

describe('package.json', () => {
  const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`

  test.each([
    ['nothing', '', 'The package.json in the tarball is not valid JSON: Unexpected end of JSON input.'],
    ['wrong JSON', '{"name":}', 'The package.json in the tarball is not valid JSON: '],
    ['a list', '[]', 'The package.json in the tarball is not a JSON object.'],
    ['200,000 levels', deep, 'The package.json in the tarball is nested deeper than 64 levels.'],
    ['2 MiB', `{"a":"${'x'.repeat(2 << 20)}"}`, 'its package.json is larger than 2 MiB'],
  ])('of %s is refused', async (_, content, sentence) => {
    expect(await refusals(await makeTar([[{ name: 'package/package.json' }, content]]))).toContain(sentence)
  })
})

describe('a bomb', () => {
  const limits = { ...standardLimits, expandedBytes: 5 << 20, ratioFrom: 1 << 20, ratio: 50 }
  const bomb = Buffer.alloc(8 << 20)

  test('is not inspected beyond the limit, and package.json was seen', async () => {
    const bytes = gzipSync(await makeTar([first, [{ name: 'package/zeros' }, bomb]]))
    expect(bytes.length).toBeLessThan(10_000)
    expect(await readTarball(fileOf(bytes), limits)).toMatchObject({ packageJson, isTruncatedScan: true })
  })

  test('before package.json is refused', async () => {
    const bytes = gzipSync(await makeTar([[{ name: 'package/zeros' }, bomb], first]))
    expect(await refusal(readTarball(fileOf(bytes), limits))).toContain(
      'expands beyond the limits before its package.json',
    )
  })

  test('by its size alone, whatever the ratio', async () => {
    const bytes = gzipSync(await makeTar([first, [{ name: 'package/noise' }, randomBytes(6 << 20)]]), {
      level: 1,
    })
    expect(await readTarball(inPieces(bytes, 65_536), limits)).toMatchObject({ isTruncatedScan: true })
    expect(await readTarball(inPieces(bytes, 65_536))).toMatchObject({ isTruncatedScan: false, fileCount: 2 })
  })

  test('of entries', async () => {
    const names = Array.from({ length: 20 }, (_, at) => [{ name: `package/${at}` }] as const)
    const bytes = gzipSync(await makeTar([first, ...names]))
    for (const file of bothWays(bytes))
      expect(await readTarball(file, { ...limits, entries: 10 })).toMatchObject({
        isTruncatedScan: true,
        fileCount: 10,
      })
  })

  test.each([0, 1 << 20])('of extended headers of %i bytes', (size) => {
    const header = Buffer.concat([headerOf({ name: 'x', type: 'x', size }), Buffer.alloc(size)])
    if (size > 0) header.fill(`${size} comment=\n`, 512, 530).fill('\n', header.length - 1)
    const walk = walkTar(() => undefined)
    const pushAll = () => {
      for (let pushed = 0; pushed < 140 << 20; pushed += header.length) walk.push(header)
    }
    expect(pushAll).toThrow('its extended headers are too large')
  })

  test('does not make memory grow: 600 MB of zeros with the standard limits', async () => {
    const head = await makeTar([first])
    const tar = Buffer.concat([head.subarray(0, 1024), headerOf({ name: 'package/z', size: 600 << 20 })])
    const member = gzipSync(Buffer.alloc(16 << 20))
    const bytes = Buffer.concat([gzipSync(tar), ...Array.from({ length: 38 }, () => member)])
    const before = process.memoryUsage.rss()
    expect(await readTarball(fileOf(bytes))).toMatchObject({ packageJson, isTruncatedScan: true })
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 << 20)
  })
})
