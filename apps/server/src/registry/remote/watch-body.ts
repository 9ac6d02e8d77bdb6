// A body of an upstream, watched while it comes: time spent waiting for bytes must bring some. Only waiting counts, so
// that whoever reads slowly is not mistaken for an upstream that sends slowly.
export interface Watching {
  /** Waiting this long must bring at least a kilobyte. */
  timeoutMs: number
  stop(): void
  /** From what broke to what is told. */
  explain(error: unknown): Error
}

const leastBytes = 1024

export async function* watchBody(
  body: AsyncIterable<Uint8Array>,
  { timeoutMs, stop, explain }: Watching,
): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]()
  let waited = 0
  let came = 0
  try {
    for (;;) {
      const begun = performance.now()
      const timer = setTimeout(stop, Math.max(0, timeoutMs - waited))
      const next = await iterator.next().finally(() => clearTimeout(timer))
      if (next.done) return
      waited += performance.now() - begun
      came += next.value.byteLength
      if (came >= leastBytes) [waited, came] = [0, 0]
      yield next.value
    }
  } catch (error) {
    throw explain(error)
  } finally {
    await iterator.return?.().catch(() => {})
  }
}
