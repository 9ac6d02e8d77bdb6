// The only place where a name and a password are checked, whatever way they come in: limits of wrong answers first, then
// the internal users, then the realms elsewhere in their order.
import { hash, randomBytes } from 'node:crypto'
import type { UserRow } from '../../platform/db/schema.ts'
import { AppError } from '../../platform/errors.ts'
import type { Access } from '../access.ts'
import { underLimits } from './attempts.ts'
import { admitExternal } from '../external/external-users.ts'
import type { Place } from './known-places.ts'
import { expiryOf } from './password-change.ts'
import { verifyPassword } from './passwords.ts'
import { secondFactorNeed } from './second-factor.ts'
import { securityOf } from './security.ts'
import { findUser, findUserById } from '../people/users.ts'

interface GivenPassword extends Partial<Pick<Place, 'device'>> {
  name: string
  password: string
  address: string
}

/**
 * The user, when the password is right; undefined when it is not, after the same time in every case. Throws when too many
 * wrong ones came before, and when the account is shut. Whether the password has expired is for the caller to ask.
 */
export function checkPassword(access: Access, given: GivenPassword): Promise<UserRow | undefined> {
  // The same question asked many times at once, as by a client that installs in parallel, is answered once.
  const key = hash(
    'sha256',
    JSON.stringify([memoryKey, given.name, given.password, given.address, given.device]),
  )
  const running = access.checking.get(key)
  if (running) return running
  const check = look(access, given).finally(() => access.checking.delete(key))
  access.checking.set(key, check)
  return check
}

/** For programs, which can neither change a password nor be asked for a code: their user must need neither. */
export async function refuseForPrograms(access: Access, user: UserRow): Promise<void> {
  const expiry = expiryOf(access, user, (await securityOf(access)).password.expiresAfterDays)
  if (expiry !== undefined)
    throw new AppError(
      expiry === 'must-change' ? 'password-change-required' : 'PASSWORD_EXPIRED',
      'Change your password in the browser first, then use the new one.',
    )
  if ((await secondFactorNeed(access, user)) !== 'none')
    throw new AppError(
      'not-signed-in',
      'This account is protected by a second factor, so its password is not taken here. Make an access token in your profile and use it as the password.',
    )
}

// Ends with the process: what it makes of a password is never compared with anything outside.
const memoryKey = randomBytes(32).toString('base64')

async function look(access: Access, { name: typed, password, address, device }: GivenPassword) {
  const name = typed.trim().toLowerCase()
  const user = await findUser(access.database.db, name)
  return underLimits(access, { kind: 'password', name, userId: user?.id, address, device }, () =>
    isInternal(user)
      ? internally(access, user, password)
      : elsewhere(access, user, { name, password, address }),
  )
}

const isInternal = (user: UserRow | undefined): user is UserRow => user?.realm === 'internal'

async function internally(access: Access, user: UserRow, password: string): Promise<UserRow | undefined> {
  const stored = user.is_password_disabled === 1 ? undefined : user.password_hash
  if (await isRight(access, password, stored)) return enabled(user)
  await askInVain(access, password)
  return undefined
}

/**
 * Asks the realms about somebody who does not exist, as they are asked about every name that we do not know: otherwise the
 * time of a refusal would tell which names are ours. Neither the name nor the password of our user goes there.
 */
async function askInVain(access: Access, password: string): Promise<void> {
  if (password === '') return
  const made = () => randomBytes(8).toString('hex')
  for (const realm of access.realms) await realm.check(made(), made()).catch(() => undefined)
}

const mostRemembered = 10_000

/** A password that was found right for this very hash is right again, without the cost of finding out. */
async function isRight(
  access: Access,
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  const key = hash('sha256', JSON.stringify([memoryKey, password, stored]))
  if (access.rightPasswords.has(key)) return true
  if (!(await verifyPassword(password, stored))) return false
  if (access.rightPasswords.size >= mostRemembered) access.rightPasswords.clear()
  access.rightPasswords.add(key)
  return true
}

/** Nobody here, or somebody whom a realm vouches for: their password is known there. */
async function elsewhere(
  access: Access,
  user: UserRow | undefined,
  { name, password, address }: { name: string; password: string; address: string },
): Promise<UserRow | undefined> {
  // An empty password is an anonymous sign-in for some directories.
  const realms = password === '' || name === '' ? [] : access.realms
  // Costs what it costs for a user of our own, and takes the password of a realm's user who has one here too.
  if ((await verifyPassword(password, user?.is_password_disabled ? undefined : user?.password_hash)) && user)
    return enabled(user)
  for (const realm of realms) {
    const found = await realm.check(name, password).catch((error: unknown) => {
      access.log?.warn(`${realm.label} could not check a password`, { error })
      return undefined
    })
    if (!found) continue
    const userId = await admitExternal(access, { actor: { name: found.name }, address }, found, found.rules)
    return findUserById(access.database.db, userId)
  }
  return undefined
}

function enabled(user: UserRow): UserRow {
  if (user.status === 'enabled') return user
  throw new AppError('not-signed-in', 'This account is disabled. Ask an administrator to enable it.')
}
