// Files on their way to the server: a few at a time, each with its progress, to be stopped and gone on with. Outside React,
// so that they go on while one looks around.
import { CallError } from '../../../lib/call.ts'
import { createStore } from '../../../lib/store.ts'
import { idOf, parentOf, type Spot } from '../address.ts'
import { refreshPlaces } from '../refresh.ts'
import { fileAddress } from '../wire.ts'
import { knownDigest } from './known-bytes.ts'
import { partsFrom } from './parts.ts'
import { putBytes } from './put-bytes.ts'
import { sendInParts } from './send-in-parts.ts'

interface UploadOptions {
  /** As they stand behind a path. */
  properties: string
  /** The files of the archive are stored in its place. */
  isUnpacked: boolean
}

export interface Upload extends UploadOptions {
  id: number
  spot: Spot
  file: File
  state: 'waiting' | 'sending' | 'lost' | 'joining' | 'done' | 'failed' | 'stopped'
  sent: number
  /** The server had the bytes already: nothing was sent. */
  isInstant: boolean
  error: string
}

export const uploads = createStore<Upload[]>([])

const mostAtOnce = 3
const running = new Map<number, AbortController>()
let lastId = 0

export function addUploads(files: { spot: Spot; file: File }[], options: UploadOptions) {
  const added = files.map(({ spot, file }): Upload => {
    lastId += 1
    return { id: lastId, spot, file, ...options, state: 'waiting', sent: 0, isInstant: false, error: '' }
  })
  uploads.set([...uploads.get(), ...added])
  startNext()
}

export function stopUpload(id: number) {
  change(id, { state: 'stopped' })
  running.get(id)?.abort()
  startNext()
}

export function retryUpload(id: number) {
  change(id, { state: 'waiting', error: '' })
  startNext()
}

export const isUnderWay = ({ state }: Upload) =>
  state === 'waiting' || state === 'sending' || state === 'lost' || state === 'joining'

/** What is sent in parts goes on where it stopped. */
export const isInParts = ({ file, isUnpacked }: Upload) => file.size > partsFrom && !isUnpacked

/** What is done or given up leaves the list. */
export const clearUploads = () => uploads.set(uploads.get().filter(isUnderWay))

const change = (id: number, part: Partial<Upload>) =>
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))

function startNext() {
  const free = mostAtOnce - running.size
  for (const upload of uploads
    .get()
    .filter(({ state }) => state === 'waiting')
    .slice(0, free))
    void send(upload)
}

async function send(upload: Upload) {
  const { id, file, spot } = upload
  const stop = new AbortController()
  running.set(id, stop)
  change(id, { state: 'sending' })
  try {
    const isInstant = await linkKnown(upload, stop.signal)
    if (!isInstant)
      await (isInParts(upload) ? sendLarge(upload, stop.signal) : sendWhole(upload, stop.signal))
    change(id, { state: 'done', sent: file.size, isInstant })
    refreshWhenIdle(spot)
  } catch (error) {
    if (!stop.signal.aborted)
      change(id, { state: 'failed', error: error instanceof Error ? error.message : String(error) })
  }
  running.delete(id)
  startNext()
}

/** Whether the digest was enough: bytes that were deleted in the meantime are sent after all. */
async function linkKnown({ spot, file, properties, isUnpacked }: Upload, signal: AbortSignal) {
  const sha256 = isUnpacked ? undefined : await knownDigest(file, signal)
  if (sha256 === undefined) return false
  const headers = { 'X-Checksum-Deploy': 'true', 'X-Checksum-Sha256': sha256 }
  try {
    await putBytes(`${fileAddress(spot)}${properties}`, null, { signal, headers })
    return true
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return false
    throw error
  }
}

const sendWhole = ({ id, spot, file, properties, isUnpacked }: Upload, signal: AbortSignal) =>
  putBytes(`${fileAddress(spot)}${properties}`, file, {
    signal,
    onProgress: (sent) => change(id, { sent }),
    ...(isUnpacked ? { headers: { 'X-Explode-Archive': 'true' } } : {}),
  })

const sendLarge = ({ id, spot, file, properties }: Upload, signal: AbortSignal) =>
  sendInParts({
    ...{ spot, file, properties, signal },
    onProgress: (sent) => change(id, { sent }),
    onLost: (isLost) =>
      stateOf(id) === (isLost ? 'sending' : 'lost') && change(id, { state: isLost ? 'lost' : 'sending' }),
    onJoining: () => change(id, { state: 'joining', sent: file.size }),
  })

const stateOf = (id: number) => uploads.get().find((upload) => upload.id === id)?.state

/** Once for many files: when none of that repository is under way any more. */
function refreshWhenIdle({ repository }: Spot) {
  const isBusy = uploads.get().some((upload) => upload.spot.repository === repository && isUnderWay(upload))
  if (!isBusy) void refreshPlaces([repository])
}

export const folderOf = (spot: Spot) => idOf({ ...spot, path: parentOf(spot.path) })
