import { json } from '../support/browser.ts'
import { linkIn, startMailServer, useMailServer, type MailServer } from '../support/mail-server.ts'
import { secure } from '../support/security.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.use({
  appEnv: { BINDERY_SERVER_NAME: 'Acme', BINDERY_OUTBOUND_ALLOW: '127.0.0.1' },
  allowFailures: true,
})

let post: MailServer

test.beforeAll(async ({ app }) => {
  post = await startMailServer()
  await useMailServer(app, post, { baseUrl: app.url })
  await secure(app, { registration: { isEnabled: true } })
})

test.afterAll(() => post.close())

test('AUTH-79, ROUTE-43: somebody makes an account of their own and is in', async ({ page, app }) => {
  await app.user({ name: 'taken' })
  await page.goto('/ui/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/ui\/login\/registration$/)
  await expect(page.getByLabel('User name')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create account and sign in' }).click()
  await expect(page.getByText('This field is mandatory')).toHaveCount(4)
  await expect(page.getByLabel('User name')).toBeFocused()
  await page.getByLabel('User name').fill('Not Allowed')
  await page.getByLabel('E-mail').fill('nowhere')
  await page.getByLabel('Password', { exact: true }).fill('Quite-A-New-1')
  await page.getByLabel('Repeat the password').fill('Quite-A-New-1')
  await expect(page.getByText('Use lower-case letters, digits, dots')).toBeVisible()
  await expect(page.getByText('Enter a valid e-mail address')).toBeVisible()
  await page.getByLabel('User name').fill('taken')
  await page.getByLabel('E-mail').fill('nora@example.org')
  await page.getByRole('button', { name: 'Create account and sign in' }).click()
  await expect(page.getByText(/taken/).last()).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.getByLabel('User name').fill('nora')
  await page.getByRole('button', { name: 'Create account and sign in' }).click()
  await expect(page).toHaveURL(/\/ui\/packages$/)
  const reply = await app.as({ name: 'nora', password: 'Quite-A-New-1' })('/artifactory/api/system/ping')
  expect(reply.status).toBe(200)
})

test.describe('when the server fails', () => {
  test.use({ allowFailures: 'server' })

  test('ERR-08: only a failure of the server itself is told by the general notification', async ({
    page,
  }) => {
    const answers = [409, 500]
    await page.route('**/createAccount', (route) =>
      route.fulfill({
        status: answers.shift() ?? 500,
        json: { error: 'Refused.', errors: [{ status: 0, code: 'x', message: 'Refused.' }], requestId: '1' },
      }),
    )
    await page.goto('/ui/login/registration')
    await page.getByLabel('User name').fill('olaf')
    await page.getByLabel('E-mail').fill('olaf@example.org')
    await page.getByLabel('Password', { exact: true }).fill('Quite-A-New-1')
    await page.getByLabel('Repeat the password').fill('Quite-A-New-1')
    await page.getByRole('button', { name: 'Create account and sign in' }).click()
    await expect(page.getByText('Refused.')).toHaveCount(1)
    await page.getByRole('button', { name: 'Create account and sign in' }).click()
    await expect(page.getByText('Refused.')).toHaveCount(2)
  })
})

test('where it is not open, the server says so', async ({ page, app }) => {
  await secure(app, { registration: { isEnabled: false } })
  await page.goto('/ui/login')
  await expect(page.getByLabel('Remember me')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(0)
  await page.goto('/ui/login/registration')
  await page.getByLabel('User name').fill('pia')
  await page.getByLabel('E-mail').fill('pia@example.org')
  await page.getByLabel('Password', { exact: true }).fill('Quite-A-New-1')
  await page.getByLabel('Repeat the password').fill('Quite-A-New-1')
  await page.getByRole('button', { name: 'Create account and sign in' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Ask an administrator for an invitation.' }),
  ).toBeVisible()
  await secure(app, { registration: { isEnabled: true } })
})

test('AUTH-79, GUARD-26, ROUTE-44: an invited person chooses name and password, the address is that of the invitation', async ({
  page,
  app,
}) => {
  const reply = await app.fetch('/ui/api/v1/invitations', json('POST', { email: 'rosa@example.org' }))
  expect(reply.status).toBe(201)
  const link = linkIn(await post.letterTo('rosa@example.org'))
  expect(link.searchParams.get('token')).not.toBeNull()
  await page.goto(link.href)
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible()
  await expect(page.getByText('admin invited you to Acme.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('rosa@example.org')
  await expect(page.getByLabel('E-mail')).toHaveAttribute('readonly')
  await expectAccessible(page)
  await page.getByLabel('User name').fill('rosa')
  await page.getByLabel('Password', { exact: true }).fill('Quite-A-New-1')
  await page.getByLabel('Repeat the password').fill('Quite-A-New-1')
  await page.getByRole('button', { name: 'Join and sign in' }).click()
  await expect(page).toHaveURL(/\/ui\/packages$/)
  // It was for one person.
  await page.context().clearCookies()
  await page.goto(link.href)
  await expect(page).toHaveURL(/\/ui\/login\?logout=true$/)
})

test('GUARD-25: an invitation without a valid token leads to the sign-in page, signed out', async ({
  page,
  context,
  app,
}) => {
  for (const address of ['/ui/login/invitation', '/ui/auth/invitation?token=made-up']) {
    await signIn(context, app)
    await page.goto(address)
    await expect(page).toHaveURL(/\/ui\/login\?logout=true$/)
    await expect
      .poll(
        async () => (await (await context.request.get(`${app.url}/ui/api/v1/ui/auth/current`)).json()).user,
      )
      .toBeNull()
  }
})
