import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

const thanks = 'Thank you for your request, We will be in touch via email soon'
const sorry = 'There was an issue with your request, Please try to submit your request again'

test.beforeEach(({ context, app }) => signIn(context, app))

test('CONTACT-01, CONTACT-02, CONTACT-03, CONTACT-04, CONTACT-05, CONTACT-06, CONTACT-07, CONTACT-08, CONTACT-11, CONTACT-12, CONTACT-14, CONTACT-15, CONTACT-17, ERR-13, ERR-14, LIM-05, LIM-08, NAV-35, VAL-16: the form is opened from the help menu, checked, sent and confirmed', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/ui/packages')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: 'Contact Us' }).click()
  const form = page.getByRole('dialog', { name: 'Contact Us' })
  await expect(form).toBeVisible()
  await expect(page).toHaveURL(/[?&]contactUsContext=support$/)
  expect((await form.boundingBox())?.width).toBe(420)
  await expect(form.getByLabel('How Can We Help?')).toHaveValue('support')
  expect(await form.getByLabel('How Can We Help?').locator('option').allTextContents()).toEqual([
    'Choose…',
    'Request a demo',
    'Technical support',
    'Request trial extension',
    'Contact sales',
  ])
  await expectAccessible(page)

  await form.getByLabel('Country').selectOption('')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('This field is mandatory')).toHaveCount(4)
  await expect(form.getByLabel('First Name')).toBeFocused()
  await form.getByLabel('First Name').fill('Ada')
  await form.getByLabel('Last Name').fill('Lovelace')
  await form.getByLabel('Organization Email').fill('ada')
  await form.getByLabel('Country').selectOption({ label: 'Austria' })
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('Enter a valid e-mail address')).toBeVisible()
  await form.getByLabel('Organization Email').fill('ada@example.org')
  await form.getByLabel('Optional Comment').fill('Please call.')
  await form.getByLabel('How Can We Help?').selectOption({ label: 'Request a demo' })

  // Time stands still from here on, so that the machine's own haste does not count.
  await page.clock.pauseAt(Date.now() + 20_000)
  const arrive = await hold(page)
  const sent = page.waitForRequest('**/marketing/contact')
  await form.getByRole('button', { name: 'Send' }).click()
  await sent
  await expect.poll(() => tick(page, form.getByRole('button', { name: 'Send', disabled: true }))).toBe(1)
  expect((await sent).postDataJSON()).toEqual({
    FirstName: 'Ada',
    LastName: 'Lovelace',
    Email: 'ada@example.org',
    Country: 'AT',
    Comments: 'Please call.',
    topic: 'demo',
    LeadSource: 'Product',
    Lead_Source_Details__c: 'In-product demo request',
    MRK_FormType__c: 'Demo Request',
  })
  arrive()
  const notice = page.getByRole('status').locator('p', { hasText: thanks })
  await expect.poll(() => tick(page, notice)).toBe(1)
  await expect(notice).toHaveText(thanks)
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(/\/ui\/packages$/)
  await page.mouse.move(10, 300)
  await page.clock.runFor(4800)
  await expect(notice).toBeVisible()
  await page.clock.runFor(300)
  await expect(notice).toHaveCount(0)
  await page.clock.resume()

  await page.goto('/ui/admin/configuration/contact')
  await expect(page.getByText('Requests are kept here and go nowhere else.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ada Lovelace' }).first().click()
  const details = page.getByRole('dialog', { name: 'Request a demo' })
  await expect(details.getByText('Please call.')).toBeVisible()
  await expect(details.getByText('Demo Request', { exact: true })).toBeVisible()
  await details.getByRole('button', { name: 'Delete request' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this request?' })
    .getByRole('button', { name: 'Delete request' })
    .click()
  await expect(page.getByText('Nobody has written yet')).toBeVisible()
})

test.describe('when the server fails', () => {
  test.use({ allowFailures: 'server' })

  test('CONTACT-13, CONTACT-16, ERR-15: a link opens the form; a failure says so, keeps what was typed, and sending again works', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/ui/packages?name=zebra&contactUsContext=sales')
    const form = page.getByRole('dialog', { name: 'Contact Us' })
    await expect(form.getByLabel('How Can We Help?')).toHaveValue('sales')
    await expectNoSidewaysScroll(page)
    await form.getByLabel('First Name').fill('Ada')
    await form.getByLabel('Last Name').fill('Lovelace')
    await form.getByLabel('Organization Email').fill('ada@example.org')
    await page.route('**/marketing/contact', (route) => route.fulfill({ status: 500, body: '' }), {
      times: 1,
    })
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('alert').filter({ hasText: sorry })).toBeVisible()
    await expect(form.getByLabel('First Name')).toHaveValue('Ada')
    await expect(form.getByRole('button', { name: 'Send' })).toBeEnabled()
    await form.getByRole('button', { name: 'Send' }).click()
    const notice = page.getByRole('status').filter({ hasText: thanks })
    await expect(notice).toBeVisible()
    await expect(page).toHaveURL(/\/ui\/packages\?name=zebra$/)
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(notice).toHaveCount(0)
  })
})

/** Lets a moment pass on the page, and counts what is there then. */
async function tick(page: Page, found: Locator): Promise<number> {
  await page.clock.runFor(10)
  return found.count()
}

/** Keeps the request on its way until told to let it arrive. */
async function hold(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/marketing/contact', async (route) => {
    await held
    await route.continue()
  })
  return () => release()
}
