// A new password takes the place of an old one: whoever knew the old one is out, everywhere.
import type { Db } from '../../platform/db/connect.ts'
import type { UserRow } from '../../platform/db/schema.ts'
import { badRequest } from '../../platform/errors.ts'
import { accessChanged } from '../rules/access-version.ts'
import type { Access } from '../access.ts'
import { audit, type Doer } from '../audit.ts'
import { endKeysOf } from './one-time-keys.ts'
import { checkNewPassword } from './password-rules.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.ts'

/** Checks the rules and hashes: before the transaction, because it takes long and a transaction must not. */
export async function prepareNewPassword(
  access: Access,
  user: Pick<UserRow, 'password_hash'>,
  password: string,
  field = 'newPassword1',
): Promise<string> {
  await checkNewPassword(access, password, field)
  if (user.password_hash !== null && (await verifyPassword(password, user.password_hash)))
    throw badRequest('The new password is the old one. Choose another.', field)
  return hashPassword(password)
}

interface PasswordChange {
  passwordHash: string
  /** For a password that somebody else chose. */
  mustChange?: boolean
  how: 'changed' | 'reset'
}

/** Inside a transaction. Sessions, links for a reset and sign-ins that wait for a code end with it. */
export async function replacePassword(
  access: Access,
  db: Db,
  after: (callback: () => void) => void,
  by: Doer,
  user: Pick<UserRow, 'id' | 'name'>,
  change: PasswordChange,
): Promise<void> {
  await accessChanged(access, db, after)
  await db
    .updateTable('users')
    .set({
      password_hash: change.passwordHash,
      must_change_password: change.mustChange ? 1 : 0,
      password_changed_at: access.clock.now().toISOString(),
    })
    .where('id', '=', user.id)
    .execute()
  await endSessionsOf(db, user.id)
  await endKeysOf(db, user.id)
  await audit(access, db, by, { kind: `password.${change.how}`, target: user.name })
}

/** Why a right password is not enough any more. */
export function expiryOf(
  access: Access,
  user: UserRow,
  expiresAfterDays: number,
): 'must-change' | 'too-old' | undefined {
  if (user.must_change_password === 1) return 'must-change'
  if (user.realm !== 'internal' || expiresAfterDays === 0) return undefined
  const since = access.clock.now().getTime() - expiresAfterDays * 86_400_000
  return Date.parse(user.password_changed_at ?? user.created_at) < since ? 'too-old' : undefined
}
