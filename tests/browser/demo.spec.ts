// The playground for those who build the application, which needs a feature flag.
import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  goWithin,
  signIn,
  test,
  watchChunks,
} from './fixtures.ts'
import { go } from './navigation.ts'

test.use({ appEnv: { BINDERY_FEATURES: 'tested' } })

const root = (page: Page) => page.locator('html')

test.beforeEach(({ context, app }) => signIn(context, app))

/** How high something lies: the highest of it and of all that it lies in. */
const layerOf = (part: Locator) =>
  part.evaluate((element) => {
    let highest = 0
    for (let one: Element | null = element; one !== null; one = one.parentElement)
      highest = Math.max(highest, Number(getComputedStyle(one).zIndex) || 0)
    return highest
  })

test('TOUR-24 TOUR-25 TOUR-27 ERR-28 LIM-12: the route template shows the parts of the interface, in use', async ({
  page,
}) => {
  await page.goto('/ui/template')
  await expect(page.getByRole('heading', { level: 1, name: 'Interface elements' })).toBeVisible()
  await expect(root(page)).toHaveAttribute('data-route', 'template')
  for (const [kind, role] of [
    ['error', 'alert'],
    ['warning', 'alert'],
    ['success', 'status'],
    ['info', 'status'],
  ] as const) {
    await page.getByRole('region', { name: 'toasts' }).getByRole('button', { name: kind }).click()
    const notice = page.getByRole(role).locator(`[data-kind="${kind}"]`)
    await expect(notice).toContainText(`A notification of the kind ${kind}`)
  }
  await page.getByRole('button', { name: 'Open a dialog', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Dialog' })
  await expect(dialog).toBeVisible()
  expect(await layerOf(dialog)).toBe(999_999)
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

const modules: Record<string, string> = {
  '/release-bundles/source': 'Release bundles',
  '/release-bundles/target': 'Release bundles',
  '/admin/monitoring/system_logs': 'System logs',
  '/admin/monitoring/service-status': 'Service status',
  '/integrations': 'Integrations',
  '/packages?q=left': 'Packages',
  '/search/packages': 'Search results',
  '/onboarding': 'Onboarding',
  '/admin/scanner/database-sync': 'Database sync',
}

test('ROUTE-86: the further modules of the product have their pages', async ({ page }) => {
  await page.goto('/ui/template')
  await expect(page).toHaveTitle('Interface elements - Bindery')
  for (const [path, title] of Object.entries(modules)) {
    await go(page, path)
    await expect(page, path).toHaveTitle(`${title} - Bindery`)
    await expect(page.getByRole('heading', { level: 1, name: title }), path).toBeVisible()
  }
  const help = page.getByRole('button', { name: 'Help' })
  await help.click()
  await page.getByRole('menuitem', { name: 'Learning Center' }).click()
  await expect(page.getByRole('dialog', { name: 'Learning Center' })).toBeVisible()
  await page.keyboard.press('Escape')
  await help.click()
  await page.getByRole('menuitem', { name: 'Contact Us' }).click()
  await expect(page.getByRole('dialog', { name: 'Contact Us' })).toBeVisible()
})

test('TOUR-28 TOUR-29 TOUR-30 TOUR-31 TOUR-32 TOUR-37 LIM-15: demo leads to a tree, whose model comes after two seconds and whose branches load when opened', async ({
  page,
  app,
}) => {
  await page.clock.install({ time: new Date('2026-01-01T10:00:00Z') })
  await page.goto('/ui/packages')
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
  await page.clock.pauseAt(new Date('2026-01-01T11:00:00Z'))
  await goWithin(page, '/ui/demo')
  await expect(page).toHaveURL(`${app.url}/ui/demo/tree`)
  await expect(page.getByRole('heading', { level: 1, name: 'Demo' })).toBeVisible()
  await expect(root(page)).toHaveAttribute('data-route', 'demo tree.demo')
  const tree = page.getByRole('tree', { name: 'Tree' })
  await page.clock.runFor(1900)
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(tree).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(tree.getByRole('treeitem')).toHaveText(['npm-local', 'generic-local'])
  await page.clock.resume()
  await tree.getByRole('treeitem', { name: 'npm-local' }).click()
  await expect(tree.getByRole('treeitem')).toHaveText(['npm-local', '@acme', 'left-pad', 'generic-local'])
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await expect(tree.getByRole('treeitem', { name: 'billing' })).toBeFocused()
  await expect(tree.getByRole('treeitem', { name: '2.1.0.tgz' })).toHaveAttribute('aria-level', '4')
  await expectAccessible(page)
})

test('TOUR-33 TOUR-34 TOUR-37 LIM-14: typescript leads to a greeting, whose counter takes 50 steps of 50 ms', async ({
  page,
  app,
}) => {
  await page.clock.install({ time: new Date('2026-01-01T10:00:00Z') })
  await page.goto('/ui/packages')
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
  await page.clock.pauseAt(new Date('2026-01-01T11:00:00Z'))
  await goWithin(page, '/ui/demo/typescript')
  await expect(page).toHaveURL(`${app.url}/ui/demo/typescript/greeting`)
  await expect(root(page)).toHaveAttribute('data-route', 'demo typescript.container greeting')
  await expect(page.getByRole('heading', { name: 'Hello, admin' })).toBeVisible()
  const number = page.getByLabel('Counted')
  await expect(number).toHaveText('0')
  for (let step = 1; step <= 50; step++) {
    await page.clock.runFor(49)
    await expect(number).toHaveText(String((step - 1) * 20))
    await page.clock.runFor(1)
    await expect(number).toHaveText(step === 50 ? '1,000' : String(step * 20))
  }
  await page.clock.runFor(1000)
  await expect(number).toHaveText('1,000')
  await page.getByRole('button', { name: 'Count again' }).click()
  await expect(number).toHaveText('0')
})

const container = '/ui/demo/multi-mfe-mounting-container'

test('TOUR-35 TOUR-37 ROUTE-85: two micro-frontends are fetched on entry, as scripts of their own, and mounted side by side', async ({
  page,
}) => {
  const chunks = watchChunks(page)
  const fetched = () => chunks.filter((name) => /^(?:counter|ruler|tree-screen)$/.test(name)).toSorted()
  await page.goto('/ui/demo/typescript/greeting')
  await expect(page.getByRole('heading', { name: 'Hello, admin' })).toBeVisible()
  expect(fetched()).toEqual([])
  await page.getByRole('link', { name: 'Micro-frontends' }).click()
  const counter = page.getByRole('region', { name: 'Counter' })
  await counter.getByRole('button', { name: 'Count' }).click()
  await expect(counter.getByRole('status')).toHaveText('1')
  await expect(page.getByRole('region', { name: 'Ruler' }).getByRole('status')).toHaveText(/^\d+ px$/)
  expect(fetched()).toEqual(['counter', 'ruler'])
  await expect(root(page)).toHaveAttribute('data-route', 'demo multi-mfe-mounting-container')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Tree' }).click()
  await expect(root(page)).toHaveAttribute('data-route', 'demo tree.demo')
  expect(fetched()).toEqual(['counter', 'ruler', 'tree-screen'])
})

test.describe('when a micro-frontend fails', () => {
  test.use({ allowFailures: true })

  test('TOUR-36 TOUR-38 TOUR-39 TOUR-40: without one of them there is an error that names it, and it is logged', async ({
    page,
  }) => {
    const logged: string[] = []
    page.on('console', (entry) => logged.push(entry.text()))
    await page.route('**/assets/ruler-*.js*', (route) => route.fulfill({ status: 404 }))
    await page.goto(container)
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('The module Ruler failed to load.')
    await expect(page.getByRole('region', { name: 'Counter' })).toHaveCount(0)
    expect(logged.join('\n')).toMatch(/The module Ruler failed to load\. .*ruler-.{8}\.js/)
    await page.unroute('**/assets/ruler-*.js*')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: 'Counter' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Ruler' })).toBeVisible()
  })

  test('LIM-02: one that has not mounted after 100 seconds is taken away, and its place says so', async ({
    page,
  }) => {
    const logged: string[] = []
    page.on('console', (entry) => logged.push(entry.text()))
    await page.clock.install()
    await page.route('**/assets/ruler-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export const mount = () => new Promise(() => undefined)',
      }),
    )
    await page.goto(container)
    const ruler = page.getByRole('region', { name: 'Ruler' })
    await expect(ruler).toBeVisible()
    // The clock of the browser goes on meanwhile, so nothing is cut close.
    await page.clock.runFor(80_000)
    await expect(ruler.getByRole('alert')).toHaveCount(0)
    await page.clock.runFor(20_000)
    await expect(ruler.getByRole('alert')).toContainText('The module Ruler could not be shown.')
    await expect(page.getByRole('region', { name: 'Counter' }).getByRole('button')).toBeVisible()
    expect(logged).toContain('The module Ruler failed to start. It took more than 100 seconds.')
    await expectAccessible(page)
  })
})
