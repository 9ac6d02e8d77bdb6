// From a click in the sidebar to the first frame that shows the page behind it: its heading, though not yet its rows.
import type { BrowserContext, Page } from 'playwright-core'

const stops = ['Packages', 'Artifacts', 'Builds', 'Overview'] as const
const rounds = 5

interface Change {
  frames: number
  milliseconds: number
}

export async function measureChanges(context: BrowserContext, origin: string): Promise<string[][]> {
  const page = await context.newPage()
  await page.goto(`${origin}/ui/overview`)
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const rows = [['Route change to', 'Frames, first time', 'Frames', 'Time']]
  const found = new Map<string, Change[]>(stops.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const name of stops) found.get(name)?.push(await change(page, name))
  for (const [name, [first, ...later]] of found) {
    const median = later.toSorted((a, b) => a.milliseconds - b.milliseconds)[Math.floor(later.length / 2)]
    rows.push([
      name,
      String(first?.frames),
      String(median?.frames),
      `${median?.milliseconds.toFixed(0) ?? ''} ms`,
    ])
  }
  await context.close()
  return rows
}

/** Pointed at first, as people do: that is when the code of a page is fetched. */
async function change(page: Page, name: string): Promise<Change> {
  const link = page.getByRole('navigation', { name: 'Application' }).getByRole('link', { name, exact: true })
  await link.hover()
  await page.waitForTimeout(200)
  // In the page itself: a way to the browser and back takes longer than a frame.
  return page.evaluate<Change>(clickAndCount(name))
}

const clickAndCount = (name: string) => `new Promise((tell) => {
  const start = performance.now()
  let frames = 0
  const look = () => {
    frames += 1
    if (document.querySelector('h1')?.textContent.startsWith(${JSON.stringify(name)}))
      tell({ frames, milliseconds: performance.now() - start })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  document.querySelector('nav a:hover').click()
})`
