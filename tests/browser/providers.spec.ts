// The settings pages of sign-on providers, with a real directory, a Crowd server and a SAML provider behind them.
import { startIssuer } from '../../apps/server/src/features/oidc-exchange/issuer.fixture.ts'
import type { TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { startCrowd } from '../support/crowd.ts'
import { startLdap, type LdapServer } from '../support/ldap.ts'
import { idpEntityId, startSamlIdp } from '../support/saml-idp.ts'
import { companyWith, passwordOf } from '../sign-on/company.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.use({ appEnv: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })

let directory: LdapServer

test.beforeAll(async ({ app }) => {
  directory = await startLdap(companyWith(1))
  for (const name of ['dev', 'staff']) await app.group({ name })
})

test.afterAll(async ({ app }) => {
  await directory?.stop()
  await forget(app)
})

test.beforeEach(async ({ context, app }) => {
  await forget(app)
  await signIn(context, app)
})

/** Each test sets up its own. */
async function forget(app: TestApp) {
  for (const key of ['corp', 'lab']) await app.fetch(`/ui/api/v1/ldap/servers/${key}`, { method: 'DELETE' })
  for (const path of ['saml/corp', 'oauth/hub']) await app.fetch(`/ui/api/v1/${path}`, { method: 'DELETE' })
}

const base = '/ui/admin/configuration/security'

const server = (changes: object = {}) => ({
  key: 'corp',
  url: `${directory.url}/${directory.baseDn}`,
  managerDn: directory.manager.dn,
  managerPassword: directory.manager.password,
  searchBase: 'ou=people',
  searchFilter: '(uid={0})',
  ...changes,
})

test('an administrator connects a directory, tests it before saving, and a person signs in', async ({
  page,
  app,
}) => {
  await page.goto(`${base}/ldap`)
  await expect(page.getByText('Nothing is set up yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Add server' }).last().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('corp')
  await page
    .getByRole('textbox', { name: 'Address', exact: true })
    .fill(`${directory.url}/${directory.baseDn}`)
  await page.getByLabel('Manager DN').fill(directory.manager.dn)
  await page.getByLabel('Manager password').fill(directory.manager.password)
  await page.getByLabel('Search base').fill('ou=people')

  const panel = page.getByRole('region', { name: 'Test' })
  await panel.getByLabel('User name').fill('bob')
  await panel.getByLabel('Password', { exact: true }).fill(passwordOf('bob'))
  await panel.getByRole('button', { name: 'Run' }).click()
  await expect(panel.getByText('A new user "bob" is created.').first()).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(5)
  await expect(panel.getByRole('listitem').filter({ hasText: 'Search' })).toContainText(
    'the password is right',
  )
  await expect(panel.getByText('bob@example.org', { exact: true })).toBeVisible()
  await panel.getByText('Raw answer').click()
  await expect(panel.getByText('"uid=bob,ou=people,dc=example,dc=org"').first()).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'corp', exact: true })).toBeVisible()
  await expect(page.getByLabel('Manager password')).toHaveValue('')
  await expect(page.getByText('One is stored.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeDisabled()
  const reply = await app.anonymous('/ui/api/v1/ui/auth/login', {
    ...json('POST', { user: 'bob', password: passwordOf('bob') }),
  })
  expect(reply.status).toBe(200)
})

test.describe('mistakes', () => {
  test.use({ allowFailures: true })

  test('stand at the field that is wrong', async ({ page, app }) => {
    await app.fetch('/ui/api/v1/ldap/servers', json('POST', server()))
    await page.goto(`${base}/ldap`)
    await page.getByLabel('Search filter').fill('(uid=nobody)')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The search filter needs {0} in the place of the user name.')).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByLabel('Search filter')).toHaveValue('(uid={0})')
  })
})

