// The administration of people: who there is, what they may do, by which rules they sign in, and what was done.
import { parseAuditSearch } from '../features/audit/audit-search.ts'
import { parseRequestSearch } from '../features/contact/request-search.ts'
import { parseGroupSearch } from '../features/groups/group-search.ts'
import { parsePermissionSearch } from '../features/permissions/permission-search.ts'
import { parseTesterSearch } from '../features/permissions/tester-search.ts'
import { parseUserSearch } from '../features/users/user-search.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { Screen } from './screens.ts'

const admin = { audience: 'administrator', frame: 'shell' } as const
const manager = { audience: 'permission-manager', frame: 'shell' } as const
const keeper = { audience: 'resource-manager', frame: 'shell' } as const
const management = '/admin/management'

export const peopleScreens: Screen[] = [
  {
    ...admin,
    path: `${management}/users`,
    component: lazyScreen(() => import('../features/users/users-screen.tsx'), 'UsersScreen', ['people']),
    title: 'shell.users',
    search: (raw) => ({ ...parseUserSearch(raw) }),
    menu: { section: 'administration', group: 'people', label: 'shell.users' },
  },
  {
    ...admin,
    path: `${management}/users/new`,
    component: lazyScreen(() => import('../features/users/new-user-screen.tsx'), 'NewUserScreen', ['people']),
    title: 'shell.newUser',
  },
  {
    ...admin,
    path: `${management}/users/$name/edit`,
    component: lazyScreen(() => import('../features/users/user-screen.tsx'), 'UserScreen', [
      'people',
      'permissions',
    ]),
    title: 'shell.users',
  },
  {
    ...admin,
    path: `${management}/groups`,
    component: lazyScreen(() => import('../features/groups/groups-screen.tsx'), 'GroupsScreen', ['people']),
    title: 'shell.userGroups',
    search: (raw) => ({ ...parseGroupSearch(raw) }),
    menu: { section: 'administration', group: 'people', label: 'shell.userGroups' },
  },
  {
    ...admin,
    path: `${management}/groups/new`,
    component: lazyScreen(() => import('../features/groups/new-group-screen.tsx'), 'NewGroupScreen', [
      'people',
    ]),
    title: 'shell.newGroup',
  },
  {
    ...admin,
    path: `${management}/groups/$name/edit`,
    component: lazyScreen(() => import('../features/groups/group-screen.tsx'), 'GroupScreen', ['people']),
    title: 'shell.userGroups',
  },
  {
    ...manager,
    path: `${management}/permissions`,
    component: lazyScreen(
      () => import('../features/permissions/permissions-screen.tsx'),
      'PermissionsScreen',
      ['permissions'],
    ),
    title: 'shell.permissions',
    search: (raw) => ({ ...parsePermissionSearch(raw) }),
    menu: { section: 'administration', group: 'people', label: 'shell.permissions' },
  },
  {
    ...keeper,
    path: `${management}/permissions/create`,
    component: lazyScreen(
      () => import('../features/permissions/permission-screen.tsx'),
      'NewPermissionScreen',
      ['permissions'],
    ),
    title: 'shell.newPermission',
  },
  {
    ...manager,
    path: `${management}/permissions/$name/edit`,
    component: lazyScreen(() => import('../features/permissions/permission-screen.tsx'), 'PermissionScreen', [
      'permissions',
    ]),
    title: 'shell.permissions',
  },
  {
    ...manager,
    path: `${management}/access-tester`,
    component: lazyScreen(() => import('../features/permissions/tester-screen.tsx'), 'TesterScreen', [
      'permissions',
    ]),
    title: 'shell.accessTester',
    search: (raw) => ({ ...parseTesterSearch(raw) }),
    menu: { section: 'administration', group: 'people', label: 'shell.accessTester' },
  },
  {
    path: '/access-tester',
    component: lazyScreen(() => import('../features/permissions/tester-screen.tsx'), 'TesterScreen', [
      'permissions',
    ]),
    title: 'shell.accessTester',
    audience: 'reader',
    frame: 'shell',
    search: (raw) => ({ ...parseTesterSearch(raw) }),
  },
  {
    ...admin,
    path: '/admin/configuration/security/general',
    component: lazyScreen(() => import('../features/security/security-screen.tsx'), 'SecurityScreen', [
      'security',
    ]),
    title: 'shell.securitySettings',
    menu: { section: 'administration', group: 'security', label: 'shell.securityGeneral' },
  },
  {
    ...admin,
    path: '/admin/security/audit',
    component: lazyScreen(() => import('../features/audit/audit-screen.tsx'), 'AuditScreen', ['audit']),
    title: 'shell.audit',
    search: (raw) => ({ ...parseAuditSearch(raw) }),
    menu: { section: 'administration', group: 'security', label: 'shell.audit' },
  },
  {
    ...admin,
    path: '/admin/configuration/mail',
    component: lazyScreen(() => import('../features/mail/mail-screen.tsx'), 'MailScreen', ['security']),
    title: 'shell.mailSettings',
    menu: { section: 'administration', group: 'platform', label: 'shell.mail' },
  },
  {
    ...admin,
    path: '/admin/configuration/contact',
    component: lazyScreen(
      () => import('../features/contact/contact-requests-screen.tsx'),
      'ContactRequestsScreen',
      ['contact'],
    ),
    title: 'shell.contactRequests',
    search: (raw) => ({ ...parseRequestSearch(raw) }),
    menu: { section: 'administration', group: 'platform', label: 'shell.contactRequests' },
  },
]
