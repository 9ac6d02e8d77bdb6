// The repositories that somebody manages, as the administration lists them.
import type { ManagedRepository } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { mayUse } from '../../access/rules/permissions.ts'
import { projectsOf } from '../../access/rules/project-rights.ts'
import { formatOf } from '../../registry/registry.ts'
import { listRepositories, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { mayManage } from './manage.ts'

export async function listManaged(
  services: Services,
  actor: Actor,
  origin: string,
): Promise<ManagedRepository[]> {
  const sums = await readSums(services)
  const manages = await managerOf(services, actor)
  return (await listRepositories(services.registry))
    .filter(({ projectKey }) => manages(projectKey))
    .map((one) => toManaged(services, one, origin, sums.get(one.id)))
}

/** Asked once for each project of the actor, not once for each repository. */
export async function managerOf(services: Services, actor: Actor): Promise<(projectKey: string) => boolean> {
  if (mayUse(actor, 'manage-resources')) return () => true
  if (actor.userId === null) return () => false
  const managed = new Set<string>()
  for (const key of await projectsOf(services.database.db, actor.userId))
    if (await mayManage(services, actor, key)) managed.add(key)
  return (projectKey) => managed.has(projectKey)
}

interface Sum {
  files: number
  bytes: number
  countedAt: string | null
}

async function readSums({ database }: Services): Promise<Map<string, Sum>> {
  const rows = await database.db
    .selectFrom('storage_sums')
    .select(['repository_id', 'files', 'bytes', 'counted_at as countedAt'])
    .execute()
  return new Map(rows.map(({ repository_id, ...sum }) => [repository_id, sum]))
}

export function toManaged(
  services: Services,
  repository: Repository,
  origin: string,
  sum: Sum | undefined,
): ManagedRepository {
  const { key, kind, format, description, projectKey, environments, config } = repository
  const health = kind === 'remote' ? healthOf(services, repository) : null
  return {
    key,
    kind,
    format,
    description,
    projectKey,
    environments,
    url: origin + formatOf(services.registry, repository).clientPath(key),
    upstream: URL.parse(config.url ?? '')?.host ?? '',
    members: config.repositories ?? [],
    // Nothing lies in a virtual one.
    files: kind === 'virtual' ? null : (sum?.files ?? null),
    bytes: kind === 'virtual' ? null : (sum?.bytes ?? null),
    countedAt: sum?.countedAt ?? null,
    isScanned: config.xrayIndex,
    problems: problemsOf(repository, health),
    upstreamHealth: health,
  }
}

function healthOf({ registry }: Services, remote: Repository): ManagedRepository['upstreamHealth'] {
  const { lastSuccessAt, lastFailureAt, lastFailure } = registry.remotes.healths.of(remote)
  return {
    answeredAt: lastSuccessAt?.toISOString() ?? null,
    failedAt: lastFailureAt?.toISOString() ?? null,
    failure: lastFailure ?? '',
    hitShare: registry.remotes.healths.hitShare(remote, registry.clock.now()),
  }
}

function problemsOf(
  { kind, config }: Repository,
  health: ManagedRepository['upstreamHealth'],
): ManagedRepository['problems'] {
  const found: ManagedRepository['problems'] = []
  if (config.blackedOut) found.push('closed')
  if (config.offline === true) found.push('offline')
  if (health?.failedAt && health.failedAt > (health.answeredAt ?? '')) found.push('upstream')
  if (kind === 'virtual' && config.repositories?.length === 0) found.push('empty')
  return found
}
