// Files on their way to the server: a few at a time, each with its progress, to be stopped and tried again. Outside React,
// so that they go on while one looks around.
import { ownHeaders } from '../../../lib/call.ts'
import { message } from '../../../lib/messages.ts'
import { createStore } from '../../../lib/store.ts'
import { idOf, parentOf, type Spot } from '../address.ts'
import { refreshPlaces } from '../refresh.ts'
import { fileAddress } from '../wire.ts'

export interface Upload {
  id: number
  spot: Spot
  file: File
  properties: string
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'stopped'
  sent: number
  error: string
}

export const uploads = createStore<Upload[]>([])

const mostAtOnce = 3
const running = new Map<number, XMLHttpRequest>()
let lastId = 0

export function addUploads(files: { spot: Spot; file: File }[], properties: string) {
  const added = files.map(({ spot, file }): Upload => {
    lastId += 1
    return { id: lastId, spot, file, properties, state: 'waiting', sent: 0, error: '' }
  })
  uploads.set([...uploads.get(), ...added])
  startNext()
}

export function stopUpload(id: number) {
  running.get(id)?.abort()
  change(id, { state: 'stopped' })
  startNext()
}

export function retryUpload(id: number) {
  change(id, { state: 'waiting', sent: 0, error: '' })
  startNext()
}

export const isUnderWay = ({ state }: Upload) => state === 'waiting' || state === 'sending'

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
    send(upload)
}

/** Not fetch, which does not tell how much was sent. */
function send(upload: Upload) {
  const { id, spot, file, properties } = upload
  const request = new XMLHttpRequest()
  running.set(id, request)
  change(id, { state: 'sending' })
  request.open('PUT', `${fileAddress(spot)}${properties}`)
  for (const [name, value] of Object.entries(ownHeaders())) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded }) => change(id, { sent: loaded }))
  request.addEventListener('loadend', () => {
    running.delete(id)
    if (request.status >= 200 && request.status < 300) {
      change(id, { state: 'done', sent: file.size })
      refreshWhenIdle(spot)
    } else if (stateOf(id) !== 'stopped') change(id, { state: 'failed', error: reasonOf(request) })
    startNext()
  })
  request.send(file)
}

const stateOf = (id: number) => uploads.get().find((upload) => upload.id === id)?.state

function reasonOf({ status, responseText }: XMLHttpRequest): string {
  if (status === 0) return message('shared.unreachable')
  try {
    const { errors } = JSON.parse(responseText) as { errors: { message: string }[] } // the shape of every refusal
    return errors[0]?.message ?? message('shared.strangeAnswer', { status: String(status) })
  } catch {
    return message('shared.strangeAnswer', { status: String(status) })
  }
}

/** Once for many files: when none of that repository is under way any more. */
function refreshWhenIdle({ repository }: Spot) {
  const isBusy = uploads.get().some((upload) => upload.spot.repository === repository && isUnderWay(upload))
  if (!isBusy) void refreshPlaces([repository])
}

/** `a=1; b=2,3` as they stand behind a path. */
export const matrixOf = (properties: string): string =>
  properties
    .split(/[;\n]/)
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [key = '', ...value] = pair.split('=')
      const values = value
        .join('=')
        .split(',')
        .map((one) => encodeURIComponent(one.trim()))
      return `;${encodeURIComponent(key.trim())}=${values.join(',')}`
    })
    .join('')

export const folderOf = (spot: Spot) => idOf({ ...spot, path: parentOf(spot.path) })
