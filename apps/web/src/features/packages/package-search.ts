// The address of the packages list: `?name=&format=&repository=&sort=&show=all`.
import { type RawSearch, textParam } from '../../lib/search-params.ts'

const sorts = ['name:asc', 'name:desc', 'modified:asc', 'modified:desc'] as const
type PackageSort = (typeof sorts)[number]

export interface PackageSearch {
  name?: string | undefined
  format?: string | undefined
  repository?: string | undefined
  sort?: PackageSort | undefined
  /** An administrator sees the newest packages first, and all of them on request. */
  show?: 'all' | undefined
}

export function parsePackageSearch(raw: RawSearch): PackageSearch {
  return {
    name: textParam(raw['name']),
    format: textParam(raw['format']),
    repository: textParam(raw['repository']),
    sort: sorts.find((sort) => sort === raw['sort']),
    show: raw['show'] === 'all' ? 'all' : undefined,
  }
}

export const hasFilter = ({ name, format, repository }: PackageSearch) =>
  name !== undefined || format !== undefined || repository !== undefined
