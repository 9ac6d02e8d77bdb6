// Uploads files in parts, goes on with each after a kill where it had come to, and deploys what the parts became. A part that was
// taken must be there after every start (threat J07).
import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileAddress, uploads } from './addresses.ts'
import type { Answer, Sent } from './client.ts'
import { type FileState, type Owed, owe } from './ledger.ts'
import { type Random, randomBytes, randomSize } from './random.ts'
import { change, type Run } from './run.ts'

const largestPart = 1_000_000
const partsOfFile = 3
const filesPerWriter = 20

interface Upload {
  path: string
  headers: Record<string, string>
  parts: Buffer[]
  /** The numbers of those that were acknowledged. */
  taken: Set<number>
}

export async function writeParts(run: Run, writer: number): Promise<void> {
  const random = run.random.fork(`parts-${writer}`)
  for (let step = 0; await run.gate.pass(); step++) {
    const path = `parts-${writer}/${random.between(1, filesPerWriter)}.bin`
    const owed: Owed<FileState> = run.ledger.files.get(path) ?? { settled: 'absent', pending: undefined }
    run.ledger.files.set(path, owed)
    const upload = await begin(run, random, path, `${path}/${step}`)
    if (upload && (await sendParts(run, upload)) && (await putTogether(run, upload)))
      await deploy(run, upload, owed)
  }
}

async function begin(run: Run, random: Random, path: string, seed: string): Promise<Upload | undefined> {
  const answer = await ask(run, 'create', `${uploads}/create?repoKey=generic-local&repoPath=${path}`)
  if (answer === undefined) return undefined
  const { token } = JSON.parse(answer.body.toString()) as { token: string }
  const parts = Array.from({ length: partsOfFile }, (_, index) =>
    randomBytes(`${seed}/${index}`, randomSize(random, largestPart)),
  )
  return { path, headers: { authorization: `Bearer ${token}` }, parts, taken: new Set() }
}

/** True when all have arrived; false when the test is over. */
async function sendParts(run: Run, upload: Upload): Promise<boolean> {
  const { headers, parts, taken } = upload
  while (await run.gate.pass()) {
    const there = await statusOf(run, upload)
    if (there === undefined) continue
    for (const number of taken)
      if (there.parts.find((part) => part.number === number)?.size !== parts[number - 1]?.length)
        run.problems.push(`Part ${number} of ${upload.path} was taken and is lost: ${JSON.stringify(there)}`)
    const next = parts.findIndex((_, index) => !taken.has(index + 1))
    if (next < 0) return true
    const told = await ask(run, 'urlPart', `${uploads}/urlPart?partNumber=${next + 1}`, { headers })
    if (told === undefined) continue
    const { url } = JSON.parse(told.body.toString()) as { url: string }
    const sent = { headers, body: parts[next] ?? Buffer.alloc(0) }
    if ((await change(run, 'parts', 'PUT', new URL(url).pathname, sent)) === 'acknowledged')
      taken.add(next + 1)
  }
  return false
}

async function putTogether(run: Run, upload: Upload): Promise<boolean> {
  const { headers, parts } = upload
  const sha1 = hash('sha1', Buffer.concat(parts))
  let isAsked = false
  while (await run.gate.pass()) {
    isAsked ||= (await ask(run, 'complete', `${uploads}/complete?sha1=${sha1}`, { headers })) !== undefined
    const found = isAsked ? await statusOf(run, upload) : undefined
    if (found?.status === 'FINISHED') return true
    if (found?.status.endsWith('ERROR')) {
      run.problems.push(`The parts of ${upload.path} were not put together: ${JSON.stringify(found)}`)
      return false
    }
    await sleep(20)
  }
  return false
}

async function deploy(run: Run, { path, headers, parts }: Upload, owed: Owed<FileState>): Promise<void> {
  const bytes = Buffer.concat(parts)
  const sha256 = hash('sha256', bytes)
  const token = headers['authorization']?.slice('Bearer '.length) ?? ''
  const sent = {
    headers: { 'x-checksum-deploy': 'true', 'x-checksum-sha256': sha256, 'x-checksum-deploy-token': token },
  }
  const next = { sha256, size: bytes.length }
  // Where it stands is not known after an unanswered one: asked again until it is answered.
  let outcome: string = 'unknown'
  while (outcome === 'unknown' && (await run.gate.pass()))
    outcome = await owe(owed, next, () => change(run, 'files put in parts', 'PUT', fileAddress(path), sent))
}

interface Status {
  status: string
  parts: { number: number; size: number }[]
}

async function statusOf(run: Run, { headers }: Upload): Promise<Status | undefined> {
  const answer = await ask(run, 'status', `${uploads}/status`, { headers })
  return answer && (JSON.parse(answer.body.toString()) as Status)
}

/** Undefined when there was no answer, or none yet. */
async function ask(run: Run, what: string, path: string, sent: Sent = {}): Promise<Answer | undefined> {
  const answer = await run.client.send('POST', path, sent)
  if (answer !== undefined && answer.status < 300) return answer
  if (answer !== undefined && answer.status !== 503)
    run.problems.push(
      `${what} of an upload was answered with ${answer.status}: ${answer.body.toString().slice(0, 500)}`,
    )
  await sleep(20)
  return undefined
}
