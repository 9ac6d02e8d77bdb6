import { addressOf, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.use({ appEnv: { BINDERY_SERVER_NAME: 'overview' }, allowFailures: 'server' })

test('ROUTE-32, ROUTE-33, API-61: the overview counts, lists what happened and what one looked at, each part alone', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await page.goto(addressOf('npm://tiny-cache'))
  await expect(page.getByRole('heading', { level: 1, name: 'tiny-cache' })).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL(/\/ui\/overview$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const numbers = page.getByRole('region', { name: 'In numbers' })
  const number = (label: string) =>
    numbers
      .locator('div', { has: page.getByText(label, { exact: true }) })
      .locator('p')
      .last()
  await expect(number('Packages')).toHaveText('3')
  const artifacts = (await (await app.fetch('/ui/api/v1/ui/home/widget/artifactCount')).json()) as {
    widgetData: { artifactCount: number }
  }
  await expect(number('Artifacts')).toHaveText(String(artifacts.widgetData.artifactCount))
  await expect(number('Repositories')).not.toHaveText('0')
  await expect(page.getByRole('region', { name: 'Your things' }).getByRole('link')).toHaveText(['tiny-cache'])
  const latest = page.getByRole('region', { name: 'Latest activity' })
  await expect(latest.getByText('live')).toBeVisible()
  await app.publish('npm', 'seen-live', '1.0.0')
  await expect(latest.getByRole('listitem').first()).toContainText('admin published seen-live 1.0.0')
  await expect(number('Packages')).toHaveText('4')
  const health = page.getByRole('region', { name: 'Health' })
  await expect(health.getByText(/free$/)).toBeVisible()
  await expect(health.getByText('Enterprise Plus, without an end')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  // A number that cannot be had is none; a list that cannot be had says so; the rest stays.
  await page.route('**/ui/home/widget/artifactCount', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.route('**/overview/activity', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.reload()
  await expect(page.getByRole('region', { name: 'Latest activity' }).getByRole('alert')).toContainText(
    'This could not be loaded.',
  )
  await expect(number('Artifacts')).toHaveText('0')
  await expect(number('Packages')).toHaveText('4')
  await page.unroute('**/overview/activity')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(latest.getByRole('link', { name: /seen-live/ })).toBeVisible()
  await numbers.getByRole('link', { name: 'Packages' }).click()
  await expect(page).toHaveURL(/\/ui\/packages$/)
})

test('others see what they may, and nothing about the health of the server', async ({
  page,
  context,
  app,
}) => {
  const ada = await app.user({ name: 'ada' })
  await signIn(context, app, ada)
  await page.goto('/ui/overview')
  await expect(page.getByText(/^Good (morning|afternoon|evening), ada$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Latest activity' }).getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your things' })).toContainText('Packages that you look at')
  await expect(page.getByRole('region', { name: 'Health' })).toHaveCount(0)
})
