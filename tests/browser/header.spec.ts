import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

const forAdministrators = [
  ['Getting Started', '/ui/get_started'],
  ['New Local Repository', '/ui/admin/repositories/local/new'],
  ['New Remote Repository', '/ui/admin/repositories/remote/new'],
  ['New Virtual Repository', '/ui/admin/repositories/virtual/new'],
  ['New User', '/ui/admin/management/users/new'],
  ['New Group', '/ui/admin/management/groups/new'],
  ['New Permission', '/ui/admin/management/permissions/create'],
] as const

test('NAV-16, NAV-17, NAV-18, NAV-20, NAV-21, NAV-22, NAV-23, NAV-28, NAV-29, NAV-31: entries of the user menu of an administrator lead where they say', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await page.goto('/ui/user_profile')
  const open = () => page.getByRole('button', { name: /account of admin/ }).click()
  await open()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual([
    'Edit Profile',
    'Set Me Ups',
    ...forAdministrators.slice(0, 1).map(([name]) => name),
    'Quick Repository Creation',
    ...forAdministrators.slice(1).map(([name]) => name),
    'Navigation Tour',
    'Switch to Classic UIBeta',
    'Logout',
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  for (const [name, path] of [...forAdministrators, ['Edit Profile', '/ui/user_profile'] as const]) {
    await open()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    // Some of them are dialogs over a page.
    await page.goto('/ui/user_profile')
  }
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'New Group' })).toBeVisible()
  // Not the entries about whole installations, looks or the person.
  expect(await page.getByRole('menuitem').allTextContents()).toEqual([
    ...forAdministrators.slice(1).map(([name]) => name),
    'Set Me Ups',
  ])
  await page.getByRole('menuitem', { name: 'New Group' }).click()
  await expect(page).toHaveURL(/\/ui\/admin\/management\/groups\/new$/)
  await open()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/ui\/login/)
})

test('NAV-24, NAV-25, NAV-26, NAV-37, ROLE-23, ROLE-24, ROLE-25: a user has no entries of administrators; the classic mode is kept for the person', async ({
  page,
  context,
  app,
  browser,
}) => {
  const who = await app.user({ name: `clara-${Date.now()}` })
  await signIn(context, app, who)
  await page.goto('/ui/packages?show=all')
  const menu = page.getByRole('button', { name: /account of clara/ })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Set Me Up' })).toBeVisible()
  for (const [name] of forAdministrators) await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Cloud Subscription and Usage' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Switch to New UI' })).toHaveCount(0)
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).click()
  await page.getByRole('menuitem', { name: /Switch to Classic UI.*Beta/ }).click()
  const kept = page.waitForResponse('**/preferences/classic')
  await page.getByRole('dialog').getByRole('button', { name: 'Switch to Classic UI' }).click()
  const tree = page.getByRole('navigation', { name: 'Tree' })
  await expect(tree.getByRole('link', { name: 'Packages' })).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/\/ui\/packages\?show=all$/)
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await tree.getByRole('link', { name: 'npm-local' }).click()
  await expect(page).toHaveURL(/repository=npm-local/)
  await expectAccessible(page)
  expect((await kept).status()).toBe(204)

  const other = await browser.newContext({ baseURL: app.url })
  await signIn(other, app, who)
  const elsewhere = await other.newPage()
  await elsewhere.goto('/ui/packages')
  await expect(elsewhere.getByRole('navigation', { name: 'Tree' })).toBeVisible()
  await elsewhere.getByRole('button', { name: /account of clara/ }).click()
  await elsewhere.getByRole('menuitem', { name: /Switch to New UI.*Beta/ }).click()
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Switch to New UI' }).click()
  await expect(elsewhere.getByRole('navigation', { name: 'Application' })).toBeVisible()
  await other.close()
})

test('NAV-19, NAV-41, NAV-42, NAV-43: Set Me Up opens for the page, makes a token that works, and starts anew after hiding', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await page.goto('/ui/packages?repository=generic-local')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /account of admin/ }).click()
  await page.getByRole('menuitem', { name: 'Set Me Up' }).click()
  const panel = page.getByRole('dialog', { name: 'Set Me Up' })
  await expect(panel.getByLabel('Repository')).toHaveValue('generic-local')
  await panel.getByLabel('Package type').selectOption('npm')
  await expect(panel.getByText(`registry=${app.url}/artifactory/api/npm/npm-virtual/`)).toBeVisible()
  await expectAccessible(page)
  await panel.getByLabel('Your password').fill(app.admin.password)
  await panel.getByRole('button', { name: 'Create token' }).click()
  await expect(panel.getByText('It is shown this once')).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: 'Copy token' }).click()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  const reply = await app.as({ token })('/artifactory/api/npm/npm-local/-/whoami')
  expect(await reply.json()).toEqual({ username: 'admin' })
  await panel.getByRole('radio', { name: 'yarn' }).check({ force: true })
  await expect(panel.getByText(/^npmRegistryServer: .*npm-virtual/)).toBeVisible()
  await expect(panel.getByText('yarn add <package>')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  // Hidden is set back: it is about the page again, not about what was chosen in it.
  await page.keyboard.press('s')
  await expect(panel.getByLabel('Repository')).toHaveValue('generic-local')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('NAV-34, NAV-36: help has articles of our own manual, and keys that can be searched and switched off for the person', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app, await app.user({ name: `keys-${Date.now()}` }))
  await page.goto('/ui/packages')
  await page.getByRole('button', { name: 'Help' }).click()
  // No address of a manual is configured here.
  await expect(page.getByRole('menuitem', { name: 'Learning Center' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Documentation' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Learning Center' }).click()
  const center = page.getByRole('dialog', { name: 'Learning Center' })
  await center.getByRole('searchbox').fill('realm')
  await center.getByRole('button', { name: /People, rights and ways in/ }).click()
  await expect(center.getByRole('heading', { name: 'People and groups' })).toBeVisible()
  await expectAccessible(page)
  await center.getByRole('button', { name: 'All articles' }).click()
  await expect(center.getByRole('button', { name: /People, rights.*Read/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  for (const name of [
    'Search everything',
    'Packages',
    'Artifacts',
    'Collapse or expand the sidebar',
    'Show this list',
  ])
    await expect(keys.getByText(name, { exact: true })).toBeVisible()
  await keys.getByRole('searchbox').fill('sidebar')
  await expect(keys.getByText('Packages', { exact: true })).toHaveCount(0)
  const kept = page.waitForResponse('**/preferences/singleKeys')
  await keys.getByLabel('Use single-key shortcuts').uncheck()
  expect((await kept).status()).toBe(204)
  await page.keyboard.press('Escape')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  // This browser remembers nothing: the server told it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('bindery.singleKeys'))).toBe('false')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await expect(keys).toHaveCount(0)
})
