// Single sign-on as it is in the world: the provider is another site. The application is opened as localhost and the
// providers as 127.0.0.1, so that the browser keeps our cookies from a form that comes from there.
import type { Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { startOidcIdp } from '../support/oidc-idp.ts'
import { idpEntityId, startSamlIdp } from '../support/saml-idp.ts'
import { expect, test } from './fixtures.ts'

test.use({ appEnv: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })

const here = (app: TestApp) => app.url.replace('127.0.0.1', 'localhost')

const expectSignedInAs = (page: Page, name: string) =>
  expect(page.getByRole('button', { name: `account of ${name}` })).toBeVisible()

for (const requestBinding of ['redirect', 'post'] as const)
  test(`AUTH-03: SAML through another site, with the request as ${requestBinding}`, async ({ page, app }) => {
    const idp = await startSamlIdp()
    try {
      idp.person = { nameId: `ada-${requestBinding}`, attributes: {} }
      const name = `corp-${requestBinding}`
      const settings = {
        idpEntityId,
        loginUrl: idp.loginUrl,
        certificates: [idp.key.certificate],
        requestBinding,
      }
      const added = await app.fetch(
        '/ui/api/v1/saml',
        json('POST', { name, displayName: name, signRequests: true, ...settings }),
      )
      expect(added.status).toBe(201)
      await page.goto(`${here(app)}/ui/login`)
      await page.getByRole('link', { name: `Continue with ${name}` }).click()
      await expect(page).toHaveURL(/\/ui\/packages$/)
      expect(new URL(page.url()).hostname).toBe('localhost')
      await expectSignedInAs(page, idp.person.nameId)
    } finally {
      await idp.close()
    }
  })

test('AUTH-04: OpenID Connect through another site', async ({ page, app }) => {
  const idp = await startOidcIdp(() => [`${here(app)}/ui/api/v1/auth/oauth2/loginResponse/company`])
  try {
    idp.person = { sub: '7', claims: { preferred_username: 'lin' } }
    const settings = { issuer: idp.url, clientId: idp.clientId, clientSecret: idp.clientSecret }
    const added = await app.fetch(
      '/ui/api/v1/oauth',
      json('POST', { name: 'company', displayName: 'Company', ...settings }),
    )
    expect(added.status).toBe(201)
    await page.goto(`${here(app)}/ui/login`)
    await page.getByRole('link', { name: 'Continue with Company' }).click()
    await expect(page).toHaveURL(/\/ui\/packages$/)
    await expectSignedInAs(page, 'lin')
  } finally {
    await idp.close()
  }
})
