// The list of screens: where each lives, what its title is, who may open it, and its place in the menu.
// To add one, write it under `features/` and add an entry here.
import type { RouteComponent } from '@tanstack/react-router'
import { parseVersionSearch } from '../features/packages/version-search.ts'
import { parsePackageSearch } from '../features/packages/package-search.ts'
import { parseRepositorySearch } from '../features/repositories/repository-search.ts'
import type { MessageId } from '../lib/messages.ts'
import type { RawSearch } from '../lib/search-params.ts'
import {
  AdministrationIcon,
  AuthenticationIcon,
  type Icon,
  PackageIcon,
  RepositoryIcon,
  SecurityIcon,
  UserIcon,
} from '../ui/icons.ts'
import { parseTokenSearch } from '../features/tokens/token-search.ts'
import { lazyScreen } from './lazy-screen.ts'
import { peopleScreens } from './people-screens.ts'
import { playgroundScreens } from './playground-screens.ts'
import { providerScreens } from './provider-screens.ts'
import { signInScreens } from './sign-in-screens.ts'

/**
 * `anyone` may be a stranger; a `reader` is somebody signed in, or anonymous where that is allowed. A `permission-manager`
 * manages some permissions at least, a `resource-manager` all of them. The last three are
 * for the sign-in area: nobody who is in already, the holder of an invitation, whoever a command line sent.
 */
export type Audience =
  | 'anyone'
  | 'reader'
  | 'administrator'
  | 'permission-manager'
  | 'resource-manager'
  | 'stranger'
  | 'invited'
  | 'command-line'
export type Section = 'application' | 'administration'

export interface Screen {
  path: string
  component: RouteComponent
  title?: MessageId
  audience: Audience
  /** Inside the frame with header and sidebar, or alone on the page. */
  frame: 'shell' | 'bare'
  search?: (raw: RawSearch) => RawSearch
  menu?: MenuEntry
}

export interface MenuEntry {
  section: Section
  label: MessageId
  icon?: Icon
  /** Entries of a group stand under its name, which can be folded. */
  group?: keyof typeof menuGroups
}

/** In the order of the sidebar. The icon stands for the whole group where there is only room for icons. */
export const menuGroups = {
  people: { label: 'shell.groupPeople', icon: UserIcon },
  authentication: { label: 'shell.groupAuthentication', icon: AuthenticationIcon },
  security: { label: 'shell.groupSecurity', icon: SecurityIcon },
  platform: { label: 'shell.groupPlatform', icon: AdministrationIcon },
} as const satisfies Record<string, { label: MessageId; icon: Icon }>

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
  ...peopleScreens,
  ...providerScreens,
  {
    path: '/admin/management/tokens',
    component: lazyScreen(() => import('../features/tokens/tokens-screen.tsx'), 'TokensScreen', ['tokens']),
    title: 'shell.tokens',
    audience: 'administrator',
    frame: 'shell',
    search: (raw) => ({ ...parseTokenSearch(raw) }),
    menu: { section: 'administration', label: 'shell.tokens', group: 'people' },
  },
  {
    path: '/user_profile',
    component: lazyScreen(() => import('../features/profile/profile-screen.tsx'), 'ProfileScreen', [
      'profile',
    ]),
    title: 'shell.profile',
    audience: 'reader',
    frame: 'shell',
  },
  ...signInScreens,
  ...playgroundScreens,
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
