import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('NAV-27: the tour shows six places one after the other, by mouse or keys, and can be skipped', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  await page.goto('/ui/packages')
  const start = async () => {
    await page.getByRole('button', { name: /account of admin/ }).click()
    await page.getByRole('menuitem', { name: 'Navigation Tour' }).click()
  }
  await start()
  const tour = page.getByRole('dialog', { name: 'Find your way' })
  await expect(tour).toContainText('1 of 6')
  await expect(tour.getByRole('button', { name: 'Next' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'The page' })).toContainText('2 of 6')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: 'Search everything' })).toContainText('3 of 6')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('dialog', { name: 'Your account' })).toContainText('6 of 6')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await start()
  await expect(tour).toBeVisible()
  await page.getByRole('button', { name: 'Skip the tour' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await start()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible()
})
