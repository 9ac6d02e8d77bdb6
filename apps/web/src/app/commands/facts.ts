// What decides which commands somebody is offered. The server decides what they may do.
import { useRouterState } from '@tanstack/react-router'
import { isClassic } from '../../lib/density.ts'
import { useStart } from '../../lib/frame.ts'
import { useCircumstances } from '../../lib/circumstances.ts'
import type { Circumstances } from '../../lib/gates.ts'
import { isPerson } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'

export interface Facts {
  /** For gates; undefined until the initial data is there. */
  now: Circumstances | undefined
  isAdmin: boolean
  isPerson: boolean
  isTrial: boolean
  /** Somebody who looks at a demonstration. */
  isTourVisitor: boolean
  isClassic: boolean
  /** Where the manual is; empty when the installation names none. */
  documentation: string
  /** Quick setup has a page, and this is another one; else it opens over the page. */
  hasQuickSetupPage: boolean
  /** The page that leads to the account at the hosting company. */
  portal: string
}

export function useFacts(): Facts {
  const start = useStart()
  const user = start?.user ?? null
  const now = useCircumstances()
  const path = useRouterState({ select: (state) => state.location.pathname })
  return {
    now,
    hasQuickSetupPage: now?.features['freeTierQuickDeployLanding'] === true && path !== '/quick-setup',
    isAdmin: user?.isAdmin === true,
    isPerson: isPerson(user),
    isTrial: start?.switches.isTrial === true,
    isTourVisitor: start?.switches.isTour === true && user?.isAdmin !== true,
    isClassic: useStore(isClassic),
    documentation: start?.addresses.documentation ?? '',
    portal: `/user/my-${start?.addresses.portalProvider ?? ''}-redirect`,
  }
}
