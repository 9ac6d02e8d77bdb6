// Ranges and conditions on a file that changes: no reply may mix two contents.
import { readdirSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, startTestApp, type TestApp } from '../../../../tests/support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const address = (name: string) => `/artifactory/generic-local/served/${name}`

const put = (name: string, body: string | Buffer) =>
  app.fetch(address(name), { method: 'PUT', body: Buffer.from(body) })

async function get(name: string, headers: Record<string, string> = {}) {
  const reply = await app.fetch(address(name), { headers })
  return { status: reply.status, headers: reply.headers, body: Buffer.from(await reply.arrayBuffer()) }
}

test('a download that is resumed after the file changed starts again from the first byte', async () => {
  await put('resumed', 'A'.repeat(1000))
  const first = await get('resumed', { range: 'bytes=0-499' })
  await put('resumed', 'B'.repeat(1000))
  const conditions = [first.headers.get('etag') ?? '', `W/${first.headers.get('etag')}`]
  for (const condition of conditions) {
    const rest = await get('resumed', { range: 'bytes=500-', 'if-range': condition })
    expect([rest.status, rest.body.toString()]).toEqual([200, 'B'.repeat(1000)])
  }
})

test('a download that is resumed with the tag of the same file gets the rest', async () => {
  await put('unchanged', `${'A'.repeat(500)}${'B'.repeat(500)}`)
  const etag = (await get('unchanged')).headers.get('etag') ?? ''
  const rest = await get('unchanged', { range: 'bytes=500-', 'if-range': etag })
  expect([rest.status, rest.headers.get('content-range'), rest.body.toString()]).toEqual([
    206,
    'bytes 500-999/1000',
    'B'.repeat(500),
  ])
})

test('a date in If-Range counts only when it is exactly that of the file', async () => {
  await put('dated', 'content')
  const date = (await get('dated')).headers.get('last-modified') ?? ''
  expect((await get('dated', { range: 'bytes=1-', 'if-range': date })).status).toBe(206)
  const later = new Date(Date.parse(date) + 60_000).toUTCString()
  expect((await get('dated', { range: 'bytes=1-', 'if-range': later })).status).toBe(200)
  expect((await get('dated', { range: 'bytes=1-', 'if-range': 'nonsense' })).status).toBe(200)
})

test.each([
  ['a little', 300_000],
  ['much', 3_000_000],
])(
  'a reader of %s sees the old bytes or the new ones whole while the file is stored over',
  async (_title, size) => {
    const name = `racing-${size}`
    const contents = ['A', 'B'].map((letter) => Buffer.alloc(size, letter))
    await put(name, contents[0] ?? '')
    let isWriting = true
    const writing = (async () => {
      for (let round = 1; round <= 10; round++) await put(name, contents[round % 2] ?? '')
      isWriting = false
    })()
    const seen = new Set<string>()
    while (isWriting) {
      const { body, headers } = await get(name)
      expect(Number(headers.get('content-length'))).toBe(size)
      const letters = new Set(body)
      expect(letters.size).toBe(1)
      seen.add(`${headers.get('etag')} ${[...letters].join()}`)
    }
    await writing
    // Each tag belongs to one content.
    expect(new Set([...seen].map((one) => one.split(' ')[0])).size).toBe(seen.size)
  },
)

test.each([
  ['small', 1000],
  ['middle', 200_000],
  ['large', 5_000_000],
])('parts of a %s file put together are the file', async (name, size) => {
  const content = Buffer.from(Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8)) % 256))
  await put(name, content)
  const third = Math.ceil(size / 3)
  const parts = await Promise.all(
    [0, 1, 2].map((part) =>
      get(name, { range: `bytes=${part * third}-${Math.min((part + 1) * third, size) - 1}` }),
    ),
  )
  expect(parts.map((part) => part.status)).toEqual([206, 206, 206])
  expect(Buffer.concat(parts.map((part) => part.body)).equals(content)).toBe(true)
})

test.runIf(process.platform === 'linux')('a client that goes away leaves no file open', async () => {
  await put('abandoned', Buffer.alloc(8 << 20))
  const blob = (await get('abandoned')).headers.get('x-checksum-sha256') ?? ''
  // At once, while the file is being opened, and in the middle of the bytes.
  for (const delay of [0, 1, 3, 10, 50, 100]) {
    const sockets = Array.from({ length: 10 }, () => askAndPause('abandoned'))
    await new Promise((resolve) => setTimeout(resolve, delay))
    for (const socket of sockets) socket.destroy()
  }
  await expect.poll(() => openFiles().filter((file) => file.endsWith(blob))).toEqual([])
})

test('a condition that holds wins over a range', async () => {
  await put('both', 'content')
  const etag = (await get('both')).headers.get('etag') ?? ''
  expect((await get('both', { range: 'bytes=0-1', 'if-none-match': etag })).status).toBe(304)
})

test('HEAD ignores a range, as only GET has them', async () => {
  await put('head', 'content')
  const reply = await app.fetch(address('head'), { method: 'HEAD', headers: { range: 'bytes=0-1' } })
  expect([reply.status, reply.headers.get('content-length')]).toEqual([200, '7'])
})

test.each(['bytes=7-', 'bytes=7-9', 'bytes=-0', 'bytes=999999999999999-'])(
  '%s of seven bytes is refused',
  async (range) => {
    await put('outside', 'content')
    const reply = await get('outside', { range })
    expect([reply.status, reply.headers.get('content-range')]).toEqual([416, 'bytes */7'])
  },
)

test('a suffix longer than the file is the whole file', async () => {
  await put('suffix', 'content')
  const reply = await get('suffix', { range: 'bytes=-100' })
  expect([reply.status, reply.headers.get('content-range'), reply.body.toString()]).toEqual([
    206,
    'bytes 0-6/7',
    'content',
  ])
})

function askAndPause(name: string): Socket {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.on('data', () => socket.pause())
  socket.write(`GET ${address(name)} HTTP/1.1\r\nhost: x\r\nauthorization: ${basic(app.admin)}\r\n\r\n`)
  return socket
}

/** What this process, the application included, has open. */
function openFiles(): string[] {
  const folder = '/proc/self/fd'
  return readdirSync(folder).flatMap((descriptor) => {
    try {
      return readlinkSync(`${folder}/${descriptor}`)
    } catch {
      // Closed since the folder was read.
      return []
    }
  })
}
