import type { Page } from '@playwright/test'
import type { Credentials } from '../support/app.ts'
import { startTestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { secure } from '../support/security.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test.use({
  appEnv: { BINDERY_SERVER_NAME: 'Front door', BINDERY_OUTBOUND_ALLOW: '127.0.0.1' },
  allowFailures: true,
})

const notice = {
  enabled: true,
  permanent: false,
  title: 'Terms of use',
  text: '<p>For <b>employees</b> only. <a href="https://example.org/terms">Terms</a><img src="https://example.org/spy.png" onerror="alert(1)"></p>',
  buttonLabel: 'I agree',
}

test('AUTH-65, AUTH-66, AUTH-67: a notice is shown over the form until it is dismissed; a permanent one always', async ({
  page,
  app,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Terms of use' })
  const marker = () => page.evaluate(() => localStorage.getItem('customLoginDialogDismissed'))
  await secure(app, { loginDialog: notice })
  await page.goto('/ui/login')
  await expect(dialog.getByText('For employees only.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Terms' })).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(dialog.locator('img')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I agree' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('User name')).toBeVisible()
  expect(await marker()).toBe('true')
  const asked = page.waitForResponse('**/loginDialog')
  await page.reload()
  await asked
  await expect(page.getByLabel('Remember me')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await secure(app, { loginDialog: { ...notice, permanent: true } })
  await page.reload()
  await expect(dialog).toBeVisible()
  expect(await marker()).toBeNull()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(dialog).toBeVisible()
  await secure(app, { loginDialog: { enabled: false } })
})

test('AUTH-13: remember-me and completion follow the settings', async ({ page, app }) => {
  await page.goto('/ui/login')
  await expect(page.getByLabel('Remember me')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'current-password',
  )
  await secure(app, {
    passwordAutocompleteEnabled: false,
    session: { rememberMeDays: 0 },
    registration: { isEnabled: true },
  })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await expect(page.getByLabel('Remember me')).toHaveCount(0)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'off')
  await secure(app, {
    passwordAutocompleteEnabled: true,
    session: { rememberMeDays: 30 },
    registration: { isEnabled: false },
  })
})

test('AUTH-22, AUTH-46: while the answer is out nothing can be changed; a refusal gives the form back', async ({
  page,
}) => {
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/ui/auth/login?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/ui/login')
  await giveName(page, { name: 'nobody', password: 'x' })
  const button = page.getByRole('button', { name: 'Sign in' })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByLabel('User name')).toBeDisabled()
  release()
  await expect(button).toBeEnabled()
  await expect(page.getByLabel('User name')).toHaveValue('nobody')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('AUTH-47, AUTH-49: all messages of a refusal are shown, and the usual one for a refusal without words', async ({
  page,
}) => {
  const bodies = [
    '',
    JSON.stringify({ errors: [{ message: 'First.' }, { message: 'Second.' }], requestId: '1' }),
  ]
  await page.route('**/ui/auth/login?*', (route) =>
    route.fulfill({ status: 401, body: bodies.shift() ?? '' }),
  )
  await page.goto('/ui/login')
  await giveName(page, { name: 'ann', password: 'x' })
  await expect(page.getByRole('alert').filter({ hasText: 'Username or password is incorrect' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  const lines = page.getByRole('alert').filter({ hasText: 'First.' }).locator('p')
  await expect(lines).toHaveText(['First.', 'Second.'])
})

test('a hint tells that Caps Lock is on', async ({ page }) => {
  await page.goto('/ui/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.dispatchEvent('keyup', { key: 'A', modifierCapsLock: true })
  await expect(page.getByText('Caps Lock is on')).toBeVisible()
  await expectAccessible(page)
  await password.dispatchEvent('keyup', { key: 'a' })
  await expect(page.getByText('Caps Lock is on')).toHaveCount(0)
})

test('AUTH-17: a directory that cannot be reached is named; when nobody knows, nothing is said', async ({
  page,
  app,
}) => {
  const settings = {
    key: 'offices',
    url: 'ldap://127.0.0.1:9/dc=example',
    userDnPattern: 'uid={0},ou=people',
  }
  const reply = await app.fetch('/ui/api/v1/ldap/servers', json('POST', settings))
  expect(reply.status, await reply.text()).toBe(201)
  await page.goto('/ui/login')
  await expect(page.getByText(/is not reachable/)).toBeVisible()
  await expectAccessible(page)
  await page.route('**/realms/status', (route) => route.abort('internetdisconnected'))
  await page.reload()
  await expect(page.getByLabel('Remember me')).toBeVisible()
  await expect(page.getByText(/is not reachable/)).toHaveCount(0)
  await app.fetch('/ui/api/v1/ldap/servers/offices', { method: 'DELETE' })
})

test('AUTH-19: an authentication plug-in is mentioned, and takes the way to a forgotten password away', async ({
  page,
}) => {
  await page.route('**/userPlugins', (route) => route.fulfill({ json: { isUserPluginEnabled: true } }))
  await page.goto('/ui/login')
  await expect(page.getByText('A custom authentication plug-in checks who signs in here.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveCount(0)
})

test('a server that cannot be reached is said to be, and asked again', async ({ page, context }) => {
  await page.goto('/ui/login')
  await expect(page.getByLabel('Remember me')).toBeVisible()
  await page.clock.install()
  await page.route('**/ui/api/v1/**', (route) => route.abort('internetdisconnected'))
  await page.reload()
  await expect(page.getByText('Cannot reach the server.')).toBeVisible()
  await expect(page.getByText(/Retrying in \d s/)).toBeVisible()
  await expect(page.getByLabel('User name')).toBeEnabled()
  await expectAccessible(page)
  await page.unroute('**/ui/api/v1/**')
  for (let second = 0; second < 6; second++) await page.clock.runFor(1000)
  await expect(page.getByText('Cannot reach the server.')).toHaveCount(0)
  await expect(page.getByLabel('Remember me')).toBeVisible()
  await context.setOffline(false)
})

test('AUTH-36: an address of this site that the page was opened with is gone to, a foreign one is not', async ({
  page,
  app,
}) => {
  const ann = await app.user({ name: 'ann' })
  await page.goto('/ui/login?redirectTo=%2Fui%2Fpackages%3Fname%3Dzebra')
  await giveName(page, ann)
  await expect(page).toHaveURL(/\/ui\/packages\?name=zebra$/)
  // Somebody who is signed in already goes there at once.
  await page.goto('/ui/login?redirectTo=%2Fui%2Fpackages%3Fname%3Dtiny')
  await expect(page).toHaveURL(/\/ui\/packages\?name=tiny$/)
  for (const foreign of ['https://evil.example/', '//evil.example/', '/\\evil.example']) {
    await page.goto(`/ui/login?redirectTo=${encodeURIComponent(foreign)}`)
    await expect(page).toHaveURL(`${app.url}/ui/packages`)
  }
})

test('AUTH-35: the API key of whoever signed in is fetched with their password, and kept in memory only', async ({
  page,
  app,
}) => {
  const bea = await app.user({ name: 'bea' })
  const made = await app.as(bea)('/artifactory/api/security/apiKey', { method: 'POST' })
  const { apiKey } = (await made.json()) as { apiKey: string } // the shape of the call
  await page.goto('/ui/login')
  const call = page.waitForResponse('**/ui/userApiKey?username=bea')
  await giveName(page, bea)
  const reply = await call
  expect(reply.request().headers()['x-jfrog-reauthentication']).toMatch(/^Basic /)
  expect(await reply.json()).toEqual({ apiKey })
  await expect(page).toHaveURL(/\/ui\/packages$/)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toContain(apiKey)
})

test('AUTH-34: on a demonstration installation a sign-in leads to the tour', async ({ page, app }) => {
  const tour = await startTestApp({ env: { BINDERY_TOUR_URL: `${app.url}/ui/authorization` } })
  try {
    await page.goto(`${tour.url}/ui/login`)
    await giveName(page, tour.admin)
    await expect(page).toHaveURL(`${app.url}/ui/authorization`)
  } finally {
    await tour.close()
  }
})

test('AUTH-29, AUTH-30, AUTH-32: what the stranger was told is asked again as the person who signed in', async ({
  page,
  app,
}) => {
  await page.goto('/ui/login')
  await expect(page.getByLabel('Remember me')).toBeVisible()
  const again = page.waitForResponse('**/ui/api/v1/ui/auth/current')
  await giveName(page, app.admin)
  expect(await (await again).json()).toMatchObject({ user: { name: 'admin' } })
  await expect(page.getByRole('button', { name: 'AD, account of admin' })).toBeVisible()
})

async function giveName(page: Page, { name, password }: Credentials) {
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test.describe('when the calls of the screen fail', () => {
  test.use({ allowFailures: 'server' })

  const calls = [
    'access/auth/realms/status',
    'ui/auth/loginDialog',
    'ui/auth/userPlugins',
    'ui/auth/loginRelatedData',
    'ui/auth/loginVisualMode',
    'ui/oauth/providers',
    'ui/saml/autoRedirect',
  ]

  test('API-03: each of them is logged and gives its default, and all together keep nobody from signing in', async ({
    page,
    app,
  }) => {
    const logged: string[] = []
    page.on('console', (entry) => logged.push(entry.text()))
    let broken = ''
    await page.route('**/ui/api/v1/**', (route) =>
      calls.some((path) => (broken === 'all' || broken === path) && route.request().url().includes(path))
        ? route.fulfill({ status: 500, body: 'out of order' })
        : route.continue(),
    )
    const dialog = page.getByRole('dialog', { name: notice.title })
    const rememberMe = page.getByLabel('Remember me')
    const open = async (path: string) => {
      broken = path
      logged.length = 0
      await page.goto('/ui/login')
      await expect(page.getByLabel('User name')).toBeEnabled()
    }
    await secure(app, { loginDialog: { ...notice, permanent: true } })
    for (const path of calls) {
      await open(path)
      await expect.poll(() => logged.filter((line) => line.includes(`${path} failed`)).length).toBe(1)
      // The others are heard all the same.
      expect(logged.filter((line) => line.includes(' failed; '))).toHaveLength(1)
      await expect(dialog).toHaveCount(path === 'ui/auth/loginDialog' ? 0 : 1)
      await expect(rememberMe).toHaveCount(path === 'ui/auth/loginRelatedData' ? 0 : 1)
    }
    await open('all')
    for (const path of calls)
      await expect.poll(() => logged.some((line) => line.includes(`${path} failed`))).toBe(true)
    await page.getByLabel('User name').fill(app.admin.name)
    await page.getByLabel('Password', { exact: true }).fill(app.admin.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Topology' })).toBeVisible()
    await secure(app, { loginDialog: { enabled: false, permanent: false } })
  })
})
