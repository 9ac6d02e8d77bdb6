import { readFile } from 'node:fs/promises'
import { signIn as signInAs } from '../support/browser.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

const log = '/ui/admin/security/audit'
const unique = (name: string) => `${name}-${Date.now()}`

test('what was done to a user is found by filters in the address, and opened beside the list', async ({
  page,
  app,
}) => {
  const name = unique('ada')
  await app.user({ name })
  await page.goto(log)
  const table = page.getByRole('table', { name: 'Audit log' })
  await expect(table.getByRole('link').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Concerns' }).fill(name)
  await expect(page).toHaveURL(new RegExp(`target=${name}`))
  await expect(table.getByRole('link')).toHaveText(['User created'])
  await table.getByRole('link', { name: 'User created' }).click()
  const details = page.getByRole('region', { name: 'Details of the entry' })
  await expect(details.getByText('user.created')).toBeVisible()
  await expect(page).toHaveURL(/entry=\d+/)
  await expectAccessible(page)
  await page.reload()
  await expect(details).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(details).toHaveCount(0)
})

test('failures stand out and can be listed alone', async ({ page, app }) => {
  const name = unique('bob')
  await app.user({ name })
  await signInAs(app, { name, password: 'wrong' })
  await page.goto(`${log}?outcome=failure&target=${name}`)
  const table = page.getByRole('table', { name: 'Audit log' })
  await expect(table.getByRole('link')).toHaveText(['Sign in failed'])
  await expect(table.getByText('Failure')).toBeVisible()
  await page.getByLabel('Outcome').selectOption('success')
  await expect(page).toHaveURL(/outcome=success/)
})

test('the filtered log is saved as CSV', async ({ page, app }) => {
  const name = unique('carol')
  await app.user({ name })
  await page.goto(`${log}?target=${name}`)
  await expect(page.getByRole('table', { name: 'Audit log' }).getByRole('link').first()).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines.length).toBe(2)
  expect(lines[1]).toContain(`user.created`)
  expect(lines[1]).toContain(name)
})

test('a log without a match says so and can be cleared, and it fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${log}?target=nobody-is-called-this`)
  await expect(page.getByText('No entry matches the filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL(/audit$/)
  await expect(page.getByRole('list', { name: 'Audit log' }).getByRole('link').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
