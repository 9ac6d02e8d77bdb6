// What the application fetches when it starts: for whom, how often, and what happens when that fails.
import { expect, signIn, test } from './fixtures.ts'
import { countCalls, go } from './navigation.ts'

const everyone = ['ui/auth/current', 'ui/auth/screen/footer', 'ui/services', 'ui/entitlements']
const readers = [
  'ui/features',
  'ui/packages/types',
  'ui/repodata',
  'ui/onboarding/initStatus',
  'ui/saml/logoutRequest',
  'ui/supportAnalytics',
  'ui/scanner',
]

test('BOOT-01, BOOT-02, BOOT-08, BOOT-11, BOOT-12, BOOT-13, BOOT-14, BOOT-15, GUARD-04: a reader gets everything, once', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const calls = countCalls(page)
  await page.goto('/ui/packages')
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
  for (const path of ['/builds', '/admin/management/users', '/packages']) {
    await go(page, path)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
  for (const name of [...everyone, ...readers]) expect(calls.get(name), name).toBe(1)
  expect(calls.has('ui/projects')).toBe(true)
})

test('BOOT-04, BOOT-05, BOOT-06, BOOT-07: a stranger gets what is for everyone, and nothing else', async ({
  page,
}) => {
  const calls = countCalls(page)
  await page.goto('/ui/packages')
  await expect(page).toHaveURL(/\/ui\/login/)
  await expect(page.getByLabel('User name')).toBeVisible()
  for (const name of everyone) await expect.poll(() => calls.get(name), name).toBeGreaterThan(0)
  for (const name of readers.filter((one) => one !== 'ui/saml/logoutRequest'))
    expect(calls.has(name), name).toBe(false)
})

test.describe('when it fails', () => {
  test.use({ allowFailures: 'logged' })

  test('BOOT-03, BOOT-18, BOOT-19, BOOT-21: a failed part is logged, the page opens, the next navigation asks again', async ({
    page,
    context,
    app,
  }) => {
    await signIn(context, app)
    const logged: string[] = []
    page.on('console', (entry) => {
      if (entry.type() === 'error') logged.push(entry.text())
    })
    let isFailing = true
    await page.route('**/ui/api/v1/ui/onboarding/initStatus*', (route) =>
      isFailing ? route.fulfill({ status: 403, json: { error: 'no', errors: [] } }) : route.continue(),
    )
    await page.goto('/ui/packages')
    await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    expect(logged.some((line) => line.startsWith('The navigation could not be initialised'))).toBe(true)
    isFailing = false
    const calls = countCalls(page)
    await go(page, '/builds')
    await expect(page.getByRole('heading', { level: 1, name: 'Builds' })).toBeVisible()
    expect(calls.get('ui/onboarding/initStatus')).toBe(1)
    await go(page, '/packages')
    await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
    expect(calls.get('ui/onboarding/initStatus')).toBe(1)
  })

  test('BOOT-20: while it runs, another navigation does not start it again', async ({
    page,
    context,
    app,
  }) => {
    await signIn(context, app)
    const calls = countCalls(page)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/ui/api/v1/ui/features', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/ui/packages', { waitUntil: 'commit' })
    await expect.poll(() => calls.get('ui/features')).toBe(1)
    await go(page, '/builds')
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Builds' })).toBeVisible()
    expect(calls.get('ui/features')).toBe(1)
    expect(calls.get('ui/repodata')).toBe(1)
  })
})
