// A mirror: another place that is kept the same as a repository, or that a remote repository is filled from. How it is
// configured, whatever kind it is.
import type { Db } from '../../platform/db/connect.ts'
import type { WantedProxy } from '../../platform/outbound/routes.ts'
import { compilePattern } from '../../access/rules/permission-patterns.ts'
import type { Registry } from '../registry.ts'
import { findRepositoryById, type Repository } from '../repositories.ts'
import { membersOf } from './members.ts'
import type { Replication } from './replication.ts'
import { forgetStates } from './state.ts'

export interface Mirror {
  repository: Repository
  /** Empty for one that fills a remote repository from its upstream. */
  url: string
  kind: 'push' | 'pull'
  /** The other side changes its files, too: the later change wins. */
  isFederated: boolean
  isEnabled: boolean
  followsEvents: boolean
  cronExp: string
  syncDeletes: boolean
  syncProperties: boolean
  timeoutMs: number
  proxy: WantedProxy
  /** The header that says who is asking; opened only when a run begins. */
  authorization(): string | undefined
  /** Whether the path of a file is mirrored at all. */
  includes(path: string): boolean
  /** Every path is. */
  isWhole: boolean
}

/** All of a repository, on or off. */
export async function mirrorsOf(registry: Registry, db: Db, repository: Repository): Promise<Mirror[]> {
  const members = await membersOf(registry, db, repository)
  const targets = (await readReplications(db, repository)).filter(
    ({ url }) => !members.some((one) => one.url === url),
  )
  return [...members, ...targets.map((one) => toMirror(registry, repository, one))]
}

/** In the transaction that changes them: what is known of mirrors that are no more goes, and their secrets with it. */
export async function forgetGone(db: Db, registry: Registry, repository: Repository): Promise<void> {
  await forgetStates(db, repository, await mirrorsOf(registry, db, repository))
}

/** Undefined when it is gone. */
export async function findMirror(registry: Registry, id: string): Promise<Mirror | undefined> {
  const { db } = registry.database
  const row = await db
    .selectFrom('mirrors')
    .select(['repository_id', 'url'])
    .where('id', '=', id)
    .executeTakeFirst()
  const repository = row && (await findRepositoryById(db, row.repository_id))
  return repository && (await mirrorsOf(registry, db, repository)).find(({ url }) => url === row.url)
}

export async function readReplications(db: Db, { id }: Repository): Promise<Replication[]> {
  const rows = await db
    .selectFrom('replications')
    .select('settings')
    .where('repository_id', '=', id)
    .orderBy('url')
    .execute()
  // Only save-replications.ts writes them.
  return rows.map(({ settings }) => JSON.parse(settings) as Replication)
}

export const secretContext = ({ id }: Repository) => `repository.${id}.replication`

export function toMirror(registry: Registry, repository: Repository, replication: Replication): Mirror {
  const { username, password, disableProxy, proxyRef } = replication
  return {
    repository,
    url: replication.url,
    kind: repository.kind === 'remote' ? 'pull' : 'push',
    isFederated: false,
    isEnabled: replication.enabled,
    followsEvents: replication.enableEventReplication && repository.kind !== 'remote',
    cronExp: replication.cronExp,
    syncDeletes: replication.syncDeletes,
    syncProperties: replication.syncProperties,
    timeoutMs: replication.socketTimeoutMillis || 15_000,
    proxy: disableProxy ? null : proxyRef || undefined,
    authorization() {
      const opened = password ? registry.access.vault.open(password, secretContext(repository)) : ''
      if (username === '' && opened === '') return undefined
      return `Basic ${Buffer.from(`${username}:${opened}`).toString('base64')}`
    },
    ...pathsOf(replication),
  }
}

/** Patterns with commas between them; a plain prefix means what lies below it. */
function pathsOf(replication: Replication): Pick<Mirror, 'includes' | 'isWhole'> {
  const includes = patternsOf(replication.includePathPrefixPattern)
  const excludes = patternsOf(replication.excludePathPrefixPattern)
  return {
    isWhole: includes.length + excludes.length === 0,
    includes: (path) =>
      (includes.length === 0 || includes.some((matches) => matches(path))) &&
      !excludes.some((matches) => matches(path)),
  }
}

const patternsOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim().replace(/^\//, ''))
    .filter((one) => one !== '')
    .map((one) => {
      const pattern = compilePattern(one)
      return (path: string) => pattern.matches(path) || path.startsWith(one.endsWith('/') ? one : `${one}/`)
    })
