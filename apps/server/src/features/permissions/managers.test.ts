// What managers of permissions learn of others: names to give rights to, and answers of the tester where they manage.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissions, principals } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp
let mia: Credentials
let bob: Credentials

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  mia = await app.user({ name: 'mia' })
  bob = await app.user({ name: 'bob', email: 'robert@example.org' })
  await app.group({ name: 'bobbers', members: ['bob', 'mia'] })
  await app.permission({
    name: 'managed',
    repositories: ['generic-local'],
    include: ['team/**'],
    users: { mia: ['read', 'manage'] },
    groups: { bobbers: ['read'] },
  })
  await app.permission({ name: 'secret', repositories: ['generic-local'], users: { bob: ['deploy'] } })
})

afterAll(() => app.close())

describe('users and groups', () => {
  const find = async (send: Send, search: string) => {
    const reply = await send(`/ui/api/v1/principals?search=${search}`)
    return principals.find.shape.response.parse(await reply.json())
  }

  test('are found by name; e-mail addresses are for those who may read users', async () => {
    const group = { kind: 'group', name: 'bobbers', email: null, members: 2 }
    expect(await find(app.as(mia), 'BOB')).toEqual([
      group,
      { kind: 'user', name: 'bob', email: null, members: null },
    ])
    expect(await find(app.as(mia), 'robert')).toEqual([])
    expect(await find(app.fetch, 'robert')).toEqual([
      { kind: 'user', name: 'bob', email: 'robert@example.org', members: null },
    ])
    expect((await app.as(bob)('/ui/api/v1/principals?search=mia')).status).toBe(403)
    expect((await app.anonymous('/ui/api/v1/principals')).status).toBe(401)
  })

  test('a name is taken literally, whatever it has in it', async () => {
    expect(await find(app.fetch, '%25')).toEqual([])
    expect(await find(app.fetch, 'b_b')).toEqual([])
    expect((await find(app.fetch, ''))[0]?.kind).toBe('group')
    expect((await app.fetch('/ui/api/v1/principals?limit=101')).status).toBe(400)
  })

  test('the members of groups are counted, unknown ones left out', async () => {
    const reply = await app.as(mia)(
      '/ui/api/v1/group-member-counts',
      json('POST', { groups: ['bobbers', 'none', 'bobbers'] }),
    )
    expect(await reply.json()).toEqual([{ group: 'bobbers', members: 2 }])
  })
})

describe('the access tester', () => {
  const ask = (who: Credentials, question: object) =>
    app.as(who)(
      '/ui/api/v1/access-test',
      json('POST', { repository: 'generic-local', path: 'team/a.txt', action: 'read', ...question }),
    )
  const answerOf = async (reply: Response) => permissions.test.shape.response.parse(await reply.json())

  test('answers a manager about others where they manage, and nowhere else', async () => {
    const answer = await answerOf(await ask(mia, { user: 'bob' }))
    expect(answer).toMatchObject({ allowed: true, reasons: [{ permission: 'managed' }] })
    expect((await ask(mia, { group: 'bobbers' })).status).toBe(200)
    expect((await ask(mia, { user: 'bob', path: 'other/a.txt' })).status).toBe(403)
    expect((await ask(mia, { user: 'bob', repository: 'npm-local' })).status).toBe(403)
    expect((await ask(bob, { user: 'mia' })).status).toBe(403)
  })

  test('does not name permissions that the manager may not see', async () => {
    const allowed = await answerOf(await ask(mia, { user: 'bob', action: 'deploy' }))
    expect(allowed).toMatchObject({ allowed: true, reasons: [{ kind: 'permission' }] })
    expect(JSON.stringify(allowed)).not.toContain('secret')
    const denied = await answerOf(await ask(mia, { user: 'bob', action: 'delete' }))
    expect(denied.allowed).toBe(false)
    expect(JSON.stringify(denied)).toContain('managed')
    expect(JSON.stringify(denied)).not.toContain('secret')
    const own = await answerOf(await ask(bob, { action: 'deploy' }))
    expect(own.reasons[0]?.permission).toBe('secret')
  })

  test('knows builds and release bundles by their names', async () => {
    for (const [section, repository] of [
      ['build', 'artifactory-build-info'],
      ['release_bundle', 'release-bundles-v2'],
    ] as const) {
      await app.permission({
        name: `web ${section}`,
        section,
        repositories: [repository],
        include: ['web-*'],
        users: { bob: ['read'] },
      })
      const about = { user: 'bob', section, repository }
      const read = await answerOf(await ask(app.admin, { ...about, path: 'web-shop' }))
      expect(read).toMatchObject({
        allowed: true,
        reasons: [{ permission: `web ${section}`, pattern: 'web-*' }],
      })
      const noun = section === 'build' ? 'build' : 'release bundle'
      expect(read.sentence).toMatch(new RegExp(`^bob may read the ${noun} web-shop\\.`))
      const other = await answerOf(await ask(app.admin, { ...about, path: 'ops-tool' }))
      expect(other.sentence).toBe(`bob may not read the ${noun} ops-tool. No permission allows it.`)
      expect(other.request).toContain(`bob needs the read right on the ${noun} ops-tool.`)
      const all = await answerOf(await ask(app.admin, { ...about, action: 'delete', path: '' }))
      expect(all.sentence).toBe(`bob may not delete ${noun}s. No permission allows it.`)
    }
  })
})