test('servers are asked in an order that can be changed, and one can be removed', async ({ page, app }) => {
  for (const key of ['corp', 'lab']) await app.fetch('/ui/api/v1/ldap/servers', json('POST', server({ key })))
  await page.goto(`${base}/ldap`)
  const servers = page.getByRole('region', { name: 'Servers' }).getByRole('listitem')
  await expect(servers).toHaveText([/corp/, /lab/])
  await page.getByRole('button', { name: 'Ask lab earlier' }).click()
  await expect(servers).toHaveText([/lab/, /corp/])
  await servers.filter({ hasText: 'lab' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(servers).toHaveText([/corp/])
})

test('a mapping of groups is previewed before it is saved, and groups are imported', async ({
  page,
  app,
}) => {
  await app.fetch('/ui/api/v1/ldap/servers', json('POST', server()))
  await page.goto(`${base}/ldap?add=mappings`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('corp-groups')
  await page.getByLabel('Base DN of groups').fill('ou=groups')
  await page.getByLabel('Groups in groups').selectOption('walk')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByLabel('User name').fill('bob')
  await preview.getByRole('button', { name: 'Run' }).click()
  await expect(preview.getByText('dev', { exact: true })).toBeVisible()
  await expect(preview.getByText('engineering, not here')).toBeVisible()

  await page.getByRole('button', { name: 'Save' }).click()
  const groups = page.getByRole('region', { name: 'Import groups' })
  await groups.getByRole('button', { name: 'Find groups' }).click()
  await groups.getByRole('searchbox').fill('engin')
  await groups.getByLabel('engineering').check()
  await groups.getByRole('button', { name: 'Import 1' }).click()
  await expect(groups.getByRole('listitem').filter({ hasText: 'engineering' })).toContainText('Here')
  await expectAccessible(page)
})

test('SAML: the page has the addresses for the provider, and no switch to lock oneself out', async ({
  page,
  context,
  app,
}) => {
  const idp = await startSamlIdp()
  try {
    const settings = {
      name: 'corp',
      idpEntityId,
      loginUrl: idp.loginUrl,
      certificates: [idp.key.certificate],
    }
    expect((await app.fetch('/ui/api/v1/saml', json('POST', settings))).status).toBe(201)
    await page.goto(`${base}/saml_integration`)
    const addresses = page.getByRole('region', { name: 'For the provider' })
    await expect(addresses.getByText(`${app.url}/ui/api/v1/auth/saml/loginResponse/corp`)).toBeVisible()
    await expect(addresses.getByText('/ui/login?noRedirect')).toBeVisible()
    const download = page.waitForEvent('download')
    await addresses.getByRole('link', { name: 'Download metadata' }).click()
    expect((await download).suggestedFilename()).toBe('corp-metadata.xml')
    const certificates = page.getByRole('region', { name: 'Signing certificates of the provider' })
    await expect(certificates.getByText('CN=test-idp')).toBeVisible()
    await expect(certificates.getByText('Valid until')).toBeVisible()
    await expect(page.getByLabel('Go to this provider at once')).toBeDisabled()
    await expect(page.getByText('cannot lock yourself out')).toBeVisible()
    const panel = page.getByRole('region', { name: 'Test' })
    await panel.getByRole('button', { name: 'Check settings' }).click()
    await expect(panel.getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page)
    // There and back in another tab, which signs nobody in; only then may the sign-in page be skipped.
    const opened = context.waitForEvent('page')
    await panel.getByRole('link', { name: /Test sign-in/ }).click()
    const tab = await opened
    await expect(tab.getByText('A user "ada" would be created.').first()).toBeVisible()
    await tab.close()
    await page.reload()
    await expect(panel.getByText('A user "ada" would be created.')).toBeVisible()
    await page.getByLabel('Go to this provider at once').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await expect(page.getByLabel('Go to this provider at once')).toBeChecked()
  } finally {
    await idp.close()
  }
})

test('SAML: the metadata of the provider, by its address or pasted, fills the form', async ({ page }) => {
  const idp = await startSamlIdp()
  try {
    const xml = await (await fetch(idp.metadataUrl)).text()
    for (const given of [idp.metadataUrl, xml]) {
      await page.goto(`${base}/saml_integration?add=saml`)
      await page.getByLabel('XML or address').fill(given)
      await page.getByRole('button', { name: 'Read', exact: true }).click()
      await expect(page.getByLabel('Sign-in address of the provider')).toHaveValue(idp.loginUrl)
      await expect(page.getByLabel('Signing certificates of the provider')).toHaveValue(/BEGIN CERTIFICATE/)
      await page.getByRole('button', { name: 'Discard' }).click()
    }
  } finally {
    await idp.close()
  }
})

test('OAuth: a preset fills the form, and the redirect address is there before anything is saved', async ({
  page,
  app,
}) => {
  await page.goto(`${base}/oauth?add=oauth`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('hub')
  await page.getByRole('button', { name: 'GitHub' }).click()
  await expect(page.getByText(`${app.url}/ui/api/v1/auth/oauth2/loginResponse/hub`)).toBeVisible()
  await page.getByLabel('Client id').fill('client')
  await page.getByLabel('Client secret').fill('SECRETMARK')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'hub', exact: true })).toBeVisible()
  await expect(page.getByLabel('Client secret')).toHaveValue('')
  expect(await page.content()).not.toContain('SECRETMARK')
})

test('Crowd is set up and tested', async ({ page }) => {
  const crowd = await startCrowd({
    cleo: { password: 'secret-of-cleo', email: 'cleo@example.org', groups: ['dev', 'elsewhere'] },
  })
  try {
    await page.goto(`${base}/crowd_integration`)
    await page.getByLabel('Enabled').check()
    await page.getByLabel('Address of the Crowd server').fill(crowd.url)
    await page.getByLabel('Application name').fill(crowd.application.name)
    await page.getByLabel('Application password').fill(crowd.application.password)
    const panel = page.getByRole('region', { name: 'Test' })
    await panel.getByLabel('User name').fill('cleo')
    await panel.getByRole('button', { name: 'Run' }).click()
    await expect(panel.getByText('elsewhere, not here')).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('One is stored.')).toBeVisible()
    await expectAccessible(page)
  } finally {
    await crowd.stop()
  }
})

