import type { Page } from '@playwright/test'
import { json } from '../support/browser.ts'
import type { TestApp } from '../support/app.ts'
import { writeSql } from '../support/sql.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

const access = '/access/api/v1'
const list = '/ui/admin/projects/list'
const unique = (name: string) => `${name}-${Date.now().toString(36)}`

const create = (app: TestApp, key: string, more: object = {}) =>
  app.fetch(`${access}/projects`, json('POST', { project_key: key, display_name: `Team ${key}`, ...more }))
const join = (app: TestApp, path: string, roles: string[]) =>
  app.fetch(`${access}/projects/${path}`, json('PUT', { roles }))
const repository = async (app: TestApp, key: string, project?: string) => {
  await app.fetch('/ui/api/v1/repositories', json('POST', { key, kind: 'local', format: 'generic' }))
  if (project !== undefined)
    await app.fetch(`${access}/projects/_/attach/repositories/${key}/${project}`, { method: 'PUT' })
}
const switcher = (page: Page) => page.getByRole('button', { name: /^Project: / })

/** Through the header, as people do. */
async function choose(page: Page, name: string) {
  await switcher(page).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a project' })
  await dialog.getByRole('searchbox').fill(name)
  await dialog.getByRole('button', { name }).click()
  await expect(switcher(page)).toHaveAccessibleName(`Project: ${name}`)
}

test('ROUTE-62, ROUTE-63, ADMIN-12, ADMIN-13, VAL-07, ERR-16: a project is made, listed, edited and deleted', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const key = unique('shop')
  await app.user({ name: `${key}-ada` })
  await page.goto(list)
  await expect(page.locator('html')).toHaveAttribute('data-route', 'projects.main')
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  await page.keyboard.press('n')
  await expect(page.locator('html')).toHaveAttribute('data-route', 'projects.create')
  const name = page.getByRole('textbox', { name: 'Name' })
  const keyField = page.getByRole('textbox', { name: 'Project key' })
  const save = page.getByRole('button', { name: 'Create project' })
  await name.fill('Web Shop')
  await expect(keyField).toHaveValue('web-shop')
  await expect(page.getByText('web-shop-npm-local')).toBeVisible()
  await keyField.fill('1shop')
  await save.click()
  await expect(page.getByText('Project key must start with a lowercase character')).toBeVisible()
  await expect(keyField).toBeFocused()
  await keyField.fill(key)
  await name.fill(`Shop ${key}`)
  await expect(keyField).toHaveValue(key)
  await page.getByLabel('Refuse what does not fit').check()
  await page.getByLabel('Amount').fill('5')
  await page.getByRole('textbox', { name: 'Find a user or group' }).fill(`${key}-ada`)
  await page.getByRole('option', { name: `${key}-ada` }).click()
  await expectAccessible(page)
  await save.click()
  await expect(page).toHaveURL(/\/admin\/projects\/overview$/)
  await expect(page.getByRole('heading', { level: 1, name: `Shop ${key}` })).toBeVisible()
  await expect(page.getByText(`Administered by ${key}-ada`)).toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(keyField).not.toBeEditable()
  await page.getByLabel('Description').fill('What customers see')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await page.goto(`${list}?search=${key}`)
  const card = page.getByRole('listitem').filter({ hasText: `Shop ${key}` })
  await expect(card).toContainText('What customers see')
  await expect(card).toContainText('0 B of 5.0 GiB, 0 %')
  await expect(card).toContainText('0 repositories · 1 user')
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Table' }).check()
  await page.getByRole('button', { name: `Actions for Shop ${key}` }).click()
  await page.getByRole('menuitem', { name: 'Delete project' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Delete project' })).toBeDisabled()
  await dialog.getByLabel(`Type ${key} to confirm`).fill(key)
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await app.fetch(`${access}/projects/${key}`)).status).toBe(404)
})

test.describe('refused', () => {
  test.use({ allowFailures: true })

  test('ERR-16: what the server refuses is said beside the toast, and nothing typed is lost', async ({
    page,
    context,
    app,
  }) => {
    await signIn(context, app)
    const key = unique('taken')
    await create(app, key)
    await page.goto('/ui/admin/projects/create')
    await page.getByRole('textbox', { name: 'Name' }).fill('Another')
    await page.getByRole('textbox', { name: 'Project key' }).fill(key)
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByText('Failed to create a project.', { exact: true })).toBeVisible()
    await expect(page.getByText(`There is a project with the key ${key}`)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Another')
  })

  test('ROLE-33, NAV-08: members who administer nothing do not get to the pages of a project', async ({
    page,
    context,
    app,
  }) => {
    const key = unique('plain')
    await create(app, key)
    const bob = await app.user({ name: `${key}-bob` })
    await join(app, `${key}/users/${bob.name}`, ['Developer'])
    await signIn(context, app, bob)
    await page.goto('/ui/packages')
    await choose(page, `Team ${key}`)
    await expect(page.getByRole('link', { name: 'Project Settings' })).toHaveCount(0)
    await page.goto('/ui/admin/projects/members')
    await expect(page.getByText('You are not authorized to view this page.').first()).toBeVisible()
  })
})

