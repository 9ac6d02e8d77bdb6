import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { json, signIn as signInBySession } from '../support/browser.ts'
import { idpEntityId, startSamlIdp, type SamlIdp } from '../support/saml-idp.ts'
import { authenticator, secure } from '../support/security.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

test.use({
  appEnv: { BINDERY_SERVER_NAME: 'Providers', BINDERY_OUTBOUND_ALLOW: '127.0.0.1' },
  allowFailures: true,
})

let idp: SamlIdp

test.beforeAll(async ({ app }) => {
  idp = await startSamlIdp()
  await putProvider(app, 'POST', { autoCreateUsers: true })
})

test.afterAll(() => idp.close())

test('AUTH-03, AUTH-15, AUTH-21, AUTH-37, ROUTE-46: a single provider is named SAML SSO, leads there and back to where one was going', async ({
  page,
}) => {
  idp.person = { nameId: 'grace', attributes: {} }
  await page.goto('/ui/packages?name=zebra')
  const provider = page.getByRole('link', { name: 'Continue with SAML SSO' })
  await expect(provider).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await provider.click()
  await expect(page).toHaveURL(/\/ui\/packages\?name=zebra$/)
  // Next time it is the first thing offered, in a place that was kept free for it.
  await page.context().clearCookies()
  await page.goto('/ui/login')
  await expect(page.getByText('Last used')).toBeVisible()
})

test('the last used way in has the focus, and the form does not move when the ways in arrive', async ({
  page,
}) => {
  await page.goto('/ui/login')
  await page.evaluate(() => {
    localStorage.setItem('bindery.lastSignIn', '"saml/SAML SSO"')
    localStorage.setItem('bindery.signInProviders', '1')
  })
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/loginRelatedData', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  const field = page.getByLabel('User name')
  await expect(field).toBeVisible()
  const before = await field.boundingBox()
  release()
  await expect(page.getByRole('link', { name: 'Continue with SAML SSO' })).toBeFocused()
  expect(await field.boundingBox()).toEqual(before)
})

test('AUTH-04, AUTH-14, AUTH-16: several providers are offered by their names, with their marks', async ({
  page,
  app,
}) => {
  await putProvider(app, 'POST', { name: 'partners' })
  const oauth = { name: 'hub', type: 'github', displayName: 'GitHub', clientId: 'x', clientSecret: 'y' }
  await app.fetch('/ui/api/v1/oauth', json('POST', oauth))
  await page.goto('/ui/login')
  const links = page.getByRole('link', { name: /^Continue with/ })
  await expect(links).toHaveCount(3)
  await expect(links.nth(2)).toHaveText('Continue with GitHub')
  expect(await links.nth(2).getAttribute('href')).toContain('/hub')
  await expect(links.nth(2).locator('svg')).toHaveCount(1)
  await app.fetch('/ui/api/v1/saml/partners', { method: 'DELETE' })
  await app.fetch('/ui/api/v1/oauth/hub', { method: 'DELETE' })
})

