// How each upstream has been doing, as this process saw it. One that failed is left alone for a while: whoever asks then is
// answered from the cache, or told at once.
import type { Repository } from '../repositories.ts'

export interface UpstreamHealth {
  lastSuccessAt: Date | undefined
  lastFailureAt: Date | undefined
  /** The sentence that the last failure was told with. */
  lastFailure: string | undefined
  /** Until then it is not asked. */
  offlineUntil: Date | undefined
}

export class UpstreamHealths {
  readonly #known = new Map<string, UpstreamHealth>()

  of(remote: Repository): UpstreamHealth {
    const key = nameOf(remote)
    const known = this.#known.get(key) ?? {
      lastSuccessAt: undefined,
      lastFailureAt: undefined,
      lastFailure: undefined,
      offlineUntil: undefined,
    }
    this.#known.set(key, known)
    return known
  }

  succeeded(remote: Repository, now: Date): void {
    const health = this.of(remote)
    health.lastSuccessAt = now
    health.offlineUntil = undefined
  }

  failed(remote: Repository, now: Date, failure: { message: string; isOutage: boolean }): void {
    const health = this.of(remote)
    health.lastFailureAt = now
    health.lastFailure = failure.message
    const seconds = remote.config.assumedOfflinePeriodSecs ?? 0
    if (failure.isOutage && seconds > 0) health.offlineUntil = new Date(now.getTime() + seconds * 1000)
  }

  /** Undefined when it may be asked. */
  offlineUntil(remote: Repository, now: Date): Date | undefined {
    const { offlineUntil } = this.of(remote)
    return offlineUntil && offlineUntil > now ? offlineUntil : undefined
  }
}

/** Another address or another user is another upstream. */
const nameOf = ({ id, config }: Repository) => `${id} ${config.url} ${config.username} ${config.proxy}`
