import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { go } from './navigation.ts'

// Nothing can be changed meanwhile, so nobody else may share this application.
test.use({ appEnv: { BINDERY_SERVER_NAME: 'read-only' } })

const sentence = 'You cannot use this option in read-only mode.'

/** Where something new begins, and the words on its button; the last one is a menu. */
const makers = [
  ['/admin/management/users', 'New user'],
  ['/admin/management/groups', 'New group'],
  ['/admin/management/permissions', 'New permission'],
  ['/admin/management/tokens', 'Create token'],
  ['/admin/proxies/configuration/list', 'New proxy'],
  ['/admin/repositories/local', 'Create repository'],
] as const

test('ERR-11, ERR-12: switched on with its consequence, it is told everywhere, stops what changes, and is switched off', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await page.goto('/ui/admin/configuration/general')
  await page.getByRole('button', { name: 'Switch on read-only mode' }).click()
  const question = page.getByRole('dialog', { name: 'Switch on read-only mode?' })
  await expect(question).toContainText('Every publish, upload, deletion')
  await question.getByRole('button', { name: 'Switch on read-only mode' }).click()
  const banner = page.getByRole('region', { name: 'About this installation' })
  await expect(banner).toContainText('This installation is in read-only mode')
  await page.getByLabel('Server name').fill('changed')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(save).toHaveAttribute('title', sentence)
  await expectAccessible(page)
  await save.click({ force: true })
  await expect(page.getByText('Unsaved changes').first()).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.goto('/ui/admin/license_management/licenses')
  await expect(banner).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add license' })).toHaveAttribute('title', sentence)
  for (const [path, name] of makers) {
    await go(page, path)
    const maker = page.getByRole('button', { name, exact: true })
    await expect(maker, path).toHaveAttribute('title', sentence)
    await maker.click({ force: true })
    await expect(page, path).toHaveURL(new RegExp(`${path}$`))
  }
  await expect(page.getByRole('menu')).toHaveCount(0)
  await banner.getByRole('link', { name: 'General Settings' }).click()
  await page.getByRole('button', { name: 'Switch off read-only mode' }).click()
  await expect(banner).toHaveCount(0)
})

test.describe('a page that did not know yet', () => {
  test.use({ allowFailures: true })

  test('ERR-11: is told by the server, and shows the banner from then on', async ({ page, context, app }) => {
    await signIn(context, app)
    await page.goto('/ui/admin/configuration/mail')
    await page.getByLabel('Sender name').fill('Somebody')
    const put = (isReadOnly: boolean) =>
      app.fetch('/ui/api/v1/ui/generalConfig/readOnly', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ isReadOnly }),
      })
    await put(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByText('This installation is in read-only mode')).toBeVisible()
    await put(false)
  })
})
