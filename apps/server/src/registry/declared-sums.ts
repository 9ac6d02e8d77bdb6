// Which checksums a client declared when it sent a file. They were compared with the bytes before these were kept, so that
// what is remembered is only that they were declared: one bit for each.
import type { Digests } from '../platform/blobs/blob-store.ts'

const bits = { sha1: 1, md5: 2, sha256: 4 } as const

export type Sum = keyof typeof bits

const names: readonly Sum[] = ['sha1', 'md5', 'sha256']

export const bitOf = (sum: Sum): number => bits[sum]

/** Null when there were none, as for all files that were stored before this was noted. */
export const declaredBits = (declared: Partial<Digests> = {}): number | null =>
  names.reduce((sum, name) => (declared[name] === undefined ? sum : sum | bits[name]), 0) || null

export const declaredOf = (
  declared: number | null,
  sums: Record<Sum, string>,
): Partial<Record<Sum, string>> =>
  Object.fromEntries(
    names.filter((name) => ((declared ?? 0) & bits[name]) !== 0).map((name) => [name, sums[name]]),
  )
