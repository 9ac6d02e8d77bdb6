import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Invitation } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { openBrowser } from '../../../../../tests/support/jar.ts'
import {
  linkIn,
  startMailServer,
  useMailServer,
  type MailServer,
} from '../../../../../tests/support/mail-server.ts'
import { secure } from '../../../../../tests/support/security.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
let post: MailServer

beforeAll(async () => {
  post = await startMailServer()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  await useMailServer(app, post)
  await app.group({ name: 'makers' })
})

afterAll(async () => {
  await app.close()
  await post.close()
})

const password = 'Good-password-1'
const create = (body: object, send = app.anonymous) =>
  send('/ui/api/v1/ui/auth/createAccount', json('POST', { password, ...body }))
const verify = async (token: string) =>
  (await app.anonymous('/ui/api/v1/ui/auth/verifyToken', json('POST', { token }))).json()
const invite = (body: object, send = app.fetch) => send('/ui/api/v1/invitations', json('POST', body))
const tokenFor = async (email: string) => linkIn(await post.letterTo(email)).searchParams.get('token') ?? ''

describe('registering oneself', () => {
  test('is off at first', async () => {
    const reply = await create({ userName: 'ann', email: 'ann@example.com' })
    expect([reply.status, await reply.json()]).toMatchObject([
      403,
      { error: 'People cannot register themselves here. Ask an administrator for an invitation.' },
    ])
  })

  test('API-13, AUTH-79: makes an account without rights beyond its groups, and signs it in', async () => {
    const { warnings } = await secure(app, { registration: { isEnabled: true, groups: ['makers', 'gone'] } })
    expect(warnings).toContain('Everybody who reaches this server may make an account.')
    try {
      const browser = openBrowser(app)
      const reply = await create({ userName: 'bea', email: 'Bea@Example.com' }, browser.send)
      expect([reply.status, await reply.json()]).toMatchObject([
        201,
        { name: 'bea', email: 'bea@example.com', isAdmin: false, mfaStatus: 'none' },
      ])
      expect((await browser.send('/ui/api/v1/repositories')).status).toBe(200)
      expect((await browser.send('/ui/api/v1/security-settings')).status).toBe(403)
      const groups = await app.db
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'user_id')
        .innerJoin('groups', 'groups.id', 'group_id')
        .select('groups.name')
        .where('users.name', '=', 'bea')
        .execute()
      expect(groups.map(({ name }) => name)).toContain('makers')
    } finally {
      await secure(app, { registration: { isEnabled: false } })
    }
  })

  test.each([
    ['a name that is taken', { userName: 'admin' }, 409],
    ['the name of the program itself', { userName: 'system' }, 409],
    ['the name of everybody', { userName: 'anonymous' }, 409],
    ['a name with a space', { userName: 'a b' }, 400],
    ['a weak password', { userName: 'weak', password: 'weak' }, 400],
    ['no name', {}, 400],
    ['an e-mail that is none', { userName: 'carl', email: 'carl' }, 400],
  ])('%s is refused', async (_, body, status) => {
    await secure(app, { registration: { isEnabled: true } })
    const reply = await create(body)
    await secure(app, { registration: { isEnabled: false } })
    expect(reply.status).toBe(status)
  })
})

