// Where the entries of the application lead: `/` and `/home`, the section Administration and the section Application.
import type { CurrentUser } from '@bindery/contracts'
import type { Start } from '../lib/frame.ts'
import type { Circumstances } from '../lib/gates.ts'
import { lastVisited } from '../lib/last-visited.ts'

export const topologyPath = '/admin/mission_control/topology'
const defaultAdministration = '/admin/management/users'
const defaultApplication = '/packages'

/** For `/` and `/home`: the first that applies. */
export function landingPath(
  { user, homePage, switches }: Start,
  { features, services }: Pick<Circumstances, 'features' | 'services'>,
): string {
  if (homePage !== '') return homePage
  if (switches.isLightweight && user !== null) return '/repos'
  if (user === null || user.isAnonymous) return '/login'
  if (user.isAdmin && features['platformGetStarted'] === true) return '/get_started'
  if (!user.isAdmin) return '/packages'
  return services.has('mc') ? topologyPath : '/topology-teaser'
}

/** For the entry of the section Administration; `visible` are the paths of its sidebar. */
export function administrationLanding(
  user: CurrentUser,
  project: string | undefined,
  visible: readonly string[],
): string {
  const last = lastVisited(user.name, 'administration')
  if (last !== undefined) return last
  if (user.canAdministerProjects)
    return project === undefined ? '/admin/projects/list' : '/admin/projects/overview'
  return visible[0] ?? defaultAdministration
}

export const applicationLanding = (user: CurrentUser | null): string =>
  lastVisited(user?.name ?? '', 'application') ?? defaultApplication
