import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { AppError, tooLarge } from '../../../platform/errors.ts'
import { readPublishBody, type PublishBodyOptions } from './publish-body.ts'

type StagedBlob = Awaited<ReturnType<PublishBodyOptions['stage']>>

/** A place for bytes that remembers what was thrown away. */
function openStage(limit = Number.POSITIVE_INFINITY) {
  const kept = new Map<StagedBlob, Buffer>()
  let most = 0
  let running = 0
  return {
    kept,
    mostAtOnce: () => most,
    async stage(bytes: AsyncIterable<Uint8Array> | Buffer): Promise<StagedBlob> {
      most = Math.max(most, ++running)
      const parts: Uint8Array[] = []
      let size = 0
      for await (const part of piecesOf(bytes)) {
        size += part.length
        if (size > limit) throw tooLarge('The file is too large.')
        parts.push(Buffer.from(part))
      }
      running--
      const content = Buffer.concat(parts)
      const digest = (name: string) => createHash(name).update(content).digest('hex')
      const blob: StagedBlob = {
        size,
        bytes: undefined,
        sha256: digest('sha256'),
        sha1: digest('sha1'),
        md5: digest('md5'),
        sha512: digest('sha512'),
        read: () => Readable.from([content]),
        keep: () => Promise.resolve(),
        isRow: false,
        keepIn: () => Promise.resolve(),
        discard: () => Promise.resolve(void kept.delete(blob)),
      }
      kept.set(blob, content)
      return blob
    },
  }
}

const piecesOf = (bytes: AsyncIterable<Uint8Array> | Buffer) => (Buffer.isBuffer(bytes) ? [bytes] : bytes)

/** The text as a body in pieces of the given size. */
async function* inPieces(text: string | Buffer, size = 1 << 16): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** In pieces of the given size, or whole. */
async function read(text: string | Buffer, pieces?: number, metadataLimit = 1 << 20) {
  const { kept, stage } = openStage()
  const source = pieces === undefined ? Buffer.from(text) : inPieces(text, pieces)
  const body = await readPublishBody(source, { metadataLimit, stage })
  const contents = Object.fromEntries(
    Array.from(body.attachments, ([name, { staged }]) => [name, kept.get(staged)?.toString('latin1')]),
  )
  return { ...body, contents }
}

/** The refusal, after checking that nothing stayed behind. */
async function refusal(source: AsyncIterable<Uint8Array>, metadataLimit = 1 << 20): Promise<AppError> {
  const { kept, stage } = openStage()
  const error = await readPublishBody(source, { metadataLimit, stage }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof AppError)) throw new Error('it was not refused', { cause: error })
  expect(kept.size).toBe(0)
  return error
}

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')

const bodyOf = (content: Buffer) => ({
  _id: 'pad',
  name: 'pad',
  'dist-tags': { latest: '1.0.0' },
  versions: {
    '1.0.0': { name: 'pad', version: '1.0.0', data: 'not an attachment', text: 'a "quoted" \\ wörd' },
  },
  _attachments: {
    'pad-1.0.0.tgz': {
      content_type: 'application/octet-stream',
      data: content.toString('base64'),
      length: content.length,
    },
  },
})

