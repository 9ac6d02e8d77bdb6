// A thousand browsers that follow what happens: what they cost at rest, and what they take from those who write.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { binderyPassword, binderyUser, startBindery } from '../peers/bindery.ts'
import { residentMegabytes } from '../process.ts'
import { limitRow, rateRow, type Row } from '../table.ts'
import type { Times } from './read.ts'

/** One person may have forty. */
const people = 25
const streamsEach = 40
const settleMs = 3000
/** Within it every stream is checked and given a sign once. */
const beatSeconds = 21

export async function measureStreams({ seconds }: Times): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-bench-streams-'))
  const server = await startBindery(folder)
  const { origin } = new URL(server.registry)
  const abort = new AbortController()
  try {
    const readers = await createReaders(origin)
    await writeFor(origin, 2)
    const alone = { memory: await restingMemory(server.pid), writes: await writeFor(origin, seconds) }
    const streams = await Promise.all(readers.flatMap((reader) => open(origin, reader, abort.signal)))
    const drained = streams.map((stream) => drain(stream))
    const memory = await restingMemory(server.pid)
    const busyAtRest = await shareOfProcessor(server.pid, Math.max(seconds, beatSeconds))
    const writes = await writeFor(origin, seconds)
    abort.abort()
    await Promise.all(drained)
    const count = streams.length.toLocaleString('en')
    const beside = (value: number) => ({ name: 'without', value })
    return [
      limitRow(
        {
          measure: `Resident memory, ${count} streams`,
          unit: 'MB',
          bindery: memory,
          peer: beside(alone.memory),
        },
        300,
      ),
      limitRow(
        { measure: `Processor at rest per second, ${count} streams`, unit: 'ms', bindery: busyAtRest },
        100,
      ),
      rateRow({
        measure: `Files written, ${count} streams`,
        unit: '/s',
        bindery: writes,
        peer: beside(alone.writes),
      }),
    ]
  } finally {
    abort.abort()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
const admin = { authorization: basic(binderyUser, binderyPassword) }

async function createReaders(origin: string): Promise<string[]> {
  const readers: string[] = []
  for (let index = 0; index < people; index += 1) {
    const user = { name: `reader-${index}`, password: 'Bench-password-1' }
    const headers = { ...admin, 'content-type': 'application/json' }
    const reply = await fetch(`${origin}/ui/api/v1/users`, {
      method: 'POST',
      headers,
      body: JSON.stringify(user),
    })
    if (!reply.ok) throw new Error(`A reader was answered ${reply.status}: ${await reply.text()}`)
    readers.push(basic(user.name, user.password))
  }
  return readers
}

const open = (origin: string, authorization: string, signal: AbortSignal): Promise<Response>[] =>
  Array.from({ length: streamsEach }, async () => {
    const reply = await fetch(`${origin}/ui/api/v1/events`, { headers: { authorization }, signal })
    if (!reply.ok) throw new Error(`A stream was answered ${reply.status}: ${await reply.text()}`)
    return reply
  })

async function drain({ body }: Response): Promise<void> {
  try {
    for await (const _ of body ?? []);
  } catch {
    return // ended by us
  }
}

async function restingMemory(pid: number): Promise<number> {
  await sleep(settleMs)
  return residentMegabytes(pid)
}

/** Eight writers of small files; how many they wrote in a second. */
async function writeFor(origin: string, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  let written = 0
  const write = async (writer: number) => {
    while (performance.now() < end) {
      const url = `${origin}/artifactory/generic-local/bench/${writer}-${crypto.randomUUID()}`
      await (await fetch(url, { method: 'PUT', headers: admin, body: 'x' })).arrayBuffer()
      written += 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
  return written / seconds
}

/** Milliseconds of processor time in each second. */
async function shareOfProcessor(pid: number, seconds: number): Promise<number> {
  const ticks = async () => {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  }
  const before = await ticks()
  await sleep(seconds * 1000)
  return ((await ticks()) - before) / seconds
}
