// How each upstream has been doing, as this process saw it or found it written at its start. One that failed is left alone for
// a while: whoever asks then is answered from the cache, or told at once.
import type { UpstreamHealthRow } from '../../platform/db/tables/remotes.ts'
import type { Repository } from '../repositories.ts'
import { halve, hitShare, type HitCounts } from './hit-share.ts'
import { isZapped } from './zap.ts'

export interface UpstreamHealth {
  lastSuccessAt: Date | undefined
  lastFailureAt: Date | undefined
  /** The sentence that the last failure was told with. */
  lastFailure: string | undefined
  /** Until then it is not asked. */
  offlineUntil: Date | undefined
  /** Names that it has, and that a virtual repository does not take from it because a local member has them, too. */
  hiddenNames: Set<string>
  /** Written when something else is: a request that the cache answers writes nothing. */
  counts: HitCounts
}

const mostHidden = 100

export class UpstreamHealths {
  /** By repository and upstream. */
  readonly #known = new Map<string, UpstreamHealth>()
  /** What is not written yet: the upstream of each repository. */
  readonly #changed = new Map<string, string>()

  of(remote: Repository): UpstreamHealth {
    return this.#of(placeOf(remote.id, upstreamOf(remote)))
  }

  succeeded(remote: Repository, now: Date): void {
    const health = this.of(remote)
    health.lastSuccessAt = now
    health.offlineUntil = undefined
    this.#changed.set(remote.id, upstreamOf(remote))
  }

  failed(remote: Repository, now: Date, failure: { message: string; isOutage: boolean }): void {
    const health = this.of(remote)
    // A pause that was called off does not go on with another failure.
    health.offlineUntil = this.offlineUntil(remote, now)
    health.lastFailureAt = now
    health.lastFailure = failure.message
    const seconds = remote.config.assumedOfflinePeriodSecs ?? 0
    if (failure.isOutage && seconds > 0) health.offlineUntil = new Date(now.getTime() + seconds * 1000)
    this.#changed.set(remote.id, upstreamOf(remote))
  }

  /** Of each request for a file. */
  count(remote: Repository, which: 'hits' | 'misses'): void {
    this.of(remote).counts[which]++
  }

  /** How many of the requests the cache answered lately, from 0 to 1; null while too few came. */
  hitShare(remote: Repository, now: Date): number | null {
    return hitShare(this.of(remote).counts, now)
  }

  /** Returns whether that is news. */
  noteHidden(remote: Repository, name: string): boolean {
    const { hiddenNames } = this.of(remote)
    if (hiddenNames.has(name) || hiddenNames.size >= mostHidden) return false
    hiddenNames.add(name)
    return true
  }

  /** Undefined when it may be asked. */
  offlineUntil(remote: Repository, now: Date): Date | undefined {
    const { offlineUntil, lastFailureAt } = this.of(remote)
    if (!offlineUntil || offlineUntil <= now) return undefined
    return lastFailureAt && isZapped(remote, lastFailureAt) ? undefined : offlineUntil
  }

  restore(rows: readonly UpstreamHealthRow[]): void {
    for (const row of rows)
      Object.assign(this.#of(placeOf(row.repository_id, row.upstream)), {
        lastSuccessAt: dateOf(row.last_success_at),
        lastFailureAt: dateOf(row.last_failure_at),
        lastFailure: row.last_failure ?? undefined,
        offlineUntil: dateOf(row.offline_until),
        counts: { hits: row.hits, misses: row.misses, halvedAt: dateOf(row.halved_at) },
      })
  }

  /** What changed since this was asked last. */
  takeChanges(now: Date): UpstreamHealthRow[] {
    const rows = [...this.#changed].map(([id, upstream]) => {
      const health = this.#of(placeOf(id, upstream))
      halve(health.counts, now)
      return toRow(id, upstream, health)
    })
    this.#changed.clear()
    return rows
  }

  /** Of what could not be written. */
  giveBack(rows: readonly UpstreamHealthRow[]): void {
    for (const { repository_id: id, upstream } of rows)
      if (!this.#changed.has(id)) this.#changed.set(id, upstream)
  }

  #of(place: string): UpstreamHealth {
    const known = this.#known.get(place) ?? {
      lastSuccessAt: undefined,
      lastFailureAt: undefined,
      lastFailure: undefined,
      offlineUntil: undefined,
      hiddenNames: new Set(),
      counts: { hits: 0, misses: 0, halvedAt: undefined },
    }
    this.#known.set(place, known)
    return known
  }
}

/** Another address or another user is another upstream. */
const upstreamOf = ({ config }: Repository) => `${config.url} ${config.username} ${config.proxy}`

const placeOf = (id: string, upstream: string) => `${id} ${upstream}`

const dateOf = (text: string | null) => (text === null ? undefined : new Date(text))

const toRow = (id: string, upstream: string, health: UpstreamHealth): UpstreamHealthRow => ({
  repository_id: id,
  upstream,
  last_success_at: health.lastSuccessAt?.toISOString() ?? null,
  last_failure_at: health.lastFailureAt?.toISOString() ?? null,
  last_failure: health.lastFailure ?? null,
  offline_until: health.offlineUntil?.toISOString() ?? null,
  hits: health.counts.hits,
  misses: health.counts.misses,
  halved_at: health.counts.halvedAt?.toISOString() ?? null,
})
