// A program of its own, so that preparing and sending does not share a thread with what measures:
// publishes prepared packages over kept connections for a while and prints how many were accepted.
import { Agent, request } from 'node:http'
import { buildPackage, publishDocument } from './package-content.ts'

export interface PublishLoad {
  registry: string
  token: string
  prefix: string
  publishers: number
  size: number
  seconds: number
  // An upper bound for what is prepared in memory; a faster server is then measured over a shorter time.
  count: number
}

export interface PublishResult {
  published: number
  seconds: number
  p50Ms: number
  p99Ms: number
}

interface Prepared {
  name: string
  body: Buffer
}

const versionsPerPackage = 10

if (import.meta.main) {
  const load: PublishLoad = JSON.parse(process.argv[2] ?? '')
  console.log(JSON.stringify(await publishAll(load)))
}

async function publishAll(load: PublishLoad): Promise<PublishResult> {
  const queues = await Promise.all(
    Array.from({ length: load.publishers }, (_, index) => prepare(load, index)),
  )
  const agent = new Agent({ keepAlive: true, maxSockets: load.publishers })
  const times: number[] = []
  const started = performance.now()
  const deadline = started + load.seconds * 1000
  await Promise.all(queues.map((queue) => publishQueue(load, agent, queue, deadline, times)))
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0
  return { published: times.length, seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

// Ten versions of each package, one package after the other, and no two publishers on one package.
async function prepare(load: PublishLoad, publisher: number): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  for (let index = 0; index < load.count / load.publishers; index++) {
    const name = `${load.prefix}-${publisher}-${Math.floor(index / versionsPerPackage)}`
    const content = await buildPackage(name, `1.0.${index % versionsPerPackage}`, load.size)
    prepared.push({ name, body: publishDocument(content, load.registry) })
  }
  return prepared
}

async function publishQueue(
  load: PublishLoad,
  agent: Agent,
  queue: Prepared[],
  deadline: number,
  times: number[],
) {
  for (const { name, body } of queue) {
    const started = performance.now()
    if (started >= deadline) return
    await put(new URL(name, load.registry), load.token, body, agent)
    times.push(performance.now() - started)
  }
}

function put(url: URL, token: string, body: Buffer, agent: Agent): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
    'npm-command': 'publish',
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PUT', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => {
        if (response.statusCode === 200 || response.statusCode === 201) resolve()
        else reject(new Error(`Publishing to ${url} was answered with ${response.statusCode}: ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
