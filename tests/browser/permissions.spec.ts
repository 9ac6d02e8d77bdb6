import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.use({ appEnv: { BINDERY_SERVER_NAME: 'permissions' } })

// A new installation lets everybody read; here only what the tests give counts.
test.beforeAll(async ({ app }) => {
  await app.closeReading()
})

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

const permissions = '/ui/admin/management/permissions'
const unique = (name: string) => `${name}-${Date.now()}`

const rule = (name: string, users: Record<string, string[]>) => ({
  name,
  repositories: ['generic-local'],
  exclude: ['**/private/**'],
  users,
})

test('ADMIN-19, VAL-10: a permission is made on one page, its effect is said before saving, and it holds at once', async ({
  page,
  app,
}) => {
  const name = unique('deployers')
  const user = await app.user({ name: unique('grace') })
  const group = await app.group({ name: unique('web'), members: [user.name] })
  const send = (path: string) =>
    app.as(user)(`/artifactory/generic-local/${path}`, { method: 'PUT', body: 'x' })
  expect((await send('a.txt')).status).not.toBe(201)

  await page.goto(permissions)
  await expect(page.getByRole('heading', { level: 1, name: 'Permissions' })).toBeVisible()
  await page.keyboard.press('n')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await expect(page.getByText('No resources are chosen yet, so nobody gets anything.')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Repositories' }).click()
  const resources = page.getByRole('dialog', { name: 'Repositories' })
  await resources.getByRole('checkbox', { name: 'generic-local' }).check()
  await resources.getByLabel('Exclude').fill('**/private/**')
  await resources.getByLabel('Exclude').press('Enter')
  await resources.getByLabel('Try the patterns').fill('a/b.txt\nx/private/y.txt')
  await expect(resources.getByText('is covered by')).toBeVisible()
  await expect(resources.getByText('is excluded by')).toBeVisible()
  await expectAccessible(page)
  await resources.getByRole('button', { name: 'Apply' }).click()

  await page.getByRole('button', { name: 'Add users or groups' }).click()
  await page.getByRole('textbox', { name: 'Add users or groups' }).fill(group)
  await page.getByRole('option', { name: group }).click()
  for (const right of ['Read', 'Annotate', 'Deploy/Cache', 'Delete/Overwrite', 'Manage'])
    await expect(page.getByRole('checkbox', { name: `${right} for ${group}`, exact: true })).toBeEnabled()
  for (const kind of ['Builds', 'Release bundles'])
    await expect(page.getByRole('button', { name: `Edit ${kind}` })).toBeEnabled()
  await page.getByRole('checkbox', { name: `Deploy/Cache for ${group}` }).check()
  await expect(page.getByRole('region', { name: 'In words' })).toContainText(
    `Members of ${group} (1) may read and deploy in generic-local, except under private. This permission lets nobody delete.`,
  )
  await save.click()
  await expect(page.getByText('This field is mandatory')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await save.click()
  const effect = page.getByRole('dialog', { name: `Save ${name}?` })
  await expect(effect.getByText('+1 person gains deploy', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await effect.getByRole('button', { name: 'Save permission' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect((await send('a.txt')).status).toBe(201)
  expect((await send('private/a.txt')).status).not.toBe(201)
})

test('the matrix is one stop of the keyboard: arrows move, Space ticks, Delete takes the row away', async ({
  page,
  app,
}) => {
  const name = unique('keys')
  const ada = unique('ada')
  const bob = unique('bob')
  await app.user({ name: ada })
  await app.user({ name: bob })
  await app.permission(rule(name, { [ada]: ['read'], [bob]: ['read'] }))
  await page.goto(`${permissions}/${name}/edit`)
  const grid = page.getByRole('grid', { name: 'Who may do what' })
  const box = (action: string, who: string) => grid.getByRole('checkbox', { name: `${action} for ${who}` })
  // Every right is in sight beside the tester, also in a window of 1280.
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(page.getByText('Copy result')).toBeVisible()
  const scroller = grid.locator('..')
  await expect.poll(() => scroller.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0)
  await page.getByRole('button', { name: 'Add users or groups' }).focus()
  await page.keyboard.press('Tab')
  await expect(box('Read', ada)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(box('Deploy/Cache', bob)).toBeFocused()
  await expect(box('Deploy/Cache', bob)).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(box('Deploy/Cache', bob)).toBeChecked()
  await expect(page.getByRole('region', { name: 'In words' })).toContainText(`${bob} may also deploy.`)
  await page.keyboard.press('End')
  await expect(grid.getByRole('button', { name: `Remove ${bob}` })).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await expect(box('Read', bob)).toHaveCount(0)
  await expect(box('Read', ada)).toBeVisible()
  await expectAccessible(page)
  // Nothing was saved; leaving asks first.
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave and discard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
})

test('the access tester explains a refusal and an allowance, for what is not saved yet as well', async ({
  page,
  app,
}) => {
  const name = unique('tested')
  const grace = unique('grace')
  await app.user({ name: grace })
  await app.permission(rule(name, { [grace]: ['read'] }))
  await page.goto(`${permissions}/${name}/edit`)
  const tester = page.getByRole('region', { name: 'Access tester' })
  await tester.getByLabel('on this path').fill('generic-local/a/b.txt')
  await page.getByRole('checkbox', { name: `Deploy/Cache for ${grace}` }).focus()
  await expect(tester.getByText('Denied')).toBeVisible()
  await expect(tester.getByRole('listitem').first()).toContainText(name)
  await expectAccessible(page)
  await tester.getByRole('button', { name: 'Tick' }).click()
  await expect(page.getByRole('checkbox', { name: `Deploy/Cache for ${grace}` })).toBeChecked()
  await expect(tester.getByText('Allowed')).toBeVisible()
  await tester.getByLabel('on this path').fill('generic-local/private/b.txt')
  await expect(tester.getByText('Denied')).toBeVisible()
  await expect(tester.getByText(/excludes this path/)).toBeVisible()
})

test('the tester has a page of its own, whose address holds the question', async ({ page, context, app }) => {
  const name = unique('asked')
  const user = await app.user({ name: unique('linus') })
  await app.permission(rule(name, { [user.name]: ['read'] }))
  await page.goto(
    `/ui/admin/management/access-tester?subject=user:${user.name}&action=read&path=generic-local/a.txt`,
  )
  await expect(page.getByText('Allowed')).toBeVisible()
  await page.getByLabel('do', { exact: true }).selectOption('delete')
  await expect(page).toHaveURL(/action=delete/)
  await expect(page.getByText('Denied')).toBeVisible()
  await expectAccessible(page)
  // Somebody without rights asks about themselves, and gets words to send to an administrator.
  await context.clearCookies()
  await signIn(context, app, user)
  await page.goto('/ui/access-tester?action=deploy&path=generic-local/a.txt')
  await expect(page.getByText('Denied')).toBeVisible()
  await expect(page.getByText('Request access')).toBeVisible()
  await expect(page.getByText(/needs the deploy right on generic-local/)).toBeVisible()
})

test('the list answers who may do what, and a permission is copied and deleted', async ({ page, app }) => {
  const name = unique('listed')
  const user = unique('mia')
  await app.user({ name: user })
  await app.permission(rule(name, { [user]: ['read', 'delete'] }))
  await page.goto(`${permissions}?repository=generic-local&action=delete&user=${user}`)
  const table = page.getByRole('table', { name: 'Permissions' })
  await expect(table.getByRole('link')).toHaveText([name])
  await expectAccessible(page)
  await table.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate permission' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${name}-copy` })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete permission' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`Type ${name}-copy to confirm`).fill(`${name}-copy`)
  await dialog.getByRole('button', { name: 'Delete permission' }).click()
  await expect(page).toHaveURL(/permissions$/)
  expect((await app.fetch(`/ui/api/v1/permissions/${name}-copy`)).status).toBe(404)
})

test('the editor fits a phone', async ({ page, app }) => {
  const name = unique('small')
  const user = unique('kim')
  await app.user({ name: user })
  await app.permission(rule(name, { [user]: ['read'] }))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${permissions}/${name}/edit`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('whoever manages a permission without being an administrator finds it, changes it and asks about others', async ({
  page,
  context,
  app,
}) => {
  const [managed, foreign] = [unique('managed'), unique('foreign')]
  const manager = await app.user({ name: unique('mia') })
  const grace = await app.user({ name: unique('grace') })
  await app.permission({
    name: managed,
    repositories: ['generic-local'],
    include: ['mine/**'],
    users: { [manager.name]: ['read', 'manage'] },
  })
  await app.permission({ name: foreign, repositories: ['npm-local'], users: { [manager.name]: ['read'] } })
  await context.clearCookies()
  await signIn(context, app, manager)

  await page.goto('/ui/packages')
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Permissions' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link')).toHaveText(['Permissions', 'Access tester', 'Application'])
  await expect(page.getByRole('table', { name: 'Permissions' }).getByRole('link')).toHaveText([managed])
  await expect(page.getByRole('link', { name: 'New permission' })).toHaveCount(0)

  await page.getByRole('link', { name: managed }).click()
  await expect(page.getByText('Only an administrator can change the resources')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Duplicate' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add users or groups' }).click()
  await page.getByRole('textbox', { name: 'Add users or groups' }).fill(grace.name)
  await page.getByRole('option', { name: grace.name }).click()
  await expect(page.getByRole('checkbox', { name: `Manage for ${grace.name}` })).toBeDisabled()
  const tester = page.getByRole('region', { name: 'Access tester' })
  await page.getByRole('checkbox', { name: `Deploy/Cache for ${grace.name}` }).focus()
  await expect(tester.getByText('Denied')).toBeVisible()
  await tester.getByRole('button', { name: 'Tick' }).click()
  await expect(tester.getByText('Allowed')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save permission' }).click()
  await expect(page.getByText(`Permission ${managed} saved`)).toBeVisible()
  const sent = await app.as(grace)('/artifactory/generic-local/mine/a.txt', { method: 'PUT', body: 'x' })
  expect(sent.status).toBe(201)

  await menu.getByRole('link', { name: 'Access tester' }).click()
  await page.getByLabel('Can', { exact: true }).fill(grace.name)
  await page.getByRole('option', { name: grace.name }).click()
  await page.getByLabel('on this path').fill('generic-local/mine/a.txt')
  await expect(page.getByText('Allowed')).toBeVisible()
  // What is for administrators stays closed.
  await page.goto(`${permissions}/create`)
  await expect(page).toHaveURL(/\/ui\/authorization$/)
})

test('the tester is asked about builds and release bundles by their names', async ({ page, app }) => {
  const user = await app.user({ name: unique('linus') })
  const names = { build: unique('builds'), release_bundle: unique('bundles') }
  for (const [section, target] of [
    ['build', 'artifactory-build-info'],
    ['release_bundle', 'release-bundles-v2'],
  ] as const)
    await app.permission({
      name: names[section],
      section,
      repositories: [target],
      include: ['web-*'],
      users: { [user.name]: section === 'build' ? ['read'] : ['read', 'distribute'] },
    })
  await page.goto(`/ui/admin/management/access-tester?subject=user:${user.name}&section=build&path=web-shop`)
  await expect(page.getByText('Allowed')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: names.build })).toBeVisible()
  await page.getByLabel('the build', { exact: true }).fill('ops-tool')
  await expect(page.getByText('Denied')).toBeVisible()
  await page.getByRole('radio', { name: 'Release bundles' }).check({ force: true })
  await page.getByLabel('do', { exact: true }).selectOption('distribute')
  await page.getByLabel('the release bundle', { exact: true }).fill('web-suite')
  await expect(page.getByText(`may distribute the release bundle web-suite`)).toBeVisible()
  await expect(page).toHaveURL(/section=release_bundle/)
  await expectAccessible(page)
})
