// The guards that every navigation passes, for the kinds of visitors an installation has.
import { expect, signIn, test } from './fixtures.ts'
import { json } from '../support/browser.ts'
import { secure } from '../support/security.ts'
import { countCalls, go } from './navigation.ts'

test('GUARD-02, GUARD-03: what a page waits for is given up for an error page, and only there', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await page.goto('/ui/builds')
  await expect(page.getByRole('heading', { level: 1, name: 'Builds' })).toBeVisible()
  const held: string[] = []
  await page.route('**/ui/api/v1/audit*', (route) => void held.push(route.request().url()))
  const given = page.waitForEvent('requestfailed', (request) => request.url().includes('/audit'))
  await go(page, '/admin/security/audit')
  await expect.poll(() => held.length).toBe(1)
  await go(page, '/404')
  expect((await given).failure()?.errorText).toMatch(/ABORTED/)
})

test('GUARD-06, GUARD-13, GUARD-16, GUARD-21: landing, error pages and closed pages', async ({
  page,
  context,
  app,
}) => {
  const ann = await app.user({ name: `guarded-${Date.now()}` })
  await signIn(context, app, ann)
  await page.goto('/ui/')
  await expect(page).toHaveURL(/\/ui\/packages$/)
  await go(page, '/authorization')
  await expect(page.getByRole('heading', { name: 'You are not authorized to view this page.' })).toBeVisible()
  // The entry of the menu above it is hidden from this user, so the pages below are closed.
  await go(page, '/admin/monitoring/service-status')
  await expect(page).toHaveURL(/\/ui\/packages$/)
  await expect(page.getByRole('alert')).toContainText('You are not authorized to view this page.')
})

test.describe('without a licence', () => {
  test('GUARD-01, GUARD-11, GUARD-12, NAV-11, ROLE-09: only the licences are open, to administrators', async ({
    page,
    context,
    app,
    browser,
  }) => {
    const { licenses } = (await (await app.fetch('/ui/api/v1/licenses')).json()) as {
      licenses: { id: string }[]
    }
    for (const { id } of licenses) await app.fetch(`/ui/api/v1/licenses/${id}`, { method: 'DELETE' })
    try {
      await signIn(context, app)
      await page.goto('/ui/')
      await expect(page).toHaveURL(/\/ui\/admin\/license_management\/licenses$/)
      await go(page, '/packages')
      await expect(page).toHaveURL(/\/ui\/admin\/license_management\/licenses$/)
      const menu = page.getByRole('navigation', { name: 'Administration' })
      await expect(menu.getByRole('link', { name: 'Licenses' })).toBeVisible()
      await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0)
      const other = await browser.newContext({ baseURL: app.url })
      await signIn(other, app, await app.user({ name: `unlicensed-${Date.now()}` }))
      const theirs = await other.newPage()
      await theirs.goto('/ui/packages')
      await expect(theirs).toHaveURL(/\/ui\/login\?logout=true$/)
      await other.close()
    } finally {
      await app.fetch('/ui/api/v1/licenses/built-in', { method: 'PUT' })
    }
  })
})

test.describe('anonymous visitors', () => {
  test('GUARD-07, GUARD-08, GUARD-09, GUARD-10, LAND-13, NAV-09, NAV-32, ROLE-01: by the two switches of anonymous access', async ({
    page,
    app,
  }) => {
    await secure(app, { anonymousAccess: true })
    try {
      await page.goto('/ui/packages')
      await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
      await page.goto('/ui/')
      await expect(page).toHaveURL(/\/ui\/login$/)
      await secure(app, { anonymousUiAccess: false })
      await page.goto('/ui/packages')
      await expect(page).toHaveURL(/\/ui\/login$/)
      await expect(page.getByLabel('User name')).toBeVisible()
      await expect(page.getByRole('alert')).not.toContainText('You are not authorized')
      await secure(app, { anonymousAccess: false, anonymousUiAccess: true })
      await page.goto('/ui/packages')
      await expect(page).toHaveURL(/\/ui\/login\?logout=true$/)
      await expect(page.getByRole('alert')).toContainText('You are not authorized to view this page.')
    } finally {
      await secure(app, { anonymousAccess: false, anonymousUiAccess: true })
    }
  })
})

test('LAND-01, LAND-02: a home page in the general settings wins', async ({ page, context, app }) => {
  const state = (await (await app.fetch('/ui/api/v1/ui/generalConfig')).json()) as { settings: object }
  const save = (homePage: string) =>
    app.fetch('/ui/api/v1/ui/generalConfig', json('PUT', { ...state.settings, homePage }))
  expect((await save('/builds')).status).toBeLessThan(300)
  try {
    await signIn(context, app)
    const calls = countCalls(page)
    await page.goto('/ui/')
    await expect(page).toHaveURL(/\/ui\/builds$/)
    expect(calls.get('ui/auth/screen/footer')).toBe(1)
    expect((await save('//evil.example.com')).status).toBe(400)
  } finally {
    await save('')
  }
})
