// One's own account: readable when signed in; what it holds is opened with the password.
import type { Profile } from '@bindery/contracts'
import { hasApiKey } from '../../access/tokens/api-keys.ts'
import { audit } from '../../access/audit.ts'
import { checkPassword } from '../../access/sign-in/check-password.ts'
import {
  hasPasswordToAsk,
  isProven,
  requireProof,
  unlockSession,
  type ProvingCall,
} from '../../access/sign-in/reauthenticate.ts'
import { findUserById } from '../../access/people/users.ts'
import { badRequest, forbidden } from '../../platform/errors.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Services } from '../feature.ts'

export async function readProfile({ access }: Services, call: ProvingCall): Promise<Profile> {
  const { db } = access.database
  const { actor } = call
  const user = await findUserById(db, actor.userId ?? '')
  const requireProfilePassword = await hasPasswordToAsk(access, actor.userId)
  return {
    existsInDB: user !== undefined,
    profileUpdatable: user?.is_profile_updatable === 1,
    requireProfilePassword,
    requireProfileUnlock: requireProfilePassword && !(await isProven(access, call)),
    name: actor.name,
    email: user?.email ?? null,
    realm: user?.realm ?? 'token',
    isAdmin: actor.isAdmin,
    groups: [...actor.groups],
    hasPassword: user?.password_hash !== null && user?.password_hash !== undefined,
    lastSignedInAt: user?.last_signed_in_at ?? null,
    createdAt: user?.created_at ?? '',
    hasApiKey: user !== undefined && (await hasApiKey(db, user.id)),
  }
}

export async function unlockProfile(
  services: Services,
  call: ProvingCall,
  password: string,
): Promise<Profile> {
  const { access } = services
  const user = await checkPassword(access, { name: call.actor.name, password, address: call.address })
  if (!user || user.id !== call.actor.userId) throw badRequest('The password is wrong.', 'password')
  await unlockSession(access, call)
  return readProfile(services, call)
}

export async function saveProfile(
  services: Services,
  call: ProvingCall,
  given: { email: string | null },
): Promise<Profile> {
  const { access, database } = services
  await requireProof(access, call)
  const user = await findUserById(database.db, call.actor.userId ?? '')
  if (!user || user.is_profile_updatable === 0)
    throw forbidden('Your profile cannot be changed by yourself. Ask an administrator.')
  if (user.realm !== 'internal')
    throw forbidden('Your profile comes from where you sign in. Change it there.')
  await transaction(database, async (db) => {
    await db.updateTable('users').set({ email: given.email }).where('id', '=', user.id).execute()
    await audit(access, db, call, { kind: 'user.changed', target: user.name, detail: { email: given.email } })
  })
  return readProfile(services, call)
}