describe('an invitation', () => {
  test('API-15, AUTH-79: its link tells whom it is for, and makes the account with that address and the groups given', async () => {
    const sent = await invite({ email: 'Dora@Example.com', groups: ['makers'] })
    expect(sent.status).toBe(201)
    const letter = await post.letterTo('dora@example.com')
    expect(linkIn(letter).href).toMatch(
      /^https:\/\/bindery\.example\.com\/ui\/login\/invitation\?token=[\w-]{32}$/,
    )
    const token = linkIn(letter).searchParams.get('token') ?? ''
    expect(await verify(token)).toEqual({
      valid: true,
      email: 'dora@example.com',
      invitedBy: 'admin',
      project: null,
    })
    expect(await verify('wrong')).toEqual({ valid: false, email: null, invitedBy: null, project: null })
    const reply = await create({ userName: 'dora', email: 'mallory@example.com', token })
    expect([reply.status, await reply.json()]).toMatchObject([
      201,
      { name: 'dora', email: 'dora@example.com' },
    ])
    expect(await verify(token)).toMatchObject({ valid: false })
    expect((await create({ userName: 'dora2', token })).status).toBe(400)
  })

  test('one link makes one account, also for ten who use it at once', async () => {
    await invite({ email: 'edda@example.com' })
    const token = await tokenFor('edda@example.com')
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, number) => create({ userName: `edda${number}`, token })),
    )
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    const made = await app.db
      .selectFrom('users')
      .select('name')
      .where('email', '=', 'edda@example.com')
      .execute()
    expect(made).toHaveLength(1)
  })

  test('a name that is taken leaves the link usable', async () => {
    await invite({ email: 'fay@example.com' })
    const token = await tokenFor('fay@example.com')
    expect((await create({ userName: 'admin', token })).status).toBe(409)
    expect((await create({ userName: 'fay', token })).status).toBe(201)
  })

  test('it is listed, sent again with a new link, and taken back', async () => {
    const { id } = Invitation.parse(await (await invite({ email: 'gia@example.com' })).json())
    const first = await tokenFor('gia@example.com')
    const list = async () =>
      Invitation.array().parse(await (await app.fetch('/ui/api/v1/invitations')).json())
    await expect.poll(async () => (await list()).find((one) => one.id === id)?.mail).toBe('sent')
    expect((await invite({ email: 'gia@example.com' })).status).toBe(409)
    expect((await app.fetch(`/ui/api/v1/invitations/${id}/resend`, { method: 'POST' })).status).toBe(200)
    const second = await tokenFor('gia@example.com')
    expect(await verify(first)).toMatchObject({ valid: false })
    expect(await verify(second)).toMatchObject({ valid: true })
    expect((await app.fetch(`/ui/api/v1/invitations/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await verify(second)).toMatchObject({ valid: false })
    expect((await list()).map((one) => one.id)).not.toContain(id)
  })

  test('it ends after a week', async () => {
    const { id } = Invitation.parse(await (await invite({ email: 'hal@example.com' })).json())
    const token = await tokenFor('hal@example.com')
    await writeSql(app, `update invitations set expires_at = '2001-01-01T00:00:00.000Z' where id = '${id}'`)
    expect(await verify(token)).toMatchObject({ valid: false })
    expect((await create({ userName: 'hal', token })).status).toBe(400)
  })

  test('only an administrator invites, or a project administrator to the project and to no group', async () => {
    const ida = app.as(await app.user({ name: 'ida' }))
    expect((await invite({ email: 'x@example.com' }, ida)).status).toBe(403)
    expect((await invite({ email: 'x@example.com', project: 'nowhere' }, ida)).status).toBe(404)
    await app.fetch(
      '/access/api/v1/projects',
      json('POST', {
        project_key: 'boat',
        display_name: 'Boat',
        admin_privileges: { manage_members: true, manage_resources: true, index_resources: true },
      }),
    )
    await app.fetch(
      '/access/api/v1/projects/boat/users/ida',
      json('PUT', { name: 'ida', roles: ['Project Admin'] }),
    )
    expect((await invite({ email: 'jo@example.com', project: 'boat', groups: ['makers'] }, ida)).status).toBe(
      403,
    )
    expect((await invite({ email: 'jo@example.com', project: 'boat' }, ida)).status).toBe(201)
    const token = await tokenFor('jo@example.com')
    expect(await verify(token)).toMatchObject({ invitedBy: 'ida', project: 'boat' })
    expect((await create({ userName: 'jo', token })).status).toBe(201)
    const members = await (await app.fetch('/access/api/v1/projects/boat/users')).json()
    expect(members).toMatchObject({ members: expect.arrayContaining([{ name: 'jo', roles: ['Viewer'] }]) })
  })

  test('groups and addresses are checked', async () => {
    expect((await invite({ email: 'kim' })).status).toBe(400)
    expect((await invite({ email: 'kim@example.com', groups: ['unknown'] })).status).toBeGreaterThanOrEqual(
      400,
    )
    expect((await invite({ email: 'dora@example.com' })).status).toBe(409)
  })
})
