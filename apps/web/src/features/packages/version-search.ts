import { type RawSearch, textParam } from '../../lib/search-params.ts'

const versionTabs = ['readme', 'dependencies', 'location', 'properties'] as const
export type VersionTab = (typeof versionTabs)[number]

interface VersionSearch {
  activeTab?: VersionTab | undefined
}

/** Other parameters stay: moving between versions keeps the query. */
export function parseVersionSearch(raw: RawSearch): VersionSearch {
  const given = textParam(raw['activeTab'])
  return { ...raw, activeTab: versionTabs.find((tab) => tab === given) }
}
