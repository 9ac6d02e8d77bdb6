import type { GivenMailSettings, MailSettings } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'

export type MailDraft = Omit<MailSettings, 'password' | 'hasPassword'> & {
  /** Undefined keeps what is there. */
  password: string | undefined
}

export function draftOf({ password: _, hasPassword: __, ...settings }: MailSettings): MailDraft {
  return { ...settings, password: undefined }
}

export function givenOf({ password, ...settings }: MailDraft): GivenMailSettings {
  return password === undefined ? settings : { ...settings, password }
}

const usual = { none: 25, starttls: 587, tls: 465 } as const

/** The port follows the kind of connection as long as it is a usual one. */
export function withSecurity(draft: MailDraft, security: MailDraft['security']): MailDraft {
  const isUsual = Object.values(usual).some((port) => port === draft.port)
  return { ...draft, security, port: isUsual ? usual[security] : draft.port }
}

export function mistakesOf(draft: MailDraft): Partial<Record<keyof MailDraft, string>> {
  if (!draft.isEnabled) return {}
  const mandatory = message('spec.mandatory')
  return {
    ...(draft.host.trim() === '' ? { host: mandatory } : {}),
    ...(draft.from.trim() === '' ? { from: mandatory } : {}),
  }
}
