// What a repository's page holds besides its form: names that stay hidden, and its mirrors.
import type { Page } from '@playwright/test'
import type { UpstreamHealth } from '@bindery/contracts'
import type { TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { makeRepository } from '../support/repositories.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.use({ appEnv: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })

test('a virtual repository shows the names that it does not take from a remote one, and a local one how its mirrors do and why not', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const { virtual, remote } = await hideNames(app)
  await page.goto(`/ui/admin/repositories/virtual/${virtual}/edit`)
  const field = page.getByRole('searchbox', { name: 'Find a package' })
  const hidden = page.getByRole('list', { name: 'Hidden packages' })
  await expect(hidden.getByRole('listitem')).toHaveCount(12)
  await field.fill('nothing')
  await expect(page.getByText('No hidden package is named like this.')).toBeVisible()
  await field.fill('INTERNAL-21')
  await expect(hidden.getByRole('listitem')).toHaveText([`@acme/internal-21not taken from ${remote}`])
  await expectAccessible(page)

  const { mirrored, copy, broken } = await mirrorTwice(app)
  await page.goto(`/ui/admin/repositories/local/${mirrored}/edit`)
  const mirrors = page.getByRole('region', { name: 'Mirrors' })
  await expect(mirrors.getByText('Has not run yet')).toHaveCount(2)
  await mirrors.getByRole('button', { name: 'Run now' }).click()
  await expect(mirrors.getByText('Up to date')).toBeVisible({ timeout: 30_000 })
  await expect(mirrors.getByText(/^Some files were refused/)).toBeVisible({ timeout: 30_000 })
  expect(await (await app.fetch(`/artifactory/${copy}/kept/file.txt`)).text()).toBe('mirrored')
  await expect(mirrors.getByText(broken, { exact: true })).toBeVisible()
  await expect(mirrors.getByText(/Files that were refused: 1\. kept\/file\.txt/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('a replication is tried, added, run, changed and removed, a repository that was made federated gets members, and a remote one is filled by the clock', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const at = Date.now()
  const here = await makeRepository(app, `edited-${at}`, 'local')
  const there = await makeRepository(app, `target-${at}`, 'local')
  const url = `${app.url}/artifactory/${there}`
  await app.fetch(`/artifactory/${here}/file.txt`, { method: 'PUT', body: 'sent' })
  await page.goto(`/ui/admin/repositories/local/${here}/edit`)
  const mirrors = page.getByRole('region', { name: 'Mirrors' })
  await mirrors.getByRole('button', { name: 'Add replication' }).click()
  const dialog = page.getByRole('dialog', { name: 'New replication' })
  await dialog.getByRole('button', { name: 'Save replication' }).click()
  await expect(dialog.getByText('This field is mandatory')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Address of the repository/ }).fill(url)
  await dialog.getByRole('textbox', { name: 'User name' }).fill(app.admin.name)
  await dialog.getByLabel('Password or token', { exact: true }).fill(app.admin.password)
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await expect(dialog.getByText(`shows the repository ${there}`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save replication' }).click()
  await expect(dialog).toHaveCount(0)
  await mirrors.getByRole('button', { name: 'Run now' }).click()
  await expect(mirrors.getByText('Up to date')).toBeVisible({ timeout: 30_000 })
  expect(await (await app.fetch(`/artifactory/${there}/file.txt`)).text()).toBe('sent')

  await mirrors.getByRole('button', { name: `Edit ${url}` }).click()
  const edited = page.getByRole('dialog', { name: 'Edit replication' })
  await expect(edited.getByText('Set', { exact: true })).toBeVisible()
  await edited.getByRole('checkbox', { name: 'Switched on' }).uncheck({ force: true })
  await edited.getByRole('button', { name: 'Save replication' }).click()
  await expect(mirrors.getByText(/^Switched off/)).toBeVisible()
  await mirrors.getByRole('button', { name: `Remove ${url}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove replication' }).click()
  await expect(mirrors.getByText(url)).toHaveCount(0)

  await page.getByRole('button', { name: 'Make it federated' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make it federated' }).click()
  const federation = page.getByRole('region', { name: 'Federation' })
  await expect(page.getByText('Federated Generic repository')).toBeVisible()
  await federation.getByRole('button', { name: 'Add member' }).click()
  await federation.getByRole('textbox', { name: 'Address of member 1' }).fill(url)
  await federation.getByLabel('Access token for member 1', { exact: true }).fill(await app.token())
  await federation.getByRole('button', { name: 'Test connection' }).click()
  await expect(federation.getByText(`shows the repository ${there}`)).toBeVisible()
  const second = await makeRepository(app, `second-${at}`, 'local')
  const secondUrl = `${app.url}/artifactory/${second}`
  await federation.getByRole('button', { name: 'Add member' }).click()
  await federation.getByRole('textbox', { name: 'Address of member 2' }).fill(secondUrl)
  await federation.getByLabel('Access token for member 2', { exact: true }).fill(await app.token())
  await federation.getByRole('button', { name: 'Test connection' }).last().click()
  await expect(federation.getByText(`shows the repository ${second}`)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(federation.getByText('Set', { exact: true })).toHaveCount(2)
  await mirrors.getByRole('button', { name: 'Run now' }).click()
  await expect(mirrors.getByText('Up to date')).toHaveCount(2, { timeout: 30_000 })
  expect(await (await app.fetch(`/artifactory/${second}/file.txt`)).text()).toBe('sent')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await federation.getByRole('button', { name: `Remove ${url}` }).click()
  await expect(federation.getByRole('textbox', { name: 'Address of member 1' })).toHaveValue(secondUrl)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mirrors.getByRole('listitem')).toHaveCount(1)
  await expect(mirrors.getByText(secondUrl, { exact: true })).toBeVisible()

  await fillByTheClock(page, app, url)
})

/** A remote repository whose upstream is a repository of this server gets its files before anybody asks. */
async function fillByTheClock(page: Page, app: TestApp, url: string): Promise<void> {
  const remote = await makeRepository(app, `pulled-${Date.now()}`, 'remote', { ...authOf(app), url })
  await page.goto(`/ui/admin/repositories/remote/${remote}/edit`)
  const mirrors = page.getByRole('region', { name: 'Mirrors' })
  await mirrors.getByRole('button', { name: 'Fill by the clock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fill the cache by the clock' })
  const clock = dialog.getByRole('textbox', { name: /^Compare everything at/ })
  await clock.fill('')
  await dialog.getByRole('button', { name: 'Save replication' }).click()
  await expect(dialog.getByText('This field is mandatory')).toBeVisible()
  await clock.fill('0 0 4 1 1 ?')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Save replication' }).click()
  await expect(dialog).toHaveCount(0)
  await mirrors.getByRole('button', { name: 'Run now' }).click()
  await expect(mirrors.getByText('Up to date')).toBeVisible({ timeout: 30_000 })
  expect(await (await app.fetch(`/artifactory/${remote}-cache/file.txt`)).text()).toBe('sent')
  await mirrors.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove replication' }).click()
  await expect(mirrors.getByRole('listitem')).toHaveCount(0)
}

test('the list and the artifact browser tell how much the cache of a remote repository answers', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  const at = Date.now()
  const origin = await makeRepository(app, `shared-${at}`, 'local')
  const url = `${app.url}/artifactory/${origin}`
  const remote = await makeRepository(app, `share-${at}`, 'remote', { ...authOf(app), url })
  await app.fetch(`/artifactory/${origin}/file.txt`, { method: 'PUT', body: 'shared' })
  const ask = async () => expect((await app.fetch(`/artifactory/${remote}/file.txt`)).status).toBe(200)
  for (let asked = 0; asked < 19; asked++) await ask()
  await page.goto(`/ui/admin/repositories/remote?filter=${remote}`)
  const row = page.getByRole('row', { name: new RegExp(remote) })
  await expect(row).toContainText('Answers')
  await expect(row).not.toContainText('hits')
  await ask()
  await page.reload()
  await expect(row).toContainText('95 % hits')
  await expectAccessible(page)
  await page.goto(`/ui/artifacts/browse/tree/General/${remote}-cache`)
  await expect(page.getByText('95 % hits')).toBeVisible()
})

/** Twelve names that were taken from a remote member until a local one got them, too. */
async function hideNames(app: TestApp): Promise<{ virtual: string; remote: string }> {
  const at = Date.now()
  const npm = { packageType: 'npm' }
  const origin = await makeRepository(app, `origin-${at}`, 'local', npm)
  const near = await makeRepository(app, `near-${at}`, 'local', npm)
  const url = `${app.url}/artifactory/api/npm/${origin}`
  const remote = await makeRepository(app, `far-${at}`, 'remote', { ...npm, ...authOf(app), url })
  const repositories = [near, remote]
  const virtual = await makeRepository(app, `all-${at}`, 'virtual', { ...npm, repositories })
  const ask = (name: string) => app.fetch(`/artifactory/api/npm/${virtual}/${name.replace('/', '%2f')}`)
  const hide = async (name: string) => {
    await app.publish('npm', name, '99.0.0', { repository: origin })
    expect((await ask(name)).status).toBe(200)
    await app.publish('npm', name, '1.0.0', { repository: near })
    expect((await ask(name)).status).toBe(200)
  }
  await Promise.all(Array.from({ length: 12 }, (_, index) => hide(`@acme/internal-${10 + index}`)))
  const hidden = async () => {
    const all = (await (await app.fetch('/ui/api/v1/upstreams')).json()) as UpstreamHealth[]
    return all.find(({ repository }) => repository === remote)?.hiddenNames.length
  }
  // They are noted after the answer.
  await expect.poll(hidden).toBe(12)
  return { virtual, remote }
}

/** One mirror works; the other is a repository that does not exist. */
async function mirrorTwice(app: TestApp) {
  const at = Date.now()
  const mirrored = await makeRepository(app, `mirrored-${at}`, 'local')
  const copy = await makeRepository(app, `copy-${at}`, 'local')
  const broken = `${app.url}/artifactory/missing-${at}`
  await app.fetch(`/artifactory/${mirrored}/kept/file.txt`, { method: 'PUT', body: 'mirrored' })
  const to = (url: string) => ({ ...authOf(app), url, enabled: true })
  const reply = await app.fetch(
    `/artifactory/api/replications/multiple/${mirrored}`,
    json('PUT', {
      cronExp: '0 0 4 1 1 ?',
      replications: [to(`${app.url}/artifactory/${copy}`), to(broken)],
    }),
  )
  expect(reply.status, await reply.text()).toBe(201)
  return { mirrored, copy, broken }
}

const authOf = ({ admin }: TestApp) => ({ username: admin.name, password: admin.password })
