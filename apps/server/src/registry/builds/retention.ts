// Which runs of a build are old enough to go. Pure.
import type { BuildRow } from '../../platform/db/schema.ts'
import { badRequest } from '../../platform/errors.ts'
import { readMoment } from './build-times.ts'

interface Retention {
  /** How many of the newest are kept; all without it. */
  count?: number | undefined
  /** Those that started before go. */
  before?: string | undefined
  /** Numbers that are never deleted, and do not count. */
  kept: readonly string[]
}

/** `runs` are the newest first. */
export function expiredRuns(runs: readonly BuildRow[], { count, before, kept }: Retention): BuildRow[] {
  const spared = new Set(kept)
  return runs
    .filter((run) => !spared.has(run.number))
    .filter(
      (run, index) =>
        (count !== undefined && index >= count) || (before !== undefined && run.started < before),
    )
}

/** A date as clients write it, or milliseconds since 1970. */
export function readDate(given: string | number | null | undefined): string | undefined {
  if (given === undefined || given === null || given === '') return undefined
  const text = String(given)
  const ms = /^\d+$/.test(text) ? Number(text) : Date.parse(readMoment(text) ?? '')
  if (Number.isNaN(ms) || ms > 8.64e15)
    throw badRequest(
      'The date cannot be read. Write it like 2024-01-31T10:20:30.123+0000, or in milliseconds since 1970.',
      'minimumBuildDate',
    )
  return new Date(ms).toISOString()
}
