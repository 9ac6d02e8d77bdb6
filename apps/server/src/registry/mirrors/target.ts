// The other side of a mirror, over the calls that any Artifactory has: what it holds, and changes of it. What it refuses
// concerns one file; what it does not answer, or answers to nobody, ends the run.
import { AppError } from '../../platform/errors.ts'
import { parseJson, readBody } from '../../platform/http/body.ts'
import type { OutboundCall } from '../../platform/outbound/open.ts'
import type { Registry } from '../registry.ts'
import type { Mirror } from './mirror.ts'
import { changedHeader, originHeader, placeOf } from './origins.ts'

/** Said about one path; the run goes on. */
export class TargetRefusal extends AppError {}

export interface Target {
  registry: Registry
  mirror: Mirror
  signal: AbortSignal
  authorization: string | undefined
}

export interface Asked {
  method?: OutboundCall['method']
  headers?: Record<string, string>
  body?: AsyncIterable<Uint8Array>
  /** The repositories that the change came through before. */
  origins?: readonly string[]
  /** When it was made; said to members of a federation. */
  changedAt?: string | undefined
  /** Nothing needs to be there already: a 404 means that the repository is missing, or hidden from who asks. */
  isNew?: boolean
}

interface Answered {
  status: number
  json(): Promise<unknown>
}

const answerLimit = 64 * 1024 * 1024

/** Answers with what the other side has there, or did; 404 is an answer, unless something new was brought. */
export async function askTarget(target: Target, address: string, asked: Asked = {}): Promise<Answered> {
  const { registry, mirror, signal } = target
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(tooSlow(target)), mirror.timeoutMs)
  const stop = AbortSignal.any([signal, silence.signal])
  const failed = (error: unknown): never => {
    signal.throwIfAborted()
    throw silence.signal.aborted ? silence.signal.reason : error
  }
  try {
    const answer = await registry.outbound
      .open(address, {
        method: asked.method ?? 'GET',
        headers: { ...headersOf(target, asked), ...asked.headers },
        ...(asked.body && { body: refreshing(asked.body, timer) }),
        proxy: mirror.proxy,
        signal: stop,
      })
      .catch(failed)
    const bytes = await readBody(refreshing(answer.body ?? nothing(), timer), answerLimit).catch(failed)
    const isAnswer = answer.status < 300 || (answer.status === 404 && asked.isNew !== true)
    if (!isAnswer) throw failureOf(target, asked, answer.status, bytes)
    return { status: answer.status, json: async () => parseJson(bytes.toString('utf8')) }
  } finally {
    clearTimeout(timer)
  }
}

/** The other side may be slow, but not silent. */
async function* refreshing(
  body: AsyncIterable<Uint8Array>,
  timer: NodeJS.Timeout,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    timer.refresh()
    yield chunk
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function headersOf(
  { registry, mirror, authorization }: Target,
  { origins = [], changedAt, method = 'GET' }: Asked,
): Record<string, string> {
  return {
    'user-agent': 'Bindery',
    'accept-encoding': 'identity',
    ...(authorization !== undefined && { authorization }),
    ...(method !== 'GET' && {
      [originHeader]: [...origins, placeOf(registry, mirror.repository)].join(', '),
    }),
    ...(changedAt !== undefined && mirror.isFederated && { [changedHeader]: changedAt }),
  }
}

const tooSlow = ({ mirror }: Target) =>
  new AppError('bad-gateway', `${mirror.url} was silent for ${mirror.timeoutMs / 1000} seconds.`)

function failureOf({ mirror }: Target, { method = 'GET' }: Asked, status: number, bytes: Buffer): AppError {
  const { host } = new URL(mirror.url)
  if (status === 401)
    return new AppError(
      'bad-gateway',
      `${host} does not take these credentials (401). Check the user name and the password or token of the mirror.`,
    )
  if (status < 400 || status >= 500 || status === 429)
    return new AppError('bad-gateway', `${host} answered ${status} to ${method}.`)
  return new TargetRefusal('bad-gateway', `${host} answered ${status}: ${saidIn(bytes)}`)
}

/** The sentence in an error of Artifactory, else the beginning of the text. */
function saidIn(bytes: Buffer): string {
  const said = bytes.toString('utf8').trim()
  const [, message] = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(said) ?? []
  return (message === undefined ? said || 'nothing more.' : String(JSON.parse(message))).slice(0, 300)
}

/** `…/artifactory/<key>`: everything else of that server lies beside the key. */
export function addressesOf({ mirror }: Target, path: string): { file: string; storage: string } {
  const trimmed = mirror.url.replace(/\/+$/, '')
  const slash = trimmed.lastIndexOf('/')
  const [base, key] = [trimmed.slice(0, slash), trimmed.slice(slash + 1)]
  const below = path.split('/').map(encodeURIComponent).join('/')
  return { file: `${base}/${key}/${below}`, storage: `${base}/api/storage/${key}/${below}` }
}
