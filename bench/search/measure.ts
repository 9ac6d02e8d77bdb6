// Asks each question many times, about files all over, and says how long the answers took.
import { binderyPassword, binderyUser } from '../peers/bindery.ts'
import { questions, type Question } from './questions.ts'

export interface Amounts {
  files: number
  asks: number
}

/** Before each figure: what only the first requests of a process pay for, such as hashing a password. */
const warmUp = 3

export async function measure(origin: string, { files, asks }: Amounts): Promise<string> {
  const lines = ['| Question | median, ms | 95 %, ms | slowest, ms |', '|---|---|---|---|']
  for (const [name, of] of Object.entries(questions)) {
    const times: number[] = []
    for (let ask = -warmUp; ask < asks; ask++) {
      const file = scattered(ask + warmUp, files)
      const started = performance.now()
      await send(origin, of(file))
      if (ask >= 0) times.push(performance.now() - started)
    }
    lines.push(`| ${name} | ${[0.5, 0.95, 1].map((share) => at(times, share)).join(' | ')} |`)
  }
  return lines.join('\n')
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

function at(times: number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}