test('HTTP SSO says how the present request would be read', async ({ page }) => {
  await page.goto(`${base}/http_sso`)
  await page.getByLabel('Enabled').check()
  await expect(page.getByText('No proxy is trusted yet')).toBeVisible()
  await page.getByLabel('Trusted proxies').fill('127.0.0.1')
  await page.getByRole('region', { name: 'Test' }).getByRole('button', { name: 'Run' }).click()
  await expect(
    page.getByText('This request came from a trusted proxy, but without the header.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard' }).click()
})

test.describe('the sign-in screen', () => {
  test.use({ allowFailures: true })

  test('AUTH-17: says when a directory is down, and says nothing when it cannot find out', async ({
    page,
    context,
    app,
  }) => {
    const down = { key: 'corp', url: 'ldap://127.0.0.1:1', searchFilter: '(uid={0})', timeoutSeconds: 1 }
    expect((await app.fetch('/ui/api/v1/ldap/servers', json('POST', down))).status).toBe(201)
    await context.clearCookies()
    await page.goto('/ui/login')
    await expect(page.getByText('LDAP is not reachable')).toBeVisible()
    const asked = page.waitForRequest('**/realms/status')
    await page.route('**/realms/status', (route) => route.fulfill({ status: 404, body: 'no such thing' }))
    await page.reload()
    await (await asked).response()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByText('is not reachable')).toHaveCount(0)
  })
})

