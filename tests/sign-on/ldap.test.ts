// Sign-in with a directory: a real OpenLDAP, with groups in groups, over plain, StartTLS and ldaps connections.
// One engine is enough: the other party is the directory; what becomes of its people is tried on both in access/external.
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ldap, type LdapGroupMapping, type LdapServer as Server } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json, signIn } from '../support/browser.ts'
import { writeSql } from '../support/sql.ts'
import { startLdap, type LdapServer } from '../support/ldap.ts'
import { companyWith, passwordOf } from './company.ts'

let directory: LdapServer
let app: TestApp

/** Where the referral in the directory leads: counts who comes, with whatever they bring. */
const elsewhere = { server: createServer(), visits: 0 }

beforeAll(async () => {
  elsewhere.server.on('connection', (socket) => {
    elsewhere.visits++
    socket.destroy()
  })
  await new Promise<void>((done) => void elsewhere.server.listen(0, '127.0.0.1', done))
  directory = await startLdap(companyWith((elsewhere.server.address() as AddressInfo).port))
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.0/8' } })
})

// Limits of wrong passwords are another test's subject.
beforeEach(() => writeSql(app, 'delete from attempts'))

afterAll(async () => {
  await app?.close()
  await directory?.stop()
  elsewhere.server.close()
})

const address = '/ui/api/v1/ldap'

/** What the test is about, on top of a server that works. */
const settings = (changes: object = {}) => ({
  key: 'corp',
  url: `${directory.url}/${directory.baseDn}`,
  managerDn: directory.manager.dn,
  managerPassword: directory.manager.password,
  searchBase: 'ou=people',
  searchFilter: '(uid={0})',
  ...changes,
})

const mapping = (changes: Partial<LdapGroupMapping> = {}) => ({
  name: 'corp-groups',
  server: 'corp',
  baseDn: 'ou=groups',
  ...changes,
})

/** Replaces whatever servers and mappings there were. */
async function set(servers: object[], mappings: object[] = [], to = app) {
  const { servers: before } = await read(to)
  for (const { key } of before) await to.fetch(`${address}/servers/${key}`, { method: 'DELETE' })
  for (const server of servers)
    expect((await to.fetch(`${address}/servers`, json('POST', server))).status).toBe(201)
  for (const one of mappings)
    expect((await to.fetch(`${address}/mappings`, json('POST', one))).status).toBe(201)
}

const read = async (from = app) => ldap.read.shape.response.parse(await (await from.fetch(address)).json())

async function run(given: object) {
  const reply = await app.fetch(`${address}/test`, json('POST', given))
  expect(reply.status).toBe(200)
  return ldap.test.shape.response.parse(await reply.json())
}

const login = async (name: string, password: string) => (await signIn(app, { name, password })).reply.status

const groupsOf = async (name: string) =>
  (
    await app.db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .innerJoin('groups', 'groups.id', 'memberships.group_id')
      .select(['groups.name as name', 'source'])
      .where('users.name', '=', name)
      .where('source', '!=', 'internal')
      .orderBy('groups.name')
      .execute()
  ).map((row) => row.name)

