// The second factor: codes of an authenticator app (RFC 6238), and recovery codes for the day the device is lost. The
// secret is sealed, recovery codes are hashed, and each code is taken once, however many requests bring it at once.
import { hash, randomBytes } from 'node:crypto'
import type { MfaStatus } from '@bindery/contracts'
import type { Db } from '../../platform/db/connect.ts'
import type { SecondFactorRow, UserRow } from '../../platform/db/schema.ts'
import { conflict } from '../../platform/errors.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { lazily } from '../../platform/lazily.ts'
import { accessChanged } from '../rules/access-version.ts'
import type { Access } from '../access.ts'
import { audit, type Doer } from '../audit.ts'
import { securityOf } from './security.ts'

const otp = lazily<typeof import('otpauth')>('otpauth')

type Person = Pick<UserRow, 'id' | 'name' | 'realm'>

interface SecondFactorRules {
  isOffered: boolean
  isRequired: boolean
}

/** What the policy means for one person. */
export async function secondFactorRules(access: Access, user: Person): Promise<SecondFactorRules> {
  const { policy, groups, appliesToExternal } = (await securityOf(access)).secondFactor
  if (policy === 'off' || (user.realm !== 'internal' && !appliesToExternal))
    return { isOffered: false, isRequired: false }
  const isRequired =
    policy === 'required' ||
    (policy === 'required-for-groups' && (await isInOneOf(access.database.db, user.id, groups)))
  return { isOffered: true, isRequired }
}

/** What is still to be done after the first factor. */
export async function secondFactorNeed(access: Access, user: Person): Promise<MfaStatus> {
  const { isOffered, isRequired } = await secondFactorRules(access, user)
  if (!isOffered) return 'none'
  if (await findConfirmed(access.database.db, user.id)) return 'verify'
  return isRequired ? 'enroll' : 'none'
}

export const findConfirmed = (db: Db, userId: string): Promise<SecondFactorRow | undefined> =>
  db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

interface Enrolment {
  /** In base 32, for typing. */
  secret: string
  uri: string
}

const enrolmentLasts = 10 * 60_000

/** A secret to scan. Asked again within some minutes it is the same one, so that a page may be loaded twice. */
export async function beginEnrolment(access: Access, user: Person, issuer: string): Promise<Enrolment> {
  const fresh = new (otp().Secret)({ size: 20 }).base32
  const now = access.clock.now()
  const secret = await transaction(access.database, async (db) => {
    const row = await db
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (row?.confirmed_at) throw conflict('A second factor is set up already. Take it away first.')
    if (row && now.getTime() - Date.parse(row.created_at) < enrolmentLasts) return openSecret(access, row)
    const values = {
      secret: access.vault.seal(fresh, contextOf(user.id)),
      confirmed_at: null,
      last_step: 0,
      created_at: now.toISOString(),
    }
    await db
      .insertInto('second_factors')
      .values({ user_id: user.id, ...values })
      .onConflict((on) => on.column('user_id').doUpdateSet(values))
      .execute()
    return fresh
  })
  return { secret, uri: totpOf(secret, user.name, issuer).toString() }
}

/** Ends the set-up with a first code. Returns the recovery codes, or undefined when the code is wrong. */
export async function confirmEnrolment(
  access: Access,
  by: Doer,
  user: Person,
  code: string,
): Promise<string[] | undefined> {
  return transaction(access.database, async (db, after) => {
    const row = await db
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    if (!row || !(await takeStep(access, db, row, code))) return undefined
    await accessChanged(access, db, after)
    await db
      .updateTable('second_factors')
      .set({ confirmed_at: access.clock.now().toISOString() })
      .where('user_id', '=', user.id)
      .execute()
    const codes = await makeRecoveryCodes(db, user.id)
    await audit(access, db, by, { kind: 'second-factor.enrolled', target: user.name })
    return codes
  })
}

/** A code of the app or a recovery code: right, and never taken before. */
export async function takeCode(access: Access, by: Doer, user: Person, code: string): Promise<boolean> {
  return transaction(access.database, async (db) => {
    const row = await findConfirmed(db, user.id)
    if (!row) return false
    if (await takeStep(access, db, row, code)) return true
    const { numDeletedRows } = await db
      .deleteFrom('recovery_codes')
      .where('user_id', '=', user.id)
      .where('hash', '=', hashRecoveryCode(user.id, code))
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await audit(access, db, by, { kind: 'recovery-code.used', target: user.name })
    return true
  })
}

/** Inside a transaction. Whether there was one. */
export async function removeSecondFactor(
  access: Access,
  db: Db,
  after: (callback: () => void) => void,
  by: Doer,
  user: Person,
): Promise<boolean> {
  await accessChanged(access, db, after)
  const { numDeletedRows } = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  await db.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute()
  if (numDeletedRows === 0n) return false
  await audit(access, db, by, { kind: 'second-factor.removed', target: user.name })
  return true
}

/** Inside a transaction: ten new ones in the place of all before. */
export async function makeRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, () => newRecoveryCode())
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashRecoveryCode(userId, code) })))
    .execute()
  return codes
}

/** The clock of a phone may be off by a step. A step that was taken, or one before it, is not taken again. */
async function takeStep(access: Access, db: Db, row: SecondFactorRow, code: string): Promise<boolean> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const timestamp = access.clock.now().getTime()
  const delta = totpOf(openSecret(access, row)).validate({ token, timestamp, window: 1 })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / period) + delta
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', row.user_id)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const period = 30

const totpOf = (secret: string, label = '', issuer = '') =>
  new (otp().TOTP)({
    secret: otp().Secret.fromBase32(secret),
    label,
    issuer,
    algorithm: 'SHA1',
    digits: 6,
    period,
  })

const contextOf = (userId: string) => `second-factor ${userId}`

const openSecret = (access: Access, row: SecondFactorRow) =>
  access.vault.open(row.secret, contextOf(row.user_id))

/** 80 random bits as `abcd-efgh-ijkl-mnop`, without letters that look like digits. */
const newRecoveryCode = () =>
  new (otp().Secret)({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32
    .toLowerCase()
    .replaceAll(/(.{4})(?=.)/g, '$1-')

const hashRecoveryCode = (userId: string, code: string) =>
  hash('sha256', `${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)

async function isInOneOf(db: Db, userId: string, groups: string[]): Promise<boolean> {
  if (groups.length === 0) return false
  const row = await db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .select('groups.id')
    .where('memberships.user_id', '=', userId)
    .where('groups.name', 'in', groups)
    .executeTakeFirst()
  return row !== undefined
}
