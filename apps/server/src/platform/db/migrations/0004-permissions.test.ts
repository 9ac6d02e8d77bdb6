import { sql } from 'kysely'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../../../../tests/support/database.ts'
import { connectDatabase } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { createTestFolder, createTestLog } from '../test-database.ts'
import { transaction } from '../transaction.ts'
import { migrations } from './index.ts'

async function openBefore() {
  const made = await createTestDatabase()
  onTestFinished(() => made.drop())
  const file = join(await createTestFolder(), 'bindery.db')
  const database = await connectDatabase({ databaseUrl: made.url, file, log: createTestLog() })
  onTestFinished(() => database.close())
  const before = migrations.findIndex(({ name }) => name === '0004-permissions')
  await migrate(database, migrations.slice(0, before))
  return database
}

test('the first grants become permissions, and everybody a reader', async () => {
  const database = await openBefore()
  await transaction(database, async (db) => {
    for (const name of ['ann', 'bob'])
      await sql`insert into users (id, name, is_admin, must_change_password, created_at) values (${name}, ${name}, 0, 0, 'then')`.execute(
        db,
      )
    for (const [id, user, action, repository] of [
      ['1', null, 'read', '*'],
      ['2', 'ann', 'deploy', 'a'],
      ['3', 'ann', 'read', 'a'],
      ['4', 'ann', 'deploy', 'b'],
      ['5', 'ann', 'read', 'b'],
      ['6', 'ann', 'delete', '*'],
    ] as const)
      await sql`insert into grants (id, user_id, action, repository) values (${id}, ${user}, ${action}, ${repository})`.execute(
        db,
      )
  })
  await migrate(database)
  const { db } = database
  const targets = await db
    .selectFrom('permission_targets')
    .innerJoin('permissions', 'permissions.id', 'permission_targets.permission_id')
    .select(['permissions.name', 'target', 'include_patterns', 'exclude_patterns'])
    .orderBy('permissions.name')
    .orderBy('target')
    .execute()
  const all = { include_patterns: '["**"]', exclude_patterns: '[]' }
  expect(targets.filter(({ name }) => name === 'Anything')).toEqual([
    { name: 'Anything', target: 'ANY', ...all },
  ])
  expect(
    targets
      .filter(({ name }) => name !== 'Anything')
      .map(({ target }) => target)
      .sort(),
  ).toEqual(['ANY', 'a', 'b'])
  const users = await db
    .selectFrom('permission_users')
    .innerJoin('users', 'users.id', 'permission_users.user_id')
    .select(['users.name', 'actions'])
    .orderBy('users.name')
    .orderBy('actions')
    .execute()
  expect(users).toEqual([
    { name: 'ann', actions: 'delete' },
    { name: 'ann', actions: 'deploy read' },
    { name: 'anonymous', actions: 'read' },
  ])
  const members = await db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['groups.name as group', 'users.name'])
    .orderBy('users.name')
    .execute()
  expect(members).toEqual([
    { group: 'readers', name: 'ann' },
    { group: 'readers', name: 'bob' },
  ])
})

test('an installation that took the right to read away keeps it away', async () => {
  const database = await openBefore()
  await migrate(database)
  expect(await database.db.selectFrom('permissions').select('name').execute()).toEqual([])
})
