import type { Page } from '@playwright/test'
import type { Credentials, TestApp } from '../support/app.ts'
import { json, signIn as signInBySession } from '../support/browser.ts'
import { authenticator } from '../support/security.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

const address = '/ui/user_profile'
const whoami = '/artifactory/api/npm/npm-local/-/whoami'
const password = 'Password-of-the-test-1'

let count = 0
async function newUser(app: TestApp): Promise<Credentials> {
  count += 1
  return app.user({ name: `person-${Date.now()}-${count}`, password })
}

async function unlock(page: Page) {
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('heading', { name: 'Identity' })).toBeVisible()
}

test('NAV-28, AUTH-80: Edit Profile leads to the profile, which is locked until the password is given', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app, await newUser(app))
  await page.goto('/ui/packages')
  await page.getByRole('button', { name: /person-/ }).click()
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click()
  await expect(page).toHaveURL(/\/ui\/user_profile$/)
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tokens' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText('This field is mandatory')).toBeVisible()
  await unlock(page)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Identity' })).toBeVisible()
})

test.describe('with refusals', () => {
  test.use({ allowFailures: true })

  test('a wrong password keeps it locked and says so', async ({ page, context, app }) => {
    await signIn(context, app, await newUser(app))
    await page.goto(address)
    await page.getByLabel('Your password').fill('wrong')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByText('The password is wrong.')).toBeVisible()
    await expect(page.getByLabel('Your password')).toHaveValue('')
    await unlock(page)
  })

  test('a new password must be given twice, and keep the rules', async ({ page, context, app }) => {
    const who = await newUser(app)
    await signIn(context, app, who)
    await page.goto(address)
    await unlock(page)
    const section = page.getByRole('region', { name: 'Password' })
    const change = async (next: string, again: string) => {
      await section.getByLabel('Current password').fill(password)
      await section.getByLabel('New password', { exact: true }).fill(next)
      await section.getByLabel('Repeat the new password').fill(again)
      await section.getByRole('button', { name: 'Change password' }).click()
    }
    await change('Another-password-2', 'Another-password-3')
    await expect(section.getByText('The two are not the same.')).toBeVisible()
    await change('short', 'short')
    await expect(section.getByLabel('New password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await change('Another-password-2', 'Another-password-2')
    await expect(page.getByText('Password changed')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Identity' })).toBeVisible()
    expect((await app.as(who)(whoami)).status).toBe(401)
    expect((await app.as({ ...who, password: 'Another-password-2' })(whoami)).status).toBe(200)
  })
})

test('AUTH-84, AUTH-85: an identity token is made for some days, shown once, used and revoked', async ({
  page,
  context,
  app,
}) => {
  const who = await newUser(app)
  await signIn(context, app, who)
  await page.goto(address)
  await unlock(page)
  const section = page.getByRole('region', { name: 'Tokens' })
  await section.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an identity token' })
  await dialog.getByLabel('Description').fill('laptop')
  await dialog.getByLabel('Expires').selectOption({ label: '1 day' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const made = page.getByRole('dialog', { name: 'New token' })
  await expect(made.locator('code')).toHaveCount(2)
  const secrets = await made.locator('code').allTextContents()
  for (const token of secrets) expect((await app.as({ token })(whoami)).status).toBe(200)
  await expectAccessible(page)
  await made.getByRole('button', { name: 'Done' }).click()
  const table = section.getByRole('table', { name: 'Tokens' })
  await expect(table.getByRole('row').filter({ hasText: 'laptop' })).toContainText(
    `everything ${who.name} may do`,
  )
  await expect(section.getByText('1 token ends soon.')).toBeVisible()
  await section.getByRole('button', { name: 'Revoke laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(section.getByText('You have no tokens.')).toBeVisible()
  for (const token of secrets) expect((await app.as({ token })(whoami)).status).toBe(401)
})

test('an API key is made, shown, replaced and revoked', async ({ page, context, app }) => {
  await signIn(context, app, await newUser(app))
  await page.goto(address)
  await unlock(page)
  const section = page.getByRole('region', { name: 'API key' })
  await section.getByRole('button', { name: 'Generate key' }).click()
  const shown = section.locator('code')
  await expect(shown).toHaveText(/^AKCp8/)
  const first = (await shown.textContent()) ?? ''
  const statusOf = async (key: string) =>
    (await app.anonymous(whoami, { headers: { 'x-jfrog-art-api': key } })).status
  expect(await statusOf(first)).toBe(200)
  await page.reload()
  await expect(shown).toHaveText(/^•+$/)
  await section.getByRole('button', { name: 'Show' }).click()
  await expect(shown).toHaveText(first)
  await section.getByRole('button', { name: 'Regenerate' }).click()
  await page
    .getByRole('dialog', { name: 'Replace your API key?' })
    .getByRole('button', { name: 'Regenerate' })
    .click()
  await expect(shown).not.toHaveText(first)
  expect(await statusOf(first)).toBe(401)
  await section.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(section.getByRole('button', { name: 'Generate key' })).toBeVisible()
})

test('other devices are signed out, the e-mail address and the theme are changed', async ({
  page,
  context,
  app,
  browser,
}) => {
  const who = await newUser(app)
  const other = await browser.newContext({ baseURL: app.url })
  await signIn(other, app, who)
  await signIn(context, app, who)
  await page.goto(address)
  await unlock(page)
  const identity = page.getByRole('region', { name: 'Identity' })
  await identity.getByLabel('E-mail').fill('person@example.com')
  await identity.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  const devices = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(devices.getByText('this one')).toHaveCount(1)
  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(devices.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
  const bootstrap = await other.request.get(`${app.url}/ui/api/v1/ui/auth/current`)
  expect(await bootstrap.json()).toMatchObject({ user: null })
  await other.close()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('radio', { name: 'System' }).check()
})

test('two-step sign-in is set up with a real code, its recovery codes are renewed and used, and it is switched off', async ({
  page,
  context,
  app,
}) => {
  test.slow() // a wrong code makes the next one wait
  const who = await newUser(app)
  await signIn(context, app, who)
  await page.goto(address)
  await unlock(page)
  const section = page.getByRole('region', { name: 'Two-step sign-in' })
  await expect(section.getByText('Off', { exact: true })).toBeVisible()
  await section.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  const secret = await dialog.locator('code').textContent()
  await expectAccessible(page)
  await dialog.getByLabel('Code', { exact: true }).fill(authenticator(secret ?? '').code())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('dialog', { name: 'Recovery codes', exact: true })).toBeVisible()
  const first = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(section.getByText(`${first.length} recovery codes left.`)).toBeVisible()
  expect((await signInBySession(app, who)).cookie).not.toContain('session')

  await section.getByRole('button', { name: 'New recovery codes' }).click()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'New recovery codes' }).click()
  await expect(page.getByRole('dialog', { name: 'Recovery codes', exact: true })).toBeVisible()
  const second = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const withCode = async (otp: string | undefined) => {
    const half = await signInBySession(app, who)
    return (await half.send('/ui/api/v1/ui/auth/mfa/verify', json('POST', { otp }))).status
  }
  expect(await withCode(first[0])).toBe(400)
  expect(await withCode(second[0])).toBe(200)

  await section.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByText('Off', { exact: true })).toBeVisible()
  expect((await signInBySession(app, who)).cookie).toContain('session')
})

test('the profile fits a phone', async ({ page, context, app }) => {
  await signIn(context, app, await newUser(app))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address)
  await unlock(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
