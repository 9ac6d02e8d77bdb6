// A server that cannot be reached, a session that ends in the middle of work, a browser that refuses to store.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.use({ appEnv: { BINDERY_SERVER_NAME: 'offline' }, allowFailures: true })

const newGroup = '/ui/admin/management/groups/new'

test('a lost connection is said above everything, actions fail with a word, and all recovers without a reload', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await page.goto('/ui/packages?show=all')
  await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await context.setOffline(true)
  const line = page.getByRole('status').getByText(/^Connection lost - showing data from \d\d:\d\d$/)
  await expect(line).toBeVisible()
  await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.publish('npm', 'came-meanwhile', '1.0.0')
  await context.setOffline(false)
  await expect(line).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'came-meanwhile' })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await page.goto(newGroup)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('never-sent')
  await context.setOffline(true)
  await expect(line).toBeVisible()
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByText(/Cannot reach the server/).first()).toBeVisible()
  await context.setOffline(false)
  await expect(line).toHaveCount(0)
  // Nothing waited for the connection.
  expect((await app.fetch('/ui/api/v1/groups/never-sent')).status).toBe(404)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('never-sent')
})

test('what was typed survives an ended session and a reload, passwords excepted, and is forgotten once discarded', async ({
  page,
  context,
  app,
}) => {
  page.on('dialog', (question) => void question.accept())
  await signIn(context, app)
  await page.goto('/ui/admin/management/users/new')
  const name = page.getByRole('textbox', { name: 'User name' })
  await name.fill('half-typed')
  await page.getByRole('textbox', { name: 'Password' }).fill('Typed-secret-1')
  await context.request.post(`${app.url}/ui/api/v1/ui/auth/logout`, {
    headers: { 'X-Requested-With': 'bindery' },
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in another way' }).click()
  await expect(page).toHaveURL(/\/ui\/login/)
  await signInByForm(page, app.admin)
  await expect(page).toHaveURL(/\/users\/new$/)
  await expect(name).toHaveValue('half-typed')
  await expect(page.getByText('What you had typed here was kept.').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'Typed-secret-1',
  )
  await page.reload()
  await expect(name).toHaveValue('half-typed')
  await name.fill('')
  await page.reload()
  await expect(name).toHaveValue('')
})

test('a browser that refuses to store anything can do everything', async ({ page, app }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, get: refuse })
  })
  await page.goto('/ui/packages?name=tiny')
  await signInByForm(page, app.admin)
  await expect(page.getByRole('button', { name: 'AD, account of admin' })).toBeVisible()
  await page.getByRole('button', { name: 'AD, account of admin' }).click()
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.keyboard.press('Escape')
  await page.goto(newGroup)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('made-without-storage')
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect.poll(async () => (await app.fetch('/ui/api/v1/groups/made-without-storage')).status).toBe(200)
  await page.goto('/ui/overview')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

async function signInByForm(page: Page, who: { name: string; password: string }) {
  await page.getByLabel('User name').fill(who.name)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.keyboard.press('Enter')
}
