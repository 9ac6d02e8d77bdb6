// A demonstration installation that offers no scanner, no mission control and no distribution.
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  goWithin,
  signIn,
  test,
  watchChunks,
} from './fixtures.ts'

test.use({
  appEnv: {
    BINDERY_TOUR: 'true',
    BINDERY_TRIAL_URL: 'https://trial.example.com/start',
    BINDERY_DOCUMENTATION_URL: 'https://docs.example.com/bindery',
    BINDERY_SERVICES_OFF: 'pipelines,xray,mc,distribution',
  },
})

const teasers = [
  ['/admin/projects/list', 'Projects', 'cards'],
  ['/admin/environments', 'Environments', 'bullets'],
  ['/admin/management/users', 'User Management', 'bullets'],
  ['/admin/configuration/security/ldap', 'User Authentication', 'cards'],
  ['/admin/configuration/security/general', 'Platform Security', 'bullets'],
  ['/admin/configuration/general', 'Platform Management', 'cards'],
  ['/admin/monitoring/storage-summary', 'Platform Monitoring', 'bullets'],
] as const

test('TOUR-01 TOUR-02 TOUR-03 TOUR-04 TOUR-05 TOUR-06 TOUR-07 TOUR-08 TOUR-09 TOUR-10 TOUR-12 TOUR-13 TOUR-14 TOUR-15 TOUR-16 TOUR-17 TOUR-18 TOUR-19: visitors read about administration in its place', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app, await app.user({ name: 'visitor' }))
  await page.goto('/ui/packages')
  const main = page.getByRole('main')
  for (const [path, title, look] of teasers) {
    await goWithin(page, `/ui${path}`)
    await expect(page).toHaveURL(`${app.url}/ui/demo${path}`)
    await expect(main.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(main.locator('h1 + p')).toHaveText(/^[A-Z].{20,}\.$/)
    await expect(main.getByRole('link', { name: 'Learn more' })).toHaveAttribute(
      'href',
      'https://docs.example.com/bindery',
    )
    await expect(main.getByRole('link', { name: 'Start a free trial' })).toHaveAttribute(
      'href',
      'https://trial.example.com/start',
    )
    const points = main.getByRole('listitem')
    expect(await points.count()).toBeGreaterThanOrEqual(3)
    await expect(main.getByRole('heading', { level: 2 })).toHaveCount(
      look === 'cards' ? await points.count() : 0,
    )
  }
  await expectAccessible(page)
  // From outside as well, and on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/ui/admin/projects/list')
  await expect(page).toHaveURL(`${app.url}/ui/demo/admin/projects/list`)
  await expect(main.getByRole('heading', { level: 2, name: 'Quotas' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('TOUR-11 TOUR-23: other paths of administration lead visitors to the packages, and nothing is set up for them; administrators are led nowhere', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app, await app.user({ name: 'stroller' }))
  for (const path of ['/admin/management/groups', '/admin/no-such-page', '/demo/admin/no-such-page']) {
    await page.goto(`/ui${path}`)
    await expect(page).toHaveURL(`${app.url}/ui/packages`)
  }
  const setMeUp = page.getByRole('menuitem', { name: 'Set Me Up' })
  await page.getByRole('button', { name: /account of stroller/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit Profile' })).toBeVisible()
  await expect(setMeUp).toHaveCount(0)
  await signIn(context, app)
  await page.goto('/ui/packages')
  await page.getByRole('button', { name: /account of admin/ }).click()
  await expect(setMeUp).toBeVisible()
  await page.goto('/ui/admin/management/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await page.goto('/ui/demo/admin/management/users')
  await expect(page).toHaveURL(`${app.url}/ui/admin/management/users`)
})

test('ROUTE-57 ROUTE-58 ROUTE-59 ROUTE-85 REL-03 TOUR-22: a service that is off has a page that says so, and whom to ask', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app, await app.user({ name: 'curious' }))
  await page.goto('/ui/packages')
  const chunks = watchChunks(page)
  const main = page.getByRole('main')
  for (const [path, title, reason, chunk] of [
    ['/topology-teaser', 'Topology', /The service mc is switched off/, 'topology-teaser'],
    ['/pipelines-teaser', 'Pipelines', /This version of Bindery has no such service/, 'pipelines-teaser'],
    [
      '/release-bundles-teaser',
      'Release bundles',
      /The service distribution is switched off/,
      'bundles-teaser',
    ],
    [
      '/security-and-compliance-teaser',
      'Security and compliance',
      /The service xray is switched off/,
      'scanner-teaser',
    ],
  ] as const) {
    expect(chunks).not.toContain(chunk)
    await goWithin(page, `/ui${path}`)
    await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(chunks).toContain(chunk)
    await expect(main.getByText(reason)).toBeVisible()
    await expect(main.getByRole('link', { name: 'Contact sales' })).toHaveAttribute(
      'href',
      `/ui${path}?contactUsContext=sales`,
    )
    await expect(main.getByRole('link', { name: 'Learn more' })).toBeVisible()
  }
  await expectAccessible(page)
  await page.goto('/ui/pipelines')
  await expect(main.getByRole('heading', { level: 1, name: 'Pipelines' })).toBeVisible()
})
