import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { noteVisit, openRecent, type Visit } from '../../lib/recent.ts'
import { useCurrentUser } from '../../lib/session.ts'

/** Remembers which objects were opened, for the palette: a package, a user, a permission. */
export function useVisits() {
  const router = useRouter()
  const name = useCurrentUser()?.name ?? 'anonymous'
  useEffect(() => {
    openRecent(name)
    return router.subscribe('onResolved', () => {
      const last = router.state.matches.at(-1)
      const visit = last === undefined ? undefined : visitOf(last.pathname, last.routeId, last.params)
      if (visit !== undefined) noteVisit(visit)
    })
  }, [router, name])
}

/** Pages without a name in their address are no objects; neither are those that say what went wrong. */
function visitOf(path: string, route: string, params: Record<string, string>): Visit | undefined {
  const href = path.replace(/^\/ui(?=\/)/, '')
  const { packageId, versionId, name } = params
  if (packageId !== undefined) {
    const [format = '', ...rest] = packageId.split('://')
    const label = rest.join('://')
    return { href, format, label: versionId === undefined ? label : `${label} ${versionId}` }
  }
  return name === undefined || !route.startsWith('/shell/admin') ? undefined : { href, label: name }
}
