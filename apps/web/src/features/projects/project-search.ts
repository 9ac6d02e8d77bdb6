// The address of the list of projects: `?search=&view=table`.
import { type RawSearch, textParam } from '../../lib/search-params.ts'

export interface ProjectSearch {
  search?: string | undefined
  view?: 'table' | undefined
}

export const parseProjectSearch = (raw: RawSearch): ProjectSearch => ({
  search: textParam(raw['search']),
  view: raw['view'] === 'table' ? 'table' : undefined,
})
