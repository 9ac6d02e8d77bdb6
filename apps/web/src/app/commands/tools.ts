// What commands act with.
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { densityChoice } from '../../lib/density.ts'
import { showSetMeUp } from '../../lib/set-me-up.ts'
import { switchTheme } from '../../lib/theme.ts'
import { type FrameDialog, frameDialog } from '../frame-dialogs.ts'
import type { Command } from './commands.ts'
import { addressOf } from './commands.ts'
import type { Facts } from './facts.ts'

export interface Tools {
  go: (href: string) => void
  open: (dialog: FrameDialog) => void
  contact: () => void
  setMeUp: () => void
  switchTheme: () => void
  switchDensity: () => void
}

export function useTools(): Tools {
  const navigate = useNavigate()
  return useMemo(
    () => ({
      go: (href) => void (isForeign(href) ? openElsewhere(href) : navigate({ href })),
      open: frameDialog.set,
      // The form opens because the address says so: it can be linked to.
      contact: () =>
        void navigate({ to: '.', search: (before: object) => ({ ...before, contactUsContext: 'support' }) }),
      setMeUp: () => showSetMeUp(),
      switchTheme,
      switchDensity: () => densityChoice.set(densityChoice.get() === 'compact' ? 'comfortable' : 'compact'),
    }),
    [navigate],
  )
}

export function runCommand(command: Command, tools: Tools, facts: Facts) {
  const href = addressOf(command, facts)
  if (href === undefined) command.run?.(tools)
  else tools.go(href)
}

/** Pages of the server that are not part of the application, and other servers. */
const isForeign = (href: string) => href.startsWith('/ui/') || /^https?:/.test(href)

function openElsewhere(href: string) {
  if (href.startsWith('/ui/')) location.assign(href)
  else window.open(href, '_blank', 'noopener')
}
