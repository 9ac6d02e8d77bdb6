import { Buffer } from 'node:buffer'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// The name, the logo and the messages hold for the whole application, so it has one of its own.
test.use({
  appEnv: {
    BINDERY_SERVER_NAME: 'general',
    BINDERY_OUTBOUND_ALLOW: '127.0.0.1',
    BINDERY_TRANSFER_QUOTA: '1',
    BINDERY_PURCHASE_URL: 'https://shop.example.com/plans',
  },
})

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

const general = '/ui/admin/configuration/general'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('ROUTE-04, ROUTE-52, ROUTE-83: the page with its way there; a new server name is in the title at once', async ({
  page,
}) => {
  await page.goto(general)
  await expect(page.getByRole('heading', { level: 1, name: 'General Settings' })).toBeVisible()
  await expect(page).toHaveTitle('General Settings - general')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
    'Platform Configurations',
    'Platform Management',
    'General Settings',
  ])
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel('Server name').fill('Team repository')
  await page.getByLabel('Message of the day').fill('Maintenance on Sunday')
  await page.getByLabel('Footer message').fill('Ask in the channel')
  await expect(page.getByRole('group', { name: 'Preview of the message' })).toContainText('Maintenance')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveTitle('General Settings - Team repository')
  await expect(page.getByText(/Saved .* by admin/)).toBeVisible()
  await expect(page.getByText('Ask in the channel')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'About this installation' })).toContainText(
    'Maintenance on Sunday',
  )
})

test.describe('what is refused', () => {
  test.use({ allowFailures: true })

  test('VAL-14, LAND-02: wrong values are told at their field, and what was typed stays', async ({
    page,
  }) => {
    await page.goto(general)
    await page.getByLabel('Base URL', { exact: true }).fill('packages.example.com')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await expect(page.getByText('Enter a valid URL')).toBeVisible()
    await expect(page.getByLabel('Base URL', { exact: true })).toBeFocused()
    await page.getByLabel('Base URL', { exact: true }).fill('')
    await page.getByRole('radio', { name: 'One page for everybody' }).check()
    await page.getByLabel('Path').fill('//evil.example.com')
    await save.click()
    await expect(page.getByText('Give a path of this application, such as /packages')).toBeVisible()
    await page.getByLabel('Path').fill('/packages')
    await save.click()
    await expect(page.getByText('General settings saved')).toBeVisible()
    await page.getByRole('radio', { name: 'By role' }).check()
    await save.click()
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  })
})

test('the base URL is tried from the server and from the browser, and a mismatch is explained', async ({
  page,
  app,
}) => {
  await page.goto(general)
  await page.getByRole('button', { name: 'Test the base URL' }).click()
  await expect(page.getByText(`This installation answers at ${app.url}.`)).toBeVisible()
  await expect(page.getByText('This page came from there.')).toBeVisible()
  await page.getByLabel('Base URL', { exact: true }).fill('http://127.0.0.1:1')
  await page.getByRole('button', { name: 'Test the base URL' }).click()
  await expect(page.getByText('could not be reached')).toBeVisible()
  await expect(page.getByText(`You are at ${app.url}, which is another address.`)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('NAV-38: a logo is chosen or dropped, seen on light and dark, and removed; other files are refused', async ({
  page,
  app,
}) => {
  await page.goto(general)
  const field = page.getByLabel('Logo', { exact: true })
  await field.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: png })
  await expect(page.getByText('Use a PNG, JPEG or WebP image', { exact: true })).toBeVisible()
  await field.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(512 * 1024) })
  await expect(page.getByText('File size should be less than 512 kB')).toBeVisible()
  await field.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByRole('button', { name: 'Remove logo' })).toBeVisible()
  await expect(page.locator('figure img')).toHaveCount(2)
  expect((await app.anonymous('/ui/api/v1/ui/generalConfig/logo')).status).toBe(200)
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect(page.locator('figure img')).toHaveCount(0)
})

test('ERR-43, ERR-44: a quota that is used up is told above every page, with the way to the shop', async ({
  page,
  app,
}) => {
  await app.fetch('/artifactory/generic-local/a.txt', { method: 'PUT', body: 'abc' })
  await (await app.fetch('/artifactory/generic-local/a.txt')).text()
  await page.goto('/ui/packages')
  await expect(page.getByText('You have reached your monthly quota for Data Transfer')).toBeVisible()
  await expect(page.getByRole('link', { name: 'UPGRADE' })).toHaveAttribute(
    'href',
    'https://shop.example.com/plans',
  )
})
