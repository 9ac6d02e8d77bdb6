import type { Start } from '../lib/frame.ts'
import { isPerson } from '../lib/session.ts'

/** Where `/`, `/home` and `/admin` lead. */
export function landingPath(path: string, { user }: Start): string {
  if (!isPerson(user)) return '/login'
  return path === '/admin' ? '/admin/repositories' : '/packages'
}
