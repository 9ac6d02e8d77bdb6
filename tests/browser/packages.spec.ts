import type { Page } from '@playwright/test'
import { startTestApp } from '../support/app.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

const names = (page: Page) =>
  page.getByRole('table', { name: 'Packages' }).getByRole('link').allTextContents()

test('ROUTE-01 ROUTE-02 ROUTE-27 ROUTE-28 PKG-01 PKG-05 a deep link opens the packages list', async ({
  page,
}) => {
  await page.goto('/ui/packages?show=all')
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
  await expect(page).toHaveTitle('Packages - Bindery')
  await expect(page.getByRole('link', { name: '@acme/billing' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await expect(page.getByRole('link', { name: '@acme/billing' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const table = page.getByRole('table', { name: 'Packages' })
  expect(await table.evaluate((grid) => grid.scrollWidth - (grid.parentElement?.clientWidth ?? 0))).toBe(0)
})

test('ERR-37 an administrator is prompted to search, and sees what was published last', async ({ page }) => {
  await page.goto('/ui/packages')
  await expect(page.getByPlaceholder('Find your packages using the Search Bar')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recently published' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'zebra-lines' })).toBeVisible()
  expect((await names(page))[0]).toBe('zebra-lines')
  await page.getByRole('button', { name: 'Show all packages' }).click()
  await expect(page).toHaveURL(/show=all/)
  await expect.poll(async () => (await names(page))[0]).toBe('@acme/billing')
})

test('LAND-08 PKG-45 PKG-46 other users get the list at once, by name and ascending', async ({
  page,
  context,
  app,
}) => {
  const reader = await app.user({
    name: `reader-${Date.now()}`,
    grants: [{ action: 'read', repository: '*' }],
  })
  await signIn(context, app, reader)
  await page.goto('/ui/')
  await expect(page).toHaveURL(/\/ui\/packages$/)
  await expect(page.getByPlaceholder('Filter by name or description')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Package' })).toHaveAttribute('aria-sort', 'ascending')
  expect(await names(page)).toEqual(['@acme/billing', 'tiny-cache', 'zebra-lines'])
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
})

test('the filter, the type and the order live in the address', async ({ page }) => {
  await page.goto('/ui/packages?show=all')
  await page.getByRole('button', { name: 'Package', exact: true }).click()
  await expect(page).toHaveURL(/sort=name:desc/)
  await expect.poll(() => names(page)).toEqual(['zebra-lines', 'tiny-cache', '@acme/billing'])
  await page.keyboard.press('/')
  await page.keyboard.type('cache')
  await expect(page).toHaveURL(/name=cache/)
  await expect.poll(() => names(page)).toEqual(['tiny-cache'])
  await page.getByRole('button', { name: /^npm/ }).click()
  await expect(page).toHaveURL(/format=npm/)
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['tiny-cache'])
  await page.goBack()
  await expect(page).not.toHaveURL(/format=npm/)
})

test('the search in the header finds packages from everywhere', async ({ page }) => {
  await page.goto('/ui/admin/repositories')
  await expect(page.getByRole('heading', { level: 1, name: 'Repositories' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('striped')
  await page.getByRole('option', { name: 'Search packages for “striped”' }).click()
  await expect(page).toHaveURL(/\/ui\/packages\?name=striped$/)
  await expect.poll(() => names(page)).toEqual(['zebra-lines'])
})

test('ERR-36 no match says so, and each filter can be dropped', async ({ page }) => {
  await page.goto('/ui/packages?name=nothing-like-this')
  await expect(page.getByText('No packages found, please refine your search criteria')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove the filter Name: nothing-like-this' }).click()
  await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeVisible()
})

test('PKG-04 keys walk the list, copy the install command and open the package', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/ui/packages?show=all')
  await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeFocused()
  await page.keyboard.press('k')
  await expect(page.getByRole('link', { name: '@acme/billing' })).toBeFocused()
  await page.keyboard.press('y')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm install @acme/billing@2.0.0')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '@acme/billing' })).toBeVisible()
})

test('a whole row is a way to the package', async ({ page }) => {
  await page.goto('/ui/packages?show=all')
  await page
    .getByRole('row', { name: /tiny-cache/ })
    .getByText('ISC')
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'tiny-cache' })).toBeVisible()
})

test('a phone gets cards and no sideways scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/ui/packages?show=all')
  await expect(page.getByRole('list', { name: 'Packages' }).getByRole('listitem')).toHaveCount(3)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Packages' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('link', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
})

test('a long list draws few rows, and reads on at its end', async ({ page, context }) => {
  const many = await startTestApp()
  try {
    for (let index = 0; index < 130; index += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, step) => many.publish('npm', `item-${1000 + index + step}`, '1.0.0')),
      )
    await signIn(context, many)
    await page.goto(`${many.url}/ui/packages?show=all`)
    await expect(page.getByText('100 of 130 loaded')).toBeVisible()
    expect(await page.getByRole('row').count()).toBeLessThan(45)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText('130 packages')).toBeVisible()
    await page.getByRole('link', { name: 'item-1000' }).focus()
    for (let step = 0; step < 40; step += 1) await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: 'item-1040' })).toBeFocused()
  } finally {
    // First the page: it goes on asking, and a server that is gone is an error in its console.
    await page.close()
    await many.close()
  }
})

test('the first package appears while somebody waits for it', async ({ page, context }) => {
  const empty = await startTestApp()
  try {
    await signIn(context, empty)
    await page.goto(`${empty.url}/ui/packages`)
    await expect(page.getByText('Publish your first package')).toBeVisible()
    await empty.publish('npm', 'first-one', '0.1.0')
    await expect(page.getByRole('link', { name: 'first-one' })).toBeVisible()
  } finally {
    await page.close()
    await empty.close()
  }
})
