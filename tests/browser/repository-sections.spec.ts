// What a repository's page tells besides its form: names that stay hidden, and how its mirrors do.
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