describe('signing in', () => {
  test('makes the user with the e-mail address of the directory, and takes no other password', async () => {
    await set([settings()])
    expect(await login('bob', passwordOf('bob'))).toBe(200)
    expect(await login('BOB', passwordOf('bob'))).toBe(200)
    expect(await login('bob', 'wrong')).toBe(401)
    expect(await login('nobody-there', 'wrong')).toBe(401)
    const users = await app.db.selectFrom('users').selectAll().where('name', '=', 'bob').execute()
    expect(users).toMatchObject([
      { realm: 'ldap', email: 'bob@example.org', password_hash: null, is_admin: 0 },
    ])
  })

  test('works for programs, over Basic', async () => {
    await set([settings()])
    const send = app.as({ name: 'bob', password: passwordOf('bob') })
    expect((await send('/ui/api/v1/repositories')).status).toBe(200)
  })

  test('over Basic ends soon after the password was changed in the directory', async () => {
    await set([settings()])
    const send = app.as({ name: 'bob', password: passwordOf('bob') })
    expect((await send('/ui/api/v1/repositories')).status).toBe(200)
    await directory.setPassword('uid=bob,ou=people', 'another-secret')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    try {
      expect((await send('/ui/api/v1/repositories')).status).toBe(401)
    } finally {
      vi.useRealTimers()
      await directory.setPassword('uid=bob,ou=people', passwordOf('bob'))
    }
  })

  test('never takes over an internal user, least of all the administrator', async () => {
    await set([settings()])
    expect(await login('admin', passwordOf('admin'))).toBe(401)
    expect(await login('admin', app.admin.password)).toBe(200)
  })

  test('is refused where users are not made by themselves', async () => {
    await set([settings({ autoCreateUsers: false })])
    expect(await login('eve', passwordOf('eve'))).not.toBe(200)
    expect(await app.db.selectFrom('users').select('id').where('name', '=', 'eve').execute()).toEqual([])
  })

  test('by a DN pattern needs no manager', async () => {
    await set([
      settings({ managerDn: '', managerPassword: '', searchFilter: '', userDnPattern: 'uid={0},ou=people' }),
    ])
    expect(await login('eve', passwordOf('eve'))).toBe(200)
    expect(await login('eve', 'wrong')).toBe(401)
  })

  test('C12: with an empty password is refused before the directory hears of it', async () => {
    for (const server of [settings(), settings({ searchFilter: '', userDnPattern: 'uid={0},ou=people' })]) {
      await set([server])
      const before = directory.log()
      const reply = await app.anonymous('/ui/api/v1/repositories', {
        headers: { authorization: `Basic ${Buffer.from('bob:').toString('base64')}` },
      })
      expect(reply.status).toBe(401)
      expect([400, 401]).toContain(await login('bob', ''))
      await writeSql(app, 'delete from attempts')
      const npm = { name: 'bob', password: '', type: 'user', _id: 'org.couchdb.user:bob' }
      const user = '/artifactory/api/npm/npm-local/-/user/org.couchdb.user:bob'
      expect([400, 401]).toContain((await app.anonymous(user, json('PUT', npm))).status)
      await writeSql(app, 'delete from attempts')
      expect(directory.log().slice(before.length)).not.toContain('BIND')
    }
  })

  test('C12: a referral to another host is not followed', async () => {
    // The search for people meets it on its way; then it is where they are searched.
    for (const [changes, expected] of [
      [{}, 200],
      [{ searchBase: 'ou=elsewhere,ou=people' }, 401],
    ] as const) {
      await set([settings(changes)])
      const before = directory.log()
      expect([changes, await login('bob', passwordOf('bob'))]).toEqual([changes, expected])
      await expect
        .poll(() => directory.log().slice(before.length))
        .toMatch(expected === 200 ? /SEARCH RESULT.*err=0/ : /err=10/)
      expect(await login('nobody-there', passwordOf('bob'))).toBe(401)
    }
    expect(elsewhere.visits).toBe(0)
  })

  const names = [
    '*)(uid=*))(|(uid=*',
    'admin)(&)',
    '*',
    'b*',
    'bob)(uid=*',
    'bob,ou=people',
    'bob\\2a',
    'bob+cn=eve',
    'uid=bob',
  ]

  test.for(names)('C12: the name %s is a name and no syntax', async (name) => {
    const byFilter = settings()
    const byPattern = settings({ searchFilter: '', userDnPattern: 'uid={0},ou=people' })
    for (const server of [byFilter, byPattern]) {
      await set([server])
      for (const who of ['bob', 'eve', 'admin']) {
        await writeSql(app, 'delete from attempts')
        expect(await login(name, passwordOf(who))).toBe(401)
      }
      const { steps, isPassed } = await run({ server, user: name, password: '' })
      expect(isPassed).toBe(false)
      expect(steps.at(-1)).toMatchObject({ step: 'Search', outcome: 'failed' })
    }
  })
})

