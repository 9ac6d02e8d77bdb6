import { session } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { takeSavedPath } from '../../lib/saved-path.ts'
import { changeReader } from '../../lib/session.ts'
import { useMutation } from '../../lib/query.ts'

export const useSignIn = () => useMutation(session.signIn)
export const useChangePassword = () => useMutation(session.changePassword)
export const useSignOut = () => useMutation(session.signOut)

/** Back to where somebody was going, else to the start page. */
export function useEnter() {
  const navigate = useNavigate()
  return async () => {
    const user = await changeReader()
    const saved = takeSavedPath(user)
    await (saved === undefined
      ? navigate({ to: '/', replace: true })
      : navigate({ href: saved, replace: true }))
  }
}
