// How long tokens live, and when their owners are told that they end; changed by administrators while the program runs.
import { TokenSettings } from '@bindery/contracts'
import { liveSetting } from '../../platform/live-settings.ts'

export const tokenSettings = liveSetting('tokens', TokenSettings)
