import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test('ADMIN-22: the storage summary tells each repository, package type and project, and is counted anew', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await app.fetch('/artifactory/generic-local/large.bin', { method: 'PUT', body: 'x'.repeat(300_000) })
  await page.goto('/ui/admin/monitoring/storage-summary')
  await expect(page.getByRole('meter', { name: 'Used room of the disk' })).toBeVisible()
  await page.getByRole('button', { name: 'Recalculate' }).click()
  const table = page.getByRole('table', { name: 'Repositories' })
  const first = table.getByRole('row').nth(1)
  await expect(first).toContainText('generic-local')
  await expect(first).toContainText('293.0 KiB')
  await expect(page.getByText(/^Computed/)).toBeVisible()
  await expectAccessible(page)
  await table.getByRole('button', { name: /Repository/ }).click()
  await expect(page).toHaveURL(/sort=name/)
  await page.getByRole('tab', { name: /Package types/ }).click()
  await expect(
    page.getByRole('table', { name: 'Package types' }).getByRole('row', { name: /npm/ }),
  ).toBeVisible()
  await page.getByRole('tab', { name: /Projects/ }).click()
  await expect(page.getByRole('table', { name: 'Projects' })).toContainText('No project')
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
})
