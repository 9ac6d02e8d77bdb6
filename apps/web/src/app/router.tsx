import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router'
import { asciiAddress } from '../lib/ascii-address.ts'
import { loadStart } from '../lib/frame.ts'
import type { MessageId } from '../lib/messages.ts'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'
import { passGuards } from './guards/guards.ts'
import { lazyScreen } from './lazy-screen.ts'
import { type Redirect, redirects } from './redirects.ts'
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

interface Entering {
  location: ParsedLocation
  preload: boolean
}

// The landing rules are not known before the server has said who is looking.
const landingRoutes = ['/', '/home'].map((path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: ({ location, preload }: Entering) =>
      passGuards({
        screen: { path, audience: 'anyone', cancelsInFlight: true, isLanding: true },
        location,
        isPreload: preload,
      }),
  }),
)

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...landingRoutes,
    ...redirects.map(redirectOf),
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
    staticData: { title: screen.title, names: screen.names, later: screen.later },
    validateSearch: screen.search ?? ((raw) => raw),
    beforeLoad: async ({ location, preload }: Entering) => {
      await passGuards({ screen, location, isPreload: preload })
      const elsewhere = await screen.leadsTo?.(location.pathname)
      if (elsewhere !== undefined) throw redirect({ href: elsewhere, replace: true })
    },
  })
}

function redirectOf({ from, to, keepsRest = false }: Redirect) {
  const start = from.replace(/\/\$$/, '')
  return createRoute({
    getParentRoute: () => rootRoute,
    path: from,
    beforeLoad: ({ location }: Entering) => {
      const rest = keepsRest ? location.pathname.slice(start.length) : ''
      const query = to.includes('?') ? '' : location.searchStr
      throw redirect({ href: asciiAddress(`${to}${rest}${query}`), replace: true })
    },
  })
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: MessageId | undefined
    names?: readonly string[] | undefined
    later?: MessageId | undefined
  }
  interface HistoryState {
    /** The user whose password has to be changed. */
    user?: string
    /** The address that led to the page `/404`. */
    missing?: string
  }
}
