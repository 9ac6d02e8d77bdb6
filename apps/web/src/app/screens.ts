// The list of screens: where each lives, what its title is, who may open it, and its place in the menu.
// To add one, write it under `features/` and add an entry here.
import type { RouteComponent } from '@tanstack/react-router'
import { parseVersionSearch } from '../features/packages/version-search.ts'
import { parsePackageSearch } from '../features/packages/package-search.ts'
import { parseRepositorySearch } from '../features/repositories/repository-search.ts'
import type { MessageId } from '../lib/messages.ts'
import { type RawSearch, textParam } from '../lib/search-params.ts'
import { type Icon, PackageIcon, RepositoryIcon } from '../ui/icons.ts'
import { lazyScreen } from './lazy-screen.ts'

/** `anyone` may be a stranger; a `reader` is somebody signed in, or anonymous where that is allowed. */
export type Audience = 'anyone' | 'reader' | 'administrator'
export type Section = 'application' | 'administration'

export interface Screen {
  path: string
  component: RouteComponent
  title?: MessageId
  audience: Audience
  /** Inside the frame with header and sidebar, or alone on the page. */
  frame: 'shell' | 'bare'
  search?: (raw: RawSearch) => RawSearch
  menu?: { section: Section; label: MessageId; icon: Icon }
}

export const screens: Screen[] = [
  {
    path: '/packages',
    component: lazyScreen(() => import('../features/packages/packages-screen.tsx'), 'PackagesScreen'),
    title: 'packages.title',
    audience: 'reader',
    frame: 'shell',
    search: (raw) => ({ ...parsePackageSearch(raw) }),
    menu: { section: 'application', label: 'shell.packages', icon: PackageIcon },
  },
  {
    path: '/packages/$packageId',
    component: lazyScreen(() => import('../features/packages/package-screen.tsx'), 'PackageScreen'),
    title: 'packages.title',
    audience: 'reader',
    frame: 'shell',
    search: () => ({}),
  },
  {
    path: '/packages/$packageId/$versionId',
    component: lazyScreen(() => import('../features/packages/version-screen.tsx'), 'VersionScreen'),
    title: 'packages.title',
    audience: 'reader',
    frame: 'shell',
    search: (raw) => ({ ...parseVersionSearch(raw) }),
  },
  {
    path: '/admin/repositories',
    component: lazyScreen(
      () => import('../features/repositories/repositories-screen.tsx'),
      'RepositoriesScreen',
    ),
    title: 'repositories.title',
    audience: 'administrator',
    frame: 'shell',
    search: (raw) => ({ ...parseRepositorySearch(raw) }),
    menu: { section: 'administration', label: 'shell.repositories', icon: RepositoryIcon },
  },
  ...['/login', '/auth'].flatMap(signInScreens),
  {
    path: '/404',
    component: lazyScreen(() => import('../features/errors/not-found-screen.tsx'), 'NotFoundScreen'),
    title: 'errors.notFoundTitle',
    audience: 'anyone',
    frame: 'shell',
  },
  {
    path: '/406/$requestId',
    component: lazyScreen(() => import('../features/errors/refused-screen.tsx'), 'RefusedScreen'),
    title: 'errors.refusedTitle',
    audience: 'anyone',
    frame: 'shell',
  },
  {
    path: '/500',
    component: lazyScreen(() => import('../features/errors/server-error-screen.tsx'), 'ServerErrorScreen'),
    title: 'errors.serverTitle',
    audience: 'anyone',
    frame: 'shell',
  },
  {
    path: '/authorization',
    component: lazyScreen(() => import('../features/errors/authorization-screen.tsx'), 'AuthorizationScreen'),
    title: 'errors.authorizationTitle',
    audience: 'anyone',
    frame: 'shell',
  },
  {
    path: '/$',
    component: lazyScreen(() => import('../features/errors/not-found-screen.tsx'), 'NotFoundScreen'),
    title: 'errors.notFoundTitle',
    audience: 'anyone',
    frame: 'shell',
  },
]

/** The sign-in area answers under two names. */
function signInScreens(area: string): Screen[] {
  return [
    {
      path: area,
      component: lazyScreen(() => import('../features/session/sign-in-screen.tsx'), 'SignInScreen'),
      title: 'session.signInTitle',
      audience: 'anyone',
      frame: 'bare',
      search: (raw) => ({ logout: textParam(raw['logout']) }),
    },
    {
      path: `${area}/change-password`,
      component: lazyScreen(
        () => import('../features/session/change-password-screen.tsx'),
        'ChangePasswordScreen',
      ),
      title: 'session.changeTitle',
      audience: 'anyone',
      frame: 'bare',
    },
  ]
}
