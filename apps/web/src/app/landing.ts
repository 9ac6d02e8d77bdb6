import type { Bootstrap } from '@bindery/contracts'
import { isPerson } from '../lib/session.ts'

/** Where `/`, `/home` and `/admin` lead. */
export function landingPath(path: string, { user }: Bootstrap): string {
  if (!isPerson(user)) return '/login'
  return path === '/admin' ? '/admin/repositories' : '/packages'
}
