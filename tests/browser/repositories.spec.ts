import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

test('an administrator creates a local repository, and it takes a package at once', async ({ page, app }) => {
  const key = `team-${Date.now()}`
  await page.goto('/ui/admin/repositories')
  await expect(page.getByRole('link', { name: 'Packages in npm-local' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Create a local repository' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create repository' }).click()
  await expect(dialog.getByText('This field is mandatory')).toBeVisible()
  await dialog.getByLabel('Key').fill('not a key')
  await dialog.getByRole('button', { name: 'Create repository' }).click()
  await expect(
    dialog.getByText('Name can only contain alphanumeric characters, dashes and periods'),
  ).toBeVisible()
  await dialog.getByLabel('Key').fill(key)
  await dialog.getByLabel('Package type').selectOption('npm')
  await dialog.getByRole('button', { name: 'Create repository' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: `Packages in ${key}` })).toBeVisible()
  await app.publish('npm', `of-${key}`, '1.0.0', { repository: key })
  await page.getByRole('link', { name: `Packages in ${key}` }).click()
  await expect(page).toHaveURL(new RegExp(`/ui/packages\\?repository=${key}$`))
  await expect(page.getByRole('table', { name: 'Packages' }).getByRole('link')).toHaveText([`of-${key}`])
})

test.describe('with refusals', () => {
  test.use({ allowFailures: true })

  test('a key that is taken is said at its field', async ({ page }) => {
    await page.goto('/ui/admin/repositories')
    await page.getByRole('button', { name: 'Create repository' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a local repository' })
    await dialog.getByLabel('Key').fill('npm-local')
    await dialog.getByRole('button', { name: 'Create repository' }).click()
    await expect(dialog.getByLabel('Key')).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByText(/npm-local/)).toBeVisible()
  })
})

test('the list is filtered by key, and fits a phone', async ({ page }) => {
  await page.goto('/ui/admin/repositories')
  await page.getByLabel('Filter by key').fill('generic')
  await expect(page).toHaveURL(/filter=generic/)
  await expect(page.getByRole('table', { name: 'Repositories' }).getByRole('link')).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
