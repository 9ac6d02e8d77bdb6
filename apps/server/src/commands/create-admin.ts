import { randomBytes } from 'node:crypto'
import { createAccess, type Access } from '../access/access.ts'
import { changeAccess } from '../access/rules/access-version.ts'
import { systemActor } from '../access/actor.ts'
import { unlock } from '../access/sign-in/attempts.ts'
import { audit } from '../access/audit.ts'
import { replacePassword } from '../access/sign-in/password-change.ts'
import { removeSecondFactor } from '../access/sign-in/second-factor.ts'
import { findUser, insertUser, makeUserRow } from '../access/people/users.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { findMasterKey, openVault } from '../platform/vault.ts'
import { withDatabase } from './open-database.ts'

/** The way back in when the password of `admin`, or the device with its codes, is lost: whoever may write the data folder may have a new one. */
export const createAdmin = (config: Config): Promise<void> =>
  withDatabase(config, async (database) => {
    const { anonymousAccess, sessionIdleMinutes, sessionHours, rememberMeDays } = config
    const settings = { anonymousAccess, sessionIdleMinutes, sessionHours, rememberMeDays }
    const access = createAccess({
      database,
      clock: systemClock,
      settings,
      vault: openVault(findMasterKey(config.masterKey, config.home)),
    })
    const password = randomBytes(12).toString('base64url')
    await giveAdmin(access, password)
    console.log(`Sign in as admin with the password ${password}. You will be asked to change it.`)
  })

/** Exported for its test. */
export async function giveAdmin(access: Access, password: string): Promise<void> {
  const by = { actor: systemActor, address: null }
  const user = { name: 'admin', email: null, password, isAdmin: true, mustChangePassword: true }
  const row = await makeUserRow(access, user)
  await changeAccess(access, 'people', async (db, after) => {
    const existing = await findUser(db, row.name)
    if (!existing) {
      await insertUser(db, row)
      await audit(access, db, by, { kind: 'user.created', target: row.name, detail: { isAdmin: true } })
      return
    }
    const change = { is_admin: 1, status: 'enabled', is_password_disabled: 0, has_ui_access: 1 }
    await db.updateTable('users').set(change).where('id', '=', existing.id).execute()
    await removeSecondFactor(access, db, after, by, existing)
    await unlock(db, existing.id)
    const passwordHash = row.password_hash ?? ''
    await replacePassword(access, db, after, by, existing, { passwordHash, mustChange: true, how: 'reset' })
  })
}
