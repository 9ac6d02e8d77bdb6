// What is asked of a server that will lose its power: each thing has one writer and changes step by step, and every step knows by
// which answer it was acknowledged.
import { createHash, hash } from 'node:crypto'
import { npmPublishBody, npmTarball } from '../support/builders/npm.ts'
import { fileAddress, packageAddress, tarballAddress, uploads } from './addresses.ts'
import type { Answer, Client, Sent } from './client.ts'
import { type Random, randomBytes } from './random.ts'

/** A thing that is changed and how its state is read, as a text that says everything about it. */
export interface Thing {
  name: string
  steps: Step[]
  read(client: Client): Promise<string>
}

export interface Step {
  /** After it. */
  state: string
  /** Of the answer that promised it. */
  requestId: string
}

const sizes = [700, 20_000, 60_000, 300_000, 900_000]

export async function writeThings(
  client: Client,
  random: Random,
  { rounds }: { rounds: number },
): Promise<Thing[]> {
  const each = (kind: string, write: typeof writeFiles) =>
    [0, 1].map((writer) =>
      write({ client, random: random.fork(`${kind}-${writer}`), rounds, name: `${kind}-${writer}` }),
    )
  const collecting = collectGarbage(client)
  const things = await Promise.all([
    ...each('files', writeFiles),
    ...each('npm', writePackages),
    ...each('parts', writeParts),
  ])
  await collecting.end()
  return things.flat()
}

interface Writer {
  client: Client
  random: Random
  rounds: number
  name: string
}

async function writeFiles({ client, random, rounds, name }: Writer): Promise<Thing[]> {
  const paths = Array.from({ length: 6 }, (_, index) => `${name}/folder-${index % 3}/${index}.bin`)
  const things = new Map(paths.map((path) => [path, fileThing(path)]))
  for (let round = 0; round < rounds; round++) {
    const path = random.pick(paths)
    const steps = things.get(path)?.steps ?? []
    const isThere = (steps.at(-1)?.state ?? 'absent') !== 'absent'
    if (isThere && random.next() < 0.4) {
      const { requestId } = await must(client, 'DELETE', fileAddress(path))
      steps.push({ state: 'absent', requestId })
      continue
    }
    // Bytes that come and go under several paths, so that they are collected and stored again.
    const size = random.pick(sizes)
    const bytes = randomBytes(random.next() < 0.4 ? `shared-${size}` : `${path}-${round}`, size)
    const { requestId } = await must(client, 'PUT', fileAddress(path), { body: bytes })
    steps.push({ state: hash('sha256', bytes), requestId })
  }
  return [...things.values()]
}

async function writePackages({ client, random, rounds, name }: Writer): Promise<Thing[]> {
  const shasums: Record<string, string> = {}
  const thing: Thing = { name: `package ${name}`, steps: [], read: (reader) => readPackage(reader, name) }
  for (let round = 0; round < rounds; round++) {
    const version = `1.${round}.0`
    const content = randomBytes(`${name}-${round}`, random.pick(sizes))
    const tarball = await npmTarball(name, version, { files: { content } })
    const body = Buffer.from(JSON.stringify(npmPublishBody(name, version, tarball)))
    const { requestId } = await must(client, 'PUT', packageAddress(name), { headers: jsonHeaders, body })
    shasums[version] = hash('sha1', tarball)
    thing.steps.push({ state: JSON.stringify(shasums), requestId })
  }
  return [thing]
}

async function readPackage(client: Client, name: string): Promise<string> {
  const answer = await ask(client, 'GET', packageAddress(name))
  if (answer.status === 404) return 'absent'
  const { versions } = JSON.parse(answer.body.toString()) as { versions: Record<string, unknown> }
  const shasums: Record<string, string> = {}
  for (const version of Object.keys(versions))
    shasums[version] = hash('sha1', (await must(client, 'GET', tarballAddress(name, version))).body)
  return JSON.stringify(shasums)
}

