// The read-only mode: an administrator stops every change, for a backup or a move, while reading goes on. Decided here and
// asked in two places only: where calls of the management API are admitted, and where repositories are resolved.
import { readOnlyText } from '@bindery/contracts'
import { z } from 'zod'
import { forbidden } from '../errors.ts'
import { liveSetting, type LiveSettings } from '../live-settings.ts'
import type { OfInstallation } from './installation.ts'

export const readOnlyMode = liveSetting('read-only', z.object({ isReadOnly: z.boolean().default(false) }))

export const isReadOnly = async ({ installation }: OfInstallation): Promise<boolean> =>
  (await installation.live.get(readOnlyMode)).isReadOnly

/** Throws while the installation is read-only. */
export async function refuseWhenReadOnly(live: LiveSettings): Promise<void> {
  const { isReadOnly: isClosed } = live.peek(readOnlyMode) ?? (await live.get(readOnlyMode))
  if (isClosed) throw forbidden(readOnlyText)
}
