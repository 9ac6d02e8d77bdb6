import { linkIn, startMailServer, useMailServer, type MailServer } from '../support/mail-server.ts'
import { secure } from '../support/security.ts'
import { writeSql } from '../support/sql.ts'
import type { TestApp } from '../support/app.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

test.use({
  appEnv: { BINDERY_SERVER_NAME: 'Passwords', BINDERY_OUTBOUND_ALLOW: '127.0.0.1' },
  allowFailures: true,
})

let post: MailServer

test.beforeAll(async ({ app }) => {
  post = await startMailServer()
  await useMailServer(app, post, { baseUrl: app.url })
  await secure(app, { forgotPassword: true })
})

test.afterAll(() => post.close())

test('AUTH-05, AUTH-55, AUTH-57, AUTH-58, AUTH-59, AUTH-61, ROUTE-40, ROUTE-41: a forgotten password is replaced by a mailed link, and one is in', async ({
  page,
  app,
  context,
}) => {
  await app.user({ name: 'ann', email: 'ann@example.org' })
  await page.goto('/ui/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/ui\/login\/forgot-password$/)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('This field is mandatory')).toBeVisible()
  await page.getByLabel('User name or e-mail').fill('ann')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /\w/ })).toBeVisible()
  const link = linkIn(await post.letterTo('ann@example.org'))
  expect(link.pathname).toBe('/ui/login/reset-password')
  await page.goto(link.href)
  await expect(page.getByText('For the user ann.')).toBeVisible()
  await expect(page.getByText('at least 8 characters')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('Repeat the new password').fill('other')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(page.getByText('Use at least 8 characters')).toBeVisible()
  await expect(page.getByText('The two passwords differ')).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await page.getByLabel('New password', { exact: true }).fill('Quite-A-New-1')
  await page.getByLabel('Repeat the new password').fill('Quite-A-New-1')
  await expect(page.getByText('the same text in both fields done')).toBeVisible()
  await expect(page.getByText('Strength: good')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/ui\/packages$/)
  await expect(page.getByRole('button', { name: 'AN, account of ann' })).toBeVisible()
  // The session ends with the browser: nothing was to be remembered.
  const cookie = (await context.cookies()).find(({ name }) => name === 'bindery_session')
  expect(cookie?.expires).toBe(-1)
})

test('AUTH-56: the confirmation is the same whether or not there is such a user', async ({ page, app }) => {
  await app.user({ name: 'bea', email: 'bea@example.org' })
  const said: string[] = []
  for (const name of ['bea', 'nobody-of-that-name']) {
    await page.goto('/ui/login/forgot-password')
    await page.getByLabel('User name or e-mail').fill(name)
    await page.getByRole('button', { name: 'Send the link' }).click()
    const confirmation = page.getByRole('main').getByRole('status').filter({ hasText: /\w/ })
    await expect(confirmation).toBeVisible()
    said.push((await confirmation.textContent()) ?? '')
  }
  expect(said[0]).toBe(said[1])
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page).toHaveURL(/\/ui\/login$/)
})

test('AUTH-60: a link that is not or no longer valid says so, and offers a new one', async ({
  page,
  app,
}) => {
  for (const address of ['/ui/login/reset-password', '/ui/login/reset-password?key=made-up']) {
    await page.goto(address)
    await expect(page.getByRole('alert').filter({ hasText: 'This link is no longer valid' })).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password' })).toBeVisible()
  // A link works once.
  const key = await resetKey(app, 'carl')
  const used = await app.anonymous(`/ui/api/v1/ui/auth/resetpassword?key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'bindery' },
    body: JSON.stringify({ newPassword1: 'Quite-A-New-1' }),
  })
  expect(used.status).toBe(200)
  await page.goto(`/ui/login/reset-password?key=${key}`)
  await expect(page.getByRole('alert').filter({ hasText: 'This link is no longer valid' })).toBeVisible()
})

test('ERR-04, ERR-05: without an answer of the server the prescribed words are shown', async ({
  page,
  app,
  context,
}) => {
  const key = await resetKey(app, 'dora')
  await page.goto('/ui/login/forgot-password')
  await page.getByLabel('User name or e-mail').fill('dora')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('alert').filter({ hasText: "Email wasn't sent" })).toBeVisible()
  await context.setOffline(false)
  await page.goto(`/ui/login/reset-password?key=${key}`)
  await page.getByLabel('New password', { exact: true }).fill('Quite-A-New-1')
  await page.getByLabel('Repeat the new password').fill('Quite-A-New-1')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to reset the password' })).toBeVisible()
  await context.setOffline(false)
})

test('AUTH-06, AUTH-43, AUTH-62, AUTH-63, AUTH-64, ERR-06: an expired password is changed under its user name, by the rules, and one is in', async ({
  page,
  app,
  context,
}) => {
  const emil = await app.user({ name: 'emil' })
  await writeSql(app, `update users set must_change_password = 1 where name = 'emil'`)
  await page.goto('/ui/login')
  await page.getByLabel('User name').fill(emil.name)
  await page.getByLabel('Password', { exact: true }).fill(emil.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/ui\/login\/change-password$/)
  await expect(page.getByLabel('User name')).toHaveValue('emil')
  await expect(page.getByLabel('User name')).toHaveAttribute('readonly')
  await expect(page.getByLabel('Current password')).toBeFocused()
  for (const rule of ['an upper-case letter', 'a lower-case letter', 'a digit', 'a special character'])
    await expect(page.getByRole('listitem').filter({ hasText: rule })).toHaveText(/not yet$/)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password', { exact: true }).fill('Quite-A-New-1')
  await page.getByLabel('Repeat the new password').fill('Quite-A-New-1')
  for (const rule of ['an upper-case letter', 'a lower-case letter', 'a digit', 'a special character'])
    await expect(page.getByRole('listitem').filter({ hasText: rule })).toHaveText(/done$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The current password is wrong.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Current password').fill(emil.password)
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to change password' })).toBeVisible()
  await context.setOffline(false)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/ui\/packages$/)
  await expect(page.getByRole('button', { name: 'EM, account of emil' })).toBeVisible()
})

test('AUTH-44, AUTH-45: a password that is too old leads to the same screen', async ({ page, app }) => {
  const fay = await app.user({ name: 'fay' })
  await secure(app, { password: { expiresAfterDays: 30 } })
  const changed = new Date(Date.now() - 31 * 86_400_000).toISOString()
  await writeSql(app, `update users set password_changed_at = '${changed}' where name = 'fay'`)
  await page.goto('/ui/login')
  await page.getByLabel('User name').fill(fay.name)
  await page.getByLabel('Password', { exact: true }).fill(fay.password)
  const refusal = page.waitForResponse((response) => response.url().includes('/ui/auth/login?'))
  await page.keyboard.press('Enter')
  expect(await (await refusal).json()).toMatchObject({ errors: [{ code: 'PASSWORD_EXPIRED' }] })
  await expect(page).toHaveURL(/\/ui\/login\/change-password$/)
  await expect(page.getByLabel('User name')).toHaveValue('fay')
})

async function resetKey(app: TestApp, name: string): Promise<string> {
  await app.user({ name, email: `${name}@example.org` })
  const reply = await app.anonymous('/ui/api/v1/ui/auth/forgotpassword', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'bindery' },
    body: JSON.stringify({ user: name }),
  })
  expect(reply.status).toBe(200)
  return linkIn(await post.letterTo(`${name}@example.org`)).searchParams.get('key') ?? ''
}
