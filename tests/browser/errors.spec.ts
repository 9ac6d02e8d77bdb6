import { adminLanding, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { go } from './navigation.ts'

test('ERR-27, ROUTE-03, ROUTE-11, ROUTE-12, ROUTE-13, ROUTE-14, ROUTE-15: an unknown address is said to be one, with the page that was meant; a refused request shows its id to copy; the page 500 needs a page before it', async ({
  page,
  context,
  app,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(context, app)
  await page.goto('/ui/packges')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go home' })).toHaveAttribute('href', '/ui/')
  await expect(page.getByText('There is nothing at /ui/packges.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Packages' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
  await go(page, '/500')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.goto('/ui/404')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goto('/ui/406/7f3a9c21')
  await expect(page.getByRole('heading', { name: 'This request was refused' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy Request id' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('7f3a9c21')
  await expectAccessible(page)
  await page.goto('/ui/500')
  await expect(page).toHaveURL(adminLanding)
})

test('ROUTE-16 ERR-10 the not-authorized page says so, also to strangers', async ({ page }) => {
  await page.goto('/ui/authorization')
  await expect(page.getByRole('heading', { name: 'You are not authorized to view this page.' })).toBeVisible()
  await expect(page.getByText('You are not signed in.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('ERR-09, GUARD-13, GUARD-14, GUARD-15: administration is closed to others', async ({
  page,
  context,
  app,
}) => {
  const reader = await app.user({ name: `visitor-${Date.now()}` })
  await signIn(context, app, reader)
  await page.goto('/ui/admin/repositories')
  await expect(page).toHaveURL(/\/ui\/authorization$/)
  await expect(page.getByText(`You are signed in as ${reader.name}.`)).toBeVisible()
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
  // Within the application the way leads back, with a word about it.
  await go(page, '/admin/repositories')
  await expect(
    page.getByRole('alert').filter({ hasText: 'You are not authorized to view this page.' }),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/ui\/packages$/)
})

test.describe('when something fails', () => {
  test.use({ allowFailures: true })

  test('ERR-21 ERR-22 ERR-23 ERR-24 ERR-25 ERR-26 a screen that cannot be loaded shows the generic page', async ({
    page,
    context,
    app,
  }) => {
    await signIn(context, app)
    await page.goto('/ui/packages')
    await expect(page.getByRole('heading', { name: 'Recently published' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Administration' }).click()
    await expect(page.getByText('Oops!')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(
      page.getByText(
        'An unexpected error has occurred and your request could not be completed. Please try again and in case this problem persists contact your system administrator.',
      ),
    ).toBeVisible()
    await page.getByText('See more details').click()
    await expect(page.getByText(/failed to load/)).toBeVisible()
    // The frame survives.
    await expect(page.getByRole('link', { name: 'Bindery, home' })).toBeVisible()
    await context.setOffline(false)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  })

  test('a list that is refused says why, with the id of the request', async ({ page, context, app }) => {
    await signIn(context, app)
    await page.goto(`/ui/packages?name=${'x'.repeat(300)}`)
    await expect(page.getByText('The packages could not be loaded.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy Request id' })).toBeVisible()
    await expectAccessible(page)
  })

  test('a list that could not be reached comes back with the connection', async ({ page, context, app }) => {
    await signIn(context, app)
    await page.goto('/ui/packages?show=all')
    await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: /^npm/ }).click()
    await expect(
      page.getByText('Cannot reach the server. Check the connection, then try again.'),
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Retry' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeVisible()
  })
})
