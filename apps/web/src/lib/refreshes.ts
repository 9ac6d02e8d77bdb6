// What is asked again every minute while somebody is signed in. It rests while nobody moves: a page left open
// must not keep a session alive.
import { onActivity } from './activity.ts'

const interval = 60_000

const refreshes: (() => Promise<void>)[] = []
let stop: (() => void) | undefined

export function everyMinute(refresh: () => Promise<void>) {
  refreshes.push(refresh)
}

export function resumeRefreshes() {
  if (stop !== undefined) return
  let wasActive = true
  const stopWatching = onActivity(() => {
    wasActive = true
  })
  const timer = setInterval(() => {
    if (!wasActive || document.hidden) return
    wasActive = false
    for (const refresh of refreshes) void refresh()
  }, interval)
  stop = () => {
    clearInterval(timer)
    stopWatching()
  }
}

export function pauseRefreshes() {
  stop?.()
  stop = undefined
}
