import { json } from '../support/browser.ts'
import { changeRepository, makeRepository } from '../support/repositories.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

test('ADMIN-16, ROUTE-69: a local repository is made, takes a package at once, is changed and deleted', async ({
  page,
  app,
}) => {
  const key = `team-${Date.now()}`
  await page.goto('/ui/admin/repositories')
  await expect(page.getByRole('tab', { name: /^Local/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('link', { name: 'npm-local' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/admin\/repositories\/local\/new$/)
  await page.getByLabel(/Filter \d+ types/).fill('mav')
  await expect(page.getByRole('radio', { name: 'npm' })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Maven' }).check({ force: true })
  await expect(page.getByText('Clients of Maven cannot talk to Bindery yet.')).toBeVisible()
  await page.getByLabel(/Filter \d+ types/).fill('')
  await page.getByRole('radio', { name: 'npm' }).check({ force: true })
  await expect(page.getByText(/cannot talk to Bindery yet/)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue to settings' }).click()
  const field = page.getByRole('textbox', { name: 'Repository key' })
  // npm-local is taken, so another is suggested.
  await expect(field).toHaveValue('npm-local-2')
  await field.fill('not a key')
  await expect(
    page.getByText('Name can only contain alphanumeric characters, dashes and periods'),
  ).toBeVisible()
  await field.fill('NPM-local')
  await expect(page.getByText(/NPM-local exists already/)).toBeVisible()
  await field.fill(key)
  await page.getByRole('textbox', { name: 'Exclude patterns' }).fill('secret/**,')
  await page.getByRole('textbox', { name: 'Try a path' }).fill('secret/plan.txt')
  await expect(page.getByText('Not included')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create repository' }).click()
  const created = page.getByRole('dialog', { name: `Repository ${key} created` })
  await created.getByRole('button', { name: 'Open' }).click()
  // The form that it was made with has a description, too.
  await expect(page.getByRole('heading', { level: 1, name: key })).toBeVisible()
  await app.publish('npm', `of-${key}`, '1.0.0', { repository: key })

  await page.getByRole('textbox', { name: 'Description' }).fill('For the team')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Repository ${key} saved`)).toBeVisible()
  const reply = await app.fetch(`/artifactory/api/repositories/${key}`)
  expect(await reply.json()).toMatchObject({ description: 'For the team', excludesPattern: 'secret/**' })

  const facts = page.getByRole('region', { name: 'Preview' })
  await expect(facts.getByText('Description', { exact: true })).toBeVisible()
  const changes = facts.getByRole('link', { name: 'All changes in the audit log' })
  await expect(changes).toHaveAttribute('href', `/ui/admin/security/audit?target=${key}`)

  await page.getByRole('button', { name: 'Delete repository' }).click()
  const question = page.getByRole('dialog', { name: `Delete ${key}?` })
  await expect(question.getByText(/1 file is deleted with it \(.+\)\./)).toBeVisible()
  await expect(question.getByRole('button', { name: 'Delete repository' })).toBeDisabled()
  await question.getByRole('textbox').fill(key)
  await question.getByRole('button', { name: 'Delete repository' }).click()
  await expect(page).toHaveURL(/\/admin\/repositories\/local$/)
  await expect(page.getByRole('link', { name: key })).toHaveCount(0)
  expect((await app.fetch(`/artifactory/api/repositories/${key}`)).status).toBe(400)
})

test('who changed what last is told to everybody who manages a repository, the audit log offered to those who may read it', async ({
  page,
  context,
  app,
}) => {
  const key = await makeRepository(app, `kept-${Date.now()}`, 'local')
  await changeRepository(app, key, { blackedOut: true, priorityResolution: true, notes: 'n', ofAScript: 3 })
  await context.clearCookies()
  await signIn(context, app, await app.user({ name: `keeper-${Date.now()}`, privileges: ['resources'] }))
  await page.goto(`/ui/admin/repositories/local/${key}/edit`)
  const facts = page.getByRole('region', { name: 'Preview' })
  await expect(facts.getByText(/^admin · /)).toBeVisible()
  for (const name of ['Internal notes', 'Closed', 'Priority resolution', '+1'])
    await expect(facts.getByText(name, { exact: true })).toBeVisible()
  await expect(facts.getByRole('link', { name: /audit log/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('of the advanced settings only the changed ones are shown on request, and one that is set back stays in sight', async ({
  page,
  app,
}) => {
  const key = await makeRepository(app, `far-${Date.now()}`, 'remote', {
    url: 'http://does-not-exist.invalid/',
    offline: true,
    hardFail: true,
  })
  await page.goto(`/ui/admin/repositories/remote/${key}/edit`)
  const section = page.getByRole('region', { name: 'Advanced' })
  const only = section.getByRole('button', { name: 'Show only changed' })
  await expect(section.getByText('2 changed')).toBeVisible()
  const all = await section.getByRole('checkbox').count()
  await section.getByText('Advanced settings').click()
  await only.click()
  await expect(only).toHaveAttribute('aria-pressed', 'true')
  await expect(section.getByRole('checkbox')).toHaveCount(2)
  await expect(section.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  for (const name of ['Offline', 'Hard fail']) await section.getByRole('checkbox', { name }).uncheck()
  await expect(section.getByText(/changed$/)).toHaveText(['Show only changed'])
  await expect(section.getByRole('checkbox')).toHaveCount(2)
  await only.click()
  await expect(section.getByRole('checkbox')).toHaveCount(all)
  await expect(only).toHaveCount(0)
})

test('ADMIN-16, ROUTE-71: a virtual repository gets members in an order, and one to deploy to', async ({
  page,
  app,
}) => {
  const own = `second-${Date.now()}`
  await app.fetch('/ui/api/v1/repositories', json('POST', { key: own, kind: 'local', format: 'npm' }))
  await page.goto('/ui/admin/repositories/virtual/new?type=npm')
  const key = `all-${Date.now()}`
  await page.getByRole('textbox', { name: 'Repository key' }).fill(key)
  await expect(page.getByText('Without members it answers nothing.')).toBeVisible()
  for (const member of ['npm-local', own]) {
    await page.getByLabel('Add a member').fill(member)
    await page.getByRole('option', { name: member }).click()
  }
  await page.getByRole('button', { name: `Move ${own} up` }).click()
  await page.getByLabel('Default deployment repository').selectOption('npm-local')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create repository' }).click()
  const created = page.getByRole('dialog', { name: `Repository ${key} created` })
  await created.getByRole('button', { name: 'Create another' }).click()
  // The dialog goes with the page.
  await expect(created).toHaveCount(0)
  await expect(page).toHaveURL(/\/virtual\/new$/)
  expect(await (await app.fetch(`/artifactory/api/repositories/${key}`)).json()).toMatchObject({
    rclass: 'virtual',
    repositories: [own, 'npm-local'],
    defaultDeploymentRepo: 'npm-local',
  })
  await page.goto('/ui/admin/repositories/virtual')
  await page.getByLabel('Filter by key').fill(key)
  await expect(page).toHaveURL(new RegExp(`filter=${key}`))
  await expect(page.getByRole('row', { name: new RegExp(key) })).toContainText(own)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('link', { name: key })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test.describe('with refusals', () => {
  test.use({ allowFailures: true })

  test('ADMIN-16, ROUTE-70: a remote repository is tried before it is saved; internal addresses are refused', async ({
    page,
    app,
  }) => {
    const key = `mirror-${Date.now()}`
    await page.goto('/ui/admin/repositories/remote/new?type=npm')
    await page.getByRole('textbox', { name: 'Repository key' }).fill(key)
    const url = page.getByRole('textbox', { name: 'URL' })
    await url.fill('nowhere')
    await page.getByRole('button', { name: 'Create repository' }).click()
    await expect(url).toHaveAttribute('aria-invalid', 'true')
    await url.fill('http://169.254.169.254/latest/')
    await page.getByRole('button', { name: 'Test' }).click()
    await expect(page.getByText(/cannot be used: it is internal/)).toBeVisible()
    await url.fill('http://does-not-exist.invalid/npm/')
    await page.getByRole('button', { name: 'Test' }).click()
    await expect(page.getByText(/the name could not be looked up/)).toBeVisible()
    await page.getByRole('textbox', { name: 'User name' }).fill('ann')
    await page.getByLabel('Password or token').fill('SECRETMARK')
    await page.getByText('Advanced settings').click()
    await page.getByRole('checkbox', { name: 'Offline' }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create repository' }).click()
    const created = page.getByRole('dialog', { name: `Repository ${key} created` })
    await created.getByRole('button', { name: 'Open' }).click()
    await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible()
    const reply = await app.fetch(`/artifactory/api/repositories/${key}`)
    expect(await reply.json()).toMatchObject({ username: 'ann', password: '', offline: true })
    await page.goto('/ui/admin/repositories/remote?problems=true')
    const row = page.getByRole('row', { name: new RegExp(key) })
    await expect(row).toContainText('Set offline')

    // What is wrong has the room of its column, and its sign is as large as any other.
    const reading = await app.fetch(`/artifactory/api/repositories/${key}`, json('POST', { offline: false }))
    expect(reading.status).toBe(200)
    await app.fetch(`/artifactory/api/npm/${key}/left-pad`)
    await page.reload()
    await expect(row).toContainText(/Could not be (used|reached)/)
    expect((await row.locator('[data-look="warn"] svg').boundingBox())?.width).toBe(16)
    const act = async (name: string) => {
      await row.getByRole('button', { name: `Actions for ${key}` }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Test upstream')
    await expect(
      page.getByRole('alert').getByText(new RegExp(`^${key}: .*could not be looked up`)),
    ).toBeVisible()
    await act('Zap caches')
    await expect(page.getByText(`What ${key} keeps counts as old now`)).toBeVisible()
    await act('Set offline')
    await expect(page.getByText(`${key} gives what is cached`)).toBeVisible()
    await expect(row).toContainText('Set offline')
    await act('Set online')
    await expect(row).not.toContainText('Set offline')
    await act('Browse')
    await expect(page.getByRole('heading', { level: 2, name: key })).toBeVisible()
  })
})
