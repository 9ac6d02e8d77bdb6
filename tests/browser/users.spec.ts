import type { TestApp } from '../support/app.ts'
import { json, signIn as signInAs } from '../support/browser.ts'
import { enrol } from '../support/security.ts'
import { writeSql } from '../support/sql.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// Roles and counts of this file must not meet those of others.
test.use({ appEnv: { BINDERY_SERVER_NAME: 'people' } })

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

const users = '/ui/admin/management/users'
const unique = (name: string) => `${name}-${Date.now()}`

test('ADMIN-17, VAL-09, VAL-10: a new user needs a name of the allowed characters, can sign in at once, is changed and deleted', async ({
  page,
  app,
}) => {
  const name = unique('ada')
  const group = await app.group({ name: unique('crew') })
  await page.goto(users)
  await expect(page.getByRole('link', { name: 'admin', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/users\/new$/)
  const create = page.getByRole('button', { name: 'Create user' })
  await expect(create).toBeDisabled()
  await page.getByLabel('E-mail').fill(`${name}@example.org`)
  await create.click()
  await expect(page.getByText('This field is mandatory')).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: 'User name' })).toBeFocused()
  await page.getByRole('textbox', { name: 'User name' }).fill('not a name')
  await expect(
    page.getByText('Name can only contain alphanumeric characters, dashes and periods'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'User name' }).fill(name)
  await page.getByRole('textbox', { name: 'Password' }).fill('Correct-horse-1')
  await page.getByLabel('Change it at the first sign-in').uncheck()
  await page.getByLabel('Administrator', { exact: true }).check()
  await page.getByLabel('Can update the own profile').uncheck()
  await expect(page.getByLabel('Can use the web application')).toBeChecked()
  await page.getByRole('textbox', { name: 'Member of' }).fill(group)
  await page.getByRole('option', { name: group }).click()
  await create.click()
  await page.getByRole('link', { name, exact: true }).click()
  expect(await read(app, name)).toMatchObject({
    email: `${name}@example.org`,
    isAdmin: true,
    isProfileUpdatable: false,
    hasUiAccess: true,
    groups: expect.arrayContaining([group]),
  })
  expect((await signInAs(app, { name, password: 'Correct-horse-1' })).reply.status).toBe(200)
  await expect(page.getByRole('region', { name: 'Account' }).getByText('Enabled')).toBeVisible()
  await page.getByLabel('E-mail').fill(`${name}@example.com`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await read(app, name)).email).toBe(`${name}@example.com`)
  await page.getByRole('button', { name: 'Delete user' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/users$/)
  expect((await app.fetch(`/ui/api/v1/users/${name}`)).status).toBe(404)
})

const read = async (app: TestApp, name: string) =>
  (await (await app.fetch(`/ui/api/v1/users/${name}`)).json()) as Record<string, unknown>

