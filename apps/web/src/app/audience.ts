import type { CurrentUser } from '@bindery/contracts'
import type { Audience } from './screens.ts'

/** Whether a screen of the frame is for this user; the sign-in area has its own guard. */
export function isFor(audience: Audience, user: CurrentUser | null): boolean {
  if (audience === 'administrator') return user?.isAdmin === true
  if (audience === 'permission-manager') return user?.canManagePermissions === true
  if (audience === 'resource-manager') return user?.canManageResources === true
  if (audience === 'project-administrator') return user?.canAdministerProjects === true
  return true
}
