import { useNavigate } from '@tanstack/react-router'

/** Away from a user that is no more, whatever its form held. */
export function useGoToUsers() {
  const navigate = useNavigate()
  return () => void navigate({ to: '/admin/management/users', ignoreBlocker: true })
}
