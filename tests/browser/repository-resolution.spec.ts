// Who answers: the part of a virtual repository's page that tries a package or a path on its members.
import { makeRepository } from '../support/repositories.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.use({ appEnv: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' }, allowFailures: true })

test('the page of a virtual repository tells which member answers for a package and why the others do not', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const at = Date.now()
  const npm = { packageType: 'npm' }
  const auth = { username: app.admin.name, password: app.admin.password }
  const origin = await makeRepository(app, `origin-${at}`, 'local', npm)
  const near = await makeRepository(app, `near-${at}`, 'local', npm)
  const url = `${app.url}/artifactory/api/npm/${origin}`
  const far = await makeRepository(app, `far-${at}`, 'remote', { ...npm, ...auth, url })
  const offline = await makeRepository(app, `off-${at}`, 'remote', { ...npm, url, offline: true })
  const repositories = [far, offline, near]
  const virtual = await makeRepository(app, `all-${at}`, 'virtual', { ...npm, repositories })
  await app.publish('npm', '@acme/theirs', '2.0.0', { repository: origin })
  await app.publish('npm', '@acme/ours', '1.0.0', { repository: near })

  await page.goto(`/ui/admin/repositories/virtual/${virtual}/edit`)
  const part = page.getByRole('region', { name: 'Try a package' })
  const field = part.getByRole('textbox', { name: 'Name of the package' })
  const told = part.getByRole('status')
  const answers = part.getByRole('list', { name: 'Members and their answers' }).getByRole('listitem')
  await expect(part.getByRole('button', { name: 'Who answers' })).toBeDisabled()
  await field.fill('@acme/theirs')
  await field.press('Enter')
  await expect(told).toHaveText(`@acme/theirs${far} answers.`)
  await expect(answers).toHaveText([
    new RegExp(`${near}LocalNot found`),
    new RegExp(`${far}RemoteAnswersHas one version`),
    new RegExp(`${offline}RemoteFailed.*set to offline`),
  ])
  await field.fill('@acme/ours')
  await part.getByRole('button', { name: 'Who answers' }).click()
  await expect(told).toHaveText(`@acme/ours${near} answers.`)
  await expect(answers.nth(1)).toHaveText(/Not asked.*a local member has this name/)
  await field.fill('no name at all')
  await field.press('Enter')
  await expect(told).toHaveText(/cannot be the name of a package/)
  await expect(answers).toHaveCount(0)

  const unsaved = part.getByText('Asked with what is saved, not with your unsaved changes.')
  await expect(unsaved).toHaveCount(0)
  await page.getByRole('button', { name: `Remove ${near}` }).click()
  await expect(unsaved).toBeVisible()
  await field.fill('@acme/ours')
  await field.press('Enter')
  await expect(told).toHaveText(`@acme/ours${near} answers.`)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(unsaved).toHaveCount(0)
})
