// What is read of one place in the artifact browser: to its end, at any width, and the truth about it.
import { createHash } from 'node:crypto'
import type { Locator } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { publishBuild } from '../support/builders/build.ts'
import { makeRepository } from '../support/repositories.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

const put = (app: TestApp, path: string, body: string) =>
  app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body })

const general = '/ui/repos/tree/General'
const phone = { width: 390, height: 844 }

/** Whether all of it lies within the other, from side to side. */
async function isWithin(part: Locator, whole: Locator): Promise<boolean> {
  const [inner, outer] = [await part.boundingBox(), await whole.boundingBox()]
  if (inner === null || outer === null) return false
  return inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1
}

test('long paths and digests show their ends, the chosen tab is in sight, and the folders in between are one step away', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const name = 'the-application-with-a-rather-long-name-1.0.0-20261116.101500-1.txt'
  const folder = 'org/acme/app/only/one/way/down'
  await put(app, `${folder}/${name}`, 'the content')
  const digest = createHash('sha256').update('the content').digest('hex')
  await page.setViewportSize(phone)
  await page.goto(`/ui/repos/tree/Followers/generic-local/${folder}/${name}`)
  const tab = page.getByRole('tab', { name: 'Followers' })
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => isWithin(tab, page.getByRole('tablist'))).toBe(true)
  await expectNoSidewaysScroll(page)

  await page.goto(`${general}/generic-local/${folder}/${name}`)
  const main = page.getByRole('main')
  // The whole text stays in the page, in two parts of which the second is never cut.
  await expect(main.getByText(digest, { exact: true }).first()).toBeVisible()
  for (const end of [digest.slice(-14), name.slice(-14)]) {
    const shown = main.getByText(end, { exact: true }).first()
    await expect(shown).toBeVisible()
    expect(await isWithin(shown, main), end).toBe(true)
  }
  const path = page.getByRole('navigation', { name: 'Path' })
  await expect(path.getByRole('link')).toHaveText(['generic-local', '…'])
  await path.getByRole('link', { name: `Folders in between: ${folder}` }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'down' })).toBeVisible()
  await expectAccessible(page)
})

test('a remote repository tells how its upstream does, and the trash can is nothing to set a client up for', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const url = 'http://127.0.0.1:9/'
  await makeRepository(app, 'resting-remote', 'remote', { url, offline: true })
  await makeRepository(app, 'unasked-remote', 'remote', { url })
  await page.goto(`${general}/resting-remote`)
  await expect(page.getByText('Set offline: only what is kept here is given out')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set Me Up' })).toBeVisible()
  await page.goto(`${general}/unasked-remote-cache`)
  await expect(page.getByText('Not asked yet')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${general}/auto-trashcan`)
  await expect(page.getByRole('heading', { level: 2, name: 'auto-trashcan' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set Me Up' })).toHaveCount(0)
})

test('a copy names what is copied and blames nobody before anything was typed, for one thing and for several', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await put(app, 'copying/one.txt', '1')
  await put(app, 'copying/two.txt', '2')
  await page.goto(`${general}/generic-local/copying/one.txt`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy to' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy one.txt to' })
  const folder = dialog.getByRole('textbox', { name: 'Folder' })
  await expect(folder).toHaveAccessibleDescription(/^Name another folder, or choose another repository/)
  await expect(folder).not.toHaveAttribute('aria-invalid', 'true')
  await folder.fill('copying/')
  await expect(dialog.getByText('That is where it is already')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(`${general}/generic-local/copying`)
  await page.getByRole('radio', { name: 'List' }).check({ force: true })
  for (const name of ['one.txt', 'two.txt'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check({ force: true })
  await page.getByRole('button', { name: 'Copy to' }).click()
  const several = page.getByRole('dialog', { name: 'Copy 2 things to' })
  await several.getByRole('textbox', { name: 'Folder' }).fill('copied')
  await several.getByRole('button', { name: 'See what would happen' }).click()
  await several.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(several).toHaveCount(0)
  expect(await (await app.fetch('/artifactory/generic-local/copied/two.txt')).text()).toBe('2')
})

test('files that are held over the screen are welcomed, and dropped ones are about to be deployed', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await put(app, 'welcome/first.txt', '1')
  await page.goto(`${general}/generic-local/welcome`)
  const place = page.getByRole('heading', { level: 2, name: 'welcome' })
  await expect(place).toBeVisible()
  const dataTransfer = await page.evaluateHandle(() => {
    const held = new DataTransfer()
    held.items.add(new File(['content'], 'dropped.txt'))
    return held
  })
  const hint = page.getByRole('status').getByText('Drop files or folders here')
  await place.dispatchEvent('dragover', { dataTransfer })
  await expect(hint).toBeVisible()
  await expectAccessible(page)
  await place.dispatchEvent('dragleave', { dataTransfer })
  await expect(hint).toHaveCount(0)
  await place.dispatchEvent('dragover', { dataTransfer })
  await place.dispatchEvent('drop', { dataTransfer })
  await expect(hint).toHaveCount(0)
  const dialog = page.getByRole('dialog', { name: 'Deploy' })
  await expect(dialog.getByText('dropped.txt')).toBeVisible()
  await dialog.getByRole('button', { name: 'Deploy 1 file' }).click()
  await expect(
    page.getByRole('region', { name: 'Uploads' }).getByRole('link', { name: 'dropped.txt' }),
  ).toBeVisible()
})

test('that nothing matches is said only of what was looked for', async ({ page, context, app }) => {
  await signIn(context, app)
  await put(app, 'sought/needle.txt', 'found')
  await page.goto(general)
  const filter = page.getByRole('searchbox', { name: /^Filter/ })
  await expect(filter).toBeVisible()
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role="status"]')) said.push(textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await filter.fill('needle')
  await expect(page.getByRole('treeitem', { name: /needle\.txt/ })).toBeVisible()
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
  expect(said).toContain('Searching')
  expect(said).not.toContain('No repository or path matches')
  await filter.fill('haystack')
  await expect(page.getByText('No repository or path matches')).toBeVisible()
})

test('a build whose name has a slash is reached from the file it made', async ({ page, context, app }) => {
  await signIn(context, app)
  await put(app, 'built/front.tgz', 'the front')
  const artifacts = [{ name: 'front.tgz', content: 'the front' }]
  await publishBuild(app.fetch, { name: 'acme/front end', number: '7', artifacts })
  await page.goto('/ui/repos/tree/Builds/generic-local/built/front.tgz')
  await page.getByRole('link', { name: 'acme/front end #7' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('acme/front end #7')
  // The tests of one process share a server, and some know all its builds.
  const gone = await app.fetch('/artifactory/api/build/acme%2Ffront%20end?deleteAll=1', { method: 'DELETE' })
  expect(gone.status).toBe(200)
})

test.describe('what is gone', () => {
  test.use({ allowFailures: true })

  test('a run that is not there has the head of its page, and the way to the others', async ({
    page,
    context,
    app,
  }) => {
    await signIn(context, app)
    await page.goto('/ui/builds/nothing%20built/7')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('nothing built #7')
    await expect(page.getByRole('main').getByRole('link', { name: 'Builds' })).toBeVisible()
    await expectAccessible(page)
  })

  test('from a place whose folders are gone too, one gets to the nearest that is there', async ({
    page,
    context,
    app,
  }) => {
    await signIn(context, app)
    await put(app, 'nearest/kept.txt', 'kept')
    await page.goto(`${general}/generic-local/nearest/was/here/once.txt`)
    await page.getByRole('button', { name: 'Go to the folder above' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'nearest' })).toBeVisible()
  })
})
