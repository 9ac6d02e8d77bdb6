import { startMailServer } from '../support/mail-server.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// These rules hold for the whole application, so it has one of its own.
test.use({ appEnv: { BINDERY_SERVER_NAME: 'security', BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

const settings = '/ui/admin/configuration/security/general'

test('anonymous access is opened only after its consequence was read, and holds at once', async ({
  page,
  app,
}) => {
  await page.goto(settings)
  await expect(page.getByRole('heading', { level: 1, name: 'Security settings' })).toBeVisible()
  await expectAccessible(page)
  const box = page.getByLabel('Allow anonymous access')
  const wasOn = await box.isChecked()
  expect(wasOn).toBe(false)
  await box.check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Save these security settings?' })
  await expect(question.getByText(/Everybody who reaches this server may read/)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(
    ((await (await app.anonymous('/ui/api/v1/ui/auth/current')).json()) as { anonymousAccess: boolean })
      .anonymousAccess,
  ).toBe(false)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await question.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(page.getByText(/Saved .* by admin/)).toBeVisible()
  expect(
    ((await (await app.anonymous('/ui/api/v1/ui/auth/current')).json()) as { anonymousAccess: boolean })
      .anonymousAccess,
  ).toBe(true)
  await box.uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
})

test('numbers outside the limits are refused at their field, and Discard brings the saved ones back', async ({
  page,
}) => {
  await page.goto(settings)
  const length = page.getByLabel('Shortest length')
  const before = await length.inputValue()
  await length.fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('A whole number from 8 to 128')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(length).toHaveValue(before)
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
})

test('leaving with unsaved rules asks first', async ({ page }) => {
  await page.goto(settings)
  await page.getByLabel('Ends when unused for').fill('45')
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Audit log' })
    .click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay here' })
    .click()
  await expect(page.getByLabel('Ends when unused for')).toHaveValue('45')
})

test('the notice of the sign-in page is previewed without its scripts, and shown to whoever signs in', async ({
  page,
  browser,
  app,
}) => {
  await page.goto(settings)
  await page.getByLabel('Show a notice before signing in').check()
  await page.getByLabel('Title', { exact: true }).fill('Terms of use')
  await page
    .getByLabel('Text', { exact: true })
    .fill('<p>Be <b>kind</b>.</p><script>document.title = "owned"</script>')
  const preview = page.getByRole('group', { name: 'Preview' })
  await expect(preview.getByText('Be kind.')).toBeVisible()
  await expect(preview.locator('script')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  const stranger = await browser.newContext({ baseURL: app.url })
  const visit = await stranger.newPage()
  await visit.goto('/ui/login')
  await expect(visit.getByRole('dialog', { name: 'Terms of use' })).toBeVisible()
  await stranger.close()
  await page.getByLabel('Show a notice before signing in').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
})

test('people without a second factor are listed, and what it means to require one is said', async ({
  page,
  app,
}) => {
  const name = `nofactor-${Date.now()}`
  await app.user({ name })
  await page.goto(settings)
  await page.getByLabel('Required for everybody').check()
  await page.getByText(/people without a second factor/).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog').getByText(/must set one up at their next sign-in/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
})

test('VAL-10: a mail server is tried before it is saved, and its password is never shown again', async ({
  page,
  app,
}) => {
  const server = await startMailServer()
  try {
    await page.goto('/ui/admin/configuration/mail')
    await expect(page.getByRole('heading', { level: 1, name: 'Mail settings' })).toBeVisible()
    await page.getByLabel('Send letters').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('This field is mandatory')).toHaveCount(2)
    await page.getByLabel('Host').fill('127.0.0.1')
    await page.getByLabel('Connection').selectOption('none')
    await page.getByLabel('Port').fill(String(server.port))
    await page.getByLabel('Sender address').fill('bindery@example.org')
    await page.getByLabel('Send to').fill('ada@example.org')
    await page.getByRole('button', { name: 'Send test letter' }).click()
    expect((await server.letterTo('ada@example.org')).from).toBe('bindery@example.org')
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Password' }).fill('mail-secret')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible()
    expect(await (await app.fetch('/ui/api/v1/mail')).text()).not.toContain('mail-secret')

    // With a mail server people can be invited.
    await page.goto('/ui/admin/management/users')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('dialog').getByLabel('E-mail').fill('newcomer@example.org')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('tab', { name: /Invitations/ }).click()
    await expect(page.getByRole('cell', { name: 'newcomer@example.org' })).toBeVisible()
    await expectAccessible(page)
    expect((await server.letterTo('newcomer@example.org')).text).toContain('/ui/')
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back invitation' }).click()
    await expect(page.getByText('No open invitations')).toBeVisible()
  } finally {
    await server.close()
  }
})

test('the settings fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(settings)
  await expect(page.getByRole('heading', { level: 1, name: 'Security settings' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
