import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'
import { loadStart } from '../lib/frame.ts'
import { admit } from './admit.ts'
import { landingPath } from './landing.ts'
import { lazyScreen } from './lazy-screen.ts'
import { Root } from './root.tsx'
import { type Screen, screens } from './screens.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { FrameSkeleton } from './shell/frame-skeleton.tsx'

const rootRoute = createRootRoute({ component: Root })

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyScreen(() => import('./shell/shell.tsx'), 'Shell'),
  pendingComponent: FrameSkeleton,
  pendingMs: 150,
  beforeLoad: () => loadStart(),
})

// The landing rules are not known before the server has said who is looking.
const landingRoutes = ['/', '/home', '/admin'].map((path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: async () => {
      throw redirect({ to: landingPath(path, await loadStart()), replace: true })
    },
  }),
)

const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logout',
  beforeLoad: () => {
    throw redirect({ to: '/login', search: { logout: 'true' }, replace: true })
  },
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...landingRoutes,
    logoutRoute,
    ...screens.filter(({ frame }) => frame === 'bare').map((screen) => routeOf(screen, rootRoute)),
    shellRoute.addChildren(
      screens.filter(({ frame }) => frame === 'shell').map((screen) => routeOf(screen, shellRoute)),
    ),
  ]),
  basepath: '/ui',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

type Parent = typeof rootRoute | typeof shellRoute

function routeOf(screen: Screen, parent: Parent) {
  return createRoute({
    getParentRoute: () => parent,
    path: screen.path,
    component: screen.component,
    staticData: { title: screen.title },
    validateSearch: screen.search ?? ((raw) => raw),
    beforeLoad: ({ location, preload }: { location: ParsedLocation; preload: boolean }) =>
      admit(screen.audience, location, preload),
  })
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: Screen['title']
  }
  interface HistoryState {
    /** The user whose password has to be changed. */
    user?: string
    /** The address that led to the page `/404`. */
    missing?: string
  }
}
