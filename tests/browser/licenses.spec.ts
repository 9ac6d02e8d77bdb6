import { Buffer } from 'node:buffer'
import { dayFromNow, makeLicenseIssuer } from '../support/licenses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// Issuers are believed by the configuration; the key pair must be the same in every worker's settings.
const issuer = makeLicenseIssuer()
test.use({
  appEnv: {
    BINDERY_LICENSE_ISSUER: issuer.publicKey,
    BINDERY_PURCHASE_URL: 'https://shop.example.com/plans',
  },
})

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

const licenses = '/ui/admin/license_management/licenses'

test('ROUTE-53, ADMIN-14: the built-in licence, more keys by hand, and each wrong key with its reason', async ({
  page,
}) => {
  await page.goto(licenses)
  await expect(page.getByRole('heading', { level: 2, name: 'Enterprise Plus' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
    'Licenses',
  ])
  await expect(page.getByText('All features of this edition are on.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add license' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add licenses' })
  await dialog.getByRole('button', { name: 'Add license' }).click()
  await expect(dialog.getByText('This field is mandatory')).toBeVisible()
  const good = issuer.key({ type: 'Enterprise', validThrough: dayFromNow(12), nodes: 3 })
  await dialog.getByLabel('License keys').fill(`${good}\n\nhello`)
  await dialog.getByRole('button', { name: 'Add license' }).click()
  await expect(dialog.getByText(/Enterprise · Acme Ltd · through/)).toBeVisible()
  await expect(dialog.getByText(/This is not a licence key/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('License keys').fill(good)
  await dialog.getByRole('button', { name: 'Add license' }).click()
  await expect(page.getByText('License added')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Acme Ltd' })
  await expect(row).toContainText('Valid')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('VAL-11, VAL-12, VAL-13, ADMIN-24: keys come in a .json file of less than 13 MB, dropped or chosen', async ({
  page,
}) => {
  await page.goto(licenses)
  await page.getByRole('button', { name: 'Add license' }).click()
  const field = page.getByLabel('Or a file with keys')
  await field.setInputFiles({ name: 'keys.txt', mimeType: 'text/plain', buffer: Buffer.from('[]') })
  await expect(page.getByText('File should have an extension of .json')).toBeVisible()
  await field.setInputFiles({
    name: 'keys.json',
    mimeType: 'application/json',
    buffer: Buffer.alloc(13 * 1024 * 1024, 32),
  })
  await expect(page.getByText('File size should be less than 13 MB')).toBeVisible()
  const key = issuer.key({ type: 'Pro X Trial', licensedTo: 'From a file' })
  await field.setInputFiles({
    name: 'keys.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify([{ licenseKey: key }])),
  })
  await expect(page.getByLabel('License keys')).toHaveValue(key)
  const dropped = issuer.key({ licensedTo: 'Dropped' })
  const files = await page.evaluateHandle(
    (text) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'dropped.json', { type: 'application/json' }))
      return transfer
    },
    JSON.stringify({ licenseKey: dropped }),
  )
  await field.locator('..').dispatchEvent('drop', { dataTransfer: files })
  await expect(page.getByLabel('License keys')).toHaveValue(dropped)
})

test('GUARD-11: without a licence the type is N/A, every page says so, and the built-in one is taken again', async ({
  page,
  app,
}) => {
  const { licenses: installed } = (await (await app.fetch('/ui/api/v1/licenses')).json()) as {
    licenses: { id: string }[]
  }
  for (const { id } of installed.filter((one) => one.id !== 'built-in'))
    await app.fetch(`/ui/api/v1/licenses/${id}`, { method: 'DELETE' })
  await page.goto(licenses)
  await page.getByRole('button', { name: 'Remove the licence Built in' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the licence Built in?' })
  await expect(question).toContainText('becomes N/A')
  await question.getByRole('button', { name: 'Remove license' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'N/A' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'About this installation' })).toContainText(
    'This installation has no licence yet',
  )
  await page.getByRole('button', { name: 'Use the built-in licence' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Enterprise Plus' })).toBeVisible()
})
