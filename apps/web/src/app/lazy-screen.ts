// The code of a screen is fetched when it is first opened. A release may replace it meanwhile, and networks fail.
import { lazyRouteComponent } from '@tanstack/react-router'
import { message } from '../lib/messages.ts'
import { areaTexts, loadTexts } from '../messages/index.ts'

const longest = 120_000
const pauseBeforeRetry = 500
const reloadedKey = 'bindery.reloadedFor'

export const lazyScreen = <M extends object, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
  areas: (keyof typeof areaTexts)[] = [],
) =>
  lazyRouteComponent(() => loadChunk(() => loadTexts(areas.map((area) => areaTexts[area])).then(load)), name)

/** Tries twice, then reloads the page when the server has a newer build, then gives up. */
async function loadChunk<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await withLimit(load())
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseBeforeRetry))
  }
  try {
    return await withLimit(load())
  } catch (cause) {
    if (await isOutdated()) return reload()
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new Error(message('errors.notLoaded', { detail }), { cause })
  }
}

function withLimit<M>(loading: Promise<M>): Promise<M> {
  const limit = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(message('errors.tookTooLong', { seconds: longest / 1000 }))), longest),
  )
  return Promise.race([loading, limit])
}

/** Whether the server now starts from other files than this page did; asked once per build. */
async function isOutdated(): Promise<boolean> {
  const entry =
    document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? ''
  if (sessionStorage.getItem(reloadedKey) === entry) return false
  try {
    const page = await (await fetch('/ui/', { cache: 'no-store' })).text()
    if (page.includes(entry)) return false
    sessionStorage.setItem(reloadedKey, entry)
    return true
  } catch {
    return false // unreachable: a reload would only lose the page
  }
}

function reload(): Promise<never> {
  location.reload()
  return new Promise(() => undefined)
}
