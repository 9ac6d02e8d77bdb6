// Going to a page inside the running application, as a link would.
import type { Page } from '@playwright/test'

export async function go(page: Page, path: string) {
  await page.evaluate((to) => {
    // The router numbers the pages of a visit in the state of the history.
    const before = (history.state as { __TSR_index?: number } | null)?.__TSR_index ?? 0
    const state = { __TSR_index: before + 1 }
    history.pushState(state, '', `/ui${to}`)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)
}

/** How often each call was made since this was called, by the end of its path. */
export function countCalls(page: Page): Map<string, number> {
  const counts = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const name = /^\/ui\/api\/v1\/(.*)$/.exec(pathname)?.[1]
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  })
  return counts
}
