// The list of screens: where each lives, what its title is, who may open it, and its place in the menu.
// To add one, write it under `features/` and add an entry here.
import type { RouteComponent } from '@tanstack/react-router'
import { buildScreens } from './build-screens.ts'
import { parseVersionSearch } from '../features/packages/version-search.ts'
import { parsePackageSearch } from '../features/packages/package-search.ts'
import type { MessageId } from '../lib/messages.ts'
import type { RawSearch } from '../lib/search-params.ts'
import { OverviewIcon, PackageIcon, TopologyIcon } from '../ui/icons.ts'
import { globalRolesScreen, projectScreens } from './project-screens.ts'
import { parseTokenSearch } from '../features/tokens/token-search.ts'
import { artifactScreens } from './artifact-screens.ts'
import { laterScreens } from './later-screens.ts'
import { topologyPath } from './landing.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { MenuEntry } from './menu.ts'
import { networkScreens } from './network-screens.ts'
import { peopleScreens } from './people-screens.ts'
import { platformScreens } from './platform-screens.ts'
import { playgroundScreens } from './playground-screens.ts'
import { providerScreens } from './provider-screens.ts'
import { repositoryScreens } from './repository-screens.ts'
import { signInScreens } from './sign-in-screens.ts'
import { teaserScreens } from './teaser-screens.ts'

/**
 * `anyone` may be a stranger; a `reader` is somebody signed in, or anonymous where that is allowed. A `permission-manager`
 * manages some permissions at least, a `resource-manager` all of them, a `project-administrator` a project. The last three
 * are for the sign-in area: nobody who is in already, the holder of an invitation, whoever a command line sent.
 */
export type Audience =
  | 'anyone'
  | 'reader'
  | 'administrator'
  | 'permission-manager'
  | 'resource-manager'
  | 'project-administrator'
  | 'stranger'
  | 'invited'
  | 'command-line'

export interface Screen {
  path: string
  component: RouteComponent
  /** How the specification calls the route and those above it, outermost first, where it gives names. */
  names?: readonly string[]
  title?: MessageId
  audience: Audience
  /** Inside the frame with header and sidebar, or alone on the page. */
  frame: 'shell' | 'bare'
  search?: (raw: RawSearch) => RawSearch
  menu?: MenuEntry
  /** What the page before still waits for is given up. */
  cancelsInFlight?: boolean
  /** Where an address of this screen leads instead, once the guards have let it pass. */
  leadsTo?: (path: string) => Promise<string | undefined>
  /** What the page will hold, when it is still to come. */
  later?: MessageId
}

export const screens: Screen[] = [
  {
    path: '/overview',
    component: lazyScreen(() => import('../features/overview/overview-screen.tsx'), 'OverviewScreen', [
      'overview',
    ]),
    title: 'shell.overview',
    audience: 'reader',
    frame: 'shell',
    menu: { section: 'application', label: 'shell.overview', icon: OverviewIcon },
  },
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
  ...artifactScreens,
  ...buildScreens,
  ...laterScreens,
  ...repositoryScreens,
  ...projectScreens,
  ...peopleScreens,
  ...providerScreens,
  globalRolesScreen,
  ...networkScreens,
  ...platformScreens,
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
  {
    path: topologyPath,
    component: lazyScreen(() => import('../features/topology/topology-screen.tsx'), 'TopologyScreen', [
      'monitoring',
    ]),
    title: 'shell.topology',
    audience: 'administrator',
    frame: 'shell',
    menu: {
      section: 'administration',
      label: 'shell.topology',
      group: 'monitoring',
      icon: TopologyIcon,
      gate: { service: 'mc' },
    },
  },
  {
    path: '/user/my-{$provider}-redirect',
    component: lazyScreen(() => import('../features/errors/portal-screen.tsx'), 'PortalScreen', ['later']),
    audience: 'reader',
    frame: 'shell',
  },
  {
    path: '/quick-setup',
    names: ['quickSetup'],
    component: lazyScreen(
      () => import('../features/quick-setup/quick-setup-screen.tsx'),
      'QuickSetupScreen',
      ['quickSetup'],
    ),
    title: 'shell.quickSetup',
    audience: 'administrator',
    frame: 'shell',
  },
  ...signInScreens,
  ...playgroundScreens,
  ...teaserScreens,
  {
    path: '/404',
    names: ['404'],
    cancelsInFlight: true,
    component: lazyScreen(() => import('../features/errors/not-found-screen.tsx'), 'NotFoundScreen'),
    title: 'errors.notFoundTitle',
    audience: 'anyone',
    frame: 'shell',
  },
  {
    path: '/406/$requestId',
    cancelsInFlight: true,
    component: lazyScreen(() => import('../features/errors/refused-screen.tsx'), 'RefusedScreen'),
    title: 'errors.refusedTitle',
    audience: 'anyone',
    frame: 'shell',
  },
  {
    path: '/500',
    cancelsInFlight: true,
    component: lazyScreen(() => import('../features/errors/server-error-screen.tsx'), 'ServerErrorScreen'),
    title: 'errors.serverTitle',
    audience: 'anyone',
    frame: 'shell',
  },
  {
    path: '/authorization',
    cancelsInFlight: true,
    component: lazyScreen(() => import('../features/errors/authorization-screen.tsx'), 'AuthorizationScreen'),
    title: 'errors.authorizationTitle',
    audience: 'anyone',
    frame: 'shell',
  },
  {
    path: '/$',
    cancelsInFlight: true,
    component: lazyScreen(() => import('../features/errors/not-found-screen.tsx'), 'NotFoundScreen'),
    title: 'errors.notFoundTitle',
    audience: 'anyone',
    frame: 'shell',
  },
]
