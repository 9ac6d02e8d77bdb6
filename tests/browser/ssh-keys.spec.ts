// The keys in the profile, on a server that takes them, and on the page of the user in the administration.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from '../support/browser.ts'
import { makeSshKey, runSsh } from '../support/ssh.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// A key that is refused is a 4xx answer.
test.use({ appEnv: { BINDERY_SSH_PORT: '0' }, allowFailures: true })

test('AUTH-84: an SSH key is pasted, used by ssh itself, seen with its last use, and removed', async ({
  page,
  context,
  app,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-ssh-'))
  try {
    const key = await makeSshKey(folder, 'ada')
    const who = await app.user({ name: `ada-${Date.now()}` })
    await signIn(context, app, who)
    await page.goto('/ui/user_profile')
    await page.getByLabel('Your password').fill(who.password)
    await page.getByRole('button', { name: 'Unlock' }).click()
    const section = page.getByRole('region', { name: 'SSH keys' })
    await expect(section.getByText('You have no SSH keys.')).toBeVisible()
    const [, port] = /ssh:\/\/127\.0\.0\.1:(\d+)/.exec((await section.textContent()) ?? '') ?? []
    await expect(section.getByText(/^SHA256:[\w+/]{43}$/)).toBeVisible()

    await section.getByRole('button', { name: 'Add key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an SSH key' })
    const add = dialog.getByRole('button', { name: 'Add key' })
    await expect(add).toBeDisabled()
    await dialog.getByLabel('Public key').fill('ssh-dss AAAAB3NzaC1kc3M=')
    await add.click()
    await expect(dialog.getByText('DSA keys are too weak.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Public key').fill(key.publicKey)
    await add.click()
    const row = section.getByRole('row').filter({ hasText: 'ada@laptop' })
    await expect(row).toContainText('Ed25519')
    await expect(row).toContainText('Never')

    const outcome = await runSsh({ folder, port: Number(port), key, command: ['jfrog-authenticate'] })
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('Bearer ') })
    await page.reload()
    await expect(row).toBeVisible()
    await expect(row).not.toContainText('Never')
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)

    await section.getByRole('button', { name: 'Remove ada@laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(section.getByText('You have no SSH keys.')).toBeVisible()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('an administrator sees the SSH keys of a user, and removes one', async ({ page, context, app }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-ssh-'))
  try {
    const who = await app.user({ name: `lin-${Date.now()}` })
    const { publicKey } = await makeSshKey(folder, 'lin')
    await app.as(who)('/ui/api/v1/profile/ssh-keys', json('POST', { key: publicKey, name: 'old laptop' }))
    await signIn(context, app)
    await page.goto(`/ui/admin/management/users/${who.name}/edit`)
    const section = page.getByRole('region', { name: 'SSH keys' })
    const row = section.getByRole('listitem').filter({ hasText: 'old laptop' })
    await expect(row).toContainText(/SHA256:[\w+/]{43}/)
    await expect(row).toContainText('never used')
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)

    await section.getByRole('button', { name: 'Remove old laptop' }).click()
    const question = page.getByRole('dialog', { name: `Remove old laptop of ${who.name}?` })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(row).toBeVisible()
    await section.getByRole('button', { name: 'Remove old laptop' }).click()
    await question.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(section.getByText('No SSH keys.')).toBeVisible()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.describe('with a list that does not come', () => {
  test.use({ allowFailures: 'server' })

  test('nobody is told that a user has no SSH keys', async ({ page, context, app }) => {
    const who = await app.user({ name: `kim-${Date.now()}` })
    await signIn(context, app)
    await page.route('**/users/*/ssh-keys', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(`/ui/admin/management/users/${who.name}/edit`)
    const section = page.getByRole('region', { name: 'SSH keys' })
    await expect(section.getByText('The SSH keys could not be loaded')).toBeVisible()
    await expect(section.getByText('No SSH keys.')).toHaveCount(0)
    await page.unrouteAll()
    await section.getByRole('button', { name: 'Retry' }).click()
    await expect(section.getByText('No SSH keys.')).toBeVisible()
  })
})
