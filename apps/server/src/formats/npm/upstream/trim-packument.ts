// Empties the readme of each version of a packument while it arrives. Old registries repeat the whole readme in each version, which
// is most of such a document, and no client reads it there. Everything else passes as it came.
import { createPackumentScanner } from './packument-scanner.ts'

/** What it yields are parts of what it is given. */
export async function* trimPackument(packument: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let kept: { start: number; end: number }[] = []
  const scan = createPackumentScanner((part, _piece, start, end) => {
    const last = kept.at(-1)
    if (part === 'readme') return
    if (last?.end === start) last.end = end
    else kept.push({ start, end })
  })
  for await (const piece of packument) {
    scan(piece)
    for (const { start, end } of kept) yield piece.subarray(start, end)
    kept = []
  }
}
