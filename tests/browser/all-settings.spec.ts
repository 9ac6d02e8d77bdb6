import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// A service that is off, so that some pages cannot be opened.
test.use({ appEnv: { BINDERY_SERVICES_OFF: 'xray' } })

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

test('ROUTE-51, ADMIN-01, ADMIN-02, ADMIN-03, ADMIN-04, ADMIN-07: cards by area, with their state, found by any name', async ({
  page,
  app,
}) => {
  await app.group({ name: 'card-watchers' })
  await page.goto('/ui/admin/artifactory/list')
  await expect(page.getByRole('heading', { level: 1, name: 'All settings' })).toBeVisible()
  const people = page.getByRole('region', { name: 'User management' })
  for (const name of ['Users', 'Groups', 'Permissions', 'Access tokens'])
    await expect(people.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible()
  await expect(people.getByRole('link', { name: /^Groups/ })).toContainText(/[1-9]/)
  await expect(
    page.getByRole('region', { name: 'Authentication' }).getByRole('link', { name: /^Crowd/ }),
  ).toContainText('Not set')
  await expect(page.getByRole('region', { name: 'Recently changed' })).toContainText(
    'Groups · card-watchers by admin',
  )
  await expectAccessible(page)
  const field = page.getByRole('searchbox', { name: 'Find a setting, a field or a former name' })
  await field.fill('licen')
  await expect(page.getByRole('region', { name: 'User management' })).toHaveCount(0)
  const mark = page
    .getByRole('main')
    .getByRole('link', { name: /^Licenses/ })
    .locator('mark')
  await expect(mark).toHaveText('Licen')
  const look = await mark.evaluate((element) => {
    const { fontWeight, backgroundColor } = getComputedStyle(element)
    return { weight: Number(fontWeight), background: backgroundColor }
  })
  expect(look.weight).toBeGreaterThanOrEqual(700)
  expect(look.background).not.toBe('rgba(0, 0, 0, 0)')
  await field.fill('smtp')
  await expect(page.getByRole('main').getByRole('link', { name: /^Mail/ })).toContainText('Also: SMTP')
  await expect(page).toHaveURL(/search=smtp/)
  await field.press('Enter')
  await expect(page).toHaveURL(/\/admin\/configuration\/mail/)
  await page.goBack()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expectNoSidewaysScroll(page)
})

test('ADMIN-06: a card of a service that is off says so and leads nowhere', async ({ page }) => {
  await page.goto('/ui/admin/artifactory/list')
  const card = page.getByRole('main').getByRole('link', { name: /^Indexed resources/ })
  await expect(card).toHaveAttribute('aria-disabled', 'true')
  await expect(card).toHaveAttribute('title', /xray/)
  await expect(card).not.toHaveAttribute('href')
})

test('arrow keys walk the cards', async ({ page }) => {
  await page.goto('/ui/admin/artifactory/list')
  const people = page.getByRole('region', { name: 'User management' })
  await people.getByRole('link', { name: /^Users/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(people.getByRole('link', { name: /^Groups/ })).toBeFocused()
  const topOfFocus = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0)
  const before = await topOfFocus()
  await page.keyboard.press('ArrowDown')
  expect(await topOfFocus()).toBeGreaterThan(before)
})