test('ERR-17: the storage says when it is calculated for the first time, and when it is renewed', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const key = unique('size')
  await create(app, key, { storage_quota_bytes: 1000, soft_limit: true })
  await repository(app, `${key}-files`, key)
  await app.fetch(`/artifactory/${key}-files/a.bin`, { method: 'PUT', body: 'x'.repeat(800) })
  await page.goto(`${list}?search=${key}`)
  const card = page.getByRole('listitem').filter({ hasText: `Team ${key}` })
  await expect(card).toContainText('1 repository')
  // The job is quicker than any eye: hold it where it would be with a million files.
  await writeSql(
    app,
    `update project_storage set bytes = null, requested_at = '2026' where project_key = '${key}'`,
  )
  await page.reload()
  await expect(card).toContainText('Calculating the storage cache for the first time...')
  await writeSql(app, `update project_storage set bytes = 100 where project_key = '${key}'`)
  await expect(card).toContainText('100 B of 1000 B, 10 %')
  await expect(card.getByText('Calculating...', { exact: true })).toBeVisible()
  await app.fetch(`/ui/api/v1/projects/${key}/storage`, { method: 'POST' })
  await expect(card).toContainText('800 B of 1000 B, 80 %')
  await expect(card.getByText('Calculating...')).toHaveCount(0)
})

test('ROUTE-64, ROUTE-65, ROUTE-66, NAV-05, NAV-08, ROLE-33: a project administrator runs the chosen project', async ({
  page,
  context,
  app,
}) => {
  const key = unique('run')
  await create(app, key)
  const ada = await app.user({ name: `${key}-ada` })
  await app.user({ name: `${key}-bob` })
  await join(app, `${key}/users/${ada.name}`, ['Project Admin'])
  await signIn(context, app, ada)
  await page.goto('/ui/packages')
  await expect(switcher(page)).toHaveAccessibleName('Project: All projects')
  await expect(page.getByRole('link', { name: 'Project Settings' })).toHaveCount(0)
  await choose(page, `Team ${key}`)
  await page.getByRole('link', { name: 'Project Settings' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-route', 'projects.overview')
  await expect(page.getByRole('heading', { level: 1, name: `Team ${key}` })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveCount(0)
  await expectAccessible(page)
  const sidebar = page.getByRole('navigation', { name: 'Project Settings' })
  await expect(sidebar.getByRole('link')).toContainText([
    'Overview',
    'Members',
    'Roles',
    'Resources',
    'Environments',
  ])
  await sidebar.getByRole('link', { name: 'Members' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-route', 'projects.members')
  await page.getByRole('combobox', { name: 'With the role' }).selectOption('Developer')
  await page.getByRole('textbox', { name: 'Add a member' }).fill(`${key}-bob`)
  await page.getByRole('option', { name: `${key}-bob` }).click()
  const roles = page.getByRole('button', { name: `Roles of ${key}-bob` })
  await expect(roles).toContainText('Developer')
  await roles.click()
  await page.getByRole('checkbox', { name: 'Release Manager' }).check()
  await page.getByRole('button', { name: 'Set roles' }).click()
  await expect(roles).toContainText('Release Manager')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Remove ${key}-bob` }).click()
  await page.getByRole('button', { name: 'Remove member' }).click()
  await expect(roles).toHaveCount(0)
  await page.reload()
  await expect(switcher(page)).toHaveAccessibleName(`Project: Team ${key}`)
  await page.goto('/ui/logout')
  // The form is there before the logout has ended.
  const who = `${app.url}/ui/api/v1/ui/auth/current`
  await expect.poll(async () => (await (await context.request.get(who)).json()).user).toBeNull()
  await signIn(context, app, ada)
  await page.goto('/ui/packages')
  await expect(switcher(page)).toHaveAccessibleName('Project: All projects')
})

test('a repository is moved with its effect in sight, put into environments, shared and taken out', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const [key, other] = [unique('from'), unique('to')]
  await create(app, key)
  await create(app, other)
  await app.user({ name: `${key}-ada` })
  await join(app, `${key}/users/${key}-ada`, ['Viewer'])
  await repository(app, `${key}-files`, key)
  await page.goto('/ui/admin/projects/list')
  await expect(switcher(page)).toBeVisible()
  await page.keyboard.press('Control+Shift+P')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('searchbox').fill(other)
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/overview$/)
  await page.getByRole('link', { name: 'Bring in repositories' }).click()
  await page.getByRole('button', { name: 'Assign repositories' }).click()
  await dialog.getByRole('searchbox').fill(key)
  await dialog.getByRole('button', { name: `${key}-files` }).click()
  await expect(dialog).toContainText(`It leaves the project ${key}.`)
  await expect(dialog).toContainText(`One person loses what their roles in ${key} allowed: ${key}-ada.`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Move to Team ${other}` }).click()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: `Environments of ${key}-files` }).click()
  await page.getByRole('checkbox', { name: 'PROD' }).check()
  await expect(page.getByRole('button', { name: `Environments of ${key}-files` })).toContainText('PROD')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Actions for ${key}-files` }).click()
  await page.getByRole('menuitem', { name: 'Share with projects' }).click()
  await dialog.getByRole('textbox', { name: 'Projects that may use it' }).fill(key)
  await page.getByRole('option', { name: `Team ${key}` }).click()
  await expect(dialog.getByRole('button', { name: `Remove ${key}` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Actions for ${key}-files` }).click()
  await page.getByRole('menuitem', { name: 'Take out of the project' }).click()
  await dialog.getByRole('button', { name: 'Take out of the project' }).click()
  await expect(page.getByText('No repository belongs to the project yet')).toBeVisible()
  const assigned = await app.fetch(`${access}/projects/_/repositories/${key}-files`)
  expect(await assigned.json()).toMatchObject({ environments: ['PROD'], shared_with_projects: [key] })
})

test('the pages of a project fit a phone', async ({ page, context, app }) => {
  await signIn(context, app)
  const key = unique('small')
  await create(app, key)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(list)
  await choose(page, `Team ${key}`)
  for (const path of ['overview', 'members', 'roles', 'resources', 'environments', 'list', 'create']) {
    await page.goto(`/ui/admin/projects/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})
