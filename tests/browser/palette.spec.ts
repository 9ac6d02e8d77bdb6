import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.beforeEach(({ context, app }) => signIn(context, app))

test('the palette finds packages, pages by other words and actions, all by keyboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/ui/packages?show=all')
  await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const field = palette.getByRole('combobox')
  await expect(field).toBeFocused()
  const selected = palette.getByRole('option', { selected: true })

  await page.keyboard.type('tiny')
  await expect(selected).toContainText('tiny-cache')
  await expectAccessible(page)
  // A letter while typing, a command once somebody walked into the list.
  await page.keyboard.type('y')
  await expect(field).toHaveValue('tinyy')
  await page.keyboard.press('Backspace')
  await expect(selected).toContainText('tiny-cache')
  await page.keyboard.press('ArrowDown')
  await expect(selected).toContainText('Search packages for “tiny”')
  await page.keyboard.press('ArrowUp')
  await expect(selected).toContainText('tiny-cache')
  await page.keyboard.press('y')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm install tiny-cache@1.0.0')
  const tab = context.waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  const opened = await tab
  await expect(opened).toHaveURL(/\/ui\/packages\/npm(?::|%3A)%2F%2Ftiny-cache$/)
  await opened.close()
  await expect(palette).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /tiny-cache/ })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('option', { name: 'tiny', exact: true })).toBeVisible()
  await expect(palette.getByRole('group', { name: 'Recently visited' })).toContainText('tiny-cache')
  await page.keyboard.type('active directory')
  await expect(selected).toContainText('LDAP')
  await expect(selected).toContainText('also known as: active directory')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('ne')
  await expect(palette.getByRole('group', { name: 'Repositories' })).toContainText('generic-local')
  await page.keyboard.press('Tab')
  await expect(palette.getByRole('group', { name: 'Packages' })).toBeVisible()
  await expect(palette.getByRole('group', { name: 'Repositories' })).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('>new user')
  await expect(palette.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/ui\/admin\/management\/users\/new$/)
})

test('what is typed before the palette has come is in its field, and starts nothing else', async ({
  page,
}) => {
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  // What draws dialogs, too: whoever is quick asks for the palette before either is there.
  await page.route(/\/assets\/(?:overlays|palette)-[^/]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/ui/packages?show=all')
  await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('gax') // the first two lead elsewhere when nothing is open
  await page.keyboard.press('Backspace')
  release()
  const field = page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox')
  await expect(field).toHaveValue('ga')
  await expect(field).toBeFocused()
  await page.keyboard.type('p')
  await expect(field).toHaveValue('gap')
  await expect(page).toHaveURL(/\/ui\/packages\?show=all$/)
})

test.describe('without a server', () => {
  test.use({ allowFailures: true })

  test('commands still work, and the palette fills a small screen', async ({ page, context }) => {
    await page.goto('/ui/packages')
    await page.getByRole('button', { name: /^Search packages/ }).click()
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await expect(palette).toBeVisible()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Open search' }).click()
    await palette.getByRole('combobox').fill('light and dark')
    await expect(palette.getByText('The server cannot be reached')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await palette.getByRole('option', { name: /Switch between light and dark/ }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await context.setOffline(false)
  })
})