describe('a body as npm sends it', () => {
  test.each([1, 2, 3, 5, 7, 64, 1 << 16])('is taken apart whatever the pieces: %i bytes', async (pieces) => {
    const content = randomBytes(2000)
    const sent = bodyOf(content)
    const { document, attachments, contents } = await read(JSON.stringify(sent), pieces)
    sent._attachments['pad-1.0.0.tgz'].data = ''
    expect(document).toEqual(sent)
    expect(contents).toEqual({ 'pad-1.0.0.tgz': content.toString('latin1') })
    expect(attachments.get('pad-1.0.0.tgz')).toMatchObject({
      contentType: 'application/octet-stream',
      declaredLength: 2000,
      staged: { size: 2000 },
    })
  })

  test.each([0, 1, 2, 3, 4, 5, 6])('keeps every byte of an attachment of %i bytes', async (size) => {
    const content = randomBytes(size)
    for (const pieces of [1, 2, 3, 4, 1000]) {
      const { contents } = await read(JSON.stringify(bodyOf(content)), pieces)
      expect(contents['pad-1.0.0.tgz']).toBe(content.toString('latin1'))
    }
  })

  test('may be indented, and may put the attachments first', async () => {
    const { versions, _attachments, ...rest } = bodyOf(Buffer.from('tarball'))
    const text = JSON.stringify({ _attachments, ...rest, versions }, null, 2)
    const { document, contents } = await read(`\n\t ${text} \r\n`, 9)
    expect(contents).toEqual({ 'pad-1.0.0.tgz': 'tarball' })
    expect(document).toMatchObject({ versions })
  })

  test('may come without attachments, as for deprecating', async () => {
    const { document, attachments } = await read('{"name":"pad","versions":{},"_attachments":{}}')
    expect(document).toEqual({ name: 'pad', versions: {}, _attachments: {} })
    expect(attachments.size).toBe(0)
  })

  test('may hold stubs of attachments that the server has already', async () => {
    const { attachments } = await read('{"_attachments":{"a.tgz":{"stub":true,"length":5}}}')
    expect(attachments.size).toBe(0)
  })

  test('may hold a provenance beside the tarball; they are staged one after the other', async () => {
    const { kept, stage, mostAtOnce } = openStage()
    const text = `{"_attachments":{"a.tgz":{"data":"${base64('one')}"},"a.sigstore":{"data":"${base64('two')}"}}}`
    const { attachments } = await readPublishBody(inPieces(text, 4), { metadataLimit: 1000, stage })
    expect([...attachments.keys()]).toEqual(['a.tgz', 'a.sigstore'])
    expect(Array.from(kept.values(), String)).toEqual(['one', 'two'])
    expect(mostAtOnce()).toBe(1)
  })
})

describe('unusual bodies that mean the same', () => {
  test.each([1, 2, 3, 4, 5, 100])(
    'escapes in keys and in the data, in pieces of %i bytes',
    async (pieces) => {
      const data = Buffer.from([0xff, 0xff, 0xff, 0xfb, 0xef, 0xbe, 1]).toString('base64')
      const escaped = data.replaceAll('/', '\\/').replaceAll('+', '\\u002B')
      expect(escaped).toContain('\\/')
      expect(escaped).toContain('\\u002B')
      const text = `{"_attach\\u006dents":{"a\\"b.tgz":{"d\\u0061ta":"${escaped}"}}}`
      const { contents } = await read(text, pieces)
      expect(contents).toEqual({ 'a"b.tgz': '\xff\xff\xff\xfb\xef\xbe\x01' })
    },
  )

  test('only _attachments.<file>.data at exactly that depth is an attachment', async () => {
    const text = JSON.stringify({
      _attachments: { a: { data: { data: 'deeper' }, list: [{ data: 'x' }] } },
      data: 'shallow',
      versions: { _attachments: { a: { data: 'elsewhere' } } },
    })
    await expect(read(text)).rejects.toThrow('The data of the attachment "a" is not a string.')
    const lists = '{"_attachments":[{"a":{"data":"x"}}]}'
    await expect(read(lists)).rejects.toThrow('_attachments is not a JSON object.')
    const { contents } = await read('{"x":[{"_attachments":{"a":{"data":"eA=="}}}],"data":"eA=="}')
    expect(contents).toEqual({})
  })

  test('names of prototypes are names like any other', async () => {
    const text = `{"__proto__":{"isAdmin":true},"_attachments":{"__proto__":{"data":"${base64('x')}","length":1}}}`
    const { document, contents, attachments } = await read(text)
    expect(Object.getPrototypeOf(document)).toBe(Object.prototype)
    expect(document['isAdmin']).toBeUndefined()
    expect([...attachments.keys()]).toEqual(['__proto__'])
    expect(Object.entries(contents)).toEqual([['__proto__', 'x']])
    expect(attachments.get('__proto__')).toMatchObject({ staged: { size: 1 }, declaredLength: 1 })
  })
})

