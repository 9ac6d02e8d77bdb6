// The health of upstreams, as the process that answers saw it, or found it at its start.
import { upstreams, type UpstreamHealth } from '@bindery/contracts'
import type { UpstreamHealths, UpstreamHealth as Seen } from '../../registry/remote/health.ts'
import { listRepositories, type Repository } from '../../registry/repositories.ts'
import { implement } from '../feature.ts'

export const endpoints = implement(upstreams, {
  list: {
    allow: 'manage-resources',
    handle: async (_call, { registry }) => {
      const remotes = (await listRepositories(registry)).filter(({ kind }) => kind === 'remote')
      return remotes.map((remote) => toView(remote, registry.remotes.healths, registry.clock.now()))
    },
  },
})

function toView(remote: Repository, healths: UpstreamHealths, now: Date): UpstreamHealth {
  const seen = healths.of(remote)
  const offlineUntil = healths.offlineUntil(remote, now)
  return {
    repository: remote.key,
    state: stateOf(remote, seen, offlineUntil),
    lastSuccessAt: seen.lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: seen.lastFailureAt?.toISOString() ?? null,
    lastFailure: seen.lastFailure ?? null,
    assumedOfflineUntil: offlineUntil?.toISOString() ?? null,
    hiddenNames: [...seen.hiddenNames].sort(),
  }
}

function stateOf(
  { config }: Repository,
  seen: Seen,
  offlineUntil: Date | undefined,
): UpstreamHealth['state'] {
  if (config.offline === true) return 'offline'
  if (offlineUntil) return 'assumed-offline'
  if (!seen.lastSuccessAt && !seen.lastFailureAt) return 'unknown'
  return seen.lastFailureAt && seen.lastFailureAt > (seen.lastSuccessAt ?? new Date(0))
    ? 'failing'
    : 'healthy'
}