describe('several servers', () => {
  const gone = { key: 'gone', url: 'ldap://127.0.0.1:1', searchFilter: '(uid={0})', timeoutSeconds: 1 }

  test('are asked in their order, and one that is down keeps nobody out', async () => {
    await set([gone, settings()])
    expect(await login('bob', passwordOf('bob'))).toBe(200)
    expect(await login('admin', app.admin.password)).toBe(200)
    expect((await read()).servers.map(({ key }) => key)).toEqual(['gone', 'corp'])
    expect((await app.fetch(`${address}/order`, json('PUT', { keys: ['corp', 'gone'] }))).status).toBe(204)
    expect((await read()).servers.map(({ key }) => key)).toEqual(['corp', 'gone'])
    expect((await app.fetch(`${address}/order`, json('PUT', { keys: ['corp'] }))).status).toBe(400)
  })

  test('the person whom two servers know is one user', async () => {
    await set([settings({ key: 'door-1' })])
    expect(await login('bob', passwordOf('bob'))).toBe(200)
    await set([settings({ key: 'door-2' })])
    expect(await login('bob', passwordOf('bob'))).toBe(200)
  })

  test.for(['/ui/api/v1/access/auth/realms/status', '/access/auth/realms/status'])(
    'API-07: %s tells which realm is down, to anybody',
    async (path) => {
      await set([])
      expect(await (await app.anonymous(path)).json()).not.toContainEqual(
        expect.objectContaining({ name: 'LDAP' }),
      )
      await set([settings()])
      expect(await (await app.anonymous(path)).json()).toContainEqual({
        name: 'LDAP',
        isAvailable: true,
        message: '',
      })
      const notLdap = { ...gone, url: `ldap://127.0.0.1:${new URL(app.url).port}` }
      await set([notLdap])
      expect(await (await app.anonymous(path)).json()).toContainEqual(
        expect.objectContaining({ isAvailable: false }),
      )
      await set([settings(), gone])
      expect(await (await app.anonymous(path)).json()).toContainEqual({
        name: 'LDAP',
        isAvailable: false,
        message: expect.stringContaining('sign in'),
      })
    },
  )
})

describe('encryption', () => {
  const trusted = () => ({ caCertificate: directory.authority })

  test('ldaps and StartTLS work with the certificate of the authority', async () => {
    for (const server of [
      settings({ url: `${directory.secureUrl}/${directory.baseDn}`, ...trusted() }),
      settings({ useStartTls: true, ...trusted() }),
    ]) {
      await set([server])
      const before = directory.log()
      expect(await login('bob', passwordOf('bob'))).toBe(200)
      expect(directory.log().slice(before.length)).toContain('TLS established')
    }
  })

  test('a certificate that nobody vouches for ends it before any password is sent', async () => {
    for (const server of [
      settings({ url: `${directory.secureUrl}/${directory.baseDn}` }),
      settings({ useStartTls: true }),
    ]) {
      await set([server])
      const before = directory.log()
      expect(await login('bob', passwordOf('bob'))).toBe(401)
      const { isPassed, steps } = await run({ server, user: 'bob', password: passwordOf('bob') })
      expect(isPassed).toBe(false)
      expect(steps[0]).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('not trusted') })
      expect(directory.log().slice(before.length)).not.toContain('BIND')
    }
  })

  test('a certificate for another address is refused too', async () => {
    const server = settings({ url: `${directory.otherSecureUrl}/${directory.baseDn}`, ...trusted() })
    const { isPassed, steps } = await run({ server, user: 'bob', password: passwordOf('bob') })
    expect(isPassed).toBe(false)
    expect(steps[0]).toMatchObject({ detail: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') })
  })
})

