// Whether the server can be reached, learned from every call. While it cannot, it is asked again with growing pauses, and
// when it answers everything on the screen is refreshed without a reload. Nothing that somebody wanted to do is kept for
// later: what failed was said to have failed.
import { createStore } from './store.ts'

/** Since when nothing is heard of the server: the time of its last answer. Undefined while all is well. */
export const lostSince = createStore<Date | undefined>(undefined)

const ping = '/artifactory/api/system/ping'
const firstPause = 1000
const longestPause = 15_000

let lastAnswer = new Date()
let pause = firstPause
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Tells when the server answers again after it could not be reached. */
export function onRecovery(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function noteAnswer() {
  lastAnswer = new Date()
  if (lostSince.get() === undefined) return
  clearTimeout(timer)
  pause = firstPause
  lostSince.set(undefined)
  for (const listener of listeners) listener()
}

export function noteLoss() {
  if (lostSince.get() !== undefined) return
  lostSince.set(lastAnswer)
  waitAndTry()
}

/** Asks right now instead of after the pause. */
export async function tryConnection() {
  clearTimeout(timer)
  try {
    const { status } = await fetch(ping, { cache: 'no-store' })
    if (isFromServer(status)) noteAnswer()
    else waitAndTry()
  } catch {
    waitAndTry()
  }
}

/** What stands in front of the server answers for it when it is away. */
export const isFromServer = (status: number) => status !== 502 && status !== 503 && status !== 504

function waitAndTry() {
  clearTimeout(timer)
  // Spread, so that a hundred browsers do not come back in the same moment.
  timer = setTimeout(() => void tryConnection(), pause * (0.75 + Math.random() / 2))
  pause = Math.min(longestPause, pause * 2)
}

/** The browser's own opinion is only a reason to ask. */
export function watchNetwork(): () => void {
  const ask = () => void checkNow()
  addEventListener('online', ask)
  addEventListener('offline', ask)
  return () => {
    removeEventListener('online', ask)
    removeEventListener('offline', ask)
  }
}

async function checkNow() {
  if (lostSince.get() !== undefined) return tryConnection()
  try {
    await fetch(ping, { cache: 'no-store' })
  } catch {
    noteLoss()
  }
}
