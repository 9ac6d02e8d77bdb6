import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

test('NAV-02 NAV-03 NAV-06 NAV-07 the sidebar has two sections for an administrator', async ({ page }) => {
  await page.goto('/ui/packages')
  const application = page.getByRole('navigation', { name: 'Application' })
  await expect(application.getByRole('link', { name: 'Packages' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Application' }).click()
  await expect(application).toBeVisible()
})

test('BOOT-09: the sidebar collapses with a key, and stays so', async ({ page }) => {
  await page.goto('/ui/packages')
  await expect(page.getByRole('button', { name: 'Collapse' })).toBeVisible()
  await page.keyboard.press('[')
  await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible()
  await expectAccessible(page)
})

test('the first stop of the keyboard skips to the content', async ({ page }) => {
  await page.goto('/ui/packages')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a theme is kept per browser, and wins over the system before the first paint', async ({ page }) => {
  await page.goto('/ui/packages')
  await page.getByRole('button', { name: 'AD, account of admin' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.dataset['early'] =
        document.documentElement.dataset['mantineColorScheme'] ?? 'none'
    })
  })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-early', 'dark')
  await expect(page.getByRole('button', { name: 'AD, account of admin' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('NAV-36 help lists the keyboard shortcuts, and single keys can be switched off', async ({
  page,
  context,
  app,
}) => {
  // The choice is kept with the user: not with the one of the other tests.
  await signIn(context, app, await app.user({ name: `keys-${Date.now()}` }))
  await page.goto('/ui/packages')
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('menuitem', { name: 'API reference' })).toHaveAttribute('href', '/ui/api/')
  await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Use single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('?')
  await page.keyboard.press('[')
  await expect(page.getByRole('button', { name: 'Collapse' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('about tells the version', async ({ page, app }) => {
  await page.goto('/ui/packages')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'About' }).click()
  const start = (await (await app.fetch('/ui/api/v1/ui/auth/screen/footer')).json()) as { version: string }
  await expect(
    page.getByRole('dialog', { name: 'About Bindery' }).getByText(start.version, { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
})

test('a confirmation goes after three seconds unless somebody reads it, and stays in the bell', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/ui/packages?show=all')
  await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('y')
  const toast = page.getByRole('status').filter({ hasText: 'Copied' })
  await expect(toast).toBeVisible()
  await toast.getByText('Copied').hover()
  await page.clock.runFor(10_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(10, 10)
  await page.clock.runFor(3100)
  await expect(toast).toHaveCount(0)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByText('Copied')).toBeVisible()
})
