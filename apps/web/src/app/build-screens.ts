// Builds: the list, the runs of one, one run.
import { parseBuildSearch } from '../features/builds/build-search.ts'
import { BuildIcon } from '../ui/icons.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { Screen } from './screens.ts'

const page = { title: 'shell.builds', audience: 'reader', frame: 'shell' } as const

export const buildScreens: Screen[] = [
  {
    ...page,
    path: '/builds',
    component: lazyScreen(() => import('../features/builds/builds-screen.tsx'), 'BuildsScreen', ['builds']),
    search: (raw) => ({ ...parseBuildSearch(raw) }),
    menu: { section: 'application', label: 'shell.builds', icon: BuildIcon },
  },
  {
    ...page,
    path: '/builds/$name',
    component: lazyScreen(() => import('../features/builds/runs-screen.tsx'), 'RunsScreen', ['builds']),
    search: (raw) => ({ ...parseBuildSearch(raw) }),
  },
  {
    ...page,
    path: '/builds/$name/$number',
    component: lazyScreen(() => import('../features/builds/run-screen.tsx'), 'RunScreen', ['builds']),
    search: (raw) => ({ ...parseBuildSearch(raw) }),
  },
]
