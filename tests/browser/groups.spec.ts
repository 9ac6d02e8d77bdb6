import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

const groups = '/ui/admin/management/groups'
const unique = (name: string) => `${name}-${Date.now()}`

test('ADMIN-18, VAL-09, VAL-10: a group is made with pasted members, and its permissions are listed', async ({
  page,
  app,
}) => {
  const name = unique('web')
  for (const letter of ['a', 'b']) await app.user({ name: `${name}-${letter}` })
  await page.goto(groups)
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('n')
  await page.getByLabel('Description').fill('People of the web team')
  const create = page.getByRole('button', { name: 'Create group' })
  await create.click()
  await expect(page.getByText('This field is mandatory')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('!')
  await expect(
    page.getByText('Name can only contain alphanumeric characters, dashes and periods'),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByLabel('User names').fill(`${name}-a\n${name}-b`)
  await expect(page.getByLabel('New users join by themselves')).not.toBeChecked()
  await page.getByLabel('Administrators', { exact: true }).check()
  await create.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('link')).toHaveText([
    `${name}-a`,
    `${name}-b`,
  ])
  expect(await (await app.fetch(`/ui/api/v1/groups/${name}`)).json()).toMatchObject({
    description: 'People of the web team',
    isAdmin: true,
    isAutoJoin: false,
  })
  await app.permission({ name: `${name}-rule`, repositories: ['npm-local'], groups: { [name]: ['read'] } })
  await page.reload()
  await expect(
    page.getByRole('region', { name: 'Used by' }).getByRole('link', { name: `${name}-rule` }),
  ).toBeVisible()
  await expectAccessible(page)
})

test('names that nobody has are kept for correction, the others are members at once', async ({
  page,
  app,
}) => {
  const name = await app.group({ name: unique('ops') })
  await app.user({ name: `${name}-a` })
  await page.goto(`${groups}/${name}/edit`)
  await expect(page.getByText('Nobody is in this group yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Paste many' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User names').fill(`${name}-a, ghost-of-${name}`)
  await dialog.getByRole('button', { name: 'Add 2 members' }).click()
  await expect(dialog.getByText('1 name belongs to no user. The others were added.')).toBeVisible()
  await expect(dialog.getByLabel('User names')).toHaveValue(`ghost-of-${name}`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const members = page.getByRole('table', { name: 'Members' })
  await expect(members.getByRole('link')).toHaveText([`${name}-a`])
  await members.getByRole('button', { name: `Remove ${name}-a` }).click()
  await expect(page.getByText('Nobody is in this group yet.')).toBeVisible()
})

test('a group is changed, and deleted after its name was typed', async ({ page, app }) => {
  const name = await app.group({ name: unique('old') })
  await page.goto(`${groups}?search=${name}`)
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByLabel('New users join by themselves').check()
  await expect(page.getByLabel('Administrators', { exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  const saved = (await (await app.fetch(`/ui/api/v1/groups/${name}`)).json()) as { isAutoJoin: boolean }
  expect(saved.isAutoJoin).toBe(true)
  await page.getByRole('button', { name: 'Delete group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
  await dialog.getByRole('button', { name: 'Delete group' }).click()
  await expect(page).toHaveURL(/groups$/)
  expect((await app.fetch(`/ui/api/v1/groups/${name}`)).status).toBe(404)
})

test('the page of a group fits a phone', async ({ page, app }) => {
  const name = await app.group({ name: unique('small') })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${groups}/${name}/edit`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
