// What a guard is: it lets a navigation pass, or throws a redirect.
import type { ParsedLocation } from '@tanstack/react-router'
import type { Start } from '../../lib/frame.ts'
import type { Screen } from '../screens.ts'

export interface Navigation {
  screen: Pick<Screen, 'path' | 'audience' | 'cancelsInFlight'> & { isLanding?: boolean }
  location: ParsedLocation
  /** The pointer rests on a link: nothing may be shown or remembered. */
  isPreload: boolean
}

/** The guards after the second have the initial data. */
export type Guard = (navigation: Navigation, start: Start) => void | Promise<void>
