// Following: the tab and the menu of a place, a package, the bell, and one's own list.
import { json } from '../support/browser.ts'
import { makeRepository } from '../support/repositories.ts'
import {
  addressOf,
  billing,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  test,
} from './fixtures.ts'

test('a folder and a package are followed, others see it, news arrive in the bell, and one stops in the profile', async ({
  page,
  context,
  app,
}) => {
  const repository = await makeRepository(app, `followed-${Date.now()}`, 'local')
  const reader = await app.user({ name: `follower-${Date.now()}` })
  const put = (path: string) => app.fetch(`/artifactory/${repository}/${path}`, { method: 'PUT', body: path })
  await put('team/first.txt')
  await app.fetch('/ui/api/v1/follows', json('POST', { repository }))
  await signIn(context, app, reader)

  await page.goto(`/ui/repos/tree/Followers/${repository}/team`)
  const followers = page.getByRole('table', { name: 'Followers' })
  await expect(followers.getByRole('row', { name: /admin/ })).toContainText(repository)
  await expect(followers.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Follow', exact: true }).click()
  await expect(followers.getByRole('row', { name: reader.name })).toContainText('This very place')
  await expect(page.getByRole('button', { name: 'Unfollow', exact: true })).toBeVisible()

  await put('team/second.txt')
  const told = async () => (await (await app.as(reader)('/ui/api/v1/follows/news')).json()) as unknown[]
  await expect.poll(told, { timeout: 15_000 }).toHaveLength(1)
  // Opening the bell asks for what the stream of events may not have told yet.
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const news = page.getByRole('dialog', { name: 'Notifications' })
  await expect(news.getByText('1 added')).toBeVisible()
  await expect(news.getByText(`Last: ${repository}/team/second.txt, by admin`)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  await page.goto(addressOf(billing))
  const facts = page.getByRole('complementary', { name: 'Facts' })
  await expect(facts).toContainText(/Followers0/)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unfollow', exact: true })).toBeVisible()
  await expect(facts).toContainText(/Followers1/)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/ui/user_profile')
  await page.getByLabel('Your password').fill(reader.password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  const own = page.getByRole('table', { name: 'What you follow' })
  await expect(own.getByRole('link')).toHaveText(['@acme/billing', `${repository}/team`])
  await expectNoSidewaysScroll(page)
  await page.getByRole('checkbox', { name: 'Also send me e-mail' }).uncheck({ force: true })
  await own.getByRole('button', { name: `Unfollow ${repository}/team` }).click()
  await expect(own.getByRole('link')).toHaveText(['@acme/billing'])
  const preferences = async () => (await app.as(reader)('/ui/api/v1/preferences')).json()
  await expect.poll(preferences).toMatchObject({ followMail: 'false' })

  // An administrator ends what others follow.
  await signIn(context, app)
  await app.as(reader)('/ui/api/v1/follows', json('POST', { repository, path: 'team' }))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/ui/repos/tree/Followers/${repository}/team`)
  await page.getByRole('button', { name: `Remove ${reader.name}` }).click()
  const question = page.getByRole('dialog', { name: `Remove ${reader.name} as a follower?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(followers.getByRole('row', { name: reader.name })).toBeVisible()
  await page.getByRole('button', { name: `Remove ${reader.name}` }).click()
  await question.getByRole('button', { name: 'Remove follower' }).click()
  await expect(followers.getByRole('row', { name: reader.name })).toHaveCount(0)
  // Those who follow a folder above are listed here, too.
  await expect(followers.getByRole('row', { name: /^admin you/ })).toContainText(repository)
  await page.getByRole('button', { name: 'Remove admin' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove follower' }).click()
  await expect(page.getByText('Nobody follows this yet')).toBeVisible()
})

test('a virtual repository is followed: its folders say so, and news of its members arrive in the bell', async ({
  page,
  context,
  app,
}) => {
  const member = await makeRepository(app, `member-${Date.now()}`, 'local')
  const all = await makeRepository(app, `all-${Date.now()}`, 'virtual', { repositories: [member] })
  const reader = await app.user({ name: `reader-${Date.now()}` })
  const put = (path: string) => app.fetch(`/artifactory/${member}/${path}`, { method: 'PUT', body: path })
  await put('team/first.txt')
  await signIn(context, app, reader)

  await page.goto(`/ui/repos/tree/Followers/${all}`)
  await expect(page.getByText('Nobody follows this yet')).toBeVisible()
  // There is nothing to press in an empty list: it has the focus itself, and Escape closes it.
  const bell = page.getByRole('button', { name: 'Notifications', exact: true })
  const news = page.getByRole('dialog', { name: 'Notifications' })
  await bell.press('Enter')
  await expect(news).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(news).toHaveCount(0)
  await expect(bell).toBeFocused()

  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  const followers = page.getByRole('table', { name: 'Followers' })
  await expect(followers.getByRole('row', { name: reader.name })).toContainText('This very place')
  await page.goto(`/ui/repos/tree/Followers/${all}/team`)
  await expect(followers.getByRole('row', { name: reader.name })).toContainText(all)
  await expectAccessible(page)

  await put('team/second.txt')
  const told = async () => (await (await app.as(reader)('/ui/api/v1/follows/news')).json()) as unknown[]
  await expect.poll(told, { timeout: 15_000 }).toHaveLength(1)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(news.getByText(`Last: ${member}/team/second.txt, by admin`)).toBeVisible()
  await news.getByRole('link', { name: all }).click()
  await expect(page).toHaveURL(new RegExp(`/${all}$`))
})
