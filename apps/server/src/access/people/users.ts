// Users and their grants: reading and writing them.
import { badRequest, conflict, notFound } from '../platform/errors.ts'
import type { Db } from '../platform/db/connect.ts'
import { isUniqueViolation, transaction } from '../platform/db/transaction.ts'
import { newId } from '../platform/ids.ts'
import type { UserRow } from '../platform/db/schema.ts'
import { forgetActors, type Access } from './access.ts'
import { anonymousActor, systemActor, type Actor, type Grant } from './actor.ts'
import { hashPassword } from './passwords.ts'
import { repositoryActions, type RepositoryAction } from './permissions.ts'

export interface NewUser {
  name: string
  email: string | null
  password: string
  isAdmin: boolean
  mustChangePassword?: boolean
  grants: Grant[]
}

export interface UserRecord {
  name: string
  email: string | null
  isAdmin: boolean
  createdAt: string
  grants: Grant[]
}

export async function findUser(db: Db, name: string): Promise<UserRow | undefined> {
  // PostgreSQL takes no NUL in a text, not even to compare with.
  if (name.includes('\0')) return undefined
  return db.selectFrom('users').selectAll().where('name', '=', name).executeTakeFirst()
}

export async function createUser(access: Access, user: NewUser): Promise<UserRecord> {
  if (takenNames.has(user.name))
    throw badRequest(`The name ${user.name} is used by the program itself. Choose another name.`, 'name')
  const row = await makeUserRow(access, user)
  await transaction(access.database, async (db, after) => {
    await insertUser(db, row, user.grants)
    after(() => forgetActors(access))
  }).catch((error: unknown) => {
    if (isUniqueViolation(error))
      throw conflict(`There is a user named ${user.name} already. Choose another name.`)
    throw error
  })
  return toRecord(row, user.grants)
}

/** Apart from inserting it, because hashing takes long and a transaction must not. */
export const makeUserRow = async (access: Access, user: NewUser): Promise<UserRow> => ({
  id: newId(),
  name: user.name,
  email: user.email,
  password_hash: await hashPassword(user.password),
  is_admin: user.isAdmin ? 1 : 0,
  must_change_password: user.mustChangePassword ? 1 : 0,
  created_at: access.clock.now().toISOString(),
  realm: 'internal',
  status: 'enabled',
  privileges: '',
  is_profile_updatable: 1,
  has_ui_access: 1,
  is_password_disabled: 0,
  external_id: null,
  password_changed_at: access.clock.now().toISOString(),
  last_signed_in_at: null,
})

export async function insertUser(db: Db, row: UserRow, grants: Grant[]): Promise<void> {
  await db.insertInto('users').values(row).execute()
  await insertGrants(db, row.id, grants)
}

export async function listUsers(access: Access): Promise<UserRecord[]> {
  const { db } = access.database
  const users = await db.selectFrom('users').selectAll().orderBy('name').execute()
  const grants = await db.selectFrom('grants').selectAll().where('user_id', 'is not', null).execute()
  const byUser = Map.groupBy(grants, (grant) => grant.user_id)
  return users.map((user) => toRecord(user, (byUser.get(user.id) ?? []).map(toGrant)))
}

export async function removeUser(access: Access, name: string): Promise<void> {
  await transaction(access.database, async (db, after) => {
    const user = await findUser(db, name)
    if (!user) throw notFound('user', name)
    if (user.is_admin) await refuseLastAdministrator(db)
    await db.deleteFrom('users').where('id', '=', user.id).execute()
    after(() => forgetActors(access))
  })
}

export async function setPassword(access: Access, userId: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  await transaction(access.database, async (db, after) => {
    await db
      .updateTable('users')
      .set({ password_hash, must_change_password: 0 })
      .where('id', '=', userId)
      .execute()
    // Whoever knew the old password is signed out everywhere.
    await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
    after(() => forgetActors(access))
  })
}

export async function loadActor(access: Access, userId: string): Promise<Actor | undefined> {
  const known = access.database.isShared ? undefined : access.actors.get(userId)
  if (known) return known
  const { generation } = access
  const { db } = access.database
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) return undefined
  const grants = await db
    .selectFrom('grants')
    .selectAll()
    .where((where) => where.or([where('user_id', '=', userId), where('user_id', 'is', null)]))
    .execute()
  const actor: Actor = {
    userId,
    name: user.name,
    isAdmin: user.is_admin === 1,
    mustChangePassword: user.must_change_password === 1,
    grants: grants.map(toGrant),
  }
  if (access.generation === generation) access.actors.set(userId, actor)
  return actor
}

export async function insertGrants(db: Db, userId: string | null, grants: Grant[]): Promise<void> {
  if (grants.length === 0) return
  await db
    .insertInto('grants')
    .values(grants.map((grant) => ({ id: newId(), user_id: userId, ...grant })))
    .execute()
}

// The names of the actors that are no users: a user of that name could pass for one in logs and lists.
const takenNames = new Set([anonymousActor(false).name, systemActor.name])

async function refuseLastAdministrator(db: Db): Promise<void> {
  // Changes nothing but takes the rows, so that of two administrators who delete each other one comes second.
  await db.updateTable('users').set({ is_admin: 1 }).where('is_admin', '=', 1).execute()
  const admins = await db.selectFrom('users').select('id').where('is_admin', '=', 1).limit(2).execute()
  if (admins.length < 2)
    throw conflict('This is the last administrator. Make another user an administrator first.')
}

const toRecord = (user: UserRow, grants: Grant[]): UserRecord => ({
  name: user.name,
  email: user.email,
  isAdmin: user.is_admin === 1,
  createdAt: user.created_at,
  grants,
})

const toGrant = (row: { action: string; repository: string }): Grant => ({
  action: isAction(row.action) ? row.action : 'read',
  repository: row.repository,
})

const isAction = (text: string): text is RepositoryAction =>
  repositoryActions.some((action) => action === text)
