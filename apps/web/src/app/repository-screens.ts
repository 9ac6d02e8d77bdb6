// The lists of repositories, one for each kind and one for all.
import { parseRepositorySearch } from '../features/repositories/repository-search.ts'
import { LocalIcon, RemoteIcon, VirtualIcon } from '../ui/icons.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { MenuEntry } from './menu.ts'
import type { Screen } from './screens.ts'

const RepositoriesScreen = lazyScreen(
  () => import('../features/repositories/repositories-screen.tsx'),
  'RepositoriesScreen',
)

const entry = { section: 'administration', group: 'repositories' } as const

export const repositoryScreens: Screen[] = [
  list(''),
  list('/local', { ...entry, label: 'shell.local', icon: LocalIcon }),
  list('/remote', { ...entry, label: 'shell.remote', icon: RemoteIcon }),
  list('/virtual', { ...entry, label: 'shell.virtual', icon: VirtualIcon }),
]

function list(path: string, menu?: MenuEntry): Screen {
  return {
    path: `/admin/repositories${path}`,
    component: RepositoriesScreen,
    title: 'repositories.title',
    audience: 'administrator',
    frame: 'shell',
    search: (raw) => ({ ...parseRepositorySearch(raw) }),
    ...(menu === undefined ? {} : { menu }),
  }
}
