import { randomBytes } from 'node:crypto'
import { createAccess, type Access } from '../access/access.ts'
import { createUser, findUser, setPassword } from '../access/users.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { transaction } from '../platform/db/transaction.ts'
import { findMasterKey, openVault } from '../platform/vault.ts'
import { withDatabase } from './open-database.ts'

/** The way back in when the password of `admin` is lost: whoever may write the data folder may have a new one. */
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

async function giveAdmin(access: Access, password: string): Promise<void> {
  const existing = await findUser(access.database.db, 'admin')
  if (!existing) {
    await createUser(access, {
      name: 'admin',
      email: null,
      password,
      isAdmin: true,
      mustChangePassword: true,
      grants: [],
    })
    return
  }
  await setPassword(access, existing.id, password)
  await transaction(access.database, async (db) => {
    const change = { is_admin: 1, must_change_password: 1 }
    await db.updateTable('users').set(change).where('id', '=', existing.id).execute()
  })
}
