// A query with a large answer: it is limited by whoever asks, and ends when they go away.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, startTestApp, type TestApp } from '../support/app.ts'
import { writeSql } from '../support/sql.ts'

let app: TestApp

const count = 40_000

beforeAll(async () => {
  app = await startTestApp()
  await app.fetch('/artifactory/generic-local/many/', { method: 'PUT' })
  for (let start = 0; start < count; start += 10_000) {
    const names = Array.from({ length: 10_000 }, (_, index) => `f${String(start + index).padStart(6, '0')}`)
    const values = names.map((name) => `('${name}', 'many/${name}')`)
    await writeSql(
      app,
      `insert into nodes (id, path, parent, name, repository_id, kind, size, mime_type, created_at, created_by, modified_at, modified_by)
       select made.column1, made.column2, 'many', made.column1, repositories.id, 'folder', 0, '', '2026-01-01T00:00:00.000Z', 'x', '2026-01-01T00:00:00.000Z', 'x'
       from repositories, (values ${values.join()}) as made where repositories.key = 'generic-local'`,
    )
  }
})

afterAll(() => app.close())

const everything = 'items.find({"type":"folder","path":"many"})'

async function ask(query: string) {
  const reply = await app.fetch('/artifactory/api/search/aql', { method: 'POST', body: query })
  return (await reply.json()) as { results: { name: string }[]; range: Record<string, number> }
}

test('a limit is reached and not passed, wherever the page begins', async () => {
  for (const [offset, limit, expected] of [
    [0, 1, 1],
    [0, 501, 501],
    [39_999, 10, 1],
    [39_000, 50_000, 1000],
  ] as const) {
    const { results, range } = await ask(
      `${everything}.sort({"$asc":["name"]}).offset(${offset}).limit(${limit})`,
    )
    expect(results).toHaveLength(expected)
    expect(results[0]?.name).toBe(`f${String(offset).padStart(6, '0')}`)
    expect(range).toEqual({ start_pos: offset, end_pos: offset + expected, total: expected, limit })
  }
})

test('searches of clients that went away have ended: others find their place free', async () => {
  // As many as may run at a time; each has begun to send and waits for a reader that never comes back.
  const sockets = await Promise.all(Array.from({ length: app.engine === 'sqlite' ? 3 : 4 }, begin))
  for (const socket of sockets) socket.destroy()
  // And more that have not begun.
  const gone = Array.from({ length: 30 }, () => send())
  await Promise.all(gone.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  for (const socket of gone) socket.destroy()
  const { results, range } = await ask(everything)
  expect([results.length, range.total]).toEqual([count, count])
})

function send(): Socket {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const head = `POST /artifactory/api/search/aql HTTP/1.1\r\nhost: x\r\nauthorization: ${basic(app.admin)}`
  socket.write(`${head}\r\ncontent-length: ${everything.length}\r\n\r\n${everything}`)
  return socket
}

/** Until the first results have come. */
async function begin(): Promise<Socket> {
  const socket = send()
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.includes('"name"')) break
  }
  socket.pause()
  return socket
}
