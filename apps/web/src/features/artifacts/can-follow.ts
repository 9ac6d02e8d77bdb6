import type { ItemDetails } from '@bindery/contracts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'

/** Who is signed in may follow what holds files: not a virtual repository, nor what was thrown away. */
export function useCanFollow({ path, repositoryKind }: ItemDetails): boolean {
  const user = useCurrentUser()
  return isPerson(user) && repositoryKind !== 'trash' && (path !== '' || repositoryKind !== 'virtual')
}