const withData = (data: string) => `{"_attachments":{"a.tgz":{"data":"${data}"}}}`
const afterData = (text: string) => `{"_attachments":{"a.tgz":{"data":"${base64('tarball')}"${text}`

describe('a body that is refused leaves nothing behind', () => {
  test.each([
    ['', 'The publish body is not valid JSON: Unexpected end of JSON input.'],
    ['null', 'The publish body is not a JSON object.'],
    ['[]', 'The publish body is not a JSON object.'],
    ['"text"', 'The publish body is not a JSON object.'],
    ['{"a":1}}', 'The publish body is not valid JSON: a bracket closes what was not opened.'],
    ['{"a":[1}]', 'The publish body is not valid JSON: a bracket closes what was not opened.'],
    [afterData('}},"versions":nope}'), 'The publish body is not valid JSON: '],
    [afterData('}}} trailing'), 'The publish body is not valid JSON: '],
    [afterData(' "again"}}}'), 'The publish body is not valid JSON: the attachment "a.tgz" has two values.'],
    [afterData('}},"_attachments":{}}'), 'holds the key "_attachments" twice in one place.'],
    [afterData(',"data":"AAAA"}}}'), 'holds the key "data" twice in one place.'],
    [afterData(',"d\\u0061ta":"AAAA"}}}'), 'holds the key "data" twice in one place.'],
    [afterData('},"a.tgz":{"data":"AAAA"}}}'), 'holds the key "a.tgz" twice in one place.'],
    ['{"_attachments":{"a":{"data":"AAAA"},"a":{"data":"AAAA"}}}', 'holds the key "a" twice in one place.'],
    ['{"name":"a","name":"b"}', 'holds the key "name" twice in one place.'],
    [
      '{"_attachments":{"a":{"data":"AAAA"},"b":{"data":"AAAA"},"c":{"data":"AAAA"}}}',
      'more than two attachments',
    ],
    ['{"_attachments":{"a":"AAAA"}}', 'The attachment "a" is not a JSON object.'],
    ['{"\\x":1}', 'The publish body is not valid JSON: the key "\\\\x" holds a wrong escape.'],
    [withData('AAA'), 'The data of the attachment "a.tgz" is not valid base64.'],
    [withData('AA=A'), 'is not valid base64.'],
    [withData('AA==AAAA'), 'is not valid base64.'],
    [withData('====AAAA'), 'is not valid base64.'],
    [withData('AAAA====' + 'A'.repeat(40)), 'is not valid base64.'],
    [withData('AA AA AAA'), 'is not valid base64.'],
    [withData('A*AA'), 'is not valid base64.'],
    [withData('AAAA\\n'), 'is not valid base64.'],
    [withData('AAA\\"'), 'is not valid base64.'],
    [withData('AA\\u00e9A'), 'is not valid base64.'],
  ])('%s', async (text, sentence) => {
    for (const pieces of [1, 3, 1000]) {
      const error = await refusal(inPieces(text, pieces))
      expect(error.status).toBe(400)
      expect(error.message).toContain(sentence)
    }
  })

  test('cut off at any byte', async () => {
    const text = JSON.stringify(bodyOf(randomBytes(20)))
    for (let length = 1; length < text.length; length++) {
      const error = await refusal(inPieces(text.slice(0, length), 16))
      expect(error.message).toBe(
        'The publish body stops halfway: the end of its JSON never came. Publish again.',
      )
    }
  })

  test('when the connection breaks', async () => {
    async function* broken() {
      yield Buffer.from('{"_attachments":{"a":{"data":"AAAAAAAA')
      throw new Error('aborted')
    }
    const error = await refusal(broken())
    expect(error.message).toContain('stops halfway')
    expect(error.cause).toMatchObject({ message: 'aborted' })
  })

  test('when a limit on the way refuses it: its own sentence stands', async () => {
    async function* limited() {
      yield Buffer.from(afterData(',"length":7'))
      throw tooLarge('The body is over 5 bytes.')
    }
    expect(await refusal(limited())).toMatchObject({ status: 413, message: 'The body is over 5 bytes.' })
  })

  test('when the store has no room for the second attachment', async () => {
    const { kept, stage } = openStage(10)
    const text = `{"_attachments":{"a":{"data":"AAAA"},"b":{"data":"${'A'.repeat(400)}"}}}`
    const reading = readPublishBody(inPieces(text, 16), { metadataLimit: 1000, stage })
    await expect(reading).rejects.toMatchObject({ code: 'too-large', message: 'The file is too large.' })
    expect(kept.size).toBe(0)
  })

  test('when a store does not take all of it, that is our mistake', async () => {
    const lazy = {
      metadataLimit: 1000,
      async stage(bytes: AsyncIterable<Uint8Array> | Buffer) {
        for await (const _ of piecesOf(bytes)) break
        return openStage().stage(inPieces(''))
      },
    }
    const reading = readPublishBody(inPieces(withData('A'.repeat(400)), 16), lazy)
    await expect(reading).rejects.toThrow('stage() left a part of the attachment unread')
  })

  test('bytes that are not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    expect((await refusal(inPieces(body))).message).toBe(
      'The publish body is not valid JSON: it is not UTF-8.',
    )
  })

  test.each(['[', '{"a":'])('200,000 times %s', async (opening) => {
    const error = await refusal(inPieces(`{"a":${opening.repeat(200_000)}`))
    expect(error).toMatchObject({
      status: 400,
      message: expect.stringContaining('nested deeper than 64 levels'),
    })
  })

  test('64 levels are taken', async () => {
    const { document } = await read(`{"a":${'['.repeat(63)}${']'.repeat(63)}}`)
    expect(document).toHaveProperty('a')
  })
})

