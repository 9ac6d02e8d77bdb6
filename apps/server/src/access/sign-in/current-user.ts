// Who one is, as the web application is told: at its start, and as the answer to every way in.
import type { CurrentUser, MfaStatus } from '@bindery/contracts'
import type { UserRow } from '../../platform/db/schema.ts'
import type { Access } from '../access.ts'
import type { Actor } from '../actor.ts'
import { findUserById } from '../people/users.ts'
import { loadActor } from '../rules/load-actor.ts'
import { mayUse } from '../rules/permissions.ts'
import { administersProjects } from '../rules/project-rights.ts'
import { finishSignIn, type BrowserCall, type SignInWay } from './browser-sign-in.ts'

/** Ends a way in: the person, or what is still asked of them. */
export async function letIn(
  access: Access,
  call: BrowserCall,
  user: UserRow,
  way: SignInWay,
): Promise<CurrentUser> {
  const { mfaStatus } = await finishSignIn(access, call, user.id, way)
  const actor = mfaStatus === 'none' ? await loadActor(access, user.id) : undefined
  return actor ? toCurrentUser(access, actor) : halfSignedIn(user, mfaStatus)
}

export async function toCurrentUser({ database: { db } }: Access, actor: Actor): Promise<CurrentUser> {
  const row = actor.userId === null ? undefined : await findUserById(db, actor.userId)
  return {
    name: actor.name,
    displayName: actor.name,
    email: row?.email ?? null,
    isAdmin: actor.isAdmin,
    isAnonymous: actor.userId === null,
    mustChangePassword: actor.mustChangePassword,
    realm: row?.realm ?? 'internal',
    mfaStatus: 'none',
    canManagePermissions: mayUse(actor, 'manage-permissions'),
    canManageResources: mayUse(actor, 'manage-resources'),
    canAdministerProjects: await administersProjects(db, actor),
  }
}

/** Somebody who has shown one factor and not yet the other: they learn what is to be done, and nothing else. */
const halfSignedIn = (user: { name: string; realm: string }, mfaStatus: MfaStatus): CurrentUser => ({
  name: user.name,
  displayName: user.name,
  email: null,
  isAdmin: false,
  isAnonymous: false,
  mustChangePassword: false,
  realm: user.realm,
  mfaStatus,
  canManagePermissions: false,
  canManageResources: false,
  canAdministerProjects: false,
})