test('OIDC: builds are connected, a mapping is made and changed, and a token is tried against it', async ({
  page,
  app,
}) => {
  const issuer = await startIssuer('bindery')
  try {
    await app.user({ name: 'build-bot' })
    await app.group({ name: 'builders' })
    await page.goto(`${base}/oidc`)
    await expect(page.getByText('Nothing is set up yet')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Add integration' }).last().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('builds')
    await page.getByLabel('Platform').selectOption('GenericOidc')
    await page.getByRole('textbox', { name: 'Issuer', exact: false }).first().fill(issuer.url)
    await page.getByLabel('Audience').fill('bindery')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('No build gets a token yet', { exact: false })).toBeVisible()

    await page.getByRole('button', { name: 'Add identity mapping' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add identity mapping' })
    await dialog.getByLabel('Name', { exact: false }).first().fill('main')
    await dialog.getByRole('button', { name: 'Save mapping' }).click()
    await expect(dialog.getByText('Name at least one claim and a value for it.')).toBeVisible()
    await dialog.getByLabel('Claim', { exact: true }).fill('ref')
    await dialog.getByLabel('Values').fill('refs/heads/main')
    await dialog.getByLabel('User', { exact: true }).fill('build')
    await page.getByRole('option', { name: 'build-bot' }).click()
    await dialog.getByLabel('Rights', { exact: true }).selectOption('groups')
    await dialog.getByRole('textbox', { name: 'Groups' }).fill('builders')
    await page.getByRole('option', { name: 'builders' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save mapping' }).click()
    const mappings = page.getByRole('table', { name: 'Identity mappings' })
    await expect(mappings.getByRole('row')).toHaveCount(2)
    await expect(mappings).toContainText('ref = refs/heads/main')

    const test = page.getByRole('region', { name: 'Test a token' })
    const tryOut = async (claims: Record<string, string>) => {
      await test.getByLabel('Token', { exact: true }).fill(await issuer.sign(claims))
      await test.getByRole('button', { name: 'Run' }).click()
    }
    await tryOut({ ref: 'refs/heads/other' })
    await expect(test.getByText('No mapping takes this token.')).toBeVisible()
    await expect(test.getByText('is refs/heads/other, but should be refs/heads/main.')).toBeVisible()
    await mappings.getByRole('button', { name: 'Edit main' }).click()
    const edit = page.getByRole('dialog', { name: 'main' })
    await expect(edit.getByText('builders')).toBeVisible()
    await edit.getByLabel('Values').fill('refs/heads/*')
    await edit.getByRole('button', { name: 'Save mapping' }).click()
    await expect(mappings).toContainText('ref = refs/heads/main | refs/heads/*')
    await tryOut({ ref: 'refs/heads/other' })
    await expect(test.getByText('The mapping main takes this token.')).toBeVisible()
    await expect(test.getByText('applied-permissions/groups:"builders"')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await mappings.getByRole('button', { name: 'Remove main' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(mappings).toHaveCount(0)
  } finally {
    await app.fetch('/access/api/v1/oidc/builds', { method: 'DELETE' })
    await issuer.close()
  }
})

test('ROUTE-75, ROUTE-76, ROUTE-77, ROUTE-78, ADMIN-21: every kind of provider has its page, with a test', async ({
  page,
  app,
}) => {
  await app.fetch('/ui/api/v1/ldap/servers', json('POST', server()))
  const pages = { ldap: 'LDAP', saml_integration: 'SAML SSO', oauth: 'OAuth SSO', crowd_integration: 'Crowd' }
  for (const [path, title] of Object.entries({ ...pages, http_sso: 'HTTP SSO' })) {
    await page.goto(
      `${base}/${path}${path === 'saml_integration' ? '?add=saml' : path === 'oauth' ? '?add=oauth' : ''}`,
    )
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Test', exact: true })).toBeVisible()
    await expect(page.getByLabel('Enabled')).toBeVisible()
  }
})

test('the pages fit a narrow window', async ({ page, app }) => {
  await app.fetch('/ui/api/v1/ldap/servers', json('POST', server()))
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['ldap', 'saml', 'oauth?add=oauth', 'crowd', 'http_sso']) {
    await page.goto(`${base}/${path}`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})
