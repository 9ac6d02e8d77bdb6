// One replication as it is configured: the members that clients compare, with their types and defaults.
import { badRequest } from '../../platform/errors.ts'
import { requireUpstream } from '../config/check.ts'
import { flag, integer, isGiven, text, type Member } from '../config/member.ts'
import type { ValuesOf } from '../config/members.ts'
import type { Repository } from '../repositories.ts'
import { requireCron } from './cron.ts'

export type Given = Readonly<Record<string, unknown>>

const members = {
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

/** The password is sealed. */
export type Replication = ValuesOf<typeof members> & { password?: string }

/** What is not given stays as it was, or has its default. The password is not among it. */
export function readReplication(
  repository: Repository,
  given: Given,
  before: Partial<Replication> = {},
): Replication {
  const kept: Given = before
  const read = Object.entries<Member<unknown>>(members).map(([name, member]): [string, unknown] => {
    const value = name === 'proxyRef' ? (given['proxyRef'] ?? given['proxy']) : given[name]
    return [name, isGiven(value) ? member.read(value, name) : (kept[name] ?? member.fallback)]
  })
  // Each member of it was read by its type.
  const replication = withoutPrefix(Object.fromEntries(read) as Replication)
  requireSound(repository, replication)
  return replication
}

/** A prefix is what patterns include; readers find it there. */
const withoutPrefix = (read: Replication): Replication => ({
  ...read,
  includePathPrefixPattern: read.pathPrefix === '' ? read.includePathPrefixPattern : read.pathPrefix,
  pathPrefix: '',
})

function requireSound(
  { key, kind }: Repository,
  { url, cronExp, enableEventReplication }: Replication,
): void {
  if (kind === 'virtual')
    throw badRequest(`${key} is a virtual repository: it has no files to replicate. Name one of its members.`)
  // A remote repository is filled from its own upstream.
  if (kind !== 'remote') requireUpstream(url)
  if (cronExp === '' && kind === 'remote')
    throw badRequest(`${key} is filled by the clock: give cronExp.`, 'cronExp')
  if (cronExp === '' && !enableEventReplication)
    throw badRequest('Say when it runs: cronExp, or enableEventReplication.', 'cronExp')
  if (cronExp !== '') requireCron(cronExp)
}
