// Pages about what is not here: services that this installation does not offer, and administration on a demonstration.
import { scannerTeaser } from '../features/teasers/scanner-licenses.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { Screen } from './screens.ts'

const reader = { audience: 'reader', frame: 'shell' } as const

const pipelines = lazyScreen(() => import('../features/teasers/pipelines-teaser.tsx'), 'PipelinesTeaser', [
  'teasers',
])

export const teaserScreens: Screen[] = [
  { ...reader, path: '/pipelines-teaser', component: pipelines, title: 'shell.pipelines' },
  { ...reader, path: '/pipelines', component: pipelines, title: 'shell.pipelines' },
  {
    ...reader,
    path: '/topology-teaser',
    component: lazyScreen(() => import('../features/teasers/topology-teaser.tsx'), 'TopologyTeaser', [
      'teasers',
    ]),
    title: 'shell.topology',
  },
  {
    ...reader,
    path: scannerTeaser,
    component: lazyScreen(() => import('../features/teasers/scanner-teaser.tsx'), 'ScannerTeaser', [
      'teasers',
    ]),
    title: 'shell.securityTeaser',
  },
  {
    ...reader,
    path: '/release-bundles-teaser',
    component: lazyScreen(() => import('../features/teasers/bundles-teaser.tsx'), 'BundlesTeaser', [
      'teasers',
    ]),
    title: 'shell.bundles',
  },
  {
    ...reader,
    path: '/demo/admin/$',
    component: lazyScreen(() => import('../features/teasers/tour-teaser-screen.tsx'), 'TourTeaserScreen', [
      'teasers',
    ]),
    title: 'shell.productTour',
  },
]