test('filters live in the address, and the saved one for unused accounts is one press away', async ({
  page,
  app,
}) => {
  const name = unique('fred')
  await app.user({ name })
  await page.goto(users)
  await page.getByLabel('Name or e-mail').fill(name)
  await expect(page).toHaveURL(new RegExp(`search=${name}`))
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('link')).toHaveText([name])
  await page.getByRole('button', { name: 'Administrators' }).click()
  await expect(page).toHaveURL(/admins=true/)
  await expect(page.getByText('No user matches the filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL(/users$/)
  await page.getByRole('button', { name: 'Unused for 90 days' }).click()
  await expect(page).toHaveURL(/unused=90/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Unused for 90 days' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('several users are changed at once, and deleting asks for the words', async ({ page, app }) => {
  const stem = unique('crew')
  const group = await app.group({ name: `${stem}-group` })
  for (const letter of ['a', 'b', 'c']) await app.user({ name: `${stem}-${letter}` })
  await page.goto(`${users}?search=${stem}`)
  await page.getByLabel(`Select ${stem}-a`).check()
  await page.getByLabel(`Select ${stem}-c`).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Actions for the selected users' })
  await expect(bar).toContainText('3 selected')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Add to group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Group').fill(group)
  await page.getByRole('option', { name: group }).click()
  await dialog.getByRole('button', { name: 'Add to group' }).click()
  await expect(dialog).toHaveCount(0)
  const members = (await (await app.fetch(`/ui/api/v1/groups/${group}/members`)).json()) as { total: number }
  expect(members.total).toBe(3)
  // The keyboard selects, too.
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(bar).toContainText('1 selected')
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const remove = dialog.getByRole('button', { name: 'Delete' })
  await expect(remove).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByLabel(`Type ${stem}-a to confirm`).fill(`${stem}-a`)
  await remove.click()
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('link')).toHaveText([
    `${stem}-b`,
    `${stem}-c`,
  ])
})

test('the last administrator can be neither disabled nor demoted nor deleted, and is told why', async ({
  page,
}) => {
  await page.goto(`${users}/admin/edit`)
  await expect(page.getByRole('heading', { level: 1, name: 'admin' })).toBeVisible()
  await expect(page.getByLabel('Administrator', { exact: true })).toBeDisabled()
  await expect(page.getByLabel('Disabled', { exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Delete user' })).toBeDisabled()
  await expect(page.getByText(/last administrator/).first()).toBeVisible()
  await expectAccessible(page)
})

test('a user page shows what the user can do, ends tokens, and keeps unsaved changes from being lost', async ({
  page,
  app,
}) => {
  const name = unique('grace')
  const grace = await app.user({ name })
  await app.token(grace)
  await app.permission({
    name: `${name}-rule`,
    repositories: ['npm-local'],
    users: { [name]: ['read', 'deploy'] },
  })
  await page.goto(`${users}/${name}/edit`)
  const rights = page.getByRole('region', { name: 'What this user can do' })
  await expect(rights.getByText('Read, Deploy/Cache')).toBeVisible()
  await expect(rights.getByRole('link', { name: `${name}-rule` })).toBeVisible()
  const tokens = page.getByRole('region', { name: 'Access tokens' })
  await tokens.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(tokens.getByText('No access tokens.')).toBeVisible()

  await page.getByLabel('E-mail').fill('grace@example.org')
  await page.getByRole('link', { name: 'Groups', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue('grace@example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await page.getByRole('link', { name: 'Groups', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
})

test('what somebody outside vouches for is shown and not changed; links, sessions and the second factor are taken away', async ({
  page,
  app,
}) => {
  const name = unique('olga')
  const olga = await app.user({ name, email: 'olga@example.org' })
  const sessions = [await signInAs(app, olga), await signInAs(app, olga)]
  await enrol(sessions[0] ?? { send: app.fetch })
  const link = { user: name, realm: 'saml', provider: 'corp', value: 'olga@corp' }
  expect((await app.fetch('/ui/api/v1/identity-links', json('POST', link))).status).toBe(201)
  await writeSql(app, `update users set realm = 'saml' where name = '${name}'`)

  await page.goto(`${users}/${name}/edit`)
  await expect(page.getByText(/SAML/).first()).toBeVisible()
  for (const field of ['User name', 'E-mail'])
    await expect(page.getByRole('textbox', { name: field })).toHaveAttribute('readonly')
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await expectAccessible(page)

  const account = page.getByRole('region', { name: 'Account' })
  await account.getByRole('button', { name: 'Reset second factor' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click()
  await expect(account.getByRole('button', { name: 'Reset second factor' })).toHaveCount(0)

  const links = page.getByRole('region', { name: 'Identities at providers' })
  await expect(links.getByText('olga@corp')).toBeVisible()
  await links.getByRole('button', { name: /Unlink olga@corp/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(links).toHaveCount(0)

  const places = page.getByRole('region', { name: 'Signed in' })
  const count = await places.getByRole('listitem').count()
  await places
    .getByRole('button', { name: /^Sign out (?!everywhere)/ })
    .first()
    .click()
  await expect(places.getByRole('listitem')).toHaveCount(count - 1)
  await places.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(places.getByText('Nowhere at present.')).toBeVisible()
  for (const { send } of sessions) expect((await send('/ui/api/v1/sessions')).status).toBe(401)
})

test('ROLE-25: the form for a new user is for administrators only', async ({ page, context, app }) => {
  await context.clearCookies()
  await signIn(context, app, await app.user({ name: unique('plain') }))
  await page.goto('/ui/admin/management/users/new')
  await expect(page.getByText('You are not authorized to view this page.').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'User name' })).toHaveCount(0)
})

test.describe('with refusals', () => {
  test.use({ allowFailures: true })

  test('ADMIN-17: a locked account is seen and unlocked', async ({ page, app }) => {
    const name = unique('locked')
    const locked = await app.user({ name })
    for (let wrong = 0; wrong < 6; wrong += 1) await signInAs(app, { name, password: 'wrong' })
    // The first locks last seconds only; this one lasts as long as the test.
    await writeSql(
      app,
      `update attempts set locked_until = '2999-01-01T00:00:00.000Z' where user_id is not null`,
    )
    await page.goto(`${users}/${name}/edit`)
    const account = page.getByRole('region', { name: 'Account' })
    await expect(account.getByText('Locked')).toBeVisible()
    await account.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click()
    await expect(account.getByText('Enabled')).toBeVisible()
    expect((await signInAs(app, locked)).reply.status).toBe(200)
  })

  test('what the server refuses is said at the field', async ({ page, app }) => {
    const name = unique('taken')
    await app.user({ name })
    await page.goto(`${users}/new`)
    await page.getByRole('textbox', { name: 'User name' }).fill(name)
    await page.getByRole('textbox', { name: 'Password' }).fill('short')
    await page.getByRole('button', { name: 'Create user' }).click()
    await expect(page.getByRole('alert').or(page.locator('[aria-invalid="true"]')).first()).toBeVisible()
    await expect(page).toHaveURL(/users\/new$/)
  })
})

test.describe('with lists that do not come', () => {
  test.use({ allowFailures: 'server' })

  const lists = [
    { title: 'Access tokens', path: '**/api/v1/tokens?*', none: 'No access tokens.' },
    { title: 'Signed in', path: '**/users/*/sessions', none: 'Nowhere at present.' },
    { title: 'Recent activity', path: '**/api/v1/audit?*', none: 'Nothing in the audit log yet.' },
  ]

  test('nobody is told that a user has no tokens, sessions or activity', async ({ page, app }) => {
    const name = unique('quiet')
    await app.user({ name })
    for (const { path } of lists) await page.route(path, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(`${users}/${name}/edit`)
    for (const { title, none } of lists) {
      const section = page.getByRole('region', { name: title })
      await expect(section.getByText(/could not be loaded$/)).toBeVisible()
      await expect(section.getByText(none)).toHaveCount(0)
    }
    await page.unrouteAll()
    for (const { title, none } of lists) {
      const section = page.getByRole('region', { name: title })
      await section.getByRole('button', { name: 'Retry' }).click()
      await expect(section.getByText(none)).toBeVisible()
    }
  })
})

test('the list fits a phone, in both themes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(users)
  await expect(page.getByRole('link', { name: 'admin', exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
