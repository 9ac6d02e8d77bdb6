import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { CreatedToken } from '@bindery/contracts'
import type { Credentials, TestApp } from '../support/app.ts'
import { secure } from '../support/security.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.use({ appEnv: { BINDERY_SERVER_NAME: 'Command line' }, allowFailures: true })

test('AUTH-76, AUTH-77, AUTH-78, ROUTE-49, ROUTE-50: a command line is let in by somebody who signs in and types its code', async ({
  page,
  app,
}) => {
  const ann = await app.user({ name: 'ann' })
  const cli = await askFromTerminal(app)
  await page.goto(`/ui/login?jfClientSession=${cli.session}&jfClientName=JFrog-CLI&jfClientCode=1`)
  await expect(page.getByLabel('User name')).toBeVisible()
  await expect.poll(() => stored(page)).toEqual([cli.session, 'JFrog-CLI', '1'])
  await giveName(page, ann)
  await expect(page).toHaveURL(/\/ui\/plugs\/extension\/cli$/)
  await expect(page.getByText('JFrog-CLI on this computer wants to sign in as ann.')).toBeVisible()
  await expect(page.getByText('127.0.0.1', { exact: true })).toBeVisible()
  await expectAccessible(page)
  expect(await cli.token()).toBe(400)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page).toHaveURL(/\/ui\/plugs\/extension\/cli\/verify$/)
  const field = page.getByLabel('Type the last characters shown in your terminal')
  await expect(field).toBeFocused()
  await page.keyboard.type('zzzz')
  await page.keyboard.press('Enter')
  await expect(page.getByText('These are not the characters that the terminal shows')).toBeVisible()
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.keyboard.type(cli.session.slice(-4).toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page.getByText('You can close this tab and return to the terminal')).toBeVisible()
  expect(await stored(page)).toEqual([null, null, null])
  const reply = await app.anonymous(`${base}/token/${cli.session}`)
  const { access_token: token } = CreatedToken.parse(await reply.json())
  const who = await app.as({ token })('/ui/api/v1/ui/auth/current')
  expect(await who.json()).toMatchObject({ user: { name: 'ann' } })
})

test('GUARD-29: somebody who is signed in already is asked at once; without a code flag one click is enough', async ({
  page,
  app,
  context,
}) => {
  await signIn(context, app)
  const cli = await askFromTerminal(app)
  await page.goto(`/ui/login?jfClientSession=${cli.session}&jfClientName=JFrog-CLI`)
  await expect(page).toHaveURL(/\/ui\/plugs\/extension\/cli$/)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('You can close this tab and return to the terminal')).toBeVisible()
  expect(await cli.token()).toBe(200)
})

test('what is denied gets nothing, and what has ended is said to have', async ({ page, app, context }) => {
  await signIn(context, app)
  const cli = await askFromTerminal(app)
  await page.goto(`/ui/login?jfClientSession=${cli.session}`)
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText('Denied. You can close this tab.')).toBeVisible()
  expect(await cli.token()).toBe(400)
  await page.goto(`/ui/login?jfClientSession=${randomUUID()}`)
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(0)
})

test('GUARD-30, GUARD-31: the pages for command lines lead to the sign-in page when none waits', async ({
  page,
  app,
  context,
}) => {
  for (const path of ['/plugs/extension/cli', '/plugs/extension/cli/verify', '/login/cli-registration']) {
    await signIn(context, app)
    await page.goto(`/ui${path}`)
    await expect(page).toHaveURL(/\/ui\/login\?logout=true$/)
    await expect
      .poll(
        async () => (await (await context.request.get(`${app.url}/ui/api/v1/ui/auth/current`)).json()).user,
      )
      .toBeNull()
  }
})

test('AUTH-33, AUTH-79, ROUTE-45: somebody without an account makes one and is then asked about the command line, on the same page', async ({
  page,
  app,
}) => {
  await secure(app, { registration: { isEnabled: true } })
  const cli = await askFromTerminal(app)
  await page.goto(`/ui/login?jfClientSession=${cli.session}&jfClientName=JFrog-CLI`)
  await expect.poll(async () => (await stored(page))[0]).toBe(cli.session)
  await page.goto('/ui/login/cli-registration')
  await page.getByLabel('User name').fill('nora')
  await page.getByLabel('E-mail').fill('nora@example.org')
  await page.getByLabel('Password', { exact: true }).fill('Quite-A-New-1')
  await page.getByLabel('Repeat the password').fill('Quite-A-New-1')
  await page.getByRole('button', { name: 'Create account and sign in' }).click()
  await expect(page.getByText('JFrog-CLI on this computer wants to sign in as nora.')).toBeVisible()
  await expect(page).toHaveURL(/\/ui\/login\/cli-registration$/)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('You can close this tab and return to the terminal')).toBeVisible()
  expect(await cli.token()).toBe(200)
})

test('AUTH-75: the sign-in page is kept as the place to go on from only when it was opened for something', async ({
  page,
}) => {
  const saved = () => page.evaluate(() => sessionStorage.getItem('bindery.pathAfterLogin'))
  await page.goto('/ui/login')
  await expect(page.getByLabel('User name')).toBeVisible()
  expect(await saved()).toBeNull()
  const session = randomUUID()
  await page.goto(`/ui/login?jfClientSession=${session}`)
  await expect.poll(saved).toContain(`/login?jfClientSession=${session}`)
})

const base = '/access/api/v2/authentication/jfrog_client_login'

/** As the command line does it: it makes up a session, asks, and then comes for its token. */
async function askFromTerminal(app: TestApp) {
  const session = randomUUID()
  const reply = await app.anonymous(`${base}/request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'jfrog-cli-go/2.99.0' },
    body: JSON.stringify({ session }),
  })
  expect(reply.status).toBe(200)
  return { session, token: async () => (await app.anonymous(`${base}/token/${session}`)).status }
}

const stored = (page: Page) =>
  page.evaluate(() =>
    ['jfClientSession', 'jfClientName', 'jfClientCode'].map((name) => localStorage.getItem(name)),
  )

async function giveName(page: Page, { name, password }: Credentials) {
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
