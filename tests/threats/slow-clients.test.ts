// Clients that dawdle and clients that go away: rows B10, B19 and J08 of the threat table.
// One engine is enough: what is held here are sockets, memory and files that nobody asked to keep.
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestApp, type TestApp } from '../support/app.ts'
import { counted } from '../support/counts.ts'
import { sendRaw } from '../support/raw.ts'
import { type Held, openSockets } from '../support/sockets.ts'
import { leavesNothingSoon } from '../support/stored.ts'

const files = '/artifactory/generic-local/'
const megabyte = 1 << 20

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterEach(async () => {
  expect((await app.anonymous('/artifactory/api/system/ping')).status).toBe(200)
})

afterAll(() => app.close())

const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'host: x', `authorization: ${basic(app.admin)}`, ...headers, '', ''].join('\r\n')

const drop = (sockets: Held[]) => {
  for (const { socket } of sockets) socket.destroy()
}

const descriptors = () => readdirSync('/proc/self/fd').length

/** When the server has seen all clients, and that they are gone: a last one stands behind them in the line. */
async function noticed(before: number): Promise<void> {
  const last = 'GET /artifactory/api/system/ping HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
  expect((await sendRaw(app.url, last)).status).toBe(200)
  // The tests keep some connections of their own.
  await expect.poll(descriptors).toBeLessThanOrEqual(before + 5)
}

describe('B10: slow clients', () => {
  test('a thousand that dribble headers are sent away, and others do not notice', async () => {
    // Of its own: such a short time would send away honest clients on a busy machine.
    const strict = await startTestApp({ env: { BINDERY_REQUEST_HEADER_TIMEOUT: '2 s' } })
    const sockets = await openSockets(strict.url, 1000, 'GET / HTTP/1.1\r\n')
    const dribble = setInterval(() => {
      for (const { socket } of sockets) socket.write('x')
    }, 500)
    try {
      expect((await strict.fetch(files)).status).toBe(200)
      await expect.poll(() => sockets.filter(({ isClosed }) => isClosed()).length).toBe(1000)
    } finally {
      clearInterval(dribble)
      drop(sockets)
      await strict.close()
    }
  })

  test('two hundred slow uploads hold little memory and leave nothing when they end', async () => {
    const head = (index: number) => request(`PUT ${files}slow-${index}.bin`, 'content-length: 10000000')
    await leavesNothingSoon(app, async () => {
      const before = process.memoryUsage.rss()
      const sockets = await openSockets(app.url, 200, head)
      for (let round = 0; round < 5; round++) {
        for (const { socket } of sockets) socket.write('0123456789')
        expect((await app.fetch(files)).status).toBe(200)
      }
      expect(process.memoryUsage.rss() - before).toBeLessThan(100 * megabyte)
      drop(sockets)
    })
  })

  test('a slow upload ends as what was sent', async () => {
    const [sender] = await openSockets(app.url, 1, request(`PUT ${files}slow.txt`, 'content-length: 50'))
    for (let round = 0; round < 5; round++) {
      sender?.socket.write('0123456789')
      expect((await app.fetch(`${files}slow.txt`)).status).toBe(404)
    }
    await expect.poll(async () => (await app.fetch(`${files}slow.txt`)).text()).toBe('0123456789'.repeat(5))
    sender?.socket.destroy()
  })

  test('two hundred downloads that are never read hold little memory', async () => {
    await app.fetch(`${files}unread.bin`, { method: 'PUT', body: randomBytes(8 * megabyte) })
    const before = process.memoryUsage.rss()
    const sockets = await openSockets(app.url, 200, request(`GET ${files}unread.bin`))
    for (const { socket } of sockets) socket.pause()
    for (let round = 0; round < 5; round++) expect((await app.fetch(files)).status).toBe(200)
    // Two hundred times eight megabytes would be 1,600.
    expect(process.memoryUsage.rss() - before).toBeLessThan(600 * megabyte)
    drop(sockets)
  })
})

test('B19: uploads that are begun and never finished leave nothing', async () => {
  const head = (index: number) =>
    `${request(`PUT ${files}begun-${index}.bin`, 'transfer-encoding: chunked')}5\r\nhello\r\n`
  const before = descriptors()
  await leavesNothingSoon(app, async () => {
    for (let begun = 0; begun < counted(200, 10_000); begun += 200) {
      const sockets = await openSockets(app.url, 200, head)
      expect((await app.fetch(files)).status).toBe(200)
      drop(sockets)
    }
    await noticed(before)
  })
})

describe('J08: clients that go away', () => {
  const size = 300_000
  const body = randomBytes(size)
  /** Anywhere, the same at each run. */
  const cutOf = (index: number) => 1 + ((index * 48_271) % (size - 2))

  /** A few at a time, so that some are cut while others begin. */
  async function fiveHundred(act: (index: number) => Promise<unknown>) {
    const indexes = Array.from({ length: 500 }, (_, index) => index).values()
    await Promise.all(
      Array.from({ length: 25 }, async () => {
        for (const index of indexes) await act(index)
      }),
    )
  }

  async function expectNothingKept(act: (index: number) => Promise<unknown>) {
    // What stays open anyway, such as a connection of the tests.
    await act(0)
    await app.anonymous('/artifactory/api/system/ping')
    const before = descriptors()
    await leavesNothingSoon(app, async () => {
      await fiveHundred(act)
      await noticed(before)
    })
  }

  test('five hundred uploads that are cut anywhere leave neither rows nor files nor descriptors', async () => {
    await expectNothingKept(async (index) => {
      const head = request(`PUT ${files}cut-${index}.bin`, `content-length: ${size}`)
      const [sender] = await openSockets(app.url, 1, head)
      await new Promise<void>((resolve) => {
        sender?.socket.write(body.subarray(0, cutOf(index)), () => resolve())
      })
      sender?.socket.destroy()
    })
  })

  test('five hundred downloads that are cut anywhere leave no descriptors', async () => {
    await app.fetch(`${files}whole.bin`, { method: 'PUT', body })
    await expectNothingKept(async (index) => {
      const [reader] = await openSockets(app.url, 1, request(`GET ${files}whole.bin`))
      let read = 0
      await new Promise<void>((resolve) => {
        reader?.socket.on('data', (bytes) => {
          read += bytes.length
          if (read >= cutOf(index)) resolve(void reader.socket.destroy())
        })
      })
    })
    expect((await (await app.fetch(`${files}whole.bin`)).bytes()).length).toBe(size)
  })
})
