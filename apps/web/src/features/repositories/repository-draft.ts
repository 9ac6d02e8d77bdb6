// What the form of a repository holds: its key and its configuration, of which only what was changed is sent.
import type { RepositoryConfiguration, RepositoryDetails, RepositoryType } from '@bindery/contracts'
import { repositoryKeyPattern } from '@bindery/contracts'
import { changesOf } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import type { ListedKind } from './kinds.ts'

export interface RepositoryDraft {
  key: string
  config: RepositoryConfiguration
  /** Undefined keeps what is there. */
  password: string | undefined
}

export function newDraft(kind: ListedKind, type: RepositoryType, taken: readonly string[]): RepositoryDraft {
  const { password: _, ...defaults } = type.defaults[kind] ?? {}
  const own = { description: '', projectKey: '', environments: [] }
  const upstream = kind === 'remote' ? { url: type.upstream } : {}
  return {
    key: freeKey(`${type.id}-${kind}`, taken),
    config: { ...defaults, ...own, ...upstream },
    password: undefined,
  }
}

export function draftOf({ key, configuration }: RepositoryDetails): RepositoryDraft {
  const { password: _, key: __, rclass: ___, packageType: ____, ...config } = configuration
  return { key, config, password: undefined }
}

/** What goes over the wire: the members that differ. */
export function changedMembers(saved: RepositoryDraft, draft: RepositoryDraft): RepositoryConfiguration {
  const changed = changesOf(saved.config, draft.config)
  return draft.password === undefined ? changed : { ...changed, password: draft.password || null }
}

export function freeKey(wanted: string, taken: readonly string[]): string {
  const folded = new Set(taken.map((key) => key.toLowerCase()))
  for (let number = 1; ; number++) {
    const key = number === 1 ? wanted : `${wanted}-${number}`
    if (!folded.has(key.toLowerCase())) return key
  }
}

export type Mistakes = Partial<Record<string, string>>

export function mistakesOf(kind: ListedKind, draft: RepositoryDraft, taken: readonly string[]): Mistakes {
  const key = keyMistake(draft, taken)
  const url = kind === 'remote' ? urlMistake(textOf(draft.config, 'url')) : undefined
  return { ...(key === undefined ? {} : { key }), ...(url === undefined ? {} : { url }) }
}

function keyMistake({ key, config }: RepositoryDraft, taken: readonly string[]): string | undefined {
  if (key === '') return message('spec.mandatory')
  if (!repositoryKeyPattern.test(key)) return message('spec.namePattern')
  if (key.toLowerCase().endsWith('-cache')) return message('repository.keyCache')
  if (taken.some((one) => one.toLowerCase() === key.toLowerCase()))
    return message('repository.keyTaken', { key })
  const project = textOf(config, 'projectKey')
  if (project !== '' && !key.startsWith(`${project}-`))
    return message('repository.keyPrefix', { prefix: `${project}-` })
  return undefined
}

function urlMistake(url: string): string | undefined {
  if (url.trim() === '') return message('spec.mandatory')
  return isWebAddress(url.trim()) ? undefined : message('spec.validUrl')
}

export const textOf = (config: RepositoryConfiguration, name: string): string => {
  const value = config[name]
  return typeof value === 'string' ? value : ''
}

export const namesOf = (config: RepositoryConfiguration, name: string): string[] => {
  const value = config[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** How an upstream is reached, as a configuration has it: to try it. */
export const upstreamOf = (config: RepositoryConfiguration) => ({
  url: textOf(config, 'url').trim(),
  projectKey: textOf(config, 'projectKey'),
  username: textOf(config, 'username'),
  proxy: textOf(config, 'proxy'),
  disableProxy: config['disableProxy'] === true,
  clientTlsCertificate: textOf(config, 'clientTlsCertificate'),
  caCertificate: textOf(config, 'caCertificate'),
})
