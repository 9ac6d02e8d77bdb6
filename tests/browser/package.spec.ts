import {
  addressOf,
  billing,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  test,
} from './fixtures.ts'

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

test('ROUTE-29 PKG-02 PKG-06 PKG-54 a package shows its versions in semantic order', async ({ page }) => {
  await page.goto(addressOf(billing))
  await expect(page.getByRole('heading', { level: 1, name: '@acme/billing' })).toBeVisible()
  await expect(page).toHaveTitle('Packages - Bindery')
  const versions = page.getByRole('table', { name: 'Versions' }).getByRole('link')
  await expect(versions).toHaveText(['2.1.0-rc.1', '2.0.0', '1.10.0', '1.9.0', '1.2.0'])
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(trail.getByRole('link', { name: 'Packages' })).toHaveAttribute('href', '/ui/packages')
  await expectAccessible(page)
})

test('PKG-28 releases only leaves the others out, and says so', async ({ page }) => {
  await page.goto(addressOf(billing))
  await page.getByLabel('Releases only').check()
  await expect(page.getByText('Only semver release versions will be shown')).toBeVisible()
  const versions = page.getByRole('table', { name: 'Versions' }).getByRole('link')
  await expect(versions).toHaveText(['2.0.0', '1.10.0', '1.9.0', '1.2.0'])
})

test('PKG-50 a version is found by a part of it', async ({ page }) => {
  await page.goto(addressOf(billing))
  await page.getByLabel('Find a version').fill('1.1')
  await expect(page.getByRole('table', { name: 'Versions' }).getByRole('link')).toHaveText(['1.10.0'])
  await page.getByLabel('Find a version').fill('99')
  await expect(page.getByText('No version matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all versions' }).click()
  await expect(page.getByRole('table', { name: 'Versions' }).getByRole('link')).toHaveCount(5)
})

test('PKG-04 the install command follows the chosen client, also on the next package', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(addressOf(billing))
  await expect(page.getByText('npm install @acme/billing@2.0.0')).toBeVisible()
  await page.getByRole('radio', { name: 'pnpm' }).check({ force: true })
  await expect(page.getByText('pnpm add @acme/billing@2.0.0')).toBeVisible()
  await page.keyboard.press('y')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('pnpm add @acme/billing@2.0.0')
  await page.goto(addressOf('npm://tiny-cache'))
  await expect(page.getByText('pnpm add tiny-cache@1.0.0')).toBeVisible()
})

test('PKG-03 PKG-07 PKG-12 PKG-13 a version shows its details, and stepping keeps the tab', async ({
  page,
}) => {
  await page.goto(addressOf(billing, '1.10.0'))
  await expect(page.getByRole('heading', { level: 1, name: '@acme/billing 1.10.0' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Readme' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Dependencies' }).click()
  await expect(page).toHaveURL(/activeTab=dependencies/)
  await expect(page.getByRole('row', { name: /tiny-cache.*Available/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /undici.*Not here/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Newer version 2.0.0' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '@acme/billing 2.0.0' })).toBeVisible()
  await expect(page).toHaveURL(/\/2\.0\.0\?activeTab=dependencies$/)
  await expect(page.getByRole('tab', { name: 'Dependencies' })).toHaveAttribute('aria-selected', 'true')
})

test('PKG-11 going to the package drops the tab', async ({ page }) => {
  await page.goto(`${addressOf(billing, '2.0.0')}?activeTab=location`)
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: '@acme/billing' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: '@acme/billing' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

test('PKG-14 PKG-40 the README is shown without anything that acts, and files with their digests', async ({
  page,
}) => {
  await page.goto(addressOf(billing, '2.0.0'))
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('heading', { level: 3, name: 'Billing' })).toBeVisible()
  await expect(panel.getByRole('link', { name: 'The guide' })).toHaveAttribute(
    'href',
    'https://git.example.org/acme/billing/docs/guide.md',
  )
  await expect(panel.getByText('a trap')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'a trap' })).toHaveCount(0)
  await expect(panel.locator('img, script, style, [style], [onclick]')).toHaveCount(0)
  await expect(page).toHaveTitle('Packages - Bindery')
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Repositories' }).click()
  await expect(panel.getByRole('heading', { name: 'billing-2.0.0.tgz' })).toBeVisible()
  await expect(panel.getByText('npm-local/@acme/billing/-/billing-2.0.0.tgz')).toBeVisible()
  for (const digest of ['sha256', 'sha1', 'md5'])
    await expect(panel.getByRole('button', { name: `Copy ${digest}` })).toBeVisible()
  const download = page.waitForEvent('download')
  await panel.getByRole('link', { name: 'Download billing-2.0.0.tgz' }).click()
  expect((await download).suggestedFilename()).toBe('billing-2.0.0.tgz')
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Properties' }).click()
  await expect(page.getByRole('row', { name: /npm\.name/ })).toBeVisible()
  await expectAccessible(page)
})

test('package and version fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of [addressOf(billing), addressOf(billing, '2.1.0-rc.1')]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: /@acme\/billing/ })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})

test.describe('with refusals', () => {
  test.use({ allowFailures: true })

  test('PKG-08 a package that cannot be loaded leads to the page 404', async ({ page }) => {
    await page.goto(addressOf('npm://not-there'))
    await expect(page).toHaveURL(/\/ui\/404$/)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page.getByLabel('Search packages').last()).toHaveValue('not-there')
  })
})
