import type { ItemDetails } from '@bindery/contracts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'

/** Who is signed in may follow everything but what was thrown away. */
export function useCanFollow({ repositoryKind }: ItemDetails): boolean {
  const user = useCurrentUser()
  return isPerson(user) && repositoryKind !== 'trash'
}