describe('groups', () => {
  const names = ['dev', 'engineering', 'staff', 'sales', 'posix-dev', 'tools']

  beforeAll(async () => {
    for (const name of names)
      expect((await app.fetch('/ui/api/v1/groups', json('POST', { name }))).status).toBeLessThan(300)
  })

  const strategies: [string, Partial<LdapGroupMapping>, string, string[]][] = [
    ['that list the person', {}, 'bob', ['dev']],
    ['in groups, level by level, round a ring', { nesting: 'walk' }, 'bob', ['dev', 'engineering', 'staff']],
    ['that the person lists', { strategy: 'dynamic', memberAttribute: 'memberOf' }, 'bob', ['dev']],
    [
      'that the person lists, and groups of those',
      { strategy: 'dynamic', memberAttribute: 'memberOf', nesting: 'walk' },
      'bob',
      ['dev', 'engineering', 'staff'],
    ],
    [
      'by plain names',
      { memberAttribute: 'memberUid', filter: '(objectClass=posixGroup)' },
      'bob',
      ['posix-dev'],
    ],
    [
      'by the place in the tree',
      { strategy: 'hierarchical', memberAttribute: 'ou', baseDn: '' },
      'tia',
      ['engineering', 'tools'],
    ],
    ['elsewhere than the base DN are none', { baseDn: 'ou=many,ou=groups' }, 'bob', []],
  ]

  test.for(strategies)('%s', async ([, changes, who, expected]) => {
    await set([settings()], [mapping(changes)])
    expect(await login(who, passwordOf(who))).toBe(200)
    expect(await groupsOf(who)).toEqual(expected)
  })

  test('that the directory does not name any more are left, those given here stay', async () => {
    await set([settings()], [mapping({ nesting: 'walk' })])
    await login('bob', passwordOf('bob'))
    expect(await groupsOf('bob')).toEqual(['dev', 'engineering', 'staff'])
    await set([settings()], [mapping({ filter: '(cn=sales)' })])
    await login('bob', passwordOf('bob'))
    expect(await groupsOf('bob')).toEqual([])
  })

  test('are listed page by page and imported by choice', async () => {
    await set([settings()], [mapping()])
    const reply = await app.fetch(`${address}/mappings/corp-groups/groups`)
    const listed = ldap.findGroups.shape.response.parse(await reply.json())
    expect(listed).toHaveLength(624)
    expect(listed).toContainEqual({
      name: 'dev',
      dn: 'cn=dev,ou=groups,dc=example,dc=org',
      description: 'The group dev',
      exists: true,
    })
    expect(listed.find(({ name }) => name === 'team-7')?.exists).toBe(false)
    const path = `${address}/mappings/corp-groups/import`
    const imported = await app.fetch(path, json('POST', { groups: ['team-7', 'dev'] }))
    expect(await imported.json()).toEqual({ imported: ['team-7'] })
    const group = await app.db
      .selectFrom('groups')
      .selectAll()
      .where('name', '=', 'team-7')
      .executeTakeFirst()
    expect(group).toMatchObject({
      realm: 'ldap',
      external_id: 'cn=team-7,ou=many,ou=groups,dc=example,dc=org',
    })
    expect((await app.fetch(path, json('POST', { groups: ['no-such'] }))).status).toBe(400)
  })
})

test('HTTP SSO with LDAP: whom the proxy names is the person of the directory, with their groups', async () => {
  await set([settings()], [mapping({ nesting: 'walk' })])
  const sso = { isEnabled: true, header: 'X-Remote-User', proxies: ['127.0.0.1'], syncLdapGroups: true }
  const path = '/ui/api/v1/http-sso'
  expect((await app.fetch(path, json('PUT', { ...sso, autoCreateUsers: true }))).status).toBe(200)
  try {
    const reply = await app.anonymous('/ui/api/v1/ui/auth/current', { headers: { 'x-remote-user': 'bob' } })
    expect(await reply.json()).toMatchObject({ user: { name: 'bob', realm: 'ldap' } })
    expect(await groupsOf('bob')).toEqual(['dev', 'engineering', 'staff'])
    const events = await app.db
      .selectFrom('audit')
      .select('detail')
      .where('kind', '=', 'sign-in.succeeded')
      .execute()
    expect(events.filter(({ detail }) => detail.includes('http-sso'))).toHaveLength(1)
  } finally {
    await app.fetch(path, json('PUT', { ...sso, isEnabled: false }))
  }
})

