// What happens when code or styles do not arrive: asked for twice, then named. The frame around them stays.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, goWithin, signIn, test } from './fixtures.ts'

test.use({ allowFailures: true })

const script = '**/assets/audit-screen-*.js'
const style = '**/assets/audit-screen-*.css'

test.beforeEach(async ({ page, context, app }) => {
  await signIn(context, app)
  await page.goto('/ui/packages')
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
})

test('ERR-20: a script chunk that fails is asked for twice, then named with its request', async ({
  page,
}) => {
  const asked = await answerNothing(page, script)
  const logged = loggedErrors(page)
  await goWithin(page, '/ui/admin/security/audit')
  await expect(page.getByText('Oops!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Bindery, home' })).toBeVisible()
  await page.getByText('See more details').click()
  await expect(
    page.getByText(/The script chunk audit-screen failed to load from http\S+audit-screen-.{8}\.js\./),
  ).toBeVisible()
  expect(logged.join('\n')).toContain('ChunkLoadError: The script chunk audit-screen failed to load from')
  expect(asked()).toBeGreaterThan(1)
  await expectAccessible(page)
})

test('ERR-20: a style chunk that fails is named as one; one that fails once only is not missed', async ({
  page,
}) => {
  const asked = await answerNothing(page, style)
  const logged = loggedErrors(page)
  await goWithin(page, '/ui/admin/security/audit')
  await expect(page.getByText('Oops!')).toBeVisible()
  await page.getByText('See more details').click()
  await expect(
    page.getByText(/The CSS chunk audit-screen failed to load from http\S+audit-screen-.{8}\.css\./),
  ).toBeVisible()
  expect(logged.join('\n')).toContain('CssChunkLoadError: The CSS chunk audit-screen failed to load from')
  expect(asked()).toBe(2)
  await page.unroute(style)
  await page.goto('/ui/packages')
  await page.route(style, (route) => route.fulfill({ status: 404 }), { times: 1 })
  await goWithin(page, '/ui/admin/security/audit')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  const loaded = await page.evaluate(() =>
    [...document.styleSheets].some(({ href }) => href?.includes('audit-screen') === true),
  )
  expect(loaded).toBe(true)
})

/** The file is gone, as after a release; tells how often it was asked for. */
async function answerNothing(page: Page, pattern: string): Promise<() => number> {
  let times = 0
  await page.route(pattern, (route) => {
    times += 1
    return route.fulfill({ status: 404 })
  })
  return () => times
}

function loggedErrors(page: Page): string[] {
  const logged: string[] = []
  page.on('console', (entry) => entry.type() === 'error' && logged.push(entry.text()))
  return logged
}
