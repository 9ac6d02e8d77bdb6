// Pages whose content is still to come. They have their address, their place in the menu and their guard already, and say
// plainly what will be there.
import type { MessageId } from '../lib/messages.ts'
import { BundleIcon, IntegrationIcon, SecurityIcon, SupportIcon } from '../ui/icons.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { MenuEntry } from './menu.ts'
import type { Screen } from './screens.ts'

const LaterScreen = lazyScreen(() => import('../features/later/later-screen.tsx'), 'LaterScreen', ['later'])

const pages = {
  getStarted: { title: 'shell.getStarted', text: 'later.getStarted' },
  search: { title: 'shell.searchResults', text: 'later.search' },
  scans: { title: 'shell.scans', text: 'later.scans' },
  violations: { title: 'shell.violations', text: 'later.violations' },
  cve: { title: 'shell.cve', text: 'later.cve' },
  policies: { title: 'shell.policies', text: 'later.policies' },
  gitScanning: { title: 'shell.gitScanning', text: 'later.gitScanning' },
  bundles: { title: 'shell.bundles', text: 'later.bundles' },
  integrations: { title: 'shell.integrations', text: 'later.integrations' },
  onboarding: { title: 'shell.onboarding', text: 'later.onboarding' },
  serviceStatus: { title: 'shell.serviceStatus', text: 'later.serviceStatus' },
  systemLogs: { title: 'shell.systemLogs', text: 'later.systemLogs' },
  peers: { title: 'shell.peers', text: 'later.peers' },
  supportZone: { title: 'shell.supportZone', text: 'later.supportZone' },
  indexedResources: { title: 'shell.indexedResources', text: 'later.indexedResources' },
  databaseSync: { title: 'shell.databaseSync', text: 'later.databaseSync' },
} as const satisfies Record<string, { title: MessageId; text: MessageId }>

type Extra = Partial<Pick<Screen, 'names' | 'menu' | 'audience' | 'leadsTo'>>

const inApplication = (page: keyof typeof pages, menu: Omit<MenuEntry, 'section' | 'label'>): Extra => ({
  menu: { section: 'application', label: pages[page].title, ...menu },
})
const inAdministration = (page: keyof typeof pages, menu: Omit<MenuEntry, 'section' | 'label'>): Extra => ({
  audience: 'administrator',
  menu: { section: 'administration', label: pages[page].title, ...menu },
})

export const laterScreens: Screen[] = [
  later('/get_started', 'getStarted', { audience: 'administrator' }),
  later('/search/$type', 'search'),
  later(
    '/release-bundles/$activeTab',
    'bundles',
    inApplication('bundles', {
      icon: BundleIcon,
      to: '/release-bundles/source',
      gate: { service: 'distribution' },
    }),
  ),
  later('/release-bundles/$activeTab/$', 'bundles'),
  later(
    '/security/scans',
    'scans',
    inApplication('scans', { icon: SecurityIcon, group: 'scanning', gate: { service: 'xray' } }),
  ),
  later(
    '/security/violations',
    'violations',
    inApplication('violations', { group: 'scanning', gate: { service: 'xray' } }),
  ),
  later('/security/scans/$', 'scans'),
  later('/security/cve/$cveId', 'cve'),
  later(
    '/admin/xray/security_policies',
    'policies',
    inAdministration('policies', { group: 'security', gate: { service: 'xray' } }),
  ),
  later('/xray/git-scanning', 'gitScanning', { audience: 'administrator' }),
  later('/integrations', 'integrations', {
    ...inApplication('integrations', { icon: IntegrationIcon }),
    names: ['integrations', 'integrations.main'],
  }),
  later('/integrations/git/$vendorName', 'integrations', { audience: 'administrator' }),
  later('/onboarding', 'onboarding', { audience: 'administrator' }),
  later('/projects', 'onboarding', { audience: 'administrator', names: ['projects'] }),
  {
    path: '/admin/configuration/integrations',
    component: lazyScreen(
      () => import('../features/integrations/source-control-screen.tsx'),
      'SourceControlScreen',
      ['later'],
    ),
    title: 'shell.integrations',
    frame: 'shell',
    audience: 'administrator',
    menu: { section: 'administration', label: 'shell.integrations', group: 'platform' },
  },
  later(
    '/admin/scanner/indexed-resources',
    'indexedResources',
    inAdministration('indexedResources', { group: 'security', gate: { service: 'xray' } }),
  ),
  later(
    '/admin/scanner/database-sync',
    'databaseSync',
    inAdministration('databaseSync', { group: 'security', gate: { service: 'xray' } }),
  ),
  later(
    '/admin/monitoring/service-status',
    'serviceStatus',
    inAdministration('serviceStatus', { group: 'monitoring' }),
  ),
  later(
    '/admin/monitoring/system_logs',
    'systemLogs',
    inAdministration('systemLogs', { group: 'monitoring' }),
  ),
  later('/admin/monitoring/pdn', 'peers', inAdministration('peers', { group: 'monitoring' })),
  later('/admin/support-zone', 'supportZone', inAdministration('supportZone', { icon: SupportIcon })),
]

function later(path: string, page: keyof typeof pages, extra: Extra = {}): Screen {
  const { title, text } = pages[page]
  return { path, component: LaterScreen, title, later: text, audience: 'reader', frame: 'shell', ...extra }
}
