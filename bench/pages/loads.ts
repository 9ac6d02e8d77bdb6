// One visit with nothing in the cache: what came over the wire, and when something was to be seen.
import type { BrowserContext, Page } from 'playwright-core'

interface Seen {
  bytes: number
  requests: number
  first: number
  largest: number
  shift: number
}

/** Three visits, each in a fresh cache; the times are medians. */
export async function measureLoad(context: BrowserContext, url: string): Promise<string[]> {
  const visits: Seen[] = []
  for (let round = 0; round < 3; round++) visits.push(await visit(context, url))
  await context.close()
  const median = (of: (one: Seen) => number) => visits.map(of).toSorted((a, b) => a - b)[1] ?? 0
  return [
    `${(median(({ bytes }) => bytes) / 1000).toFixed(0)} kB`,
    String(median(({ requests }) => requests)),
    `${median(({ first }) => first).toFixed(0)} ms`,
    `${median(({ largest }) => largest).toFixed(0)} ms`,
    median(({ shift }) => shift).toFixed(3),
  ]
}

async function visit(context: BrowserContext, url: string): Promise<Seen> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.addInitScript(watchPaints)
  const open = countOpen(page)
  await page.goto(url)
  await untilQuiet(page, open)
  const seen = await page.evaluate<Seen>(readPaints)
  await page.close()
  return seen
}

/** Runs in the page, before anything of it. */
const watchPaints = `
  window.paints = { largest: 0, shift: 0 }
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => (window.paints.largest = startTime))
  watch('layout-shift', ({ value }) => (window.paints.shift += value))
`

const readPaints = `(() => {
  const loaded = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
  return {
    bytes: loaded.reduce((sum, { transferSize }) => sum + transferSize, 0),
    requests: loaded.length,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ...window.paints,
  }
})()`

/** The requests that wait for an answer; the stream of events never ends. */
function countOpen(page: Page): Set<unknown> {
  const open = new Set<unknown>()
  page.on('request', (request) => request.url().includes('/api/v1/events') || open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Nothing was asked for during half a second. */
async function untilQuiet(page: Page, open: Set<unknown>): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet = open.size === 0 ? quiet + 1 : 0) await page.waitForTimeout(50)
}