test('AUTH-08, AUTH-10: the external view shows the providers, and the form on demand; hidden providers are not shown', async ({
  page,
  app,
}) => {
  await secure(app, { loginView: { loginIsExternal: true } })
  await page.goto('/ui/login')
  await expect(page.getByRole('link', { name: 'Continue with SAML SSO' })).toBeVisible()
  await expect(page.getByLabel('User name')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in with user name and password' }).click()
  await expect(page.getByLabel('User name')).toBeFocused()
  await secure(app, { loginView: { loginIsExternal: false, isProvidersHidden: true } })
  await page.reload()
  await expect(page.getByLabel('Remember me')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue with SAML SSO' })).toHaveCount(0)
  await secure(app, { loginView: { isProvidersHidden: false } })
})

test.describe('when the server fails', () => {
  test.use({ allowFailures: 'server' })

  test('AUTH-09: when the view mode is not told, the form is shown', async ({ page, app }) => {
    await secure(app, { loginView: { loginIsExternal: true } })
    await page.route('**/loginVisualMode', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/ui/login')
    await expect(page.getByRole('link', { name: 'Continue with SAML SSO' })).toBeVisible()
    await expect(page.getByLabel('User name')).toBeVisible()
    await secure(app, { loginView: { loginIsExternal: false } })
  })
})

test('what the provider refused is said on the sign-in page, in the words of the server and never of the address', async ({
  page,
  app,
}) => {
  await putProvider(app, 'PUT', { autoCreateUsers: false })
  idp.person = { nameId: 'stranger', attributes: {} }
  await page.goto('/ui/login')
  await page.getByRole('link', { name: 'Continue with SAML SSO' }).click()
  await expect(page).toHaveURL(/\/ui\/login\?error=[\w-]+$/)
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/ui/login?error=Your+account+is+locked')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(page.getByText('Your account is locked')).toHaveCount(0)
  await putProvider(app, 'PUT', { autoCreateUsers: true })
})

test('ROUTE-48: the page of a provider leads to it; one that does not exist is said not to', async ({
  page,
}) => {
  idp.person = { nameId: 'hedy', attributes: {} }
  await page.goto('/ui/auth-provider/saml')
  await expect(page).toHaveURL(/\/ui\/packages$/)
  await page.context().clearCookies()
  await page.goto('/ui/auth-provider/nothing')
  await expect(page.getByText('There is no sign-in provider nothing here.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page.getByLabel('User name')).toBeVisible()
})

test('a hand-over that takes long offers ways out, one without a sign-in says so with the id of the request', async ({
  page,
}) => {
  await page.clock.install()
  let isHeld = true
  await page.route('**/ui/api/v1/ui/auth/current', (route) => (isHeld ? undefined : route.continue()))
  await page.goto('/ui/login/sso/saml')
  await expect(page.getByRole('heading', { name: 'Finishing sign-in with SAML SSO' })).toBeVisible()
  await expect(page.getByText('One moment')).toBeVisible()
  await page.clock.fastForward(8100)
  await expect(page.getByText('Taking longer than usual')).toBeVisible()
  await expectAccessible(page)
  isHeld = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy Request id' })).toBeVisible()
})

test('AUTH-26: a second factor that is asked of people from outside comes after the provider', async ({
  page,
  app,
}) => {
  idp.person = { nameId: 'ida', attributes: {} }
  const admin = await signInBySession(app, app.admin)
  await secure(app, { secondFactor: { policy: 'required', appliesToExternal: true } }, admin.send)
  await page.goto('/ui/login')
  await page.getByRole('link', { name: 'Continue with SAML SSO' }).click()
  await expect(page).toHaveURL(/\/ui\/login\/mfa-enroll$/)
  await expect(page.getByRole('img')).toBeVisible()
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Six-digit code').fill(authenticator(secret).code())
  await page.getByLabel('I have kept the codes in a safe place').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/ui\/packages$/)
  await page.context().clearCookies()
  await page.goto('/ui/login')
  await page.getByRole('link', { name: 'Continue with SAML SSO' }).click()
  await expect(page).toHaveURL(/\/ui\/login\/otp-login$/)
  // The next one, because the one of now may have been given already.
  await page.getByLabel('Six-digit code').fill(authenticator(secret).code(1))
  await expect(page).toHaveURL(/\/ui\/packages$/)
  await secure(app, { secondFactor: { policy: 'off' } }, admin.send)
})

test('GUARD-22, GUARD-23, GUARD-24: logging out ends the session here and leads to the provider to end it there', async ({
  page,
  app,
}) => {
  idp.person = { nameId: 'joan', attributes: {} }
  await signInAtProvider(page)
  const told = page.waitForRequest((request) => request.url().startsWith(idp.logoutUrl))
  await page.goto('/ui/logout')
  expect((await told).url()).toContain('SAMLRequest=')
  await expectNobody(page, app)
})

test('GUARD-27, GUARD-28: where sign-in leads to the provider at once, the logout flag and noRedirect still reach the form', async ({
  page,
  app,
}) => {
  idp.person = { nameId: 'kay', attributes: {} }
  // Nobody is led to a provider with which nobody has signed in yet.
  await signInAtProvider(page)
  await page.context().clearCookies()
  await putProvider(app, 'PUT', { autoRedirect: true })
  await page.goto('/ui/login')
  await expect(page).toHaveURL(/\/ui\/packages$/)
  await expect(page.getByRole('button', { name: 'KA, account of kay' })).toBeVisible()
  await page.context().clearCookies()
  for (const address of ['/ui/login?logout=true', '/ui/login?noRedirect', '/ui/login?error=x']) {
    const calls = page.waitForResponse('**/loginRelatedData')
    await page.goto(address)
    await calls
    await expect(page.getByLabel('User name')).toBeVisible()
    await expectNobody(page, app)
  }
  await putProvider(app, 'PUT', { autoRedirect: false })
})

function putProvider(app: TestApp, method: 'POST' | 'PUT', settings: object) {
  const body = {
    idpEntityId,
    loginUrl: idp.loginUrl,
    logoutUrl: idp.logoutUrl,
    certificates: [idp.key.certificate],
    ...(method === 'POST' ? { name: 'corp' } : {}),
    ...settings,
  }
  return app.fetch(`/ui/api/v1/saml${method === 'POST' ? '' : '/corp'}`, json(method, body))
}

async function signInAtProvider(page: Page) {
  await page.goto('/ui/login')
  await page.getByRole('link', { name: 'Continue with SAML SSO' }).click()
  await expect(page).toHaveURL(/\/ui\/packages$/)
}

async function expectNobody(page: Page, app: TestApp) {
  const reply = await page.request.get(`${app.url}/ui/api/v1/ui/auth/current`)
  expect((await reply.json()).user).toBeNull()
}
