// The menus of a hosted trial where anybody may read.
import { expect, signIn, test } from './fixtures.ts'

test.use({
  appEnv: {
    BINDERY_ANONYMOUS_ACCESS: 'true',
    BINDERY_CLOUD: 'true',
    BINDERY_TRIAL: 'true',
    BINDERY_DOCUMENTATION_URL: 'https://docs.example.org/manual',
    BINDERY_PORTAL_URL: 'https://my.example.org',
    BINDERY_PORTAL_PROVIDER: 'acme',
  },
})

test('NAV-30, NAV-32, NAV-33, NAV-37, ROLE-26: a trial is talked about by administrators, an account belongs to the host', async ({
  page,
  context,
  app,
}) => {
  await page.route('https://my.example.org/**', (route) => route.fulfill({ body: 'The portal' }))
  await page.goto('/ui/packages')
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('menuitem', { name: 'Documentation' })).toHaveAttribute(
    'href',
    'https://docs.example.org/manual',
  )
  await expect(page.getByRole('menuitem', { name: 'Documentation' })).toHaveAttribute('target', '_blank')
  await expect(page.getByRole('menuitem', { name: 'Contact Us' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /account of/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/ui\/login/)

  await signIn(context, app, await app.user({ name: 'tess' }))
  await page.goto('/ui/packages')
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('menuitem', { name: 'Keyboard Shortcuts' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Contact Us' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /account of tess/ }).click()
  await page.getByRole('menuitem', { name: 'Cloud Subscription and Usage' }).click()
  await expect(page).toHaveURL('https://my.example.org/')

  await context.clearCookies()
  await signIn(context, app)
  await page.goto('/ui/packages')
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('menuitem', { name: 'Contact Us' })).toBeVisible()
})
