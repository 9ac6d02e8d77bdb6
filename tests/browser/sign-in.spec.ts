import { startApp } from '../../apps/server/src/app.ts'
import { loadConfig } from '../../apps/server/src/config.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminLanding, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test('AUTH-01 a person signs in with the keyboard alone, and lands on the topology', async ({
  page,
  app,
}) => {
  await page.goto('/ui/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('User name')).toBeFocused()
  await page.keyboard.type(app.admin.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(app.admin.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(adminLanding)
  await expect(page.getByRole('button', { name: 'AD, account of admin' })).toBeVisible()
})

test('ROUTE-36 ROUTE-37 the sign-in area answers under both of its names', async ({ page }) => {
  for (const area of ['/ui/login', '/ui/auth']) {
    await page.goto(area)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await page.goto(`${area}/change-password`)
    await expect(page.getByRole('heading', { name: 'Change your password' })).toBeVisible()
  }
})

test('GUARD-29 somebody who is signed in is led on from the sign-in page', async ({ page, context, app }) => {
  await signIn(context, app)
  await page.goto('/ui/login')
  await expect(page).toHaveURL(adminLanding)
})

test.describe('with refusals', () => {
  test.use({ allowFailures: true })

  test('AUTH-47 a wrong password is said, and the password is ready to be typed again', async ({ page }) => {
    await page.goto('/ui/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('This field is mandatory')).toHaveCount(2)
    await page.getByLabel('User name').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /incorrect|wrong/i })).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expectAccessible(page)
  })

  test('AUTH-70 an ended session is said, and signing in leads back to the same place', async ({
    page,
    context,
    app,
  }) => {
    await signIn(context, app)
    await page.goto('/ui/packages?show=all')
    await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeVisible()
    await context.clearCookies()
    await page.getByRole('link', { name: 'tiny-cache' }).click()
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign in another way' }).click()
    await expect(page).toHaveURL(/\/ui\/login\?logout=true$/)
    await page.getByLabel('User name').fill(app.admin.name)
    await page.getByLabel('Password', { exact: true }).fill(app.admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'tiny-cache' })).toBeVisible()
  })
})

test('GUARD-09 GUARD-10 a stranger is told and sent to sign in, then back to where they were going', async ({
  page,
  app,
}) => {
  await page.goto('/ui/packages?name=zebra')
  await expect(page).toHaveURL(/\/ui\/login\?logout=true$/)
  await expect(page.getByText('You are not authorized to view this page.')).toBeVisible()
  await page.getByLabel('User name').fill(app.admin.name)
  await page.getByLabel('Password', { exact: true }).fill(app.admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/ui\/packages\?name=zebra$/)
})

test('ROUTE-47 NAV-29 AUTH-50 logging out ends the session', async ({ page, context, app }) => {
  await signIn(context, app)
  await page.goto('/ui/packages')
  await page.getByRole('button', { name: 'AD, account of admin' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/ui\/login\?logout=true$/)
  await expect
    .poll(async () => (await (await context.request.get(`${app.url}/ui/api/v1/ui/auth/current`)).json()).user)
    .toBeNull()
})

test('the sign-in page fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/ui/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test.describe('on a new installation', () => {
  test.use({ allowFailures: true })

  test('ROUTE-42 AUTH-43 AUTH-63 the first password has to be changed, and changing it signs in', async ({
    page,
  }) => {
    const home = mkdtempSync(join(tmpdir(), 'bindery-browser-'))
    const env = {
      BINDERY_HOME: home,
      BINDERY_HOST: '127.0.0.1',
      BINDERY_PORT: '0',
      BINDERY_LOG_CONSOLE: 'off',
    }
    const fresh = await startApp(loadConfig({ env, argv: [] }))
    try {
      await page.goto(`${fresh.url}/ui/`)
      await expect(page).toHaveURL(/\/ui\/login$/)
      await page.getByLabel('User name').fill('admin')
      await page.getByLabel('Password', { exact: true }).fill(fresh.adminPassword ?? '')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(/\/ui\/login\/change-password$/)
      await expect(page.getByLabel('User name')).toHaveValue('admin')
      await expectAccessible(page)
      await page.getByLabel('Current password').fill(fresh.adminPassword ?? '')
      await page.getByLabel('New password', { exact: true }).fill('short')
      await page.getByRole('button', { name: 'Change password and sign in' }).click()
      await expect(page.getByText('Use at least 8 characters')).toBeVisible()
      await page.getByLabel('New password', { exact: true }).fill('A-much-better-1')
      await page.getByLabel('Repeat the new password').fill('A-much-better-1')
      await page.getByRole('button', { name: 'Change password and sign in' }).click()
      await expect(page).toHaveURL(adminLanding)
      await page.goto(`${fresh.url}/ui/packages`)
      // Nothing is published yet: the page says how to begin, with the address of this installation.
      await expect(page.getByText('Publish your first package')).toBeVisible()
      await expect(
        page.getByText(`npm publish --registry=${fresh.url}/artifactory/api/npm/npm-local/`),
      ).toBeVisible()
      await expectAccessible(page)
    } finally {
      await page.close()
      await fresh.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})
