// The artifact browser: the tree, one place of it, and what can be done there.
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { zipOf } from '../../apps/server/src/registry/archives/archive.fixture.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import type { TestApp } from '../support/app.ts'
import { npmTarball } from '../support/builders/npm.ts'
import { copyFile } from '../support/many-files.ts'

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

test('files are deployed from the browser with properties, which are then changed; on a phone the tree is the page, and a place has the way back to it', async ({
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
  await page.getByRole('link', { name: 'Back to the tree' }).click()
  await expect(page.getByRole('treeitem', { name: /new file\.txt/ })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('treeitem', { name: /first\.txt/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'first.txt' })).toBeVisible()
  await expect(page.getByRole('tree')).toHaveCount(0)
  await page.goto('/ui/repos/tree')
  await page.getByRole('treeitem', { name: /^generic-local/ }).click()
  await expect(page.getByRole('treeitem', { name: /^drop/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Details of drop' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'drop' })).toBeVisible()
})

test('an npm package is known before it is sent and goes where clients look for it; bytes that are stored already are not sent again', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const known = randomBytes(100_000)
  await app.fetch('/artifactory/generic-local/known/here.bin', { method: 'PUT', body: known })
  await page.goto('/ui/repos/tree/General/npm-local')
  await page.getByRole('button', { name: 'Deploy' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Choose files').setInputFiles([
    { name: 'mine.tgz', mimeType: 'application/gzip', buffer: await npmTarball('@acme/dropped', '4.2.1') },
    { name: 'there.bin', mimeType: 'application/octet-stream', buffer: known },
  ])
  await expect(dialog.getByText('@acme/dropped 4.2.1')).toBeVisible()
  await expect(dialog.getByText('goes to @acme/dropped/-/dropped-4.2.1.tgz')).toBeVisible()
  await dialog.getByRole('button', { name: 'Deploy 2 files' }).click()
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await expect(uploads.getByText(/already stored, instant/)).toHaveCount(1)
  await uploads.getByRole('link', { name: 'dropped-4.2.1.tgz' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'dropped-4.2.1.tgz' })).toBeVisible()
  const packument = await app.fetch('/artifactory/api/npm/npm-local/@acme%2fdropped')
  expect(await packument.json()).toMatchObject({ 'dist-tags': { latest: '4.2.1' } })
  const there = await app.fetch('/artifactory/npm-local/there.bin')
  expect(Buffer.from(await there.arrayBuffer()).equals(known)).toBe(true)
  // The tests of one process share a server, and some know all its packages.
  await app.fetch('/artifactory/npm-local/@acme/dropped', { method: 'DELETE' })
})

test('an archive is looked into, a folder comes as one archive, and what is deleted is restored from the trash can, which takes no files', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const archive = await zipOf({
    'config/app.json': '{\n  "port": 8080\n}\n',
    'docs/a.txt': 'inside',
    'b.txt': 'b',
  })
  await app.fetch('/artifactory/generic-local/packed/app.zip', { method: 'PUT', body: archive })
  await put(app, 'packed/gone.txt', 'was here')
  await app.fetch('/artifactory/generic-local/packed/gone.txt', { method: 'DELETE' })
  await page.goto('/ui/repos/tree/Contents/generic-local/packed/app.zip')
  const inside = page.getByRole('tree', { name: 'Files in the archive' })
  await expect(page.getByText('3 files inside')).toBeVisible()
  await inside.focus()
  await inside.press('ArrowRight')
  await inside.press('ArrowDown')
  await inside.press('Enter')
  await expect(page.getByText('"port"')).toBeVisible()
  await expect(page).toHaveURL(/entry=config/)
  await page.getByRole('searchbox', { name: 'Search the text' }).fill('8080')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Filter the files inside' }).fill('a.t')
  await inside.getByRole('treeitem', { name: /docs\/a\.txt/ }).click()
  await expect(page.getByRole('group', { name: 'Preview' })).toContainText('inside')
  const entry = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Preview' }).getByRole('link', { name: 'Download' }).click()
  expect((await entry).suggestedFilename()).toBe('a.txt')

  await page.goto('/ui/repos/tree/General/generic-local/packed')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Download as archive' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^1 file, /)).toBeVisible()
  const folder = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  expect((await folder).suggestedFilename()).toBe('packed.zip')

  await page.goto('/ui/repos/tree/General/auto-trashcan/generic-local/packed/gone.txt')
  await expect(page.getByRole('heading', { level: 2, name: 'gone.txt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deploy' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await page
    .getByRole('dialog', { name: 'Restore gone.txt' })
    .getByRole('button', { name: 'Restore' })
    .click()
  // The address in the trash can ends like this one, too.
  await expect(page).toHaveURL(/\/General\/generic-local\/packed\/gone\.txt$/)
  expect(await (await app.fetch('/artifactory/generic-local/packed/gone.txt')).text()).toBe('was here')
})

test('J25: a folder of twenty thousand files is walked to its end and back by keyboard, and only what is in sight is drawn', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const folder = `endless-${Date.now()}`
  await put(app, `${folder}/last.txt`)
  await copyFile(app, `${folder}/last.txt`, folder, 20_000)
  await page.goto(`/ui/repos/tree/General/generic-local/${folder}`)
  await page.getByRole('radio', { name: 'List' }).check({ force: true })
  await page.getByRole('table').getByRole('link', { name: 'f100000' }).focus()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  let mostDrawn = 0
  // Each time to the end of what has come, which makes the next part come.
  const pressEnd = async () => {
    await page.keyboard.press('End')
    const drawn = await page.locator('[role="row"], [role="treeitem"]').count()
    mostDrawn = Math.max(mostDrawn, drawn)
    return focused()
  }
  await expect.poll(pressEnd, { intervals: [20], timeout: 40_000 }).toBe('last.txt')
  await expect(page.getByText('20,001 entries')).toBeVisible()
  expect(mostDrawn).toBeLessThan(200)
  await page.keyboard.press('Home')
  await expect.poll(focused).toBe('f100000')
})

test.describe('a connection that is lost', () => {
  test.use({ allowFailures: true })

  test('a large file goes on by itself when the connection is back, and where it was when it is chosen again after the page was closed', async ({
    page,
    context,
    app,
  }, info) => {
    await signIn(context, app)
    const path = info.outputPath('large.bin')
    const bytes = randomBytes(26 * 1024 * 1024)
    await writeFile(path, bytes)
    const sent: string[] = []
    let cut = '2'
    await page.route('**/uploads/parts/**', async (route) => {
      const part = route.request().url().split('/').at(-1) ?? ''
      if (part === cut) return route.abort('internetdisconnected')
      sent.push(part)
      return route.continue()
    })
    const deploy = async () => {
      await page.goto('/ui/repos/tree/General/generic-local')
      await page.getByRole('button', { name: 'Deploy' }).click()
      await page.getByLabel('Choose files').setInputFiles(path)
      await page.getByRole('button', { name: 'Deploy 1 file' }).click()
    }
    const uploads = page.getByRole('region', { name: 'Uploads' })
    await deploy()
    await expect(uploads.getByText(/Connection lost at 8\.0 MiB of 26\.0 MiB/)).toBeVisible()
    // In the colours of the theme, which the browser's own bar does not have.
    const bar = uploads.getByRole('progressbar', { name: 'Progress of large.bin' })
    await expect(bar).toHaveCSS('appearance', 'none')
    cut = '4'
    await expect.poll(() => sent).toEqual(['1', '2', '3'])
    await expect(uploads.getByText(/Connection lost at 24\.0 MiB/)).toBeVisible()
    await page.goto('about:blank')
    cut = ''
    await deploy()
    await expect(uploads.getByRole('link', { name: 'large.bin' })).toBeVisible({ timeout: 30_000 })
    expect(sent).toEqual(['1', '2', '3', '4'])
    const stored = await app.fetch('/artifactory/generic-local/large.bin')
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true)
  })
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
    // Nobody needs to be an administrator for this.
    const user = await app.user({ name: 'undoing' })
    await app.permission({
      name: 'undoing',
      repositories: ['generic-local'],
      users: { undoing: ['read', 'deploy', 'delete'] },
    })
    await signIn(context, app, user)
    await put(app, 'undo/kept.txt')
    await page.goto('/ui/repos/tree/General/generic-local/undo/kept.txt')
    const title = page.getByRole('heading', { level: 2, name: 'kept.txt' })
    await expect(title).toBeVisible()
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await act('Delete')
    await expect(page.getByRole('heading', { level: 2, name: 'undo' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
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

  test('the question before deleting names what goes, to the trash can and for good', async ({
    page,
    context,
    app,
  }) => {
    await signIn(context, app)
    await put(app, 'asked/file.txt')
    const remove = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await page.goto('/ui/repos/tree/General/generic-local/asked')
    await remove('Delete')
    const question = page.getByRole('dialog', { name: 'Delete asked?' })
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(question).toHaveCount(0)
    expect((await app.fetch('/artifactory/generic-local/asked/file.txt')).status).toBe(404)

    await page.goto('/ui/repos/tree/General/auto-trashcan/generic-local/asked')
    await remove('Delete for good')
    const last = page.getByRole('dialog', { name: 'Delete asked for good?' })
    await expect(last.getByRole('button', { name: 'Delete for good' })).toBeDisabled()
    await last.getByLabel('Type asked to confirm').fill('asked')
    await last.getByRole('button', { name: 'Delete for good' }).click()
    await expect(last).toHaveCount(0)
    expect((await app.fetch('/artifactory/auto-trashcan/generic-local/asked/file.txt')).status).toBe(404)
  })
})
