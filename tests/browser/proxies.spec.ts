import { startProxyServer } from '../support/proxy-server.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.use({ appEnv: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })

const base = '/ui/admin/proxies/configuration'

test.beforeEach(async ({ context, app }) => {
  await signIn(context, app)
})

test('ROUTE-21, ROUTE-22, ROUTE-23, ROUTE-24, ROUTE-25, ROUTE-26, VAL-14: a proxy is made, tried, changed and removed', async ({
  page,
  app,
}) => {
  const server = await startProxyServer({ credentials: 'bindery:open' })
  const menu = page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Proxies', exact: true })
  const crumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Proxies' })
  await page.goto(base)
  await expect(page).toHaveURL(`${base}/list`)
  await expect(page.getByText('Every request goes out straight')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'New proxy' }).click()
  await expect(page).toHaveURL(`${base}/new`)
  await expect(menu).toHaveAttribute('aria-current', 'page')
  await page.getByRole('textbox', { name: 'Host', exact: true }).fill('127.0.0.1')
  await page.getByRole('button', { name: 'Create proxy' }).click()
  await expect(page.getByText('This field is mandatory')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('corp')
  await page.getByLabel('Port').fill(String(server.port))
  await page.getByLabel('User name').fill('bindery')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Remove 127.0.0.0/8' }).click()
  const panel = page.getByRole('region', { name: 'Test' })
  await panel.getByLabel('Address to fetch').fill('registry')
  await panel.getByRole('button', { name: 'Run test' }).click()
  await expect(panel.getByText('Enter a valid URL')).toBeVisible()
  await panel.getByLabel('Address to fetch').fill(`${app.url}/ui/`)
  await panel.getByRole('button', { name: 'Run test' }).click()
  await expect(panel.getByText('does not take these credentials')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('open')
  await panel.getByRole('button', { name: 'Run test' }).click()
  await expect(panel.getByText('The address can be reached through the proxy.')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveText([
    /Connect/,
    /Sign in/,
    /answered 200 through the proxy/,
  ])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create proxy' }).click()
  await expect(page).toHaveURL(`${base}/list`)

  const row = page.getByRole('row', { name: /corp/ })
  await expect(row).toContainText('127.0.0.1')
  await expect(row).toContainText('Not tested yet')
  await row.getByRole('link', { name: 'corp' }).click()
  await expect(page).toHaveURL(`${base}/edit/corp`)
  await expect(menu).toHaveAttribute('aria-current', 'page')
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await panel.getByLabel('Address to fetch').fill(`${app.url}/ui/`)
  await panel.getByRole('button', { name: 'Run test' }).click()
  await expect(panel.getByText('The address can be reached through the proxy.')).toBeVisible()
  await page.getByLabel('Platform default').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(`${base}/list`)
  await expect(row).toContainText('Default')
  await expect(row).toContainText(/\d+ ms/)
  await expectAccessible(page)

  await row.getByRole('link', { name: 'corp' }).click()
  await crumb.click()
  await expect(page).toHaveURL(`${base}/list`)
  await row.getByRole('button', { name: 'Remove corp' }).click()
  await expect(page.getByRole('dialog')).toContainText('It is the platform default')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove proxy' }).click()
  await expect(page.getByText('Every request goes out straight')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${base}/new`)
  await expect(page.getByRole('button', { name: 'Create proxy' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await server.close()
})

test('ADMIN-10, ADMIN-11, LIM-19: the configuration follows the form, and the public address is checked', async ({
  page,
  app,
}) => {
  await page.goto('/ui/admin/configuration/webserver')
  const code = page.getByRole('tabpanel')
  await expect(code).toContainText('listen 80;')
  await page.getByLabel('Server name').fill('artifacts.example.org')
  await expect(code).toContainText('server_name artifacts.example.org;')
  await page.getByLabel('HTTPS', { exact: true }).check()
  await expect(code).toContainText('listen 443 ssl;')
  await page.getByLabel('By sub-domain').check()
  await expect(code).toContainText('/artifactory/api/docker/$repository/v2/')
  await page.getByLabel('By port').check()
  await page.getByRole('button', { name: 'Add repository' }).click()
  await page.getByLabel('Repository', { exact: true }).fill('docker-local')
  await expect(code).toContainText('listen 5001 ssl;')
  for (const [tab, line] of [
    ['Apache', 'AllowEncodedSlashes NoDecode'],
    ['Caddy', 'reverse_proxy'],
    ['Traefik', 'allowEncodedSlash: true'],
    ['Ingress', 'proxy-body-size'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(code).toContainText(line)
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Reverse proxy settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Server name')).toHaveValue('artifacts.example.org')
  await expect(page.getByRole('tab', { name: 'Ingress' })).toHaveAttribute('aria-selected', 'true')

  const check = page.getByRole('region', { name: 'Check public URL' })
  await check.getByLabel('Public URL').fill(app.url)
  await check.getByRole('button', { name: 'Check' }).click()
  await expect(check.getByText('Everything arrives as it was sent.')).toBeVisible()
  await expect(check.getByRole('listitem')).toHaveCount(5)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
})
