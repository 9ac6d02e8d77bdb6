// The little that JSON from outside needs before it can be trusted to be walked over.

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON.stringify goes down by recursion: what is parsed without a limit could not be written again. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((inner) => isDeeperThan(inner, levels - 1))
}

/** JSON.parse's words for a sentence: on one line, and without the position, which counts what we left out. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .replace(/ (?:in JSON )?at position \d+.*$/s, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\.$/, '')
}
