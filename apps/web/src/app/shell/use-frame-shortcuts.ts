import { useNavigate } from '@tanstack/react-router'
import { useCurrentUser } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import type { FrameDialog } from './shell.tsx'
import { isSidebarCollapsed } from './sidebar.tsx'

/** The keys that work on every screen. */
export function useFrameShortcuts(onOpen: (dialog: FrameDialog) => void) {
  const navigate = useNavigate()
  const isAdmin = useCurrentUser()?.isAdmin === true
  useShortcuts({
    '?': () => onOpen('shortcuts'),
    '[': () => isSidebarCollapsed.set(!isSidebarCollapsed.get()),
    '/': () => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus(),
    'g p': () => void navigate({ to: '/packages' }),
    'g h': () => void navigate({ to: '/' }),
    ...(isAdmin ? { 'g m': () => void navigate({ to: '/admin' }) } : {}),
  })
}
