// Text that is made while it is sent, for answers of any length.
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Everybody else has a turn after each piece. Neither reading SQLite nor writing to somebody who reads fast waits for
 * anything: without it the answer would be made to its end before another request is looked at.
 */
export const textStream = (pieces: AsyncIterable<string>): Readable => Readable.from(inTurns(pieces))

async function* inTurns(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    yield piece
    await nextTurn()
  }
}
