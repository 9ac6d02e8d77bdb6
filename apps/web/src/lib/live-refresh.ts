// Which answers are out of date when something happened. Refreshed together and spread a little: one publish must not
// make a thousand browsers ask in the same moment, nor a busy hour make one browser ask without end.
import type { LiveEvent, Topic } from '@bindery/contracts'
import type { Query } from '@tanstack/react-query'
import { cache, isChanging } from './query.ts'

/** By the beginning of the address. */
const addresses: Record<Topic, readonly string[]> = {
  packages: ['/ui/api/v1/packages', '/ui/api/v1/ui/home', '/ui/api/v1/overview', '/ui/api/v1/artifacts'],
  repositories: [
    '/ui/api/v1/managed-repositories',
    '/ui/api/v1/repositories',
    '/ui/api/v1/ui/repodata',
    '/ui/api/v1/packages',
    '/ui/api/v1/overview',
  ],
  people: [
    '/ui/api/v1/users',
    '/ui/api/v1/user-counts',
    '/ui/api/v1/groups',
    '/ui/api/v1/invitations',
    '/ui/api/v1/locks',
    '/ui/api/v1/second-factors',
  ],
  permissions: ['/ui/api/v1/permissions'],
  projects: ['/ui/api/v1/projects', '/ui/api/v1/ui/projects', '/ui/api/v1/roles', '/ui/api/v1/environments'],
  tokens: ['/ui/api/v1/tokens', '/ui/api/v1/profile/tokens'],
  providers: [
    '/ui/api/v1/saml',
    '/ui/api/v1/oauth',
    '/ui/api/v1/ldap',
    '/ui/api/v1/crowd',
    '/ui/api/v1/http-sso',
  ],
  settings: ['/ui/api/v1/ui/auth/screen/footer', '/ui/api/v1/security-settings', '/ui/api/v1/mail'],
  jobs: ['/ui/api/v1/jobs', '/ui/api/v1/overview/health'],
  follows: ['/ui/api/v1/follows/news'],
}

const pause = 700
/** Where refreshing takes long it happens rarely: it may fill a tenth of the time. */
const share = 10
/** A list read further than this is not read again from its start under the reader's eyes. */
const mostPages = 3

const due = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined
let lastTook = 0

export function refreshAfter({ topic }: LiveEvent) {
  if (topic === 'session') return
  if (topic === 'reset' || topic === 'rights') due.add('')
  else for (const address of addresses[topic]) due.add(address)
  refreshSoon()
}

function refreshSoon() {
  timer ??= setTimeout(() => void refresh(), Math.max(pause, lastTook * share) * (0.5 + Math.random()))
}

/** What nobody looks at is only marked, and asked for when it is looked at. */
async function refresh() {
  timer = undefined
  if (document.hidden) return
  // What this page deletes must not be asked for once more before it has left the page about it.
  if (isChanging()) return refreshSoon()
  const starts = [...due]
  due.clear()
  const isDue = ({ queryKey: [path] }: Query) => starts.some((start) => String(path).startsWith(start))
  const startedAt = performance.now()
  await cache.invalidateQueries({ predicate: (query) => isDue(query) && !isLong(query) })
  lastTook = performance.now() - startedAt
  await cache.invalidateQueries({ predicate: (query) => isDue(query) && isLong(query), refetchType: 'none' })
}

export const refreshWhenSeen = () => {
  if (!document.hidden && due.size > 0) void refresh()
}

function isLong({ state }: Query): boolean {
  const data = state.data as { pages?: unknown[] } | undefined // only lists that are read in pages have them
  return Array.isArray(data?.pages) && data.pages.length > mostPages
}
