// Projects, their environments and roles: the lists of administrators, and the pages of the project that is chosen.
import { parseProjectSearch } from '../features/projects/project-search.ts'
import { parseOverviewSearch } from '../features/projects/overview-search.ts'
import { parseResourceSearch } from '../features/projects/resource-search.ts'
import { parseRoleSearch } from '../features/roles/role-search.ts'
import { GroupIcon, OverviewIcon, RepositoryIcon, SecurityIcon, StageIcon } from '../ui/icons.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { Screen } from './screens.ts'

const admin = { audience: 'administrator', frame: 'shell' } as const
const ofProject = { audience: 'project-administrator', frame: 'shell' } as const

export const projectScreens: Screen[] = [
  {
    ...admin,
    path: '/admin/projects/list',
    names: ['projects.main'],
    component: lazyScreen(() => import('../features/projects/projects-screen.tsx'), 'ProjectsScreen', [
      'projects',
    ]),
    title: 'shell.projects',
    search: (raw) => ({ ...parseProjectSearch(raw) }),
    menu: { section: 'administration', group: 'projects', label: 'shell.projects' },
  },
  {
    ...admin,
    path: '/admin/projects/create',
    names: ['projects.create'],
    component: lazyScreen(() => import('../features/projects/new-project-screen.tsx'), 'NewProjectScreen', [
      'projects',
    ]),
    title: 'shell.createProject',
  },
  {
    ...admin,
    path: '/admin/environments',
    component: lazyScreen(
      () => import('../features/environments/environments-screen.tsx'),
      'EnvironmentsScreen',
      ['projects'],
    ),
    title: 'shell.environments',
    menu: { section: 'administration', group: 'projects', label: 'shell.environments' },
  },
  {
    ...ofProject,
    path: '/admin/projects/overview',
    names: ['projects.overview'],
    component: lazyScreen(() => import('../features/projects/overview-screen.tsx'), 'OverviewScreen', [
      'projects',
    ]),
    title: 'shell.projectOverview',
    search: (raw) => ({ ...parseOverviewSearch(raw) }),
    menu: { section: 'project', label: 'shell.projectOverview', icon: OverviewIcon },
  },
  {
    ...ofProject,
    path: '/admin/projects/members',
    names: ['projects.members'],
    component: lazyScreen(() => import('../features/projects/members-screen.tsx'), 'MembersScreen', [
      'projects',
    ]),
    title: 'shell.projectMembers',
    menu: { section: 'project', label: 'shell.projectMembers', icon: GroupIcon },
  },
  {
    ...ofProject,
    path: '/admin/projects/roles',
    component: lazyScreen(() => import('../features/roles/project-roles-screen.tsx'), 'ProjectRolesScreen', [
      'projects',
    ]),
    title: 'shell.projectRoles',
    search: (raw) => ({ ...parseRoleSearch(raw) }),
    menu: { section: 'project', label: 'shell.projectRoles', icon: SecurityIcon },
  },
  {
    ...ofProject,
    path: '/admin/projects/resources',
    component: lazyScreen(() => import('../features/projects/resources-screen.tsx'), 'ResourcesScreen', [
      'projects',
    ]),
    title: 'shell.projectResources',
    search: (raw) => ({ ...parseResourceSearch(raw) }),
    menu: { section: 'project', label: 'shell.projectResources', icon: RepositoryIcon },
  },
  {
    ...ofProject,
    path: '/admin/projects/environments',
    component: lazyScreen(
      () => import('../features/environments/project-environments-screen.tsx'),
      'ProjectEnvironmentsScreen',
      ['projects'],
    ),
    title: 'shell.environments',
    menu: { section: 'project', label: 'shell.environments', icon: StageIcon },
  },
]

/** Beside users and groups, where people look for it. */
export const globalRolesScreen: Screen = {
  ...admin,
  path: '/admin/management/global_roles',
  component: lazyScreen(() => import('../features/roles/global-roles-screen.tsx'), 'GlobalRolesScreen', [
    'projects',
  ]),
  title: 'shell.globalRoles',
  search: (raw) => ({ ...parseRoleSearch(raw) }),
  menu: { section: 'administration', group: 'people', label: 'shell.globalRoles' },
}
