// The rules everyone signs in by, as an administrator set them. What the configuration says is where they begin.
import { SecuritySettings } from '@bindery/contracts'
import { z } from 'zod'
import { liveSetting, type LiveSetting } from '../../platform/live-settings.ts'
import type { Access, AccessSettings } from '../access.ts'

export const securityOf = (access: Access): Promise<SecuritySettings> => access.live.get(access.security)

/** A document that was stored before a setting existed has its default. */
export const securitySetting = (initial: AccessSettings): LiveSetting<SecuritySettings> =>
  liveSetting(
    'security',
    z.preprocess((stored) => fill(defaults(initial), stored), SecuritySettings),
  )

const defaults = (initial: AccessSettings): SecuritySettings => ({
  anonymousAccess: initial.anonymousAccess,
  anonymousUiAccess: true,
  password: {
    minLength: 8,
    needsUpperCase: true,
    needsLowerCase: true,
    needsDigit: true,
    needsSpecial: true,
    expiresAfterDays: 0,
  },
  lock: { isEnabled: true, attempts: 5, minutes: 15 },
  secondFactor: { policy: 'optional', groups: [], appliesToExternal: false },
  session: {
    idleMinutes: initial.sessionIdleMinutes,
    hours: initial.sessionHours,
    rememberMeDays: initial.rememberMeDays,
  },
  loginDialog: { enabled: false, permanent: false, title: '', text: '', buttonLabel: 'OK' },
  loginView: { loginIsExternal: false, isProvidersHidden: false },
  forgotPassword: true,
  passwordAutocompleteEnabled: true,
  registration: { isEnabled: false, groups: [] },
  auditRetentionDays: 365,
})

function fill(begin: object, stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return begin
  const given = new Map(Object.entries(stored))
  return Object.fromEntries(
    Object.entries(begin).map(([name, value]) => {
      const own = given.get(name)
      const isSection = typeof value === 'object' && !Array.isArray(value)
      return [name, isSection ? { ...value, ...own } : (own ?? value)]
    }),
  )
}
