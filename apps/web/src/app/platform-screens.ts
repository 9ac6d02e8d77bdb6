// The installation as a whole: its general settings, its licences, and the way to every setting.
import { AllSettingsIcon } from '../ui/icons.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { Screen } from './screens.ts'

const admin = { audience: 'administrator', frame: 'shell' } as const

export const platformScreens: Screen[] = [
  {
    ...admin,
    path: '/admin/configuration/general',
    component: lazyScreen(() => import('../features/general/general-screen.tsx'), 'GeneralScreen', [
      'general',
    ]),
    title: 'spec.generalSettings',
    menu: { section: 'administration', group: 'platform', label: 'shell.general' },
  },
  {
    ...admin,
    path: '/admin/license_management/licenses',
    component: lazyScreen(() => import('../features/licenses/licenses-screen.tsx'), 'LicensesScreen', [
      'licenses',
    ]),
    title: 'spec.licenses',
    menu: {
      section: 'administration',
      group: 'platform',
      label: 'spec.licenses',
      gate: { worksUnlicensed: true },
    },
  },
  {
    ...admin,
    path: '/admin/artifactory/list',
    component: lazyScreen(() => import('./all-settings.tsx'), 'AllSettings', ['settings']),
    title: 'shell.allSettings',
    search: (raw) => ({ search: typeof raw['search'] === 'string' ? raw['search'] : undefined }),
    menu: { section: 'administration', label: 'shell.allSettings', icon: AllSettingsIcon },
  },
]
