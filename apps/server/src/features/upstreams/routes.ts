// The health of upstreams, as the process that answers saw it, or found it at its start.
import { upstreams, type UpstreamHealth } from '@bindery/contracts'
import type { UpstreamHealth as Seen } from '../../registry/remote/health.ts'
import { listRepositories, type Repository } from '../../registry/repositories.ts'
import { implement } from '../feature.ts'

export const endpoints = implement(upstreams, {
  list: {
    allow: 'manage-resources',
    handle: async (_call, { registry }) => {
      const remotes = (await listRepositories(registry)).filter(({ kind }) => kind === 'remote')
      return remotes.map((remote) =>
        toView(remote, registry.remotes.healths.of(remote), registry.clock.now()),
      )
    },
  },
})

function toView(remote: Repository, seen: Seen, now: Date): UpstreamHealth {
  return {
    repository: remote.key,
    state: stateOf(remote, seen, now),
    lastSuccessAt: seen.lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: seen.lastFailureAt?.toISOString() ?? null,
    lastFailure: seen.lastFailure ?? null,
    assumedOfflineUntil: seen.offlineUntil?.toISOString() ?? null,
    hiddenNames: [...seen.hiddenNames].sort(),
  }
}

function stateOf({ config }: Repository, seen: Seen, now: Date): UpstreamHealth['state'] {
  if (config.offline === true) return 'offline'
  if (seen.offlineUntil && seen.offlineUntil > now) return 'assumed-offline'
  if (!seen.lastSuccessAt && !seen.lastFailureAt) return 'unknown'
  return seen.lastFailureAt && seen.lastFailureAt > (seen.lastSuccessAt ?? new Date(0))
    ? 'failing'
    : 'healthy'
}