describe('the test of a server', () => {
  test('shows each step with its time, and the account that a sign-in would give', async () => {
    await set([settings()], [mapping({ nesting: 'walk' })])
    const result = await run({ server: settings(), user: 'tia', password: passwordOf('tia') })
    expect(result.steps.map(({ step, outcome }) => [step, outcome])).toEqual([
      ['Connect', 'warning'],
      ['Bind', 'passed'],
      ['Search', 'passed'],
      ['Groups', 'passed'],
      ['Account', 'passed'],
    ])
    expect(result.account).toMatchObject({ name: 'tia', email: 'tia@example.org' })
    const bob = await run({ server: settings(), user: 'bob' })
    expect(bob.account?.groups.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'dev', exists: true },
      { name: 'engineering', exists: true },
      { name: 'staff', exists: true },
    ])
    expect(bob.raw).toMatchObject({ dn: 'uid=bob,ou=people,dc=example,dc=org' })
  })

  test('writes nothing', async () => {
    await set([settings()])
    const count = async () => (await app.db.selectFrom('users').select('id').execute()).length
    const before = await count()
    await run({ server: settings({ key: 'unsaved' }), user: 'tia' })
    expect(await count()).toBe(before)
    expect((await read()).servers).toHaveLength(1)
  })

  test('says what is wrong', async () => {
    const wrong: [object, string, string][] = [
      [{ managerPassword: 'no' }, 'bob', 'refuses the manager'],
      [{ searchFilter: '(|(uid={0})(objectClass=inetOrgPerson))' }, 'bob', 'Several entries'],
      [{}, 'nobody-there', 'Nobody of this name'],
      [{ searchBase: 'ou=elsewhere,ou=people' }, 'bob', 'Referrals are not followed'],
    ]
    for (const [changes, user, sentence] of wrong) {
      const { steps } = await run({ server: settings({ key: 'unsaved', ...changes }), user })
      expect(steps.at(-1)).toMatchObject({ outcome: 'failed', detail: expect.stringContaining(sentence) })
    }
  })

  test('C05: tells nothing about ports: closed or not LDAP, the words and the time are the same', async () => {
    const timed = async (url: string) => {
      const begun = performance.now()
      const { steps, raw } = await run({
        server: settings({ key: 'x', url, timeoutSeconds: 1 }),
        user: 'bob',
      })
      return { answer: JSON.stringify([steps, raw]), took: performance.now() - begun }
    }
    const closed = await timed('ldap://127.0.0.1:1')
    const open = await timed(`ldap://127.0.0.1:${new URL(app.url).port}`)
    const openToTls = await timed(`ldaps://127.0.0.1:${new URL(app.url).port}`)
    expect(open.answer).toBe(closed.answer)
    expect(openToTls.answer).toBe(closed.answer)
    // All wait for the end of the second: what answers at once must not be told from what does not.
    for (const { took } of [closed, open, openToTls]) expect(took).toBeGreaterThan(990)
  })

  test('C05: internal addresses are refused without looking', async () => {
    const shut = await startTestApp()
    try {
      for (const host of [
        '127.0.0.1:389',
        '127.0.0.1:22',
        '[::1]:389',
        'localhost:389',
        '169.254.169.254:80',
        '[::ffff:127.0.0.1]:389',
      ]) {
        const server = { key: 'x', url: `ldap://${host}`, searchFilter: '(uid={0})', timeoutSeconds: 1 }
        const reply = await shut.fetch(`${address}/test`, json('POST', { server, user: 'bob' }))
        const text = await reply.text()
        expect(text).toContain('cannot be used')
      }
    } finally {
      await shut.close()
    }
  })
})

