import type { Page } from '@playwright/test'
import { secure } from '../support/security.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test.use({ appEnv: { BINDERY_SERVER_NAME: 'Sessions' }, allowFailures: true })

const minute = 60_000

test('AUTH-68: after a minute without a movement the next one asks whether the session still holds', async ({
  page,
  context,
  app,
}) => {
  await page.clock.install()
  await signIn(context, app)
  await openPackages(page)
  const asked = countRequests(page, '/ui/auth/session')
  await page.mouse.move(100, 100)
  await page.clock.fastForward(minute - 2000)
  await page.mouse.move(200, 200)
  expect(asked()).toBe(0)
  await page.clock.fastForward(minute)
  await page.mouse.move(300, 300)
  await expect.poll(asked).toBe(1)
  await context.clearCookies()
  await page.clock.fastForward(minute)
  await page.mouse.move(100, 100)
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
})

test('AUTH-69: nobody asks for visitors who are not signed in', async ({ page, app }) => {
  await secure(app, { anonymousAccess: true, anonymousUiAccess: true })
  await page.clock.install()
  await openPackages(page)
  const asked = countRequests(page, '/ui/auth/session')
  await page.clock.fastForward(2 * minute)
  await page.mouse.move(300, 300)
  await page.getByRole('link', { name: 'tiny-cache' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'tiny-cache' })).toBeVisible()
  expect(asked()).toBe(0)
  await secure(app, { anonymousAccess: false })
})

test('AUTH-07, AUTH-33, AUTH-70: the password can be given where one is, and what was typed on the page stays', async ({
  page,
  context,
  app,
}) => {
  await endSession(page, context, app)
  await page.getByLabel('Password', { exact: true }).fill(app.admin.password)
  const login = page.waitForRequest('**/ui/auth/login?*')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect((await login).postDataJSON()).toEqual({ user: 'admin', password: app.admin.password, type: 'login' })
  expect((await login).url()).toMatch(/_spring_security_remember_me=false$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/ui\/packages\?(?:show=all|name=half)/)
  await expect(page.getByRole('searchbox', { name: 'Filter by name or description' })).toHaveValue(
    'half a wor',
  )
})

test('AUTH-48: a refusal there leads to the sign-in page, which leads back', async ({
  page,
  context,
  app,
}) => {
  await endSession(page, context, app)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/ui\/login$/)
  await expect(page.getByRole('alert').filter({ hasText: /incorrect/ })).toBeVisible()
  await page.getByLabel('User name').fill(app.admin.name)
  await page.getByLabel('Password', { exact: true }).fill(app.admin.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/ui\/packages\?(?:show=all|name=half)/)
})

test('AUTH-71: where one was going is kept for the visit, with the time it is good for', async ({ page }) => {
  const before = Date.now()
  await page.goto('/ui/packages?name=zebra')
  await expect(page).toHaveURL(/\/ui\/login\?logout=true$/)
  const text = await page.evaluate(() => sessionStorage.getItem('bindery.pathAfterLogin'))
  const saved = JSON.parse(text ?? '{}') as { pathAfterLogin: string; expiration: number } // judged below
  expect(saved.pathAfterLogin).toBe('/packages?name=zebra')
  expect(saved.expiration - before).toBeGreaterThanOrEqual(8 * 60 * minute)
  expect(saved.expiration - before).toBeLessThan(8 * 60 * minute + 5 * minute)
})

test('AUTH-31, AUTH-51, AUTH-54: who one is is asked again every minute, from the sign-in to the logout, while somebody moves', async ({
  page,
  app,
}) => {
  await page.clock.install()
  await page.goto('/ui/login')
  await page.getByLabel('User name').fill(app.admin.name)
  await page.getByLabel('Password', { exact: true }).fill(app.admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'AD, account of admin' })).toBeVisible()
  const asked = countRequests(page, '/ui/api/v1/ui/auth/current')
  await page.clock.fastForward(minute)
  await expect.poll(asked).toBe(1)
  await page.mouse.move(100, 100)
  await page.clock.fastForward(minute)
  await expect.poll(asked).toBe(2)
  // Nobody moves: a page left open does not keep the session alive.
  await page.clock.fastForward(minute)
  await page.clock.fastForward(minute)
  await page.getByRole('button', { name: 'AD, account of admin' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByLabel('User name')).toBeVisible()
  await expect.poll(asked).toBe(3) // by the logout itself
  await page.mouse.move(200, 200)
  await page.clock.fastForward(minute)
  await page.mouse.move(300, 300)
  await page.clock.fastForward(minute)
  await page.reload()
  await expect(page.getByLabel('Remember me')).toBeVisible()
  expect(asked()).toBe(4) // by the reload
})

test('AUTH-50, AUTH-52, AUTH-53: a logout calls the server and forgets who this browser was to analytics and tour', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await openPackages(page)
  await page.evaluate(() => {
    localStorage.setItem('bindery.analyticsIdentity', '"visitor-7"')
    localStorage.setItem('bindery.tourProgress', '3')
  })
  const told = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/ui/auth/logout'),
  )
  await page.goto('/ui/logout')
  await told
  await expect(page.getByLabel('User name')).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(() => [
        localStorage.getItem('bindery.analyticsIdentity'),
        localStorage.getItem('bindery.tourProgress'),
      ]),
    )
    .toEqual(['""', '0'])
})

async function openPackages(page: Page) {
  await page.goto('/ui/packages?show=all')
  await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeVisible()
}

async function endSession(
  page: Page,
  context: Parameters<typeof signIn>[0],
  app: Parameters<typeof signIn>[1],
) {
  await signIn(context, app)
  await openPackages(page)
  await page.clock.install()
  await page.getByRole('searchbox', { name: 'Filter by name or description' }).fill('half a wor')
  await context.clearCookies()
  await page.clock.fastForward(2 * minute)
  await page.mouse.move(300, 300)
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await expect(page.getByText('Sign in again as admin to go on.')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
}

function countRequests(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(path)) count += 1
  })
  return () => count
}
