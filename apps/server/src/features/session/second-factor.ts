// Setting up a second factor, giving its codes, and doing without it.
import type { Enrolment, SecondFactorState, Verified } from '@bindery/contracts'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { underLimits } from '../../access/sign-in/attempts.ts'
import { audit } from '../../access/audit.ts'
import {
  completePending,
  completeSignIn,
  countWrongCode,
  doerOf,
  findPending,
  placeOf,
  startAgain,
  type BrowserCall,
  type PendingSignIn,
} from '../../access/sign-in/browser-sign-in.ts'
import { checkPassword } from '../../access/sign-in/check-password.ts'
import { loadActor } from '../../access/rules/load-actor.ts'
import {
  beginEnrolment,
  confirmEnrolment,
  findConfirmed,
  makeRecoveryCodes,
  removeSecondFactor,
  secondFactorRules,
  takeCode,
} from '../../access/sign-in/second-factor.ts'
import { findUserById } from '../../access/people/users.ts'
import type { UserRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { AppError, badRequest, conflict, forbidden } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { toCurrentUser } from '../../access/sign-in/current-user.ts'

type Call = BrowserCall & { actor: Actor }

export async function enroll(services: Services, call: Call): Promise<z.infer<typeof Enrolment>> {
  const { user } = await whoEnrols(services, call)
  const { isOffered } = await secondFactorRules(services.access, user)
  if (!isOffered) throw forbidden('Two-step sign-in is switched off here. An administrator can switch it on.')
  const issuer = services.serverName || 'Bindery'
  const { secret, uri } = await beginEnrolment(services.access, user, issuer)
  const { default: QRCode } = await import('qrcode')
  const picture = await QRCode.toString(uri, { type: 'svg', margin: 1 })
  return { secret, uri, qrImage: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}` }
}

/** A code ends a pending sign-in, or the set-up of a second factor; with the last one both at once. */
export async function verify(services: Services, call: Call, otp: string): Promise<z.infer<typeof Verified>> {
  const { access } = services
  const { user, pending } = await whoEnrols(services, call)
  const by = doerOf(user, call)
  const isEnrolled = (await findConfirmed(access.database.db, user.id)) !== undefined
  if (isEnrolled && !pending) throw conflict('A second factor is set up already.')
  const recoveryCodes = await underLimits(
    access,
    { kind: 'code', name: user.name, userId: user.id, ...placeOf(call) },
    async () => {
      if (!isEnrolled) return confirmEnrolment(access, by, user, otp)
      return (await takeCode(access, by, user, otp)) ? [] : undefined
    },
  )
  if (recoveryCodes === undefined) {
    if (pending) await countWrongCode(access, pending)
    throw badRequest('The code is wrong, or was used already. Wait for the next one.', 'otp')
  }
  // What the browser may do has changed, so its session does.
  if (pending) await completePending(access, call, pending)
  else await completeSignIn(access, call, user, { isRemembered: false, method: 'code' })
  const actor = await loadActor(access, user.id)
  if (!actor) throw startAgain()
  return { ...(await toCurrentUser(access, actor)), recoveryCodes }
}

export async function state(services: Services, actor: Actor): Promise<z.infer<typeof SecondFactorState>> {
  const { db } = services.database
  const user = await getSelf(services, actor)
  const isEnrolled = (await findConfirmed(db, user.id)) !== undefined
  const codes = await db.selectFrom('recovery_codes').select('hash').where('user_id', '=', user.id).execute()
  return { isEnrolled, ...(await secondFactorRules(services.access, user)), recoveryCodesLeft: codes.length }
}

export async function remove(services: Services, call: Call, password: string): Promise<void> {
  const { access } = services
  const user = await reauthenticated(services, call, password)
  const { isRequired } = await secondFactorRules(access, user)
  if (isRequired)
    throw forbidden(
      'A second factor is required for this account. An administrator can reset it for a new device.',
    )
  await transaction(access.database, (db, after) => removeSecondFactor(access, db, after, call, user))
}

export async function newRecoveryCodes(
  services: Services,
  call: Call,
  password: string,
): Promise<{ recoveryCodes: string[] }> {
  const { access } = services
  const user = await reauthenticated(services, call, password)
  return transaction(access.database, async (db) => {
    if (!(await findConfirmed(db, user.id))) throw conflict('Set up a second factor first.')
    await audit(access, db, call, { kind: 'recovery-codes.made', target: user.name })
    return { recoveryCodes: await makeRecoveryCodes(db, user.id) }
  })
}

/** Whoever waits for a code, else whoever is signed in with a browser. */
async function whoEnrols(
  services: Services,
  call: Call,
): Promise<{ user: UserRow; pending: PendingSignIn | undefined }> {
  const pending = await findPending(services.access, call)
  if (pending) return { user: pending.user, pending }
  if (call.actor.userId === null) throw startAgain()
  return { user: await getSelf(services, call.actor), pending: undefined }
}

async function getSelf(services: Services, actor: Actor): Promise<UserRow> {
  const user = await findUserById(services.database.db, actor.userId ?? '')
  if (!user) throw forbidden('Only a user has a second factor. Sign in with your own account.')
  return user
}

async function reauthenticated(services: Services, call: Call, password: string): Promise<UserRow> {
  const { name } = await getSelf(services, call.actor)
  const user = await checkPassword(services.access, { name, password, ...placeOf(call) })
  if (!user) throw new AppError('forbidden', 'The password is wrong.', { field: 'password' })
  return user
}
