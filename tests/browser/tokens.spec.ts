import { CreatedToken } from '@bindery/contracts'
import type { TestApp } from '../support/app.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

const address = '/ui/admin/management/tokens'
const whoami = '/artifactory/api/npm/npm-local/-/whoami'

async function make(app: TestApp, body: object): Promise<CreatedToken> {
  const reply = await app.fetch('/access/api/v1/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return CreatedToken.parse(await reply.json())
}

test('an administrator builds a scope, reads it as a sentence, and gets the token once', async ({
  page,
  app,
}) => {
  await page.goto(address)
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an access token' })
  await expect(dialog.getByText('This token may: everything admin may do.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Description').fill('docs build')
  await dialog.getByRole('radio', { name: 'Only some repositories' }).check()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('This field is mandatory')).toBeVisible()
  await expect(dialog.getByText('Say where it may do what.')).toBeVisible()
  await dialog.getByLabel('Repository', { exact: true }).fill('generic-local')
  await dialog.getByLabel('Path, or nothing for all').fill('docs/**')
  await dialog.getByRole('checkbox', { name: 'Deploy' }).check()
  await expect(dialog.getByText('This token may: read + deploy in generic-local/docs/**.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const made = page.getByRole('dialog', { name: 'New token' })
  await expect(made.getByText('shown this once')).toBeVisible()
  await expectAccessible(page)
  const secret = (await made.locator('code').first().textContent()) ?? ''
  const put = (path: string) =>
    app.as({ token: secret })(`/artifactory/generic-local/${path}`, { method: 'PUT', body: 'x' })
  expect((await put('docs/a.txt')).status).toBe(201)
  expect((await put('other/a.txt')).status).toBe(403)
  await made.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row').filter({ hasText: 'docs build' })
  await expect(row).toContainText('read + deploy in generic-local/docs/**')
  await expect(row).toContainText('in 3 months')
  await expect(page.locator('body')).not.toContainText(secret.slice(0, 40))
})

test('what nobody uses any more is found with a chip and revoked at once, several together', async ({
  page,
  app,
}) => {
  const name = `old-${Date.now()}`
  const tokens = [
    await make(app, { description: `${name} one`, expires_in: 0 }),
    await make(app, { description: `${name} two`, expires_in: 0 }),
    await make(app, { description: `${name} three` }),
  ]
  await page.goto(`${address}?search=${name}`)
  const table = page.getByRole('table', { name: 'Access tokens' })
  await expect(table.getByText(name)).toHaveCount(3)
  await expect(page.getByText('2 tokens never expire.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^No expiry/ }).click()
  await expect(page).toHaveURL(/filter=no-expiry/)
  await expect(table.getByText(name)).toHaveCount(2)
  await expect(table.getByText('Never', { exact: true }).first()).toBeVisible()
  for (const which of ['one', 'two'])
    await page.getByRole('checkbox', { name: `Select the token of admin, ${name} ${which}` }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Revoke selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke 2 tokens?' })
  await expect(dialog.getByText(`${name} two`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('No token matches the filters.')).toBeVisible()
  const status = async ({ access_token: token }: CreatedToken) => (await app.as({ token })(whoami)).status
  expect(await Promise.all(tokens.map(status))).toEqual([401, 401, 200])
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page.getByText(`${name} three`)).toBeVisible()
})

test('the list fits a phone', async ({ page, app }) => {
  await make(app, { description: 'on a phone' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address)
  await expect(page.getByText('on a phone')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
