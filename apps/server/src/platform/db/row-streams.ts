// Answers of unknown size, read piece by piece while the process does other things. Few at a time, each piece within a
// time limit: whoever asks for everything, or stops reading, takes nothing away from the others.
import { badRequest } from '../errors.ts'
import { notReady } from './failures.ts'

export interface StreamOptions {
  /** Ends the query, also while it looks for its next row. */
  signal?: AbortSignal | undefined
  /** How long one piece may take to be found. */
  longestRead?: number
}

/** One query that is being read. */
export interface Cursor {
  /** At most `pieceSize` rows; none at the end. */
  read(): Promise<unknown[]>
  /** Makes a read that takes long fail soon. */
  interrupt(): void
  close(): Promise<void>
}

export const pieceSize = 500
const usualRead = 30_000
const longestPause = 60_000

/** The next piece is found while the one before is made into an answer and sent. */
export async function* readAll<R>(
  cursor: Cursor,
  { signal, longestRead = usualRead }: StreamOptions,
): AsyncGenerator<R[]> {
  const stop = () => cursor.interrupt()
  signal?.addEventListener('abort', stop)
  let isTooSlow = false
  let pause: NodeJS.Timeout | undefined
  let ahead: Promise<unknown[]> | undefined
  const leave = async () => {
    if (ahead) {
      cursor.interrupt()
      await ahead.catch(() => {})
    }
    await cursor.close()
  }
  try {
    for (;;) {
      signal?.throwIfAborted()
      // The query names the type of its rows.
      const rows = (await (ahead ?? within(longestRead, cursor))) as R[]
      ahead = rows.length < pieceSize ? undefined : within(longestRead, cursor)
      // Whoever reads may be gone before anybody waits for it.
      ahead?.catch(() => {})
      if (rows.length > 0) {
        pause = setTimeout(() => {
          isTooSlow = true
          void leave()
        }, longestPause)
        yield rows
        clearTimeout(pause)
        if (isTooSlow) throw notReady('The answer was not read for a minute, so the search was ended.')
      }
      if (!ahead) return
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    // Whoever reads may leave at a piece, and does not come back to it.
    clearTimeout(pause)
    if (!isTooSlow) await leave()
  }
}

async function within(milliseconds: number, cursor: Cursor): Promise<unknown[]> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    cursor.interrupt()
  }, milliseconds)
  try {
    return await cursor.read()
  } catch (error) {
    // Not our failure: the same question would take as long again.
    if (isLate)
      throw badRequest(
        `This search takes longer than ${milliseconds / 1000} seconds. Narrow it by a repository, a path or a name.`,
      )
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Lets a few in at a time; the others wait in the order in which they came. */
export class Turnstile {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(places: number) {
    this.#free = places
  }

  async enter(): Promise<void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}
