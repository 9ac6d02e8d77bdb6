import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// Counts what is stored, so nobody else may store anything.
test.use({ appEnv: { BINDERY_SERVER_NAME: 'storage' } })

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
  // What nothing refers to is found, shown as waiting, and goes when it need not wait any more.
  await app.fetch('/artifactory/generic-local/large.bin', { method: 'DELETE' })
  const path = 'generic-local/large.bin'
  expect((await app.fetch(`/artifactory/api/trash/clean/${path}`, { method: 'POST' })).status).toBe(200)
  const garbage = page.getByRole('region', { name: 'Garbage collection' })
  await garbage.getByRole('button', { name: 'Preview' }).click()
  await expect(garbage).toContainText('293.0 KiB in 1 binary')
  await garbage.getByRole('button', { name: 'Settings of garbage collection' }).click()
  await page.getByLabel('Keep what nothing refers to for').fill('0')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await garbage.getByRole('button', { name: 'Run now' }).click()
  // A busy machine takes its time for work in the background.
  const patience = { timeout: 30_000 }
  await expect(garbage).toContainText('by admin: removed 293.0 KiB in 1 binary.', patience)
  const check = page.getByRole('region', { name: 'Check of stored bytes' })
  await check.getByRole('button', { name: 'Check now' }).click()
  await expect(check).toContainText(/by admin: read .* in \d+ binar/, patience)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
})
