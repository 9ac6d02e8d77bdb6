import type { CurrentUser, MfaStatus } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { findUserById } from '../../access/people/users.ts'
import type { Services } from '../feature.ts'

export async function toCurrentUser(services: Services, actor: Actor): Promise<CurrentUser> {
  const row = actor.userId === null ? undefined : await findUserById(services.database.db, actor.userId)
  return {
    name: actor.name,
    displayName: actor.name,
    email: row?.email ?? null,
    isAdmin: actor.isAdmin,
    isAnonymous: actor.userId === null,
    mustChangePassword: actor.mustChangePassword,
    realm: row?.realm ?? 'internal',
    mfaStatus: 'none',
  }
}

/** Somebody who has shown one factor and not yet the other: they learn what is to be done, and nothing else. */
export const halfSignedIn = (user: { name: string; realm: string }, mfaStatus: MfaStatus): CurrentUser => ({
  name: user.name,
  displayName: user.name,
  email: null,
  isAdmin: false,
  isAnonymous: false,
  mustChangePassword: false,
  realm: user.realm,
  mfaStatus,
})
