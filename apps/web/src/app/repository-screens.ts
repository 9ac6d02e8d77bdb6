// The lists of repositories, one for each kind, and their forms.
import {
  parseNewRepositorySearch,
  parseRepositorySearch,
} from '../features/repositories/repository-search.ts'
import type { MessageId } from '../lib/messages.ts'
import { LocalIcon, RemoteIcon, VirtualIcon } from '../ui/icons.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { MenuEntry } from './menu.ts'
import type { Screen } from './screens.ts'

const RepositoriesScreen = lazyScreen(
  () => import('../features/repositories/repositories-screen.tsx'),
  'RepositoriesScreen',
  ['repository'],
)
const NewRepositoryScreen = lazyScreen(
  () => import('../features/repositories/new-repository-screen.tsx'),
  'NewRepositoryScreen',
  ['repository'],
)

const entry = { section: 'administration', group: 'repositories' } as const
const keeper = { audience: 'resource-manager', frame: 'shell' } as const

export const repositoryScreens: Screen[] = [
  list(''),
  list('/local', { ...entry, label: 'shell.local', icon: LocalIcon }),
  list('/remote', { ...entry, label: 'shell.remote', icon: RemoteIcon }),
  list('/virtual', { ...entry, label: 'shell.virtual', icon: VirtualIcon }),
  create('local', 'shell.newLocal'),
  create('remote', 'shell.newRemote'),
  create('virtual', 'shell.newVirtual'),
  {
    ...keeper,
    path: '/admin/repositories/$kind/$repoKey/edit',
    component: lazyScreen(
      () => import('../features/repositories/repository-screen.tsx'),
      'RepositoryScreen',
      ['repository'],
    ),
    title: 'repositories.title',
  },
]

function list(path: string, menu?: MenuEntry): Screen {
  return {
    ...keeper,
    path: `/admin/repositories${path}`,
    component: RepositoriesScreen,
    title: 'repositories.title',
    search: (raw) => ({ ...parseRepositorySearch(raw) }),
    ...(menu === undefined ? {} : { menu }),
  }
}

function create(kind: string, title: MessageId): Screen {
  return {
    ...keeper,
    path: `/admin/repositories/${kind}/new`,
    component: NewRepositoryScreen,
    title,
    search: (raw) => ({ ...parseNewRepositorySearch(raw) }),
  }
}
