import type { RawSearch } from '../../lib/search-params.ts'

export interface ArtifactSearch {
  /** A folder as a flat list; without it, as the details of a folder. */
  view?: 'list'
}

export const parseArtifactSearch = (raw: RawSearch): ArtifactSearch =>
  raw['view'] === 'list' ? { view: 'list' } : {}