describe('secrets', () => {
  test('H03: the manager’s password is never told, kept when left out, and does not follow to another server', async () => {
    await set([settings()])
    const text = await (await app.fetch(address)).text()
    expect(text).not.toContain(directory.manager.password)
    const [server] = (await read()).servers
    expect(server).toMatchObject({ managerPassword: '', hasManagerPassword: true } satisfies Partial<Server>)
    const { managerPassword: _, key: __, ...kept } = settings({ emailAttribute: 'cn' })
    expect((await app.fetch(`${address}/servers/corp`, json('PUT', kept))).status).toBe(200)
    expect(await login('bob', passwordOf('bob'))).toBe(200)
    const moved = { ...kept, url: 'ldap://127.0.0.1:1' }
    const refused = await app.fetch(`${address}/servers/corp`, json('PUT', moved))
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('managerPassword')])
    const tested = await app.fetch(
      `${address}/test`,
      json('POST', { server: { ...moved, key: 'corp' }, user: 'bob' }),
    )
    expect(tested.status).toBe(400)
    const stored = await app.db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'live:ldap')
      .execute()
    expect(JSON.stringify(stored)).not.toContain(directory.manager.password)
    const audited = await app.db.selectFrom('audit').selectAll().where('target', '=', 'corp').execute()
    expect(audited.map(({ kind }) => kind)).toContain('ldap.changed')
    expect(JSON.stringify(audited)).not.toContain(directory.manager.password)
  })
})

describe('the Access API', () => {
  const path = '/access/api/v1/ldap'
  const wire = () => ({
    key: 'wire',
    enabled: true,
    ldap_url: `${directory.url}/${directory.baseDn}`,
    search: {
      search_filter: '(uid={0})',
      search_base: 'ou=people',
      search_sub_tree: true,
      manager_dn: directory.manager.dn,
      manager_password: directory.manager.password,
    },
    auto_create_user: true,
    email_attribute: 'mail',
  })

  test('keeps servers and group settings, as Terraform writes them', async () => {
    await set([])
    // With the slash that Terraform writes.
    expect((await app.fetch(`${path}/settings/`, json('POST', wire()))).status).toBe(201)
    expect((await app.fetch(`${path}/settings`, json('POST', wire()))).status).toBe(409)
    const got = await (await app.fetch(`${path}/settings/wire`)).json()
    expect(got).toMatchObject({ key: 'wire', search: { search_filter: '(uid={0})', manager_password: '' } })
    const changed = { ...wire(), email_attribute: 'cn', search: { ...wire().search, manager_password: null } }
    expect((await app.fetch(`${path}/settings`, json('PUT', changed))).status).toBe(200)
    expect(await login('bob', passwordOf('bob'))).toBe(200)
    const group = {
      name: 'wire-groups',
      enabled_ldap: 'wire',
      group_base_dn: 'ou=groups',
      group_member_attribute: 'member',
      filter: '(cn=dev)',
      strategy: 'STATIC',
    }
    expect((await app.fetch(`${path}/groups`, json('POST', group))).status).toBe(201)
    const refresh = await app.fetch(`${path}/groups/wire-groups/refresh?operation=UPDATE_AND_IMPORT`, {
      method: 'POST',
    })
    expect(await refresh.json()).toMatchObject([{ name: 'dev', imported: true }])
    expect(await (await app.fetch(`${path}/groups/wire-groups`)).json()).toMatchObject({
      strategy: 'STATIC',
      group_member_attribute: 'member',
    })
    expect((await app.fetch(`${path}/groups/wire-groups`, { method: 'DELETE' })).status).toBe(204)
    expect((await app.fetch(`${path}/settings/wire`, { method: 'DELETE' })).status).toBe(204)
    expect((await app.fetch(`${path}/settings/wire`)).status).toBe(404)
  })
})

describe('what a refusal costs', () => {
  const done = () => directory.log().match(/ (?:BIND dn|SRCH base|ACCEPT from)/g) ?? []

  async function workOf(name: string) {
    const before = done().length
    expect(await login(name, 'wrong-password')).toBe(401)
    const count = (what: RegExp) => directory.log().match(what)?.length
    // What it tells comes by another way than its answers, so it may come after them.
    await expect.poll(() => done().length > before && count(/ closed/g) === count(/ACCEPT from/g)).toBe(true)
    return done().slice(before).toSorted()
  }

  test('the directory has the same work with a name of ours, one of its own and one of nobody', async () => {
    const own = await app.user({ name: 'kept-here' })
    await set([settings()])
    const unknown = await workOf('nobody-at-all')
    expect(unknown.length).toBeGreaterThan(2)
    expect(await workOf(own.name)).toEqual(unknown)
    expect(await workOf('ada')).toEqual(unknown)
    expect(directory.log()).not.toContain(own.name)
  })
})
