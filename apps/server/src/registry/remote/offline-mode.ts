// The mode in which no upstream is asked at all, for installations that are cut off on purpose.
import { z } from 'zod'
import { liveSetting } from '../../platform/live-settings.ts'

export const offlineMode = liveSetting('offline-mode', z.object({ isOn: z.boolean().default(false) }))
