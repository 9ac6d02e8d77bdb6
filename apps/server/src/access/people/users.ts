// Users: reading and writing them. Every change is audited and moves the access version in its own transaction; there is
// always one enabled administrator left.
import type { Privilege, UserStatus } from '@bindery/contracts'
import { badRequest, conflict, forbidden, notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { isUniqueViolation } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { UserRow } from '../../platform/db/schema.ts'
import { changeAccess } from '../rules/access-version.ts'
import type { Access } from '../access.ts'
import { systemActor } from '../actor.ts'
import { keepAnAdministrator } from './administrators.ts'
import { audit, type Doer } from '../audit.ts'
import { anonymousName } from '../rules/load-actor.ts'
import { joinAutomaticGroups, setInternalGroups } from './memberships.ts'
import { prepareNewPassword, replacePassword } from '../sign-in/password-change.ts'
import { checkNewPassword } from '../sign-in/password-rules.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { writePrivileges } from './privileges.ts'
import { endSessionsOf } from '../sign-in/sessions.ts'

interface NewUser {
  name: string
  email: string | null
  /** Undefined: signs in through a provider only, or gets one later. */
  password: string | undefined
  isAdmin: boolean
  mustChangePassword?: boolean
  privileges?: readonly Privilege[]
  isProfileUpdatable?: boolean
  hasUiAccess?: boolean
  isPasswordDisabled?: boolean
  status?: UserStatus
  /** Beside those that everybody joins. */
  groups?: readonly string[]
}

export interface UserChange {
  email?: string | null | undefined
  password?: string | undefined
  isAdmin?: boolean | undefined
  privileges?: readonly Privilege[] | undefined
  isProfileUpdatable?: boolean | undefined
  hasUiAccess?: boolean | undefined
  isPasswordDisabled?: boolean | undefined
  mustChangePassword?: boolean | undefined
  status?: UserStatus | undefined
  /** All groups that are not a provider's word. */
  groups?: readonly string[] | undefined
}

export async function findUser(db: Db, name: string): Promise<UserRow | undefined> {
  // PostgreSQL takes no NUL in a text, not even to compare with.
  if (name.includes('\0')) return undefined
  return db.selectFrom('users').selectAll().where('name', '=', name).executeTakeFirst()
}

export const findUserById = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** Names are kept in lower case; whoever asks may write them otherwise. */
export async function getUser(db: Db, name: string): Promise<UserRow> {
  const user = await findUser(db, name.toLowerCase())
  if (!user) throw notFound('user', name)
  return user
}

export async function createUser(access: Access, by: Doer, user: NewUser): Promise<UserRow> {
  if (user.name === systemActor.name)
    throw badRequest(`The name ${user.name} is used by the program itself. Choose another name.`, 'name')
  if (user.password !== undefined) await checkNewPassword(access, user.password)
  const row = await makeUserRow(access, user)
  return changeAccess(access, 'people', async (db) => {
    await insertUser(db, row)
    if (user.groups?.length) await setInternalGroups(db, row.id, user.groups, 'add')
    await audit(access, db, by, { kind: 'user.created', target: row.name, detail: { isAdmin: user.isAdmin } })
    return row
  }).catch((error: unknown) => {
    if (isUniqueViolation(error))
      throw conflict(`There is a user named ${user.name} already. Choose another name.`)
    throw error
  })
}

/** Apart from inserting it, because hashing takes long and a transaction must not. */
export const makeUserRow = async (access: Access, user: NewUser): Promise<UserRow> => ({
  id: newId(),
  name: user.name,
  email: user.email,
  password_hash: user.password === undefined ? null : await hashPassword(user.password),
  is_admin: user.isAdmin ? 1 : 0,
  must_change_password: user.mustChangePassword ? 1 : 0,
  created_at: access.clock.now().toISOString(),
  realm: 'internal',
  status: user.status ?? 'enabled',
  privileges: writePrivileges(user.privileges ?? []),
  is_profile_updatable: user.isProfileUpdatable === false ? 0 : 1,
  has_ui_access: user.hasUiAccess === false ? 0 : 1,
  is_password_disabled: user.isPasswordDisabled ? 1 : 0,
  external_id: null,
  password_changed_at: user.password === undefined ? null : access.clock.now().toISOString(),
  last_signed_in_at: null,
})

export async function insertUser(db: Db, row: UserRow): Promise<void> {
  await db.insertInto('users').values(row).execute()
  await joinAutomaticGroups(db, row.id)
}

export async function changeUser(
  access: Access,
  by: Doer,
  name: string,
  change: UserChange,
): Promise<UserRow> {
  const before = await getUser(access.database.db, name)
  refuseForAnonymous(before, change)
  const isDisabling = change.isPasswordDisabled ?? before.is_password_disabled === 1
  if (change.password !== undefined && isDisabling)
    throw badRequest('The internal password of this user is disabled. Enable it to set one.', 'password')
  const passwordHash =
    change.password === undefined
      ? undefined
      : await prepareNewPassword(access, { password_hash: null }, change.password, 'password')
  const columns = columnsOf(change)
  return changeAccess(access, 'people', async (db, after) => {
    const user = await getUser(db, name)
    if (Object.keys(columns).length > 0)
      await db.updateTable('users').set(columns).where('id', '=', user.id).execute()
    if (passwordHash !== undefined)
      await replacePassword(access, db, after, by, user, {
        passwordHash,
        mustChange: change.mustChangePassword === true,
        how: 'reset',
      })
    if (change.groups !== undefined) await setInternalGroups(db, user.id, change.groups, 'replace')
    if (change.status === 'disabled' || change.hasUiAccess === false) await endSessionsOf(db, user.id)
    await keepAnAdministrator(db)
    await audit(access, db, by, {
      kind: 'user.changed',
      target: user.name,
      detail: { ...change, ...(change.password !== undefined && { password: 'set' }) },
    })
    return getUser(db, name)
  })
}

export async function removeUser(access: Access, by: Doer, name: string): Promise<void> {
  // What permissions gave to the user goes too.
  await changeAccess(access, 'rules', async (db) => {
    const user = await getUser(db, name)
    refuseBuiltIn(user)
    await db.deleteFrom('users').where('id', '=', user.id).execute()
    await keepAnAdministrator(db)
    await audit(access, db, by, { kind: 'user.deleted', target: user.name })
  })
}

/** What every installation begins with: its first administrator, and the name of everybody without credentials. */
export const isBuiltIn = (user: Pick<UserRow, 'name'>): boolean =>
  user.name === 'admin' || user.name === anonymousName

function refuseBuiltIn(user: Pick<UserRow, 'name'>): void {
  if (user.name === anonymousName)
    throw forbidden('The user anonymous stands for everybody without credentials and cannot be deleted.')
}

/** It never signs in: it can have groups and permissions, and nothing that is for people. */
function refuseForAnonymous(user: UserRow, change: UserChange): void {
  if (user.name !== anonymousName) return
  if (
    change.isAdmin ||
    change.privileges?.length ||
    change.password !== undefined ||
    change.isPasswordDisabled === false
  )
    throw badRequest(
      'The user anonymous has no password, no roles and is never an administrator. Give it permissions.',
    )
}

function columnsOf(change: UserChange): Partial<UserRow> {
  const columns: Partial<UserRow> = {}
  if (change.email !== undefined) columns.email = change.email
  if (change.isAdmin !== undefined) columns.is_admin = change.isAdmin ? 1 : 0
  if (change.privileges !== undefined) columns.privileges = writePrivileges(change.privileges)
  if (change.isProfileUpdatable !== undefined)
    columns.is_profile_updatable = change.isProfileUpdatable ? 1 : 0
  if (change.hasUiAccess !== undefined) columns.has_ui_access = change.hasUiAccess ? 1 : 0
  if (change.isPasswordDisabled !== undefined)
    Object.assign(columns, {
      is_password_disabled: change.isPasswordDisabled ? 1 : 0,
      ...(change.isPasswordDisabled && { password_hash: null }),
    })
  if (change.mustChangePassword !== undefined)
    columns.must_change_password = change.mustChangePassword ? 1 : 0
  if (change.status !== undefined) columns.status = change.status
  return columns
}
