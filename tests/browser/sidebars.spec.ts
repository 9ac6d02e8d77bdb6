// The three menus: who sees which, and what stands in them.
import type { Page } from '@playwright/test'
import { json } from '../support/browser.ts'
import { expect, signIn, test } from './fixtures.ts'
import { go } from './navigation.ts'

const menu = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true })

test('NAV-01, NAV-04, NAV-10, LAND-14, LAND-18, LAND-19: an administrator has two sections, and comes back to where they were', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await page.goto('/ui/packages')
  const application = menu(page, 'Application')
  for (const name of ['Packages', 'Artifacts', 'Builds', 'Release bundles', 'Integrations'])
    await expect(application.getByRole('link', { name })).toBeVisible()
  await application.getByRole('link', { name: 'Builds' }).click()
  await application.getByRole('link', { name: 'Administration' }).click()
  await expect(page).toHaveURL(/\/ui\/admin\/projects\/list$/)
  const administration = menu(page, 'Administration')
  const groups = [
    'Projects',
    'Repositories',
    'User management',
    'Authentication',
    'Security',
    'Platform',
    'Monitoring',
  ]
  await expect(administration.locator('button[aria-expanded]').filter({ hasNotText: 'Collapse' })).toHaveText(
    groups,
  )
  await expect(administration.getByRole('link', { name: 'Support zone' })).toBeVisible()
  await administration.getByRole('link', { name: 'Audit log' }).click()
  await administration.getByRole('link', { name: 'Application' }).click()
  await expect(page).toHaveURL(/\/ui\/builds$/)
  await application.getByRole('link', { name: 'Administration' }).click()
  await expect(page).toHaveURL(/\/ui\/admin\/security\/audit$/)
})

test('NAV-05, NAV-08, NAV-09, LAND-09, LAND-15: whoever administers a project has its settings once it is chosen', async ({
  page,
  context,
  app,
}) => {
  const name = `pia-${Date.now()}`
  const pia = await app.user({ name })
  const key = `nav${Date.now() % 100_000}`
  await app.fetch(
    '/access/api/v1/projects',
    json('POST', { project_key: key, display_name: `Project ${key}` }),
  )
  await app.fetch(
    `/access/api/v1/projects/${key}/users/${name}`,
    json('PUT', { name, roles: ['Project Admin'] }),
  )
  await signIn(context, app, pia)
  await page.goto('/ui/')
  await expect(page).toHaveURL(/\/ui\/packages$/)
  await expect(menu(page, 'Application').getByRole('link', { name: 'Project Settings' })).toHaveCount(0)
  await expect(menu(page, 'Application').getByRole('link', { name: 'Administration' })).toHaveCount(0)
  await page.getByRole('button', { name: /All projects/ }).click()
  await page.getByRole('button', { name: new RegExp(`^Project ${key}`) }).click()
  await menu(page, 'Application').getByRole('link', { name: 'Project Settings' }).click()
  await expect(page).toHaveURL(/\/ui\/admin\/projects\/overview$/)
  await expect(menu(page, 'Project Settings').getByRole('link', { name: 'Members' })).toBeVisible()
})

test('NAV-13, ROLE-02, ROLE-23, ROLE-24: a regular user has the application alone', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app, await app.user({ name: `reader-${Date.now()}` }))
  await page.goto('/ui/packages')
  await expect(page.getByRole('link', { name: 'tiny-cache' })).toBeVisible()
  await expect(menu(page, 'Application').getByRole('link', { name: 'Administration' })).toHaveCount(0)
  await page.getByRole('button', { name: /account of reader/ }).click()
  for (const entry of ['Getting Started', 'Quick Repository Creation', 'New User'])
    await expect(page.getByRole('menuitem', { name: entry })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Edit Profile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await go(page, '/admin/artifactory/list')
  await expect(page.getByRole('alert')).toContainText('You are not authorized to view this page.')
})