describe('the limit of the metadata', () => {
  test('does not count the attachment', async () => {
    const content = randomBytes(300_000)
    const { contents } = await read(JSON.stringify(bodyOf(content)), 4096, 1000)
    expect(contents['pad-1.0.0.tgz']).toHaveLength(300_000)
  })

  test('a longer description is refused before it is read to its end', async () => {
    let sent = 0
    async function* endless() {
      yield Buffer.from(afterData(',"length":7}},"readme":"'))
      for (; ; sent++) yield Buffer.alloc(4096, 'x')
    }
    expect(await refusal(endless(), 100_000)).toMatchObject({ status: 413, code: 'too-large' })
    expect(sent).toBeLessThan(30)
  })

  test('a key without an end is refused as well', async () => {
    expect(await refusal(inPieces(`{"${'k'.repeat(5000)}`, 100), 1000)).toMatchObject({ status: 413 })
  })
})

test('an attachment is handed on while it arrives: the store is never more than a piece behind', async () => {
  const data = randomBytes(1 << 20).toString('base64')
  let sent = 0
  let taken = 0
  let furthest = 0
  async function* body() {
    for await (const piece of inPieces(withData(data), 16_384)) {
      sent += piece.length
      furthest = Math.max(furthest, sent - (taken * 4) / 3)
      yield piece
    }
  }
  const { stage } = openStage()
  await readPublishBody(body(), {
    metadataLimit: 1000,
    stage: (bytes) =>
      stage(
        (async function* () {
          for await (const piece of piecesOf(bytes)) {
            taken += piece.length
            yield piece
          }
        })(),
      ),
  })
  expect(taken).toBe(1 << 20)
  expect(furthest).toBeLessThan(3 * 16_384)
})
