import type { RawSearch } from '../../lib/search-params.ts'

interface ArtifactSearch {
  /** A folder as a flat list; without it, as the details of a folder. */
  view?: 'list'
  /** The file one looks at in an archive. */
  entry?: string
}

export const parseArtifactSearch = (raw: RawSearch): ArtifactSearch => ({
  ...(raw['view'] === 'list' ? { view: 'list' } : {}),
  ...(typeof raw['entry'] === 'string' && raw['entry'] !== '' ? { entry: raw['entry'] } : {}),
})
