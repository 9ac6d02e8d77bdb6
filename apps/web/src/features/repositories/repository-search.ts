import { type RawSearch, textParam } from '../../lib/search-params.ts'

export interface RepositorySearch {
  filter?: string | undefined
}

export const parseRepositorySearch = (raw: RawSearch): RepositorySearch => ({
  filter: textParam(raw['filter']),
})
