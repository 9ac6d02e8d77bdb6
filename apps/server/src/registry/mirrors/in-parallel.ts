/** Works on the items, so many at once. The first failure ends it, when those that have begun are done. */
export async function inParallel<T>(
  items: readonly T[],
  most: number,
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) {
      if (failures.length > 0 || signal.aborted) return
      await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker))
  signal.throwIfAborted()
  if (failures.length > 0) throw failures[0]
}
