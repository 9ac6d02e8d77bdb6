// What happens elsewhere appears by itself, over one stream for all tabs of a browser.
import type { BrowserContext } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

test.use({ appEnv: { BINDERY_SERVER_NAME: 'live' } })

const packageLink = (name: string) => ({ name, exact: true })

test('what is published, and who is created, appears in every tab; one tab holds the stream and another takes over', async ({
  page,
  context,
  app,
}) => {
  const streams = countStreams(context)
  await signIn(context, app)
  await page.goto('/ui/packages')
  await expect(page.getByRole('heading', { name: 'Recently published' })).toBeVisible()
  await expect.poll(streams).toBe(1)
  const other = await context.newPage()
  await other.goto('/ui/admin/management/users')
  await expect(other.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await app.publish('npm', 'comes-by-itself', '1.0.0')
  await expect(page.getByRole('link', packageLink('comes-by-itself'))).toBeVisible()
  await app.user({ name: 'appears-too' })
  await expect(other.getByRole('link', packageLink('appears-too'))).toBeVisible()
  expect(streams()).toBe(1)
  // The second tab is looked at, the first is closed: whoever is left follows.
  await page.close()
  await expect.poll(streams).toBe(2)
  await app.user({ name: 'after-the-change' })
  await expect(other.getByRole('link', packageLink('after-the-change'))).toBeVisible()
})

test('a session that ends is said in all tabs, and one sign-in brings all of them back', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const streams = countStreams(context)
  await page.goto('/ui/packages?show=all')
  const other = await context.newPage()
  await other.goto('/ui/packages?show=all')
  await expect(other.getByRole('link', packageLink('tiny-cache'))).toBeVisible()
  await expect.poll(streams).toBe(1)
  await context.request.post(`${app.url}/ui/api/v1/ui/auth/logout`, {
    headers: { 'X-Requested-With': 'bindery' },
  })
  const ended = { name: 'Your session has ended' }
  await expect(page.getByRole('dialog', ended)).toBeVisible()
  await expect(other.getByRole('dialog', ended)).toBeVisible()
  await other.getByLabel('Password', { exact: true }).fill(app.admin.password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByRole('dialog', ended)).toHaveCount(0)
  await expect(page.getByRole('dialog', ended)).toHaveCount(0)
  await app.publish('npm', 'after-the-return', '1.0.0')
  await expect(page.getByRole('link', packageLink('after-the-return'))).toBeVisible()
  await expect(other.getByRole('link', packageLink('after-the-return'))).toBeVisible()
})

test.describe('two tabs, two people', () => {
  test.use({ allowFailures: true })

  test('the older tab notices before it acts, and goes on as the new one when asked to', async ({
    page,
    context,
    app,
  }) => {
    const ann = await app.user({ name: 'ann', isAdmin: true })
    const bob = await app.user({ name: 'bob', isAdmin: true })
    await signIn(context, app, ann)
    await page.goto('/ui/admin/management/groups/new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('made-by-ann')
    // Without a word to the page: only the server knows.
    await signIn(context, app, bob)
    await page.getByRole('button', { name: 'Create group' }).click()
    const dialog = page.getByRole('dialog', { name: 'You are now signed in as bob' })
    await expect(dialog).toBeVisible()
    expect((await app.fetch('/ui/api/v1/groups/made-by-ann')).status).toBe(404)
    page.on('dialog', (question) => void question.accept())
    await dialog.getByRole('button', { name: 'Go on as bob' }).click()
    await expect(page.getByRole('button', { name: /account of bob/ })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
    // A tab that signs in by itself tells the others.
    const other = await context.newPage()
    await other.goto('/ui/login?logout=true')
    await other.getByLabel('User name').fill(ann.name)
    await other.getByLabel('Password', { exact: true }).fill(ann.password)
    await other.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'You are now signed in as ann' })).toBeVisible()
  })
})

function countStreams(context: BrowserContext): () => number {
  let streams = 0
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/ui/api/v1/events') streams += 1
  })
  return () => streams
}
