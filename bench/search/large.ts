// What the largest answers cost: the memory of the server while everything is asked for at once, by a reader that keeps up,
// by one that is slow and by one that stops, and how long others wait for a ping meanwhile. Wants a folder that main.ts has
// filled: node scripts/run.mjs bench/search/large.ts --home FOLDER
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { binderyPassword, binderyUser, startBindery } from '../peers/bindery.ts'
import { residentMegabytes } from '../process.ts'
import { largeQuestions, type LargeQuestion } from './large-questions.ts'

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    only: { type: 'string', default: '' },
    /** How many seconds slow readers and stopped ones stay. */
    patience: { type: 'string', default: '10' },
  },
})
if (values.home === undefined) throw new Error('Name a folder that bench/search/main.ts has filled: --home.')

const authorization = `Basic ${Buffer.from(`${binderyUser}:${binderyPassword}`).toString('base64')}`
const server = await startBindery(values.home)
const { origin } = new URL(server.registry)

/** How fast a slow reader takes what comes: so many bytes, ten times a second. */
const slowBytes = 20_000

try {
  // What only the first requests of a process pay for, and what it does by itself after a start.
  await take(await open({ path: '/artifactory/api/repositories' }), 'fast')
  await sleep(5000)
  console.log(`Before: ${Math.round(residentMegabytes(server.pid))} MB resident\n`)
  console.log(
    '| Question | Reader | Status | MB | Seconds | Most resident, MB | Pings | median, ms | 99 % | slowest |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const [name, question] of Object.entries(largeQuestions))
    if (name.includes(values.only))
      for (const reader of question.readers ?? ['fast'])
        console.log(`| ${[name, reader, ...(await figures(question, reader))].join(' | ')} |`)
} finally {
  await server.stop()
}

type Reader = NonNullable<LargeQuestion['readers']>[number]

async function figures(question: LargeQuestion, reader: Reader): Promise<string[]> {
  let most = 0
  const look = setInterval(() => (most = Math.max(most, residentMegabytes(server.pid))), 20)
  const pings = new Worker(new URL('./pings.ts', import.meta.url), {
    workerData: `${origin}/artifactory/api/system/ping`,
  })
  const began = performance.now()
  const times = question.times ?? 1
  const answers = await Promise.all(
    Array.from({ length: times }, async () => {
      const answer = await open(question)
      return { status: answer.statusCode, bytes: await take(answer, reader) }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  clearInterval(look)
  const waited = await new Promise<number[]>((resolve) => {
    pings.once('message', resolve)
    pings.postMessage('enough')
  })
  const bytes = answers.reduce((sum, one) => sum + one.bytes, 0)
  return [
    [...new Set(answers.map(({ status }) => status))].join(),
    (bytes / 1e6).toFixed(1),
    seconds.toFixed(1),
    most.toFixed(0),
    String(waited.length),
    ...[0.5, 0.99, 1].map((share) => at(waited, share)),
  ]
}

function open({ path, body, headers }: LargeQuestion): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(
      origin + path,
      { method: body === undefined ? 'GET' : 'POST', agent: false, headers: { authorization, ...headers } },
      resolve,
    )
      .on('error', reject)
      .end(body)
  })
}

/** How many bytes came. */
async function take(answer: IncomingMessage, reader: Reader): Promise<number> {
  let bytes = 0
  const until = performance.now() + Number(values.patience) * 1000
  if (reader === 'fast') for await (const chunk of answer) bytes += (chunk as Buffer).length
  else {
    answer.on('error', () => {})
    while (performance.now() < until && !answer.readableEnded) {
      const chunk = reader === 'slow' ? (answer.read(slowBytes) as Buffer | null) : null
      bytes += chunk?.length ?? 0
      await sleep(100)
    }
    answer.destroy()
  }
  return bytes
}

function at(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)
}
