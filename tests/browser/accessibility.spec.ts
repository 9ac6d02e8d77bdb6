import type { Page } from '@playwright/test'
import { accessibilityFindings, themes } from './accessibility.ts'
import { everyAddress, seedEveryPage, visit, watchOpen } from './every-page.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

// Some pages are about what is not there.
test.use({ allowFailures: true, appEnv: { BINDERY_FEATURES: 'tested' } })

test('every page of the list of routes can be used by everybody, in both themes, and fits a phone', async ({
  page,
  context,
  app,
}) => {
  test.setTimeout(300_000)
  await seedEveryPage(app)
  await signIn(context, app)
  const open = watchOpen(page)
  await page.goto('/ui/packages')
  // The frame is the same around every page.
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
  await expectAccessible(page)
  const addresses = await everyAddress(page)
  const problems: Record<string, unknown[]> = {}
  const walk = async (given: string[]) => {
    const seen = new Set<string>()
    for (const address of given) {
      const where = await visit(page, open, address)
      if (seen.has(where)) continue
      seen.add(where)
      const found = await problemsOf(page)
      if (found.length > 0) problems[where] = found
    }
    return given.filter((address) => !seen.has(address))
  }
  const inside = addresses.filter((address) => !isOutside(address))
  expect(await walk(inside), 'pages that lead an administrator elsewhere').toEqual([
    '/security-and-compliance-teaser',
    '/demo/admin/policies',
  ])
  await context.clearCookies()
  await page.goto('/ui/login')
  // The second area is the first under another name.
  const outside = addresses.filter((address) => isOutside(address) && !address.startsWith('/auth/'))
  expect(await walk(outside), 'pages that need a step before them').toEqual([
    '/login/mfa-enroll',
    '/login/invitation',
    '/login/cli-registration',
    '/plugs/extension/cli',
    '/plugs/extension/cli/verify',
  ])
  expect(problems).toEqual({})
})

/** Where one is before being signed in; whoever is signed in leaves by going there. */
const isOutside = (address: string) => /^\/(?:login|auth|auth-provider|plugs)(?:\/|$)/.test(address)

const widths = [1440, 390]

/** In one theme as wide as the window is, in the other as wide as it was not: changing the width is dear. */
async function problemsOf(page: Page): Promise<unknown[]> {
  const found: unknown[] = []
  const now = page.viewportSize()?.width
  for (const [index, width] of widths.toSorted((a) => (a === now ? -1 : 1)).entries()) {
    if (width !== now) await page.setViewportSize({ width, height: 900 })
    const theme = themes[index] ?? 'light'
    found.push(...(await accessibilityFindings(page, theme, 'main')), ...(await tooWide(page)))
  }
  return found
}

/** What cannot be seen without scrolling sideways, once what follows the width of the window has done so. */
async function tooWide(page: Page): Promise<string[]> {
  const excess = await page.evaluate(
    () =>
      new Promise<number>((tell) => {
        const measure = () => document.documentElement.scrollWidth - innerWidth
        requestAnimationFrame(() => requestAnimationFrame(() => tell(measure())))
      }),
  )
  return excess > 0 ? [`${excess} px too wide`] : []
}
