import { packages, repositories } from '@bindery/contracts'
import { pages, query } from '../../lib/query.ts'
import type { PackageSearch } from './package-search.ts'

const recentCount = 20

export const packagePages = ({ name, format, repository, sort = 'name:asc' }: PackageSearch) =>
  pages(packages.list, { query: { name, format, repository, sort } })

/** What an administrator sees before searching. */
export const recentPackages = pages(packages.list, { query: { sort: 'modified:desc', limit: recentCount } })

export const packageCounts = query(packages.counts, {})

export const packageDetails = (packageId: string) => query(packages.get, { params: { packageId } })

export const versionPages = (packageId: string, version: string, releasesOnly: boolean) =>
  pages(packages.versions, {
    params: { packageId },
    query: { version, ignorePreRelease: releasesOnly ? 'true' : 'false' },
  })

export const versionDetails = (packageId: string, version: string) =>
  query(packages.version, { params: { packageId, version } })

export const repositoryList = query(repositories.list, {})