/** Each part that was taken is owed, then the whole, then the file that it becomes. */
async function writeParts({ client, random, rounds, name }: Writer): Promise<Thing[]> {
  const things: Thing[] = []
  for (let round = 0; round < rounds / 4; round++) {
    const file = fileThing(`${name}/${round}.bin`)
    const path = `${name}/${round}.bin`
    const begun = await must(client, 'POST', `${uploads}/create?repoKey=generic-local&repoPath=${path}`)
    const { token } = JSON.parse(begun.body.toString()) as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    const steps: Step[] = [{ state: '', requestId: begun.requestId }]
    things.push({ name: `upload ${path}`, steps, read: (reader) => readUpload(reader, headers) }, file)
    const parts = [1, 2, 3].map((number) => randomBytes(`${path}-${number}`, random.pick(sizes)))
    for (const [index, body] of parts.entries()) {
      const told = await must(client, 'POST', `${uploads}/urlPart?partNumber=${index + 1}`, { headers })
      const { url } = JSON.parse(told.body.toString()) as { url: string }
      const { requestId } = await must(client, 'PUT', new URL(url).pathname, { headers, body })
      const sent = parts.slice(0, index + 1).map(({ length }, at) => `${at + 1}:${length}`)
      steps.push({ state: sent.join(' '), requestId })
    }
    await must(client, 'POST', `${uploads}/complete`, { headers })
    const sha256 = hash('sha256', Buffer.concat(parts))
    let last = await must(client, 'POST', `${uploads}/status`, { headers })
    while (stateOf(last) !== sha256) last = await must(client, 'POST', `${uploads}/status`, { headers })
    steps.push({ state: sha256, requestId: last.requestId })
    const deploying = {
      'x-checksum-deploy': 'true',
      'x-checksum-sha256': sha256,
      'x-checksum-deploy-token': token,
    }
    const { requestId } = await must(client, 'PUT', fileAddress(path), { headers: deploying })
    file.steps.push({ state: sha256, requestId })
  }
  return things
}

async function readUpload(client: Client, headers: Record<string, string>): Promise<string> {
  const answer = await ask(client, 'POST', `${uploads}/status`, { headers })
  return answer.status === 200 ? stateOf(answer) : 'absent'
}

function stateOf({ body }: Answer): string {
  const { sha256, parts } = JSON.parse(body.toString()) as UploadState
  return sha256 ?? parts.map(({ number, size }) => `${number}:${size}`).join(' ')
}

interface UploadState {
  sha256?: string
  parts: { number: number; size: number }[]
}

const fileThing = (path: string): Thing => ({
  name: `file ${path}`,
  steps: [],
  async read(client) {
    const answer = await ask(client, 'GET', fileAddress(path))
    if (answer.status === 404) return 'absent'
    return answer.status === 200
      ? createHash('sha256').update(answer.body).digest('hex')
      : `${answer.status} ${answer.body.toString().slice(0, 300)}`
  },
})

const jsonHeaders = { 'content-type': 'application/json' }

/** Again and again, without any time to wait in. */
function collectGarbage(client: Client): { end(): Promise<void> } {
  let isOver = false
  const settings = { isOn: true, everyHours: 1, undoDays: 0, maxGigabytes: null, maxMinutes: null }
  const send = (method: string, path: string, body: object) =>
    must(client, method, path, { headers: jsonHeaders, body: Buffer.from(JSON.stringify(body)) })
  const running = (async () => {
    await send('PUT', '/ui/api/v1/trash', { isOn: false, days: 14 })
    await send('PUT', '/ui/api/v1/storage/garbage', settings)
    while (!isOver) await send('POST', '/ui/api/v1/storage/garbage/runs', {})
  })()
  return {
    async end() {
      isOver = true
      await running
    },
  }
}

async function must(client: Client, method: string, path: string, sent?: Sent): Promise<Answer> {
  const answer = await ask(client, method, path, sent)
  if (answer.status >= 300)
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body.toString()}`)
  return answer
}

async function ask(client: Client, method: string, path: string, sent?: Sent): Promise<Answer> {
  const answer = await client.send(method, path, sent)
  if (answer === undefined) throw new Error(`${method} ${path} was not answered`)
  return answer
}
