// The address of the list of tokens: `?search=&filter=never-used`.
import { tokenFilters, type TokenFilter } from '@bindery/contracts'
import { type RawSearch, textParam } from '../../lib/search-params.ts'

export interface TokenSearch {
  search?: string | undefined
  filter?: TokenFilter | undefined
}

export const parseTokenSearch = (raw: RawSearch): TokenSearch => ({
  search: textParam(raw['search']),
  filter: tokenFilters.find((filter) => filter === raw['filter']),
})
