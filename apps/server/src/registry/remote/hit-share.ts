// How many of the requests for files the cache of a remote repository answered. With every day that passes, what was counted before
// counts half, so that the share tells about the last days and the numbers stay small.

export interface HitCounts {
  /** Answered with what was there, also after the upstream was asked whether it is still good. */
  hits: number
  /** Answered with what was fetched for them. */
  misses: number
  /** Undefined before it was looked at the first time. */
  halvedAt: Date | undefined
}

const dayMs = 24 * 60 * 60 * 1000
/** Of fewer requests a share tells nothing. */
const enough = 20

export function halve(counts: HitCounts, now: Date): void {
  counts.halvedAt ??= now
  const days = Math.floor((now.getTime() - counts.halvedAt.getTime()) / dayMs)
  if (days < 1) return
  counts.hits = Math.round(counts.hits / 2 ** days)
  counts.misses = Math.round(counts.misses / 2 ** days)
  counts.halvedAt = new Date(counts.halvedAt.getTime() + days * dayMs)
}

/** From 0 to 1; null while too little was counted. */
export function hitShare(counts: HitCounts, now: Date): number | null {
  halve(counts, now)
  const all = counts.hits + counts.misses
  return all < enough ? null : counts.hits / all
}
