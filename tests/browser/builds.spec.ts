import { publishBuild } from '../support/builders/build.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test('builds: from the first lines to a run, what changed, its promotion, and its end', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await page.goto('/ui/builds')
  await expect(page.getByText('No builds recorded')).toBeVisible()
  await expect(page.getByText('jf rt build-publish my-build 1')).toBeVisible()
  await page.getByRole('radio', { name: 'Maven' }).check({ force: true })
  await expect(page.getByText(/artifactory-maven-plugin:publish/)).toBeVisible()

  await app.fetch('/artifactory/generic-local/web/web-2.tgz', { method: 'PUT', body: 'second' })
  const react = (version: string) => ({ name: `react:${version}`, content: `react ${version}` })
  await publishBuild(app.fetch, {
    name: 'acme/web front',
    number: '411',
    artifacts: [{ name: 'web-1.tgz', content: 'first' }],
    dependencies: [react('19.3.0'), { name: 'moment:2.29', content: 'moment' }],
    environment: { LANG: 'C', API_TOKEN: 'old-secret' },
  })
  await publishBuild(app.fetch, {
    name: 'acme/web front',
    number: '412',
    started: '2026-01-03T03:04:05.678+0000',
    artifacts: [{ name: 'web-2.tgz', content: 'second' }],
    dependencies: [react('19.3.1'), { name: 'left-pad:1.3.0', content: 'pad' }],
    environment: { LANG: 'en', API_TOKEN: 'new-secret' },
    more: {
      issues: { tracker: { name: 'JIRA' }, affectedIssues: [{ key: 'WEB-7', summary: 'Faster start' }] },
    },
  })
  await page.reload()
  const builds = page.getByRole('table', { name: 'Builds' })
  await expect(builds.getByRole('row').nth(1)).toContainText('3 min 12 s')
  await expectAccessible(page)
  await builds.getByRole('link', { name: 'acme/web front' }).click()
  const runs = page.getByRole('table', { name: 'Runs' })
  await expect(runs.getByRole('row').nth(1)).toContainText('412')
  await runs.getByRole('link', { name: '412' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('acme/web front #412')
  await expect(page.getByRole('link', { name: 'generic-local/web/web-2.tgz' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Diff' }).click()
  const dependencies = page.getByRole('table', { name: 'Dependencies' })
  await expect(dependencies.getByRole('row', { name: /Changed react:19.3.1 react:19.3.0/ })).toBeVisible()
  await expect(dependencies.getByRole('row', { name: /New left-pad/ })).toBeVisible()
  await expect(dependencies.getByRole('row', { name: /Removed moment/ })).toBeVisible()
  await expect(page.getByText('new-secret')).toHaveCount(0)
  await page.getByRole('tab', { name: /Environment/ }).click()
  await expect(page.getByRole('table', { name: 'Environment' })).toContainText('LANG')
  await expect(page.getByText('new-secret')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show API_TOKEN' }).click()
  await expect(page.getByText('new-secret')).toBeVisible()
  await page.getByRole('tab', { name: /Issues/ }).click()
  await expect(page.getByRole('table', { name: 'Issues' })).toContainText('Faster start')
  await page.getByRole('tab', { name: 'JSON' }).click()
  await expect(page.getByText('"durationMillis": 192000')).toBeVisible()

  await app.fetch('/artifactory/api/repositories/web-releases', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rclass: 'local', packageType: 'generic' }),
  })
  await page.getByRole('button', { name: 'Promote', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Status' }).fill('released')
  await dialog.getByRole('combobox', { name: 'Target repository' }).selectOption('web-releases')
  await dialog.getByRole('textbox', { name: 'Properties' }).fill('qa=passed; team=a,b')
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('seen by QA')
  await dialog.getByRole('button', { name: 'See what would happen' }).click()
  await expect(dialog.getByText('Dry run: acme/web front/412 would get the status released.')).toBeVisible()
  await expectAccessible(page)
  expect((await app.fetch('/artifactory/web-releases/web/web-2.tgz')).status).toBe(404)
  await dialog.getByRole('button', { name: 'Promote', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('tab', { name: /Release history/ }).click()
  const history = page.getByRole('table', { name: 'Release history' })
  await expect(history.getByRole('row', { name: /released .* web-releases seen by QA/ })).toBeVisible()
  const promoted = await app.fetch('/artifactory/api/storage/web-releases/web/web-2.tgz?properties')
  expect(await promoted.json()).toMatchObject({ properties: { qa: ['passed'], team: ['a', 'b'] } })

  await signIn(context, app, await app.user({ name: 'build-reader' }))
  await page.reload()
  await page.getByRole('button', { name: 'Why can I not promote?' }).click()
  await expect(page.getByText(/the right to deploy builds named acme\/web front/)).toBeVisible()
  await signIn(context, app)
  await page.reload()
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Delete run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete run' }).click()
  await expect(page).toHaveURL(/\/ui\/builds$/)
  await expect(page.getByRole('link', { name: '411' })).toBeVisible()
})
