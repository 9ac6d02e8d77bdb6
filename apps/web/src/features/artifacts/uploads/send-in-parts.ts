// A large file: begun on the server, sent piece by piece, put together there, then deployed by its digest. What has
// arrived stays, so it goes on after a lost connection, a stop, or a page that was closed.
import { type Endpoint, uploads as api } from '@bindery/contracts'
import { call, CallError, isUnreachable } from '../../../lib/call.ts'
import type { Spot } from '../address.ts'
import { fileAddress } from '../wire.ts'
import { findKept, forgetUpload, keepUpload, type KeptUpload, uploadKey } from './kept-uploads.ts'
import { missingParts, type Part, partSizeFor, partsOf } from './parts.ts'
import { putBytes } from './put-bytes.ts'

interface Sending {
  spot: Spot
  file: File
  /** As they stand behind a path. */
  properties: string
  signal: AbortSignal
  onProgress: (sent: number) => void
  /** The connection is lost, and it goes on by itself when it is back; then false. */
  onLost: (isLost: boolean) => void
  /** Everything has arrived and is being put together. */
  onJoining: () => void
}

export async function sendInParts(sending: Sending): Promise<void> {
  const { spot, file, signal } = sending
  const key = uploadKey(spot, file)
  const upload = await steady(sending, () => beginOrGoOn(key, spot, file, signal))
  await sendMissing(sending, upload)
  sending.onJoining()
  await steady(sending, () => as(upload.token, api.complete, signal))
  const sha256 = await whenJoined(sending, upload.token)
  await steady(sending, () => deploy(sending, upload.token, sha256))
  forgetUpload(key)
}

async function beginOrGoOn(key: string, spot: Spot, file: File, signal: AbortSignal): Promise<KeptUpload> {
  const kept = findKept(key)
  if (kept !== undefined && (await isAlive(kept.token, signal))) return kept
  const partSize = partSizeFor(file.size)
  const query = { repoKey: spot.repository, repoPath: spot.path, partSizeMB: partSize / 1024 / 1024 }
  const { token } = await call(api.create, { query }, signal)
  keepUpload(key, { token, partSize })
  return { token, partSize }
}

const over = ['ABORTED', 'NON_RETRYABLE_ERROR']

async function isAlive(token: string, signal: AbortSignal): Promise<boolean> {
  try {
    return !over.includes((await statusOf(token, signal)).status)
  } catch (error) {
    if (error instanceof CallError && error.status === 403) return false // expired
    throw error
  }
}

async function sendMissing(sending: Sending, { token, partSize }: KeptUpload): Promise<void> {
  const { file, signal, onProgress } = sending
  const parts = partsOf(file.size, partSize)
  const arrived = await steady(sending, () => statusOf(token, signal))
  if (arrived.status === 'PROCESSING' || arrived.status === 'FINISHED') return
  const missing = missingParts(parts, arrived.parts)
  let done = file.size - missing.reduce((sum, { start, end }) => sum + end - start, 0)
  onProgress(done)
  for (const part of missing) {
    await steady(sending, () => sendPart(sending, token, part, (sent) => onProgress(done + sent)))
    done += part.end - part.start
    onProgress(done)
  }
}

async function sendPart(
  { file, signal }: Sending,
  token: string,
  { number, start, end }: Part,
  onProgress: (sent: number) => void,
): Promise<void> {
  const { url } = await call(api.urlPart, { query: { partNumber: number } }, signal, bearer(token))
  // The public address may be another one than that of this page.
  await putBytes(new URL(url).pathname, file.slice(start, end), { onProgress, signal })
}

async function whenJoined(sending: Sending, token: string): Promise<string> {
  for (;;) {
    const { status, error, sha256 } = await steady(sending, () => statusOf(token, sending.signal))
    if (status === 'FINISHED' && sha256 !== undefined) return sha256
    if (status !== 'QUEUED' && status !== 'PROCESSING') throw new CallError(409, 'conflict', error ?? status)
    await pause(500, sending.signal)
  }
}

const deploy = ({ spot, properties, signal }: Sending, token: string, sha256: string) =>
  putBytes(`${fileAddress(spot)}${properties}`, null, {
    signal,
    headers: {
      'X-Checksum-Deploy': 'true',
      'X-Checksum-Sha256': sha256,
      'X-Checksum-Deploy-Token': token,
    },
  })

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

const statusOf = (token: string, signal: AbortSignal) => call(api.status, {}, signal, bearer(token))

const as = <E extends Endpoint>(token: string, endpoint: E, signal: AbortSignal) =>
  call(endpoint, {}, signal, bearer(token))

const longestPause = 15_000

/** Tries again, ever more slowly, until something answers; a refusal is an answer. */
async function steady<T>(sending: Sending, step: () => Promise<T>): Promise<T> {
  for (let wait = 500; ; wait = Math.min(longestPause, wait * 2)) {
    try {
      const answer = await step()
      sending.onLost(false)
      return answer
    } catch (error) {
      if (!isUnreachable(error) && !isBadGateway(error)) throw error
      sending.onLost(true)
      await pause(wait, sending.signal)
    }
  }
}

/** What stands before the server answered for it. */
const isBadGateway = (error: unknown) => error instanceof CallError && [502, 503, 504].includes(error.status)

/** Ends early when the browser says that the network is back. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      window.removeEventListener('online', back)
      signal.removeEventListener('abort', stop)
      settle()
    }
    const back = () => end(resolve)
    const stop = () => end(() => reject(new DOMException('stopped', 'AbortError')))
    const timer = setTimeout(back, milliseconds)
    window.addEventListener('online', back)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
  })
