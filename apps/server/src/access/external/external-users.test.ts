import { beforeEach, describe, expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../../../tests/support/template.ts'
import { systemClock } from '../../platform/clock.ts'
import { openTestDatabase } from '../../platform/db/test-database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { openVault } from '../../platform/vault.ts'
import { createAccess, type Access } from '../access.ts'
import type { ExternalIdentity } from './external-identity.ts'
import { linkExternal } from './external-links.ts'
import { admitExternal, foreseeExternal, type AdmitRules } from './external-users.ts'

let access: Access

beforeEach(async () => {
  access = createAccess({
    database: await openTestDatabase(await createMigratedDatabase()),
    clock: systemClock,
    vault: openVault(Buffer.alloc(32)),
    settings: { anonymousAccess: false, sessionHours: 1, sessionIdleMinutes: 1, rememberMeDays: 0 },
  })
  // Those that a new installation has.
  await transaction(access.database, (db) => db.deleteFrom('groups').execute())
})

const by = { actor: { name: 'anonymous' }, address: '192.0.2.1' }
const rules: AdmitRules = { createUsers: true, syncGroups: true }
const bob: ExternalIdentity = { realm: 'saml', provider: 'corp', name: 'Bob' }

const admit = (identity: ExternalIdentity, given = rules) => admitExternal(access, by, identity, given)

const userOf = (id: string) =>
  access.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function addUser(name: string, more: Record<string, string | number> = {}): Promise<string> {
  const id = newId()
  await transaction(access.database, (db) =>
    db
      .insertInto('users')
      .values({
        id,
        name,
        email: null,
        password_hash: null,
        is_admin: 0,
        must_change_password: 0,
        created_at: '',
        realm: 'internal',
        status: 'enabled',
        privileges: '',
        is_profile_updatable: 1,
        has_ui_access: 1,
        is_password_disabled: 0,
        external_id: null,
        password_changed_at: null,
        last_signed_in_at: null,
        ...more,
      })
      .execute(),
  )
  return id
}

async function addGroup(name: string, more: Record<string, string | number> = {}): Promise<void> {
  await transaction(access.database, (db) =>
    db
      .insertInto('groups')
      .values({
        id: newId(),
        name,
        description: '',
        realm: 'internal',
        realm_attributes: '',
        external_id: null,
        is_admin: 0,
        is_auto_join: 0,
        privileges: '',
        created_at: '',
        ...more,
      })
      .execute(),
  )
}

const groupsOf = async (id: string) =>
  (
    await access.database.db
      .selectFrom('memberships')
      .innerJoin('groups', 'groups.id', 'group_id')
      .select(['name', 'source'])
      .where('user_id', '=', id)
      .orderBy('name')
      .execute()
  ).map(({ name, source }) => `${name} (${source})`)

const auditOf = async (kind: string) =>
  access.database.db.selectFrom('audit').selectAll().where('kind', '=', kind).execute()

describe('somebody new', () => {
  test('becomes a user of that realm, without a password, in the groups that everybody joins', async () => {
    await addGroup('everybody', { is_auto_join: 1 })
    const id = await admit({ ...bob, email: 'bob@example.org' })
    expect(await userOf(id)).toMatchObject({
      name: 'bob',
      email: 'bob@example.org',
      realm: 'saml',
      is_admin: 0,
      password_hash: null,
      is_password_disabled: 1,
      is_profile_updatable: 0,
    })
    expect(await groupsOf(id)).toEqual(['everybody (internal)'])
    expect(await auditOf('user.created')).toMatchObject([{ target: 'bob', address: '192.0.2.1' }])
  })

  test('is the same user the next time, also when two of the first sign-ins meet', async () => {
    for (let round = 0; round < 20; round += 1) {
      const person = { ...bob, name: `bob${round}` }
      const ids = await Promise.all([admit(person), admit(person), admit(person)])
      expect(new Set([...ids, await admit(person)]).size).toBe(1)
    }
  })

  test('is refused where users are not made, and that is written down', async () => {
    await expect(admit(bob, { createUsers: false, syncGroups: false })).rejects.toThrow(
      'There is no account for "bob" here.',
    )
    expect(await auditOf('sign-in.failed')).toMatchObject([{ target: 'bob', outcome: 'failure' }])
  })

  test.for(['system', '', '../x', 'a b', 'bob\0', '<b>', 'x'.repeat(200)])(
    'is refused with the name %j',
    async (name) => {
      await expect(admit({ ...bob, name })).rejects.toThrow('cannot be a user name here')
    },
  )
})

describe('a user of the same name', () => {
  test.for([{}, { is_admin: 1 }, { realm: 'ldap' }, { realm: 'saml', is_admin: 1 }])(
    'with %j is not taken over',
    async (more) => {
      await addUser('bob', more)
      await expect(admit(bob)).rejects.toThrow('who is not known to be this person')
      expect(await auditOf('sign-in.failed')).toHaveLength(1)
    },
  )

  test('who is an administrator through a group is not taken over', async () => {
    const id = await addUser('bob', { realm: 'saml', email: 'b@example.org' })
    await addGroup('chiefs', { is_admin: 1 })
    await transaction(access.database, async (db) => {
      const group = await db.selectFrom('groups').select('id').executeTakeFirstOrThrow()
      await db
        .insertInto('memberships')
        .values({ user_id: id, group_id: group.id, source: 'internal' })
        .execute()
    })
    await expect(admit({ ...bob, email: 'b@example.org' }, { ...rules, linkByEmail: true })).rejects.toThrow(
      'not known to be this person',
    )
  })

  test('who was made for this kind of provider is the one, once', async () => {
    const id = await addUser('bob', { realm: 'saml' })
    expect(await admit(bob)).toBe(id)
    expect(await auditOf('user.linked')).toMatchObject([{ target: 'bob' }])
  })

  test('is not taken over by another provider of the same kind', async () => {
    await admit(bob)
    await expect(admit({ ...bob, provider: 'other' })).rejects.toThrow('not known to be this person')
  })

  test('is found once the two are linked, an administrator too', async () => {
    const id = await addUser('bob', { is_admin: 1 })
    await transaction(access.database, (db) => linkExternal(access, db, by, { id, name: 'bob' }, bob))
    expect(await admit(bob)).toBe(id)
  })
})

describe('what the provider calls the person', () => {
  const known = { ...bob, externalId: '42' }

  test('stays though the name changes', async () => {
    const id = await admit(known)
    expect(await admit({ ...known, name: 'robert' })).toBe(id)
  })

  test('keeps the account from the next person with that name', async () => {
    await admit(known)
    await expect(admit({ ...known, externalId: '43' })).rejects.toThrow('not known to be this person')
    await expect(admit({ ...bob, externalId: undefined })).rejects.toThrow('not known to be this person')
  })

  test('takes the place of the name when the provider begins to tell it', async () => {
    const id = await admit(bob)
    expect(await admit(known)).toBe(id)
    await expect(admit({ ...known, externalId: '43' })).rejects.toThrow('not known to be this person')
  })

  test('finds the user that an administrator made for it', async () => {
    const id = await addUser('robert', { realm: 'saml', external_id: '42' })
    expect(await admit(known)).toBe(id)
  })

  test('cannot be a name of somebody else', async () => {
    await admit(bob)
    await expect(admit({ ...bob, name: 'eve', externalId: 'name:bob' })).resolves.not.toBe(await admit(bob))
  })
})

describe('an e-mail address', () => {
  const mail = { ...bob, email: 'B@example.org' }
  const byEmail = { ...rules, linkByEmail: true }

  test('finds the one user with it where that is allowed', async () => {
    const id = await addUser('robert', { email: 'b@example.org' })
    expect(await admit(mail, byEmail)).toBe(id)
    expect(await admit(mail)).toBe(id)
  })

  test('finds nobody where it is not allowed, for administrators, or when two have it', async () => {
    const first = await addUser('robert', { email: 'b@example.org', is_admin: 1 })
    expect(await admit(mail, byEmail)).not.toBe(first)
    await addUser('rob', { email: 'c@example.org' })
    await addUser('bobby', { email: 'c@example.org' })
    const other = await userOf(await admit({ ...bob, name: 'cy', email: 'c@example.org' }, byEmail))
    expect(other.name).toBe('cy')
  })
})

test('a disabled user is refused', async () => {
  const id = await admit(bob)
  await transaction(access.database, (db) =>
    db.updateTable('users').set({ status: 'disabled' }).where('id', '=', id).execute(),
  )
  await expect(admit(bob)).rejects.toThrow('The account "bob" is disabled.')
})

test('groups follow the provider; what was given here stays, and nothing is made', async () => {
  for (const name of ['dev', 'ops', 'hand']) await addGroup(name)
  await addGroup('release', { external_id: 'CN=Release,OU=Groups' })
  const id = await admit({ ...bob, groups: ['Dev', 'hand', 'unknown', 'CN=Release,OU=Groups', '\0'] })
  expect(await groupsOf(id)).toEqual(['dev (saml:corp)', 'hand (saml:corp)', 'release (saml:corp)'])
  await transaction(access.database, (db) =>
    db
      .updateTable('memberships')
      .set({ source: 'internal' })
      .where('group_id', 'in', db.selectFrom('groups').select('id').where('name', '=', 'hand'))
      .execute(),
  )
  await admit({ ...bob, groups: ['ops'] })
  expect(await groupsOf(id)).toEqual(['hand (internal)', 'ops (saml:corp)'])
  await admit({ ...bob, groups: undefined })
  expect(await groupsOf(id)).toEqual(['hand (internal)', 'ops (saml:corp)'])
  await admit({ ...bob, groups: [] }, { ...rules, syncGroups: false })
  expect(await groupsOf(id)).toEqual(['hand (internal)', 'ops (saml:corp)'])
  expect(await auditOf('user.groups-synced')).toHaveLength(2)
})

test('what would become of somebody is told without doing it', async () => {
  expect(await foreseeExternal(access, bob, rules)).toEqual({ user: 'bob', isNew: true })
  await addUser('bob')
  await expect(foreseeExternal(access, bob, rules)).rejects.toThrow('not known to be this person')
  expect(await auditOf('sign-in.failed')).toEqual([])
})
