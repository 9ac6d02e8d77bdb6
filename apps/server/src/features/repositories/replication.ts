// One replication as it is configured: the members that clients compare, with their types and defaults.
import { badRequest } from '../../platform/errors.ts'
import { requireUpstream } from '../../registry/config/check.ts'
import { flag, integer, isGiven, text, type Member } from '../../registry/config/member.ts'
import type { Repository } from '../../registry/repositories.ts'

type Given = Readonly<Record<string, unknown>>

export type Replication = Record<string, unknown> & { url: string }

const members: Record<string, Member<unknown>> = {
  url: text(),
  username: text(),
  cronExp: text(),
  enableEventReplication: flag(),
  socketTimeoutMillis: integer(15_000, 0, 3_600_000),
  enabled: flag(),
  syncDeletes: flag(),
  syncProperties: flag(),
  syncStatistics: flag(),
  pathPrefix: text(),
  includePathPrefixPattern: text(),
  excludePathPrefixPattern: text(),
  checkBinaryExistenceInFilestore: flag(),
  disableProxy: flag(),
  proxyRef: text(),
}

/** What is not given stays as it was, or has its default. The password is not among it. */
export function readReplication(repository: Repository, given: Given, before: Given = {}): Replication {
  const read = Object.entries(members).map(([name, member]): [string, unknown] => {
    const value = name === 'proxyRef' ? (given['proxyRef'] ?? given['proxy']) : given[name]
    return [name, isGiven(value) ? member.read(value, name) : (before[name] ?? member.fallback)]
  })
  const replication = withoutPrefix(Object.fromEntries(read))
  requireSound(repository, replication)
  return replication
}

/** A prefix is what patterns include; readers find it there. */
function withoutPrefix(read: Record<string, unknown>): Replication {
  const prefix = read['pathPrefix']
  const include = prefix === '' ? read['includePathPrefixPattern'] : prefix
  return { ...read, url: String(read['url']), includePathPrefixPattern: include, pathPrefix: '' }
}

function requireSound(
  { key, kind }: Repository,
  { url, cronExp, enableEventReplication }: Replication,
): void {
  if (kind === 'virtual')
    throw badRequest(`${key} is a virtual repository: it has no files to replicate. Name one of its members.`)
  // A remote repository is filled from its own upstream.
  if (kind !== 'remote') requireUpstream(url)
  if (cronExp === '' && enableEventReplication !== true)
    throw badRequest('Say when it runs: cronExp, or enableEventReplication.', 'cronExp')
}
