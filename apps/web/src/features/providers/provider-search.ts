import { type RawSearch, textParam } from '../../lib/search-params.ts'

export interface ProviderSearch {
  /** Which list, and which entry of it. */
  list?: string | undefined
  entry?: string | undefined
  /** The list that gets a new entry. */
  add?: string | undefined
}

export const parseProviderSearch = (raw: RawSearch): ProviderSearch => ({
  list: textParam(raw['list']),
  entry: textParam(raw['entry']),
  add: textParam(raw['add']),
})
