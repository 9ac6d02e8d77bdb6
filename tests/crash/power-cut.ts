// Threat J02: a server works under strace; then its disk is made again as a power cut would leave it, at moments of answers and at
// any others, and a server starts on it. What was acknowledged by then must be there, whole.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { audit } from './audit.ts'
import { stringsOf } from './call-arguments.ts'
import { createClient } from './client.ts'
import { CutDisk, traced } from './cut-disk.ts'
import { type Thing, writeThings } from './cut-load.ts'
import { freePort } from './lives.ts'
import { createRandom, type Random } from './random.ts'
import { ServerProcess } from './server-process.ts'
import { readCalls, strace, type SystemCall } from './system-calls.ts'

const password = 'crash-test-password-1'
const credentials = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`

export interface PowerCuts {
  /** Empty; must not hold other people's files. */
  folder: string
  seed: string
  cuts: number
  /** How much is written before. */
  rounds: number
  onCut?: (done: number) => void
}

export interface Outcome {
  acknowledged: number
  /** How many promises were looked at, over all cuts. */
  checked: number
  problems: string[]
}

export async function cutPower({ folder, seed, cuts, rounds, onCut }: PowerCuts): Promise<Outcome> {
  const random = createRandom(seed)
  const { things, calls } = await work(folder, random, rounds)
  const answers = answersIn(calls)
  const at = (requestId: string) => answers.get(requestId) ?? Infinity
  const outcome: Outcome = {
    acknowledged: things.reduce((sum, { steps }) => sum + steps.length, 0),
    checked: 0,
    problems: [],
  }
  const disk = new CutDisk(join(folder, 'disk'))
  const events = eventsOf(calls)
  let next = 0
  for (const [index, line] of chooseLines(random, cuts, answers, calls).entries()) {
    for (; (events[next]?.line ?? Infinity) < line; next++) events[next]?.happen(disk)
    const home = join(folder, `cut-${index}`)
    // Every second disk lost all that it could lose.
    disk.restore(home, index % 2 === 0 ? undefined : random.fork(`cut-${index}`))
    const owed = things.map((thing) => ({
      thing,
      known: thing.steps.filter(({ requestId }) => at(requestId) <= line).length,
    }))
    outcome.checked += owed.filter(({ known }) => known > 0).length
    const found = await look(join(home, 'home'), owed)
    outcome.problems.push(...found.map((problem) => `Power cut ${index}, at line ${line}: ${problem}`))
    rmSync(home, { recursive: true, force: true })
    onCut?.(index + 1)
    if (found.length > 0) break
  }
  return outcome
}

async function work(folder: string, random: Random, rounds: number) {
  const trace = join(folder, 'calls')
  mkdirSync(join(folder, 'disk'))
  const port = await freePort()
  const server = new ServerProcess({
    home: join(folder, 'disk', 'home'),
    port,
    password,
    under: strace(trace, traced, ['-xx', '-s', '20000000']),
  })
  const client = createClient(`http://127.0.0.1:${port}`, () => credentials)
  try {
    await server.untilReady(120_000)
    const things = await writeThings(client, random.fork('load'), { rounds })
    await server.stop()
    return { things, calls: readCalls(trace) }
  } finally {
    await server.kill()
    client.reset()
  }
}

/** On which line each answer began to leave, by the id of its request. */
function answersIn(calls: readonly SystemCall[]): Map<string, number> {
  const lines = new Map<string, number>()
  for (const call of calls) {
    if (!call.name.startsWith('write') || !/^\w+\(\d+<TCP/.test(call.text)) continue
    const text = Buffer.concat(stringsOf(call)).toString('latin1')
    for (const [, id = ''] of text.matchAll(/^x-request-id: (\S+)/gim)) lines.set(id, call.began)
  }
  return lines
}

interface Happening {
  line: number
  happen(disk: CutDisk): void
}

function eventsOf(calls: readonly SystemCall[]): Happening[] {
  const events = calls.flatMap((call): Happening[] => [
    { line: call.began, happen: (disk) => disk.began(call) },
    { line: call.ended, happen: (disk) => disk.ended(call) },
  ])
  return events.filter(({ line }) => line < Infinity).toSorted((a, b) => a.line - b.line)
}

/** Half of them the moment of an answer, the others any. */
function chooseLines(
  random: Random,
  cuts: number,
  answers: ReadonlyMap<string, number>,
  calls: readonly SystemCall[],
): number[] {
  const own = random.fork('lines')
  const moments = [...answers.values()]
  const last = calls.at(-1)?.began ?? 0
  const chosen = Array.from({ length: cuts }, (_, index) =>
    index % 2 === 0 ? own.pick(moments) : own.between(0, last),
  )
  return chosen.toSorted((a, b) => a - b)
}

interface Owed {
  thing: Thing
  /** How many of its steps were acknowledged. */
  known: number
}

async function look(home: string, owed: readonly Owed[]): Promise<string[]> {
  const port = await freePort()
  const server = new ServerProcess({ home, port, password })
  const client = createClient(`http://127.0.0.1:${port}`, () => credentials)
  const problems: string[] = []
  try {
    await server.untilReady(60_000)
    for (const { thing, known } of owed) {
      const states = [thing.steps[known - 1]?.state ?? 'absent', thing.steps[known]?.state]
      const found = await thing.read(client)
      if (!states.includes(found))
        problems.push(`${thing.name}: owed ${states.filter(Boolean).join(', or ')}, found ${found}`)
    }
    await server.stop()
    problems.push(...(await audit({ home })).problems)
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  } finally {
    await server.kill()
    client.reset()
  }
  return problems
}
