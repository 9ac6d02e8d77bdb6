// The security settings as one form; they are kept in two documents. Pure.
import type { SecuritySettings, TokenSettings } from '@bindery/contracts'

export interface RulesDraft {
  rules: SecuritySettings
  tokens: TokenSettings
}

export interface SectionProps {
  rules: SecuritySettings
  onChange: (part: Partial<SecuritySettings>) => void
  /** Fields whose number is out of range. */
  wrong: string[]
}

export const day = 86_400

/** Lives of tokens are seconds on the wire and days on the screen. */
export const daysOf = (seconds: number) => Math.round(seconds / day)

/** What is wrong before anything is sent: numbers outside what the server takes, by the name of the field. */
export const limits = {
  minLength: [8, 128],
  expiresAfterDays: [0, 3650],
  attempts: [3, 100],
  minutes: [1, 1440],
  idleMinutes: [1, 100_000],
  hours: [1, 100_000],
  rememberMeDays: [0, 3650],
  auditRetentionDays: [1, 3650],
} as const

export type Limited = keyof typeof limits

export function outOfRange({ rules }: RulesDraft): Limited[] {
  const values: Record<Limited, number> = {
    minLength: rules.password.minLength,
    expiresAfterDays: rules.password.expiresAfterDays,
    attempts: rules.lock.attempts,
    minutes: rules.lock.minutes,
    idleMinutes: rules.session.idleMinutes,
    hours: rules.session.hours,
    rememberMeDays: rules.session.rememberMeDays,
    auditRetentionDays: rules.auditRetentionDays,
  }
  const names = Object.keys(limits) as Limited[] // the keys of a literal
  return names.filter((name) => {
    const [min, max] = limits[name]
    return !Number.isInteger(values[name]) || values[name] < min || values[name] > max
  })
}

/** How strong a password of these rules has to be, as an example of what is refused. */
export const passwordMarks = ['needsUpperCase', 'needsLowerCase', 'needsDigit', 'needsSpecial'] as const
