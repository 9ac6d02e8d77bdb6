import { json } from '../support/browser.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

const access = '/access/api/v1'
const unique = (name: string) => `${name}-${Date.now().toString(36)}`

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

test('ADMIN-22: environments are made, put in order, renamed and deleted; those in use say by what', async ({
  page,
  app,
}) => {
  const name = unique('STAGE')
  await page.goto('/ui/admin/environments')
  const rows = page.getByRole('list', { name: 'Environments' }).getByRole('listitem')
  await expect(rows.first()).toContainText('DEV')
  await expect(rows.nth(1)).toContainText('PROD')
  await expect(page.getByRole('button', { name: 'Delete DEV' })).toHaveCount(0)
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create environment' }).click()
  await expect(dialog.getByText('This field is mandatory')).toBeVisible()
  await dialog.getByLabel('Name').fill('A B')
  await dialog.getByRole('button', { name: 'Create environment' }).click()
  await expect(
    dialog.getByText('Name can only contain alphanumeric characters, dashes and periods'),
  ).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create environment' }).click()
  await expect(rows.filter({ hasText: name })).toContainText('Not used')
  await page.getByRole('button', { name: `Move ${name} up` }).click()
  await expect(rows.nth(1)).toContainText(name)
  await app.fetch(`${access}/projects/_/repositories/npm-local/environments/${name}`, { method: 'PUT' })
  await page.reload()
  await page.getByRole('button', { name: `${name} is used by 1 repository` }).click()
  await expect(dialog).toContainText('npm-local')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Rename ${name}` }).click()
  await dialog.getByLabel('Name').fill(`${name}2`)
  await dialog.getByRole('button', { name: 'Rename environment' }).click()
  await expect(rows.nth(1)).toContainText(`${name}2`)
  await app.fetch(`${access}/projects/_/repositories/npm-local/environments/${name}2`, { method: 'DELETE' })
  await page.getByRole('button', { name: `Delete ${name}2` }).click()
  await dialog.getByRole('button', { name: 'Delete environment' }).click()
  await expect(rows).toHaveCount(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('ROUTE-81, ADMIN-20: global roles are predefined and locked, or made with actions per environment', async ({
  page,
  app,
}) => {
  const name = unique('Deployer')
  await page.goto('/ui/admin/management/global_roles')
  await expect(page.getByRole('heading', { level: 1, name: 'Global roles' })).toBeVisible()
  const roles = page.getByRole('region', { name: 'Roles' })
  for (const predefined of [
    'Project Admin',
    'Developer',
    'Contributor',
    'Viewer',
    'Release Manager',
    'Security Manager',
  ])
    await expect(roles.getByRole('link', { name: predefined })).toBeVisible()
  await roles.getByRole('link', { name: 'Developer' }).click()
  await expect(page.getByText('This role is predefined and stays as it is.')).toBeVisible()
  const matrix = page.getByRole('table')
  await expect(matrix.getByRole('checkbox', { name: 'DEV' })).toBeChecked()
  await expect(matrix.getByRole('checkbox', { name: 'PROD' })).not.toBeChecked()
  await expect(matrix.getByRole('checkbox', { name: 'DEV' })).toBeDisabled()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Every environment').uncheck()
  await matrix.getByRole('checkbox', { name: 'Repositories: Deploy/Cache' }).check()
  await matrix.getByRole('checkbox', { name: 'PROD' }).check()
  await matrix.getByRole('checkbox', { name: 'DEV' }).uncheck()
  const deploy = matrix.getByRole('row').filter({ hasText: 'Deploy/Cache' })
  await expect(deploy.getByRole('cell')).toContainText(['No', 'Yes'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(roles.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  expect(await (await app.fetch(`${access}/roles/${name}`)).json()).toMatchObject({
    environments: ['PROD'],
    actions: ['READ_REPOSITORY', 'DEPLOY_CACHE_REPOSITORY'],
  })
  const project = unique('roles')
  await app.fetch(`${access}/projects`, json('POST', { project_key: project, display_name: project }))
  await app.fetch(`${access}/projects/${project}/users/admin`, json('PUT', { roles: [name] }))
  await page.reload()
  await expect(page.getByRole('region', { name: 'Who has it' })).toContainText(`admin${project} (${project})`)
  await page.getByLabel('Description').fill('Deploys')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await app.fetch(`${access}/projects/${project}`, { method: 'DELETE' })
  await page.reload()
  await page.getByRole('button', { name: 'Delete role' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).click()
  await expect(roles.getByRole('link', { name })).toHaveCount(0)
})

test('a project has roles and environments of its own beside the global ones', async ({ page, app }) => {
  const key = unique('own')
  await app.fetch(`${access}/projects`, json('POST', { project_key: key, display_name: key }))
  await page.goto('/ui/admin/projects/environments')
  await page.getByRole('button', { name: key, exact: false }).last().click()
  await page.getByRole('button', { name: 'New environment' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('QA')
  await expect(page.getByRole('dialog')).toContainText(`It will be called ${key}-QA.`)
  await page.getByRole('dialog').getByRole('button', { name: 'Create environment' }).click()
  const rows = page.getByRole('list', { name: 'Environments' }).getByRole('listitem')
  await expect(rows.filter({ hasText: `${key}-QA` })).toContainText('Not used')
  await expect(page.getByRole('button', { name: `Rename ${key}-QA` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Roles', exact: true }).click()
  await page.getByRole('link', { name: 'New role' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Tester')
  await page.getByLabel('Every environment').uncheck()
  await page
    .getByRole('table')
    .getByRole('checkbox', { name: `${key}-QA` })
    .check()
  await page.getByRole('table').getByRole('checkbox', { name: 'DEV' }).uncheck()
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(
    page.getByRole('region', { name: 'Roles' }).getByRole('link', { name: 'Tester' }),
  ).toContainText('Own')
  await expectAccessible(page)
  expect(await (await app.fetch(`${access}/projects/${key}/roles/Tester`)).json()).toMatchObject({
    type: 'CUSTOM',
    environments: [`${key}-QA`],
  })
})
