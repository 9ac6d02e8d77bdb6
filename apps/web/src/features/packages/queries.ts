import { packages, repositories } from '@bindery/contracts'
import { isLive } from '../../lib/live.ts'
import { cache, pages, query } from '../../lib/query.ts'
import type { PackageSearch } from './package-search.ts'

const recentCount = 20

export const packagePages = ({ name, format, repository, sort = 'name:asc' }: PackageSearch) =>
  pages(packages.list, { query: { name, format, repository, sort } })

/** What an administrator sees before searching. */
export const recentPackages = pages(packages.list, { query: { sort: 'modified:desc', limit: recentCount } })

/** Asked again while there is nothing and nobody tells: somebody is waiting for the first package. */
export const packageCounts = {
  ...query(packages.counts, {}),
  refetchInterval: ({ state }: { state: { data?: { packages: number }[] | undefined } }) =>
    state.data !== undefined && countAll(state.data) === 0 && !isLive.get() ? 3000 : false,
} as const

export const countAll = (counts: { packages: number }[]) =>
  counts.reduce((sum, { packages }) => sum + packages, 0)

/** Lists that were read while there was nothing say so; they must not be shown once there is something. */
export const forgetPackageLists = () => cache.removeQueries({ queryKey: [packages.list.path] })

export const packageDetails = (packageId: string) => query(packages.get, { params: { packageId } })

export const versionPages = (packageId: string, version: string, releasesOnly: boolean) =>
  pages(packages.versions, {
    params: { packageId },
    query: { version, ignorePreRelease: releasesOnly ? 'true' : 'false' },
  })

export const versionDetails = (packageId: string, version: string) =>
  query(packages.version, { params: { packageId, version } })

export const repositoryList = query(repositories.list, {})
