// Asks each question many times, about files all over, and says how long the answers took, and what of that was work.
import { binderyPassword, binderyUser } from '../peers/bindery.ts'
import { backendsOf } from './backends.ts'
import { questions, type Question } from './questions.ts'
import { between, used } from './threads.ts'

export interface Asking {
  origin: string
  /** Of the server. */
  pid: number
  databaseUrl: string | undefined
  files: number
  asks: number
  /** Only questions with this in their name. */
  only: string
}

/** Before each figure: what only the first requests of a process pay for, such as hashing a password. */
const warmUp = 3

export async function measure(asking: Asking): Promise<string> {
  const lines = [
    '| Question | median, ms | 95 % | slowest | processor, ms: server | database | waited for a core, ms |',
    '|---|---|---|---|---|---|---|',
  ]
  for (const [name, of] of Object.entries(questions))
    if (name.includes(asking.only)) lines.push(`| ${name} | ${(await figures(asking, of)).join(' | ')} |`)
  return lines.join('\n')
}

async function figures(asking: Asking, of: (file: number) => Question): Promise<string[]> {
  const { origin, pid, databaseUrl, files, asks } = asking
  for (let ask = 0; ask < warmUp; ask++) await send(origin, of(scattered(ask, files)))
  const backends = await backendsOf(databaseUrl)
  const before = { server: used([pid]), database: used(backends) }
  const times: number[] = []
  for (let ask = warmUp; ask < warmUp + asks; ask++) {
    const started = performance.now()
    await send(origin, of(scattered(ask, files)))
    times.push(performance.now() - started)
  }
  const server = between(before.server, used([pid]))
  const database = between(before.database, used(backends))
  const each = [server.ran, database.ran, server.waited + database.waited].map((sum) => sum / asks)
  return [...[0.5, 0.95, 1].map((share) => at(times, share)), ...each].map((one) => one.toFixed(1))
}

/** One that has properties. */
function scattered(ask: number, files: number): number {
  const file = Math.floor((((ask + 1) * 2_654_435_761) % 4_294_967_296) * (files / 4_294_967_296))
  return file - (file % 3)
}

async function send(origin: string, { path, body }: Question): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${binderyUser}:${binderyPassword}`).toString('base64')}`
  const reply = await fetch(origin + path, {
    headers: { authorization },
    ...(body !== undefined && { method: 'POST', body }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text}`)
}

function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
