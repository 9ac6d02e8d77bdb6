// Installations of other kinds, each started with its switches.
import type { Page } from '@playwright/test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { countCalls, go } from './navigation.ts'

async function started(env: Record<string, string>, page: Page, run: (app: TestApp) => Promise<void>) {
  const app = await startTestApp({ env })
  try {
    await run(app)
  } finally {
    await page.close()
    await app.close()
  }
}

test('LAND-07, GUARD-17, BOOT-10, BOOT-17, ROLE-07, ROLE-10: services and features that are off', async ({
  page,
  context,
}) => {
  const env = { BINDERY_SERVICES_OFF: 'mc,xray,insight,pipelines', BINDERY_FEATURES: '-newSetMeUp' }
  await started(env, page, async (app) => {
    await signIn(context, app)
    const calls = countCalls(page)
    await page.goto(`${app.url}/ui/`)
    await expect(page).toHaveURL(/\/ui\/topology-teaser$/)
    await go(page, '/packages')
    const entry = page.getByRole('navigation', { name: 'Application' }).getByText('Violations')
    await expect(entry.locator('..')).toHaveAttribute('aria-disabled', 'true')
    await expect(entry.locator('..')).toHaveAttribute(
      'title',
      'The service xray is switched off on this installation.',
    )
    // The address of a disabled entry is closed too.
    await go(page, '/security/violations')
    await expect(page).toHaveURL(/\/ui\/packages$/)
    await expect(page.getByRole('alert')).toContainText('You are not authorized to view this page.')
    expect(calls.has('ui/scanner')).toBe(false)
    expect(calls.has('ui/supportAnalytics')).toBe(false)
    expect(calls.has('ui/features')).toBe(true)
    // What a flag stands before is in no menu, and its key does nothing.
    await page.getByRole('button', { name: 'AD, account of admin' }).click()
    await expect(page.getByRole('menuitem', { name: 'Quick Repository Creation' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Set Me Up' })).toHaveCount(0)
  })
})

test.describe('a lightweight installation', () => {
  test.use({ allowFailures: 'logged' })

  test('LAND-03, LAND-10, LAND-11, GUARD-18, GUARD-19, GUARD-20: starts in the tree under General, or at its root', async ({
    page,
    context,
  }) => {
    await started({ BINDERY_LIGHTWEIGHT: 'true' }, page, async (app) => {
      await signIn(context, app)
      await page.goto(`${app.url}/ui/`)
      await expect(page).toHaveURL(/\/ui\/repos\/tree\/General$/)
      const logged: string[] = []
      page.on('console', (entry) => logged.push(entry.text()))
      await page.route('**/ui/repodata', (route) =>
        route.fulfill({ status: 403, json: { error: 'no', errors: [] } }),
      )
      await page.goto(`${app.url}/ui/`)
      await expect(page).toHaveURL(/\/ui\/repos\/tree$/)
      expect(logged.some((line) => line.includes('could not be opened under General'))).toBe(true)
    })
  })
})

test('LAND-04, LAND-12, NAV-12, NAV-30, ROUTE-34, BOOT-16: a trial in the cloud', async ({
  page,
  context,
}) => {
  const env = {
    BINDERY_CLOUD: 'true',
    BINDERY_TRIAL: 'true',
    BINDERY_FEATURES: 'platformGetStarted',
    BINDERY_PORTAL_PROVIDER: 'acme',
    BINDERY_PORTAL_URL: 'https://portal.example.com/account',
  }
  await started(env, page, async (app) => {
    await page.route('https://portal.example.com/**', (route) => route.fulfill({ body: 'The portal' }))
    await signIn(context, app)
    await page.goto(`${app.url}/ui/`)
    await expect(page).toHaveURL(/\/ui\/get_started$/)
    await page.getByRole('button', { name: 'AD, account of admin' }).click()
    await page.getByRole('menuitem', { name: 'Cloud Subscription and Usage' }).click()
    await expect(page).toHaveURL('https://portal.example.com/account')
  })
})

test('LAND-22, LAND-23, ROLE-11: quick setup is a page where that is switched on, else it lies over the page, and makes what a type needs', async ({
  page,
  context,
}) => {
  const open = async () => {
    await page.getByRole('button', { name: 'AD, account of admin' }).click()
    await page.getByRole('menuitem', { name: 'Quick Repository Creation' }).click()
  }
  await started({ BINDERY_FEATURES: 'freeTierQuickDeployLanding' }, page, async (app) => {
    await signIn(context, app)
    await page.goto(`${app.url}/ui/packages`)
    await open()
    await expect(page).toHaveURL(/\/ui\/quick-setup$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Quick Setup' })).toBeVisible()
    // Already there: over the page.
    await open()
    const dialog = page.getByRole('dialog', { name: 'Quick Setup' })
    await dialog.getByRole('button', { name: 'PyPI' }).click()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/ui\/quick-setup$/)
    await open()
    await expect(dialog.getByRole('button', { name: 'PyPI' })).toHaveAttribute('aria-pressed', 'false')
    // Whether a public registry can be reached is none of a test's business.
    await page.route('**/repository-upstream/test', (route) =>
      route.fulfill({ json: { outcome: 'passed', status: 200, milliseconds: 82, sentence: 'It answers.' } }),
    )
    await dialog.getByLabel('Filter package types').fill('pyp')
    await dialog.getByRole('button', { name: 'PyPI' }).click()
    await expect(dialog.getByRole('listitem').first()).toContainText('pypi-local')
    await expect(dialog.getByText('Clients of PyPI cannot talk to Bindery yet.')).toBeVisible()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'pypi-remote' })).toContainText(
      'Reachable, 82 ms',
    )
    await dialog.getByRole('button', { name: 'Rename pypi-local' }).click()
    const key = dialog.getByLabel('Another key for pypi-local')
    await key.fill('npm-local')
    await expect(dialog.getByText('npm-local exists already')).toBeVisible()
    await key.fill('wheels')
    await key.press('Enter')
    await expect(dialog.getByRole('listitem').first()).toContainText('wheels')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /^Create \d repositories$/ }).click()
    await expect(dialog.getByText('Created', { exact: true }).first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    const made = (await (await app.fetch('/ui/api/v1/repositories')).json()) as { key: string }[]
    expect(made.map(({ key }) => key)).toEqual(expect.arrayContaining(['wheels', 'pypi-virtual']))
    const virtual = await app.fetch('/artifactory/api/repositories/pypi-virtual')
    expect(await virtual.json()).toMatchObject({ repositories: ['wheels', 'pypi-remote'] })
  })
})

