// The addresses of builds: `/builds?search=`, `/builds/web?repository=`, `/builds/web/12?tab=diff&with=11`.
import { type RawSearch, textParam } from '../../lib/search-params.ts'

const runTabs = ['artifacts', 'dependencies', 'diff', 'environment', 'issues', 'history', 'json'] as const
export type RunTab = (typeof runTabs)[number]

export interface BuildSearch {
  search?: string | undefined
  /** The build-info repository, when it is not the one of no project. */
  repository?: string | undefined
  started?: string | undefined
  tab?: RunTab | undefined
  with?: string | undefined
  jenkinsRedirect?: 'true' | undefined
}

export const parseBuildSearch = (raw: RawSearch): BuildSearch => ({
  search: textParam(raw['search']),
  repository: textParam(raw['repository']),
  started: textParam(raw['started']),
  tab: runTabs.find((tab) => tab === raw['tab']),
  with: textParam(raw['with']),
  jenkinsRedirect: raw['jenkinsRedirect'] === 'true' ? 'true' : undefined,
})

/** The repository of most builds is not written into addresses. */
export const placeOf = (repository: string) => (repository === 'artifactory-build-info' ? {} : { repository })
