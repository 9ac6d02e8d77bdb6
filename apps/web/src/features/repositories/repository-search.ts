import { type RawSearch, textParam } from '../../lib/search-params.ts'

export interface RepositorySearch {
  filter?: string | undefined
  /** The dialog for a new one is open. */
  create?: 'local' | undefined
}

export const parseRepositorySearch = (raw: RawSearch): RepositorySearch => ({
  filter: textParam(raw['filter']),
  create: raw['create'] === 'local' ? 'local' : undefined,
})
