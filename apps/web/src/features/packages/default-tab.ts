import type { VersionDetails } from '@bindery/contracts'
import type { VersionTab } from './version-search.ts'

// Archives that may hold a README.
const archive = /\.(?:tgz|gz|zip|jar|war|nupkg|crate|apk|whl|egg|mod)$/i

/** The tab somebody sees who asked for none. */
export function defaultTab({ files }: Pick<VersionDetails, 'files'>): VersionTab {
  const lead = files.find(({ isLead }) => isLead)
  return lead !== undefined && archive.test(lead.name) ? 'readme' : 'location'
}
