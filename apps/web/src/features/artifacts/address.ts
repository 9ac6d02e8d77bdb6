// The address of a place in the artifact browser: `/repos/tree/<tab>/<repository>/<path>`.
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'

const tabNames = ['General', 'Preview', 'Contents', 'Properties', 'Builds', 'Access', 'Followers'] as const
export type TabName = (typeof tabNames)[number]

export interface Spot {
  repository: string
  /** Empty for the repository itself. */
  path: string
}

interface Address {
  tab: TabName
  /** Undefined before one is chosen. */
  spot: Spot | undefined
}

/** `tree/General/npm-local/a/b`; a tab that does not exist is the first one. */
export function parseAddress(rest: string): Address {
  const [, tab = '', repository = '', ...path] = rest.split('/')
  const spot =
    repository === '' ? undefined : { repository, path: path.filter((part) => part !== '').join('/') }
  return { tab: tabNames.find((name) => name === tab) ?? 'General', spot }
}

export const restOf = (tab: TabName, spot: Spot | undefined) =>
  ['tree', tab, ...(spot === undefined ? [] : [spot.repository, ...spot.path.split('/')])]
    .filter((part) => part !== '')
    .join('/')

/** For links: the route of all places, and what it is filled with. */
export const linkTo = (spot: Spot | undefined, tab: TabName = 'General') => ({
  to: '/repos/$',
  params: { _splat: restOf(tab, spot) },
})

export function useAddress(): Address {
  const { _splat: rest = '' } = useParams({ strict: false })
  return useMemo(() => parseAddress(rest), [rest])
}

export const idOf = ({ repository, path }: Spot) => (path === '' ? repository : `${repository}/${path}`)

export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
export const parentOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')

/** What somebody typed or pasted: a path, or the address of a file, also one of this application. */
export function readSpot(text: string): Spot | undefined {
  const trimmed = text.trim()
  const path = /^https?:\/\//i.test(trimmed) ? pathOf(trimmed) : trimmed
  const [repository = '', ...rest] = path.split('/').filter((part) => part !== '')
  return repository === '' ? undefined : { repository, path: rest.join('/') }
}

function pathOf(url: string): string {
  const { pathname } = new URL(url)
  const path = pathname
    .replace(/^\/ui\/(?:repos|artifacts\/browse)\/tree\/[^/]+\//, '/')
    .replace(/^\/artifactory\/api\/storage\//, '/')
    .replace(/^\/artifactory\/api\/[^/]+\//, '/')
    .replace(/^\/artifactory\//, '/')
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a percent sign that starts no code
  }
}
