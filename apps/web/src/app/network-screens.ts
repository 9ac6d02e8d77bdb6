// Ways out and ways in, and the room that everything takes.
import { parseReverseProxySearch } from '../features/reverse-proxy/reverse-proxy-search.ts'
import { parseStorageSearch } from '../features/storage/storage-search.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { Screen } from './screens.ts'

const admin = { audience: 'administrator', frame: 'shell' } as const
const proxies = '/admin/proxies/configuration'
const retention = '/admin/monitoring/retention'

export const networkScreens: Screen[] = [
  {
    ...admin,
    path: `${proxies}/list`,
    component: lazyScreen(() => import('../features/proxies/proxies-screen.tsx'), 'ProxiesScreen', [
      'network',
    ]),
    title: 'shell.proxies',
    // The entry stays marked on the pages below, whose parent the list is.
    menu: { section: 'administration', group: 'platform', label: 'shell.proxies', to: proxies },
  },
  {
    ...admin,
    path: `${proxies}/new`,
    component: lazyScreen(() => import('../features/proxies/new-proxy-screen.tsx'), 'NewProxyScreen', [
      'network',
    ]),
    title: 'shell.newProxy',
  },
  {
    ...admin,
    path: `${proxies}/edit/$proxyName`,
    component: lazyScreen(() => import('../features/proxies/proxy-screen.tsx'), 'ProxyScreen', ['network']),
    title: 'shell.proxies',
  },
  {
    ...admin,
    path: '/admin/configuration/webserver',
    component: lazyScreen(
      () => import('../features/reverse-proxy/reverse-proxy-screen.tsx'),
      'ReverseProxyScreen',
      ['network'],
    ),
    title: 'shell.reverseProxy',
    search: (raw) => ({ ...parseReverseProxySearch(raw) }),
    menu: { section: 'administration', group: 'platform', label: 'shell.reverseProxy' },
  },
  {
    ...admin,
    path: '/admin/monitoring/storage-summary',
    component: lazyScreen(() => import('../features/storage/storage-screen.tsx'), 'StorageScreen', [
      'storage',
    ]),
    title: 'shell.storageSummary',
    search: (raw) => ({ ...parseStorageSearch(raw) }),
    menu: { section: 'administration', group: 'monitoring', label: 'shell.storageSummary' },
  },
  {
    ...admin,
    path: retention,
    component: lazyScreen(
      () => import('../features/storage/retention/retention-screen.tsx'),
      'RetentionScreen',
      ['storage'],
    ),
    title: 'shell.retention',
    menu: { section: 'administration', group: 'monitoring', label: 'shell.retention' },
  },
  {
    ...admin,
    path: `${retention}/new`,
    component: lazyScreen(() => import('../features/storage/retention/rule-screen.tsx'), 'NewRuleScreen', [
      'storage',
    ]),
    title: 'shell.retention',
  },
  {
    ...admin,
    path: `${retention}/edit/$ruleName`,
    component: lazyScreen(() => import('../features/storage/retention/rule-screen.tsx'), 'RuleScreen', [
      'storage',
    ]),
    title: 'shell.retention',
  },
  {
    ...admin,
    path: `${retention}/policies/new`,
    component: lazyScreen(() => import('../features/storage/policies/policy-screen.tsx'), 'NewPolicyScreen', [
      'storage',
    ]),
    title: 'shell.retention',
  },
  {
    ...admin,
    path: `${retention}/policies/edit/$policyKey`,
    component: lazyScreen(() => import('../features/storage/policies/policy-screen.tsx'), 'PolicyScreen', [
      'storage',
    ]),
    title: 'shell.retention',
  },
]
