// Where a page of a list ended, as a text that the client gives back unread.
import { badRequest } from './errors.ts'

export const encodeCursor = (...parts: string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** As many parts as were encoded; refuses what this list did not give out. */
export function decodeCursor(cursor: string, count: number): string[] {
  const parts = parse(cursor)
  if (
    Array.isArray(parts) &&
    parts.length === count &&
    parts.every((part): part is string => typeof part === 'string' && !part.includes('\0'))
  )
    return parts
  throw badRequest('The cursor is not one that this list gave out. Start without it.', 'after')
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    // Said by the caller, as for every other cursor that is not ours.
    return undefined
  }
}

/** What a query for one row more than the page has found, as a page. */
export function toPage<T>(found: readonly T[], limit: number, total: number, cursorOf: (last: T) => string) {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    total: Number(total),
    hasNextPage: found.length > limit,
    endCursor: last === undefined ? null : cursorOf(last),
  }
}

/** `a%b` as part of a LIKE pattern with `\` as escape: the text itself, anywhere, in any case. */
export const containing = (text: string): string =>
  `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
