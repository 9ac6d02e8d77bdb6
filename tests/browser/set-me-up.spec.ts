// The panel that sets up a client, and sees its first request.
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('NAV-41, NAV-43: the panel is filled for the repository one looks at, and shows the first request of the client as it arrives, or why it was refused', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await page.goto('/ui/repos/tree/General/generic-local')
  await expect(page.getByRole('heading', { level: 2, name: 'generic-local' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('s')
  const panel = page.getByRole('dialog', { name: 'Set Me Up' })
  await expect(panel.getByRole('combobox', { name: 'Repository' })).toHaveValue('generic-local')
  await expect(panel.getByText(`${app.url}/artifactory/generic-local/`).first()).toBeVisible()
  // What each choice is about stands beside it.
  for (const label of ['I want to', 'For'])
    await expect(panel.getByText(label, { exact: true })).toBeVisible()
  const watch = panel.getByRole('status', { name: 'Requests of your client' })
  await expect(watch.getByText('Waiting for your first request…')).toBeVisible()

  // The panel is heard of once it waits: until then a request is not news to it.
  await expect(async () => {
    await app.fetch('/artifactory/generic-local/', { headers: { 'user-agent': 'fetcher/2.1' } })
    await expect(watch.getByText('Seen as admin:').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(watch.getByText('fetcher/2.1').first()).toBeVisible()
  await app.anonymous('/artifactory/generic-local/x', { headers: { authorization: 'Bearer wrong' } })
  await expect(watch.getByText('Refused with 401:')).toBeVisible()
  await expect(watch.getByText(/The client sent no token, or one that is not known/)).toBeVisible()

  // For a build server the token is a variable, and a step of its workflow is one click away.
  await panel.getByRole('combobox', { name: 'Package type' }).selectOption('npm')
  await panel.getByRole('radio', { name: 'CI' }).check({ force: true })
  await panel.getByRole('radio', { name: 'Both' }).check({ force: true })
  await expect(panel.getByText(/_authToken=\$\{BINDERY_TOKEN\}/)).toBeVisible()
  await expect(panel.getByText('npm publish')).toBeVisible()
  await panel.getByRole('radio', { name: 'Windows' }).check({ force: true })
  await expect(panel.getByText('Put this in %USERPROFILE%\\.npmrc')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Copy for GitHub Actions' })).toBeVisible()

  // What is made for a build server can do no more than the build needs.
  await expect(panel.getByRole('checkbox', { name: 'Only for npm-local' })).toBeChecked()
  await panel.getByLabel('Your password').fill(app.admin.password)
  await panel.getByRole('combobox', { name: 'Valid for' }).selectOption('7 days')
  await panel.getByRole('button', { name: 'Create token' }).click()
  await panel.getByRole('button', { name: 'Show the token' }).click()
  const line = panel.locator('div', { has: page.getByRole('button', { name: 'Hide the token' }) }).last()
  const token = (await line.locator('code').textContent()) ?? ''
  const limited = app.as({ token })
  expect((await limited('/artifactory/npm-local/')).status).toBe(200)
  expect((await limited('/artifactory/generic-local/')).status).toBe(404)

  await panel.getByText('If it does not work').click()
  await expect(panel.getByText('npm config get registry')).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'What the server saw' })).toBeVisible()
  await app.fetch('/artifactory/api/npm/npm-local/nothing-here')
  await panel.getByRole('button', { name: 'Look again' }).click()
  await expect(panel.getByText('Refused with 404:').last()).toBeVisible()
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
})
