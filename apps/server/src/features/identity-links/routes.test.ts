import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { locationOf, SsoBrowser, walkSaml } from '../../../../../tests/support/saml-browser.ts'
import { startSamlIdp, type SamlIdp } from '../../../../../tests/support/saml-idp.ts'

let app: TestApp
let idp: SamlIdp
const path = '/ui/api/v1/identity-links'

beforeAll(async () => {
  idp = await startSamlIdp()
  app = await startTestApp()
  const body = { name: 'corp', loginUrl: idp.loginUrl, certificates: [idp.key.certificate] }
  await app.fetch('/ui/api/v1/saml', json('POST', body))
})

afterAll(async () => {
  await app.close()
  await idp.close()
})

test('an administrator links a person at a provider with a user, and takes the link away again', async () => {
  await app.user({ name: 'ann' })
  idp.person = { nameId: 'Ann', attributes: {} }
  const refused = new SsoBrowser(app)
  expect(await refused.troubleOf(await walkSaml(refused, 'corp'))).toContain(
    'Ask an administrator to link the two',
  )

  const link = { realm: 'saml', provider: 'corp', by: 'name', value: 'Ann' }
  const created = await app.fetch(path, json('POST', { ...link, user: 'ann' }))
  expect(created.status).toBe(201)
  expect(await created.json()).toMatchObject({ user: 'ann', value: 'ann', by: 'name' })
  expect((await app.fetch(path, json('POST', { ...link, user: 'ann' }))).status).toBe(409)
  expect((await app.fetch(path, json('POST', { ...link, user: 'nobody' }))).status).toBe(404)
  expect(await (await app.fetch(`${path}?user=ann`)).json()).toMatchObject([
    { realm: 'saml', provider: 'corp' },
  ])

  const browser = new SsoBrowser(app)
  expect(locationOf(await walkSaml(browser, 'corp'))).toBe('/ui/login/sso/saml')
  expect(await browser.whoami()).toBe('ann')

  const query = new URLSearchParams({ ...link, value: 'ann' })
  expect((await app.fetch(`${path}?${query}`, { method: 'DELETE' })).status).toBe(204)
  expect((await app.fetch(`${path}?${query}`, { method: 'DELETE' })).status).toBe(404)
  const again = new SsoBrowser(app)
  expect(await again.troubleOf(await walkSaml(again, 'corp'))).toContain('not known to be this person')
})
