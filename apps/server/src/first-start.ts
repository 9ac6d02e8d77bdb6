// What a new installation begins with: an administrator, default repositories, the right to read for everybody who
// signs in. Made in one transaction, so that a start that is cut off leaves nothing behind; on data that has it, nothing
// happens.
import { randomBytes } from 'node:crypto'
import { writeSections } from './access/rules/permission-sections.ts'
import { insertPermission } from './access/rules/permission-store.ts'
import { buildRepositoryKey } from './access/rules/build-rules.ts'
import { readersGroup } from './access/people/groups.ts'
import { systemActor } from './access/actor.ts'
import { findUser, insertUser, makeUserRow } from './access/people/users.ts'
import type { Config } from './config.ts'
import type { Db } from './platform/db/connect.ts'
import type { UserRow } from './platform/db/schema.ts'
import { transaction } from './platform/db/transaction.ts'
import { insertRepositories } from './registry/change-repositories.ts'
import type { NewRepository } from './registry/config/rows.ts'
import { defaultRepositories } from './registry/default-repositories.ts'
import type { Registry } from './registry/registry.ts'

/** Returns the administrator's password when it was just made up, so that it can be shown once. */
export async function prepareInstallation(config: Config, registry: Registry): Promise<string | undefined> {
  if (await isInstalled(registry.database.db)) return undefined
  const password = config.adminPassword ?? randomBytes(12).toString('base64url')
  const admin = await makeUserRow(registry.access, {
    name: 'admin',
    email: null,
    password,
    isAdmin: true,
    mustChangePassword: config.adminPassword === undefined,
  })
  const repositories = await defaultRepositories(registry)
  const isNew = await transaction(registry.database, (db) => install(db, registry, admin, repositories))
  return isNew && config.adminPassword === undefined ? password : undefined
}

/** Returns whether the administrator was made here. */
async function install(
  db: Db,
  registry: Registry,
  admin: UserRow,
  repositories: readonly NewRepository[],
): Promise<boolean> {
  if (!(await claim(db, registry.clock.now()))) return false
  await insertRepositories(db, registry, repositories)
  await allowReading(db, registry)
  await allowCaching(db, registry)
  // There is one already when the command create-admin came first.
  if (await findUser(db, admin.name)) return false
  await insertUser(db, admin)
  return true
}

/** Everybody who signs in may read; so may anonymous, once anonymous access is switched on. */
async function allowReading(db: Db, { access }: Registry): Promise<void> {
  const by = { actor: systemActor, address: null }
  const { id } = await insertPermission(db, access, by, 'Anything')
  await writeSections(db, id, [
    {
      section: 'artifact',
      targets: [{ name: 'ANY', includePatterns: ['**'], excludePatterns: [] }],
      who: [
        { kind: 'group', name: readersGroup, actions: ['read'] },
        { kind: 'user', name: 'anonymous', actions: ['read'] },
      ],
    },
    {
      // Not for everybody: the environment of a build machine is among what they tell.
      section: 'build',
      targets: [{ name: buildRepositoryKey(''), includePatterns: ['**'], excludePatterns: [] }],
      who: [{ kind: 'group', name: readersGroup, actions: ['read'] }],
    },
  ])
}

/** Whoever may read through a remote repository may also be the first to: what they ask for is put into its cache. */
async function allowCaching(db: Db, { access }: Registry): Promise<void> {
  const by = { actor: systemActor, address: null }
  const { id } = await insertPermission(db, access, by, 'Any Remote')
  await writeSections(db, id, [
    {
      section: 'artifact',
      targets: [{ name: 'ANY REMOTE', includePatterns: ['**'], excludePatterns: [] }],
      who: [
        { kind: 'group', name: readersGroup, actions: ['deploy'] },
        { kind: 'user', name: 'anonymous', actions: ['deploy'] },
      ],
    },
  ])
}

/** Of several processes that start at once on an empty database one wins; the others wait here until it is done. */
async function claim(db: Db, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('settings')
    .values({ name: 'installed_at', value: now.toISOString() })
    .onConflict((on) => on.column('name').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function isInstalled(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('name')
    .where('name', '=', 'installed_at')
    .executeTakeFirst()
  return row !== undefined
}
