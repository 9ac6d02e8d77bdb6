// The address of the resources of a project: `?search=&show=shared`.
import { type RawSearch, textParam } from '../../lib/search-params.ts'

export interface ResourceSearch {
  search?: string | undefined
  show?: 'shared' | undefined
}

export const parseResourceSearch = (raw: RawSearch): ResourceSearch => ({
  search: textParam(raw['search']),
  show: raw['show'] === 'shared' ? 'shared' : undefined,
})
