// The artifact browser: the tree, one place of it, and what can be done there.
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import type { TestApp } from '../support/app.ts'

const put = (app: TestApp, path: string, body = 'content') =>
  app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body })

test('ROUTE-82: a place is opened by its address, found by its name, walked with keys, and shown as a tree and as a list', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await put(app, 'walk/deep/one.txt', '<script>document.title = "owned"</script>\nsecond line\n')
  await put(app, 'walk/deep/two.txt')
  await put(app, 'walk/other/three.txt')
  await page.goto('/ui/artifacts/browse/tree/General/generic-local/walk/deep/one.txt')
  await expect(page).toHaveURL(/\/ui\/repos\/tree\/General\/generic-local\/walk\/deep\/one\.txt$/)
  await expect(page.getByRole('heading', { level: 2, name: 'one.txt' })).toBeVisible()
  await expect(page.getByText('SHA-256')).toBeVisible()
  const tree = page.getByRole('tree')
  await expect(tree.getByRole('treeitem', { name: /one\.txt/ })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)

  await tree.focus()
  await tree.press('ArrowDown')
  await tree.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'two.txt' })).toBeVisible()
  await tree.press('ArrowLeft')
  await tree.press('ArrowLeft')
  await expect(tree.getByRole('treeitem', { name: /two\.txt/ })).toHaveCount(0)
  await tree.press('o')
  await tree.press('ArrowRight')
  await expect(tree.getByRole('treeitem', { name: /three\.txt/ })).toBeVisible()

  await tree.getByRole('treeitem', { name: /other/ }).click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByRole('heading', { level: 2, name: '2 selected' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()

  await page.getByRole('searchbox', { name: /^Filter/ }).fill('one.t')
  await tree.getByRole('treeitem', { name: /walk\/deep\/one\.txt/ }).click()
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByText('second line')).toBeVisible()
  await expect(page).toHaveURL(/\/tree\/Preview\/generic-local\/walk\/deep\/one\.txt$/)
  await expect(page).toHaveTitle('Artifacts - Bindery')
  await expect(page.getByRole('link', { name: 'Artifacts' })).toHaveAttribute('aria-current', 'page')

  await page.getByRole('button', { name: 'Type or paste a path' }).click()
  const field = page.getByRole('combobox', { name: 'Type or paste a path' })
  await field.fill(`${app.url}/artifactory/generic-local/walk`)
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'walk' })).toBeVisible()
  await page.getByRole('radio', { name: 'List' }).check({ force: true })
  await expect(page.getByRole('table').getByRole('link', { name: 'deep' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('link', { name: 'other' })).toBeVisible()
})

test('files are deployed from the browser with properties, which are then changed; a narrow window has the tree in a drawer', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await put(app, 'drop/first.txt')
  await page.goto('/ui/repos/tree/General/generic-local/drop')
  await expect(page.getByRole('heading', { level: 2, name: 'drop' })).toBeVisible()
  await page.getByRole('button', { name: 'Deploy' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toHaveValue('drop')
  await dialog
    .getByLabel('Choose files')
    .setInputFiles({ name: 'new file.txt', mimeType: 'text/plain', buffer: Buffer.from('fresh') })
  await dialog.getByRole('textbox', { name: 'Properties' }).fill('qa=passed; team=a,b')
  await dialog.getByRole('button', { name: 'Deploy 1 file' }).click()
  await page.getByRole('region', { name: 'Uploads' }).getByRole('link', { name: 'new file.txt' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'new file.txt' })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /new file\.txt/ })).toBeVisible()
  const stored = await app.fetch('/artifactory/generic-local/drop/new%20file.txt')
  expect(await stored.text()).toBe('fresh')

  await page.getByRole('tab', { name: /^Properties/ }).click()
  const table = page.getByRole('table', { name: 'Properties' })
  await expect(table.getByRole('row', { name: /team a b/ })).toBeVisible()
  await page.getByRole('button', { name: 'Remove qa' }).click()
  await expect(table.getByRole('row', { name: /qa/ })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Key' }).fill('stage')
  await page.getByRole('textbox', { name: 'Values' }).fill('one, two')
  await page.getByRole('button', { name: 'Set property' }).click()
  await expect(table.getByRole('row', { name: /stage one two/ })).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Open the tree' }).click()
  await page
    .getByRole('dialog')
    .getByRole('treeitem', { name: /first\.txt/ })
    .click()
  await expect(page.getByRole('heading', { level: 2, name: 'first.txt' })).toBeVisible()
})

test.describe('for those who may read only', () => {
  test.use({ allowFailures: true })

  test('nothing is offered that would be refused, the reason is a click away, and what is gone says so', async ({
    page,
    context,
    app,
  }) => {
    const reader = await app.user({ name: 'browsing-reader' })
    await put(app, 'readers/plain.txt')
    await signIn(context, app, reader)
    await page.goto('/ui/repos/tree/General/generic-local/readers/plain.txt')
    await expect(page.getByRole('heading', { level: 2, name: 'plain.txt' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Deploy' })).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Access' })).toHaveCount(0)
    await page.getByRole('button', { name: /^Why can I not delete/ }).click()
    await expect(page.getByRole('dialog').getByText('Denied')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto('/ui/repos/tree/General/generic-local/readers/nothing.txt')
    await expect(page.getByText('There is nothing here')).toBeVisible()
    await page.getByRole('button', { name: 'Go to the folder above' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'readers' })).toBeVisible()
  })
})

// What has just been deleted may be asked for once more before the page has left it.
test.describe('what goes away under the page', () => {
  test.use({ allowFailures: true })

  test('what is deleted comes back with one click, and a move is seen before it happens', async ({
    page,
    context,
    app,
  }) => {
    await signIn(context, app)
    await put(app, 'undo/kept.txt')
    await page.goto('/ui/repos/tree/General/generic-local/undo/kept.txt')
    const title = page.getByRole('heading', { level: 2, name: 'kept.txt' })
    await expect(title).toBeVisible()
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await act('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'undo' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page
      .getByRole('treeitem', { name: /kept\.txt/ })
      .first()
      .click()
    await expect(title).toBeVisible()

    await act('Move to')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Folder' }).fill('moved/here')
    await dialog.getByRole('button', { name: 'See what would happen' }).click()
    await expect(dialog.getByText('generic-local/moved/here/kept.txt').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page).toHaveURL(/generic-local\/moved\/here\/kept\.txt$/)
    await expect(title).toBeVisible()
  })
})
