// What the form of a replication holds.
import type { GivenReplication, ReplicationView } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import type { Mistakes } from './repository-draft.ts'

export type ReplicationDraft = Omit<ReplicationView, 'password' | 'hasPassword'> & {
  /** Undefined keeps what is there. */
  password: string | undefined
}

export const newReplication = (isPull: boolean): ReplicationDraft => ({
  url: '',
  username: '',
  password: undefined,
  cronExp: isPull ? '0 0 2 * * ?' : '',
  enableEventReplication: !isPull,
  enabled: true,
  syncDeletes: false,
  syncProperties: true,
  includePathPrefixPattern: '',
  excludePathPrefixPattern: '',
  proxyRef: '',
  disableProxy: false,
})

export function draftOfReplication({ hasPassword: _, ...saved }: ReplicationView): ReplicationDraft {
  return { ...saved, password: undefined }
}

export const bodyOf = (
  { password, ...settings }: ReplicationDraft,
  before: string | undefined,
): GivenReplication => ({
  ...settings,
  url: settings.url.trim(),
  ...(password === undefined ? {} : { password }),
  ...(before === undefined ? {} : { before }),
})

export function mistakesIn(draft: ReplicationDraft, isPull: boolean): Mistakes {
  const url = isPull ? undefined : urlMistake(draft.url.trim())
  const hasTime = draft.cronExp.trim() !== '' || (!isPull && draft.enableEventReplication)
  return {
    ...(url === undefined ? {} : { url }),
    ...(hasTime ? {} : { cronExp: message(isPull ? 'spec.mandatory' : 'repository.cronOrEvents') }),
  }
}

export function urlMistake(url: string): string | undefined {
  if (url === '') return message('spec.mandatory')
  return isWebAddress(url) ? undefined : message('spec.validUrl')
}
