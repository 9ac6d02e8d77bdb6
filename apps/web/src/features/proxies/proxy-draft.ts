import type { GivenProxy, Proxy } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'

export const listPath = '/admin/proxies/configuration/list'

export type ProxyDraft = Omit<GivenProxy, 'password'> & {
  /** Undefined keeps what is there. */
  password: string | undefined
}

/** What most proxies need; addresses of the machine itself seldom go through one. */
export const newProxy: ProxyDraft = {
  key: '',
  host: '',
  port: 3128,
  user: '',
  password: undefined,
  ntHost: '',
  ntDomain: '',
  isDefault: false,
  redirectingHosts: [],
  noProxy: ['localhost', '127.0.0.0/8', '::1'],
}

export function draftOf(proxy: Proxy): ProxyDraft {
  const { hasPassword: _, usedBy: __, lastTest: ___, ...settings } = proxy
  return { ...settings, password: undefined }
}

export function givenOf({ password, ...settings }: ProxyDraft): GivenProxy {
  const trimmed = { ...settings, key: settings.key.trim(), host: settings.host.trim() }
  return password === undefined ? trimmed : { ...trimmed, password }
}

export function mistakesOf(draft: ProxyDraft): Partial<Record<string, string>> {
  const mandatory = message('spec.mandatory')
  return {
    ...(draft.key.trim() === '' ? { key: mandatory } : {}),
    ...(draft.host.trim() === '' ? { host: mandatory } : {}),
  }
}
