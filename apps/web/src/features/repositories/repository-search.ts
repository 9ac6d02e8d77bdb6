// The address of a list of repositories: `?filter=&type=&project=&environment=&problems=true`.
import { type RawSearch, textParam } from '../../lib/search-params.ts'

export interface RepositorySearch {
  filter?: string | undefined
  type?: string | undefined
  project?: string | undefined
  environment?: string | undefined
  problems?: 'true' | undefined
}

export const parseRepositorySearch = (raw: RawSearch): RepositorySearch => ({
  filter: textParam(raw['filter']),
  type: textParam(raw['type']),
  project: textParam(raw['project']),
  environment: textParam(raw['environment']),
  problems: raw['problems'] === 'true' ? 'true' : undefined,
})

interface NewRepositorySearch {
  /** The package type that was chosen: the second step. */
  type?: string | undefined
}

export const parseNewRepositorySearch = (raw: RawSearch): NewRepositorySearch => ({
  type: textParam(raw['type']),
})
