import type { Page } from '@playwright/test'
import { signIn as signInBySession } from '../support/browser.ts'
import type { Credentials, TestApp } from '../support/app.ts'
import { authenticator, enrol, secure, type Authenticator } from '../support/security.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

// The settings are changed, so the application is this file's own.
test.use({ appEnv: { BINDERY_SERVER_NAME: 'Second factor' }, allowFailures: true })

test('AUTH-24, AUTH-28, ROUTE-39: where a second factor is required it is set up first, with a picture or a key, and codes for the day it is lost', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.group({ name: 'releasers' })
  const ann = await app.user({ name: 'ann', groups: ['releasers'] })
  await secure(app, { secondFactor: { policy: 'required-for-groups', groups: ['releasers'] } })
  await page.goto('/ui/packages?name=zebra')
  await giveName(page, ann)
  await expect(page).toHaveURL(/\/ui\/login\/mfa-enroll$/)
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
  await expect(
    page.getByRole('img', { name: 'QR code with the key for your authenticator app' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Copy Key' }).click()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  await expectAccessible(page)
  await page.getByLabel('Six-digit code').fill('000000')
  await expect(page.getByText('The code is wrong, or was used already.')).toBeVisible()
  await page.getByLabel('Six-digit code').fill(authenticator(secret).code())
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  const codes = await page.getByRole('listitem').allTextContents()
  await page.getByRole('button', { name: 'Copy Recovery codes' }).click()
  expect((await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n')).toEqual(codes)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('bindery-recovery-codes.txt')
  await page.getByLabel('I have kept the codes in a safe place').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/ui\/packages\?name=zebra$/)
})

test.describe('with an authenticator app', () => {
  test('AUTH-02, AUTH-23, AUTH-25, AUTH-26, AUTH-38, AUTH-39, ROUTE-38: the code is asked for, sends itself, and leads on', async ({
    page,
    app,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { person, device } = await withDevice(app, 'bea')
    await page.goto('/ui/packages?name=zebra')
    await giveName(page, person)
    await expect(page).toHaveURL(/\/ui\/login\/otp-login$/)
    await expect(page.getByText('From the authenticator app of bea.')).toBeVisible()
    const field = page.getByLabel('Six-digit code')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(field).toHaveAttribute('inputmode', 'numeric')
    await expect(field).toHaveAttribute('name', 'otp')
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    const code = device.code()
    await paste(page, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    await expect(page).toHaveURL(/\/ui\/packages\?name=zebra$/)
  })

  test('AUTH-40, AUTH-41, ERR-02: a wrong code is said, the field is empty and ready, and after the second the clock is mentioned', async ({
    page,
    app,
  }) => {
    const { person, device } = await withDevice(app, 'carl')
    await page.goto('/ui/login')
    await giveName(page, person)
    const field = page.getByLabel('Six-digit code')
    await field.fill('12345')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Type all six digits')).toBeVisible()
    for (const isSecond of [false, true]) {
      await field.fill('000000')
      await expect(page.getByText('The code is wrong, or was used already.')).toBeVisible()
      await expect(field).toHaveValue('')
      await expect(field).toBeFocused()
      await expect(page.getByRole('button', { name: 'Verify' })).toBeEnabled()
      await expect(page.getByText('Check that your phone’s clock is set automatically')).toHaveCount(
        isSecond ? 1 : 0,
      )
    }
    await expect(field).toHaveAccessibleDescription(/The code is wrong/)
    await expectAccessible(page)
    await field.fill(device.code())
    await expect(page).toHaveURL(/\/ui\/packages$/)
  })

  test('AUTH-42, ERR-07: after too many wrong codes the sign-in starts over, and says why', async ({
    page,
    app,
  }) => {
    const { person } = await withDevice(app, 'dora')
    // Otherwise the account is slowed down before the sign-in is over.
    await secure(app, { lock: { isEnabled: false } })
    await page.goto('/ui/login')
    await giveName(page, person)
    const field = page.getByLabel('Six-digit code')
    for (let tries = 0; tries < 4; tries++) {
      await field.fill('000000')
      await expect(page.getByText('The code is wrong, or was used already.')).toBeVisible()
      await expect(field).toHaveValue('')
    }
    await field.fill('000000')
    await expect(page).toHaveURL(/\/ui\/login$/)
    await expect(page.getByRole('alert').filter({ hasText: 'Sign in again.' })).toBeVisible()
  })

  test('a recovery code takes the place of the app, once', async ({ page, app }) => {
    const { person, device } = await withDevice(app, 'emil')
    const [code = ''] = device.recoveryCodes
    await page.goto('/ui/login')
    await giveName(page, person)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await expect(page.getByRole('heading', { name: 'Enter a recovery code' })).toBeVisible()
    await expect(page.getByLabel('Recovery code')).toBeFocused()
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('This field is mandatory')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Recovery code').fill(code)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/ui\/packages$/)
  })

  test('a page of the second step without a first leads to the sign-in page', async ({ page }) => {
    await page.goto('/ui/login/mfa-enroll')
    await expect(page).toHaveURL(/\/ui\/login$/)
    await page.goto('/ui/login/otp-login')
    await page.getByLabel('Six-digit code').fill('123456')
    await expect(page).toHaveURL(/\/ui\/login$/)
  })
})

async function giveName(page: Page, { name, password }: Credentials) {
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function withDevice(
  app: TestApp,
  name: string,
): Promise<{ person: Credentials; device: Authenticator }> {
  const person = await app.user({ name })
  await secure(app, { secondFactor: { policy: 'optional' } })
  return { person, device: await enrol(await signInBySession(app, person)) }
}

/** As a person does it, with the clipboard. */
async function paste(page: Page, text: string) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text)
  await page.keyboard.press('ControlOrMeta+V')
}
