// The artifact browser: one screen for every place of the tree.
import { parseArtifactSearch } from '../features/artifacts/artifact-search.ts'
import { ArtifactIcon } from '../ui/icons.ts'
import { lazyScreen } from './lazy-screen.ts'
import { reposLanding } from './repos-landing.ts'
import type { Screen } from './screens.ts'

const ArtifactsScreen = lazyScreen(
  () => import('../features/artifacts/artifacts-screen.tsx'),
  'ArtifactsScreen',
  ['artifacts', 'permissions'],
)

const screen = (path: string, more: Partial<Screen> = {}): Screen => ({
  path,
  component: ArtifactsScreen,
  title: 'shell.artifacts',
  audience: 'reader',
  frame: 'shell',
  search: (raw) => ({ ...parseArtifactSearch(raw) }),
  ...more,
})

export const artifactScreens: Screen[] = [
  screen('/repos/tree'),
  screen('/repos/tree/General', {
    menu: { section: 'application', label: 'shell.artifacts', icon: ArtifactIcon },
  }),
  screen('/repos/$', { leadsTo: reposLanding }),
]
