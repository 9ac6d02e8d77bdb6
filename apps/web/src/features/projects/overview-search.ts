// The address of a project: `?activeTab=settings`.
import type { RawSearch } from '../../lib/search-params.ts'

interface OverviewSearch {
  activeTab?: 'settings' | undefined
}

export const parseOverviewSearch = (raw: RawSearch): OverviewSearch => ({
  activeTab: raw['activeTab'] === 'settings' ? 'settings' : undefined,
})
