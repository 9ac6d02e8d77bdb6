// Areas of the application on an installation with the usual settings: their code, and doors that are closed.
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../support/app.ts'
import { expect, goWithin, signIn, test, watchChunks } from './fixtures.ts'

/** The area, an address in it, and the script that holds it. The teasers and the playground are in files of their own. */
const areas = [
  ['packages', '/packages', 'packages-screen'],
  ['onboarding page', '/onboarding', 'later-screen'],
  ['system routes', '/404', 'not-found-screen'],
  ['pipelines teaser', '/pipelines-teaser', 'pipelines-teaser'],
  ['topology teaser', '/topology-teaser', 'topology-teaser'],
  ['hosted account portal redirect', '/user/my-acme-redirect', 'portal-screen'],
] as const

test('ROUTE-85: the code of an area is fetched when it is first entered, and once', async ({
  page,
  context,
  app,
}) => {
  const chunks = watchChunks(page)
  await page.goto('/ui/login')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(chunks).toContain('sign-in-screen')
  expect(chunks).not.toContain('shell') // the application layout

  await signIn(context, app)
  chunks.length = 0
  await page.goto('/ui/user_profile')
  await expect(page.getByRole('banner')).toBeVisible()
  expect(chunks).toContain('shell')
  for (const [area, path, chunk] of areas) {
    expect([area, chunks.includes(chunk)]).toEqual([area, false])
    await goWithin(page, `/ui${path}`)
    await expect.poll(() => [area, chunks.includes(chunk)]).toEqual([area, true])
  }
  const ofAreas = () => chunks.filter((name) => areas.some(([, , chunk]) => chunk === name))
  const before = ofAreas()
  for (const [, path] of areas) {
    await goWithin(page, `/ui${path}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(ofAreas()).toEqual(before)
  expect(chunks).not.toContain('command-line-screen')
  await page.goto(await addressFromTerminal(app))
  await expect.poll(() => chunks).toContain('command-line-screen') // the extension for command lines
})

test('TOUR-20 ROUTE-84: where scanning is offered its teaser gives way to the policies', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await page.goto('/ui/security-and-compliance-teaser')
  await expect(page).toHaveURL(`${app.url}/ui/admin/xray/security_policies`)
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
})

test('TOUR-25 TOUR-26 TOUR-29: without the feature "tested" nobody gets to the playground, and everybody stays where they are', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app, await app.user({ name: 'player' }))
  const chunks = watchChunks(page)
  await page.goto('/ui/user_profile')
  const heading = page.getByRole('heading', { level: 1 })
  const title = await heading.textContent()
  for (const path of ['/template', '/demo', '/demo/tree', '/demo/multi-mfe-mounting-container']) {
    await goWithin(page, `/ui${path}`)
    await expect(page).toHaveURL(`${app.url}/ui/user_profile`)
    await expect(heading).toHaveText(title ?? '')
  }
  await page.goto('/ui/template')
  await expect(page).toHaveURL(`${app.url}/ui/packages`)
  expect(chunks.filter((name) => /template|tree-screen|mounting/.test(name))).toEqual([])
})

/** What a command line prints for somebody to open. */
async function addressFromTerminal(app: TestApp): Promise<string> {
  const session = randomUUID()
  const reply = await app.anonymous('/access/api/v2/authentication/jfrog_client_login/request', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session }),
  })
  expect(reply.ok).toBe(true)
  return `/ui/login?jfClientSession=${session}&jfClientName=JFrog-CLI&jfClientCode=1`
}
