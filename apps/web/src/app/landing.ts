import type { Start } from '../lib/frame.ts'
import { isPerson } from '../lib/session.ts'
import { isFor } from './audience.ts'
import { screens } from './screens.ts'

/** Where `/`, `/home` and `/admin` lead: into the administration, to the first screen that is for this user. */
export function landingPath(path: string, { user }: Start): string {
  if (!isPerson(user)) return '/login'
  if (path !== '/admin') return '/packages'
  const first = screens.find(
    ({ menu, audience }) => menu?.section === 'administration' && isFor(audience, user),
  )
  return first?.path ?? '/admin/repositories'
}
