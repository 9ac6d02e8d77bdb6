// What happens on the server, told to this page. One tab of the browser holds the stream and passes on what it hears;
// when it is closed or hidden for long, another takes over. Where tabs cannot agree on one (no locks outside secure
// contexts), each has its own.
import type { LiveEvent } from '@bindery/contracts'
import { lostSince, noteLoss, onRecovery } from './connection.ts'
import { readStream } from './live-stream.ts'
import { suspectSessionEnd } from './session-end.ts'
import { createStore } from './store.ts'

/** Whether news arrive by themselves at the moment; whoever asks now and then may rest while they do. */
export const isLive = createStore(false)

const firstPause = 1000
const longestPause = 60_000
/** The server gives a sign every twenty seconds. */
const longestSilence = 50_000
const restAfterHidden = 5 * 60_000
const lockName = 'bindery.live'

const listeners = new Set<(event: LiveEvent) => void>()
let lastId: string | undefined

export function onLive(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What tabs tell each other. */
type Note =
  | { kind: 'event'; id: string | undefined; event: LiveEvent }
  | { kind: 'state'; id: string | undefined; isLive: boolean }
  | { kind: 'hello' }

/** Follows what happens until the returned function is called. */
export function startLive(): () => void {
  const stop = new AbortController()
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(lockName) : undefined
  channel?.addEventListener('message', ({ data }: MessageEvent<Note>) => hear(data, channel))
  channel?.postMessage({ kind: 'hello' } satisfies Note)
  void takeTurns(stop.signal, channel)
  return () => {
    stop.abort()
    channel?.close()
    isLive.set(false)
    lastId = undefined
  }
}

let isLeading = false

function hear(note: Note, channel: BroadcastChannel) {
  if (note.kind === 'hello') {
    if (isLeading) channel.postMessage({ kind: 'state', isLive: isLive.get(), id: lastId } satisfies Note)
    return
  }
  lastId = note.id ?? lastId
  if (note.kind === 'state') isLive.set(note.isLive)
  else tell(note.event)
}

function tell(event: LiveEvent) {
  for (const listener of listeners) listener(event)
}

/** Leads when it is this tab's turn, rests while it is hidden for long, and queues up again when it is looked at. */
async function takeTurns(signal: AbortSignal, channel: BroadcastChannel | undefined) {
  while (!signal.aborted) {
    await isVisible(signal)
    const turn = new AbortController()
    const end = () => turn.abort()
    signal.addEventListener('abort', end, { once: true })
    const stopWatching = afterHidden(restAfterHidden, end)
    let isSignedOut = false
    await withLock(turn.signal, async () => {
      isSignedOut = (await lead(turn.signal, channel)) === 'signed-out'
    })
    stopWatching()
    signal.removeEventListener('abort', end)
    // Whoever signs in next starts anew.
    if (isSignedOut) return
  }
}

async function withLock(signal: AbortSignal, work: () => Promise<void>) {
  if (signal.aborted) return
  // Only where the page is served securely.
  const locks = (navigator as { locks?: LockManager }).locks
  if (locks === undefined) return work()
  await locks.request(lockName, { signal }, work).catch(() => undefined) // aborted while it waited
}

async function lead(signal: AbortSignal, channel: BroadcastChannel | undefined): Promise<Heard> {
  isLeading = true
  try {
    return await followOn(signal, channel)
  } finally {
    isLeading = false
  }
}

async function followOn(signal: AbortSignal, channel: BroadcastChannel | undefined): Promise<Heard> {
  let pause = firstPause
  const say = (alive: boolean) => {
    isLive.set(alive)
    channel?.postMessage({ kind: 'state', isLive: alive, id: lastId } satisfies Note)
  }
  while (!signal.aborted) {
    const heard = await followOnce(signal, channel, say)
    say(false)
    // A session that took the place of this one follows on.
    if (heard === 'signed-out' && (await suspectSessionEnd())) return heard
    if (heard === 'well') pause = firstPause
    await sleep(pause * (0.5 + Math.random()), signal)
    pause = Math.min(longestPause, pause * 2)
  }
  return 'failed'
}

type Heard = 'well' | 'failed' | 'signed-out'

/** One connection, cut when it falls silent. */
async function followOnce(
  signal: AbortSignal,
  channel: BroadcastChannel | undefined,
  say: (alive: boolean) => void,
): Promise<Heard> {
  const cut = new AbortController()
  const stop = () => cut.abort()
  signal.addEventListener('abort', stop, { once: true })
  let silence: ReturnType<typeof setTimeout> | undefined
  let wasWell = false
  let isOver = false
  const onSign = (id: string | undefined, event: LiveEvent | undefined) => {
    clearTimeout(silence)
    silence = setTimeout(stop, longestSilence)
    lastId = id ?? lastId
    if (!wasWell) say(true)
    wasWell = true
    if (event === undefined) return
    isOver ||= event.topic === 'session'
    channel?.postMessage({ kind: 'event', id, event } satisfies Note)
    tell(event)
  }
  const end = await readStream(lastId, { onSign }, cut.signal)
  clearTimeout(silence)
  signal.removeEventListener('abort', stop)
  if (end === 'unreachable' && !cut.signal.aborted) noteLoss()
  if (end === 'signed-out') tell({ topic: 'session', kind: 'ended', at: new Date().toISOString() })
  if (end === 'signed-out' || isOver) return 'signed-out'
  return wasWell ? 'well' : 'failed'
}

/** Also over when the server can be reached again: nobody waits longer than needed. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      forget()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const forget = onRecovery(finish)
    const timer = setTimeout(finish, lostSince.get() === undefined ? milliseconds : longestPause)
    signal.addEventListener('abort', finish, { once: true })
  })
}

function isVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const check = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', check)
      signal.removeEventListener('abort', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    signal.addEventListener('abort', check)
  })
}

function afterHidden(milliseconds: number, action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(action, milliseconds)
  }
  watch()
  document.addEventListener('visibilitychange', watch)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', watch)
  }
}