test('LAND-23: without that switch quick setup opens over the page', async ({ page, context, app }) => {
  await signIn(context, app)
  await page.goto('/ui/packages')
  await page.getByRole('button', { name: 'AD, account of admin' }).click()
  await page.getByRole('menuitem', { name: 'Quick Repository Creation' }).click()
  await expect(page.getByRole('dialog', { name: 'Quick Setup' })).toBeVisible()
  await expect(page).toHaveURL(/\/ui\/packages$/)
})

test('GUARD-05: people sign in elsewhere where an address is given', async ({ page, context }) => {
  const env = { BINDERY_EXTERNAL_LOGIN_URL: 'https://login.example.com/start' }
  await started(env, page, async (app) => {
    await page.route('https://login.example.com/**', (route) => route.fulfill({ body: 'Sign in here' }))
    for (const path of ['/ui/packages', '/ui/', '/ui/login']) {
      await page.goto(app.url + path)
      await expect(page).toHaveURL('https://login.example.com/start')
    }
    // The flag keeps the form reachable, and whoever is signed in stays.
    await page.goto(`${app.url}/ui/login?logout=true`)
    await expect(page.getByLabel('User name')).toBeVisible()
    await signIn(context, app)
    await page.goto(`${app.url}/ui/packages`)
    await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
  })
})
