// Does something while others keep asking, and tells what that cost: whatever is done, the server answers and stays small.
import type { TestApp } from './app.ts'

export interface Watched<T> {
  reply: T
  /** Of the process, which is the server and the test, at most. */
  growth: number
  /** How many others were answered, and how long one of them waited at most. */
  pings: number
  longestWait: number
}

export async function watched<T>(app: TestApp, act: () => Promise<T>): Promise<Watched<T>> {
  const before = process.memoryUsage.rss()
  let most = before
  let pings = 0
  let longestWait = 0
  let isRunning = true
  const watching = (async () => {
    while (isRunning) {
      const begun = performance.now()
      if ((await app.anonymous('/artifactory/api/system/ping')).ok && isRunning) pings++
      longestWait = Math.max(longestWait, performance.now() - begun)
      most = Math.max(most, process.memoryUsage.rss())
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  const reply = await act()
  isRunning = false
  await watching
  return { reply, growth: most - before, pings, longestWait }
}
