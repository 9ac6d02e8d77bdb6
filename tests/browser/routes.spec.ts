// Every address of the frame: where it leads, what its title is, and how the specification calls it.
import { adminLanding, expect, expectAccessible, signIn, test } from './fixtures.ts'
import { go } from './navigation.ts'

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

interface Visited {
  path: string
  title: string
  /** Where it leads, when it is not the address itself. */
  lands?: string
  route?: string
}

const pages: Visited[] = [
  { path: '/get_started', title: 'Get started' },
  { path: '/repos/tree/General', title: 'Artifacts' },
  {
    path: '/artifacts/browse/tree/General/generic-local/a',
    title: 'Artifacts',
    lands: '/repos/tree/General/generic-local/a',
  },
  { path: '/builds', title: 'Builds' },
  { path: '/integrations', title: 'Integrations', route: 'integrations integrations.main' },
  { path: '/release-bundles', title: 'Release bundles', lands: '/release-bundles/source' },
  { path: '/projects', title: 'Onboarding', route: 'projects' },
  { path: '/quick-setup', title: 'Quick Setup', route: 'quickSetup' },
  { path: '/quickSetup', title: 'Quick Setup', lands: '/quick-setup', route: 'quickSetup' },
  { path: '/user_profile', title: 'Edit Profile' },
  { path: '/admin', title: 'Users', lands: '/admin/management/users' },
  { path: '/admin/repositories/local/new', title: 'New local repository' },
  { path: '/admin/repositories/remote/new', title: 'New remote repository' },
  { path: '/admin/repositories/virtual/new', title: 'New virtual repository' },
  { path: '/admin/management/users/new', title: 'New user' },
  { path: '/admin/management/groups/new', title: 'New group' },
  { path: '/admin/management/permissions/create', title: 'New permission' },
  { path: '/admin/configuration/integrations', title: 'Integrations' },
  { path: '/admin/mission_control/topology', title: 'Topology' },
  { path: '/admin/monitoring/system_logs', title: 'System logs' },
  { path: '/admin/monitoring/pdn', title: 'Peers' },
  { path: '/admin/monitoring/service-status', title: 'Service status' },
  { path: '/admin/support-zone', title: 'Support zone' },
  { path: '/security_policies', title: 'Policies', lands: '/admin/xray/security_policies' },
]

test('ROUTE-19, ROUTE-20, ROUTE-30, ROUTE-31, ROUTE-35, ROUTE-54, ROUTE-55, ROUTE-56, ROUTE-60, ROUTE-61, ROUTE-67, ROUTE-68, ROUTE-69, ROUTE-70, ROUTE-71, ROUTE-72, ROUTE-73, ROUTE-74, ROUTE-79, ROUTE-80, ROUTE-82, ROUTE-84, ROUTE-87: each address opens its page', async ({
  page,
  app,
}) => {
  test.slow()
  await app.fetch('/artifactory/generic-local/a/b.txt', { method: 'PUT', body: 'b' })
  await page.goto('/ui/packages')
  await expect(page).toHaveTitle('Packages - Bindery')
  for (const { path, title, lands = path, route = '' } of pages) {
    await go(page, path)
    await expect(page, path).toHaveTitle(`${title} - Bindery`)
    await expect(page, path).toHaveURL(new RegExp(`/ui${lands.replaceAll(/[?.]/g, '\\$&')}$`))
    await expect(page.locator('html'), path).toHaveAttribute('data-route', route)
  }
})

test('a page that is still to come says so, and can be read by everybody', async ({ page }) => {
  await page.goto('/ui/integrations')
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible()
  await expect(page.getByText('This page is not built yet')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/ui/admin/mission_control/topology')
  await expect(page.getByRole('row', { name: /Pipelines.*Switched off/ })).toBeVisible()
  await expectAccessible(page)
})

test('ADMIN-23: the administration of integrations has the table of source-control systems, which is empty', async ({
  page,
}) => {
  await page.goto('/ui/admin/configuration/integrations')
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Source-control integrations' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Name',
    'URL',
    'User',
    'Connected',
    'Services',
    'Repositories',
    'Last check',
  ])
  await expect(table.getByRole('row')).toHaveCount(1)
  await expect(page.getByText('No source-control system is connected')).toBeVisible()
})

test('ROUTE-17, ROUTE-18, LAND-06: / and /home lead to the landing page', async ({ page }) => {
  for (const path of ['/ui/', '/ui/home']) {
    await page.goto(path)
    await expect(page).toHaveURL(adminLanding)
  }
})

test.describe('to things that are not here', () => {
  test.use({ allowFailures: true })

  test('ROUTE-08, ROUTE-09, ROUTE-10: links of older products lead to the pages of today', async ({
    page,
  }) => {
    await page.goto('/ui/#/builds/shop/42')
    await expect(page).toHaveURL(/\/ui\/builds\/shop\/42\?jenkinsRedirect=true$/)
    await expect(page).toHaveTitle('Builds - Bindery')
    await page.evaluate(() => {
      location.hash = '#/artifacts/browse/tree/General/npm-local/a.tgz'
    })
    await expect(page).toHaveURL(/\/ui\/repos\/tree\/General\/npm-local\/a\.tgz$/)
  })
})

test('ROUTE-34: without an account portal there is nothing at its address', async ({ page }) => {
  await page.goto('/ui/user/my-acme-redirect')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
