import { useNavigate } from '@tanstack/react-router'
import { useCurrentUser } from '../../lib/session.ts'
import { showSetMeUp } from '../../lib/set-me-up.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { frameDialog } from '../frame-dialogs.ts'
import { openPalette } from '../palette/open-palette.ts'
import { isSidebarCollapsed } from './sidebar.tsx'

const places = {
  goPackages: '/packages',
  goArtifacts: '/repos/tree/General',
  goBuilds: '/builds',
  goBundles: '/release-bundles/source',
  goSecurity: '/security/scans',
  goIntegrations: '/integrations',
} as const

/** The keys that work on every screen. */
export function useFrameShortcuts() {
  const navigate = useNavigate()
  const isAdmin = useCurrentUser()?.isAdmin === true
  const go = (to: string) => () => void navigate({ to })
  useShortcuts({
    palette: openPalette,
    help: () => frameDialog.set('shortcuts'),
    sidebar: () => isSidebarCollapsed.set(!isSidebarCollapsed.get()),
    filter: () => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus(),
    setMeUp: () => showSetMeUp(),
    submit: ({ target }) => (target instanceof Element ? target.closest('form')?.requestSubmit() : undefined),
    actions: openActions,
    ...Object.fromEntries(Object.entries(places).map(([id, to]) => [id, go(to)])),
    goHome: go('/'),
    ...(isAdmin ? { goAdministration: go('/admin') } : {}),
  })
}

/** The menu of the row with the focus, else that of the page. */
function openActions() {
  const row = document.querySelector('[data-index]:focus-within')
  const menu = (row ?? document.querySelector('main'))?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
  menu?.click()
}
