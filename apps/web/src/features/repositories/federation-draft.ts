// The members of a federated repository as its form holds them: their tokens only while they are typed.
import type { RepositoryConfiguration } from '@bindery/contracts'
import { urlMistake } from './replication-draft.ts'
import type { Mistakes } from './repository-draft.ts'

export interface FederationMember {
  url: string
  enabled: boolean
  /** Undefined keeps what is there. */
  accessToken?: string | undefined
}

export function membersIn(config: RepositoryConfiguration): FederationMember[] {
  const { members } = config
  return Array.isArray(members) ? members.filter(isMember) : []
}

const isMember = (value: unknown): value is FederationMember =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'

export const federationMistakes = (config: RepositoryConfiguration): Mistakes =>
  Object.fromEntries(
    membersIn(config).flatMap(({ url }, index) => {
      const mistake = urlMistake(url.trim())
      return mistake === undefined ? [] : [[`members.${index}.url`, mistake]]
    }),
  )

/** After saving: the server has the tokens now. */
export function withoutTokens(config: RepositoryConfiguration): RepositoryConfiguration {
  if (config['members'] === undefined) return config
  return { ...config, members: membersIn(config).map(({ url, enabled }) => ({ url, enabled })) }
}
