// Code and styles are fetched when they are first needed. A release may replace them meanwhile, and networks fail.
import { ChunkLoadError, chunkError, failedStyle, requestOf } from './chunk-error.ts'
import { withLimit } from './limit.ts'
import { message } from './messages.ts'
import { tabStorage } from './storage.ts'

export const chunkLimit = 120_000
const pauseBeforeRetry = 500
const reloadedKey = 'bindery.reloadedFor'

/** Tries twice, then reloads the page when the server has a newer build, then says which piece is missing. */
export async function loadChunk<M>(load: () => Promise<M>, asked = requestOf(load)): Promise<M> {
  try {
    return await attempt(load, asked)
  } catch (cause) {
    await new Promise((resolve) => setTimeout(resolve, pauseBeforeRetry))
    return await again(load, asked, cause)
  }
}

async function again<M>(load: () => Promise<M>, asked: string, before: unknown): Promise<M> {
  const style = failedStyle(before)
  try {
    return await attempt(async () => {
      // The build's own loader asks for a style sheet once only, and would go on without it.
      if (style !== undefined) await loadStyle(style)
      return load()
    }, asked)
  } catch (cause) {
    if (await isOutdated()) return reload()
    throw chunkError(cause, asked)
  }
}

function attempt<M>(load: () => Promise<M>, asked: string): Promise<M> {
  return withLimit(load(), chunkLimit, () => {
    const seconds = chunkLimit / 1000
    return new ChunkLoadError(styleOnItsWay() ?? asked, message('errors.tookTooLong', { seconds }))
  })
}

/** Scripts wait for their styles, so a style sheet that is still loading is what kept them. */
function styleOnItsWay(): string | undefined {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  return [...links].find(({ sheet }) => sheet === null)?.href
}

function loadStyle(href: string): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.href === href) link.remove()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new ChunkLoadError(href, message('errors.noAnswer'))))
    document.head.append(link)
  })
}

/** Whether the server now starts from other files than this page did; asked once per build. */
async function isOutdated(): Promise<boolean> {
  const entry =
    document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? ''
  if (tabStorage.getItem(reloadedKey) === entry) return false
  try {
    const page = await (await fetch('/ui/', { cache: 'no-store' })).text()
    if (page.includes(entry)) return false
    tabStorage.setItem(reloadedKey, entry)
    // Where nothing is kept, reloading could go on for ever.
    return tabStorage.getItem(reloadedKey) === entry
  } catch {
    return false // unreachable: a reload would only lose the page
  }
}

function reload(): Promise<never> {
  location.reload()
  return new Promise(() => undefined)
}
