// The thread that hashes. It keeps the running digests of several uploads (lanes) and answers each chunk when it is
// done with the memory. Started and stopped by digests-pool.ts.
import type { Hash } from 'node:crypto'
import type { Answer, Order } from './digests-pool.ts'

/** Self-contained, as startThread() wants it. */
export function runDigestsThread(): void {
  const { createHash } = process.getBuiltinModule('node:crypto')
  const { parentPort } = process.getBuiltinModule('node:worker_threads')
  const lanes = new Map<number, Map<string, Hash>>()

  parentPort?.on('message', (order: Order) => {
    const answer = obey(order)
    if (answer !== undefined) parentPort.postMessage(answer)
  })

  function obey(order: Order): Answer | undefined {
    if (order.do === 'open') {
      lanes.set(order.lane, new Map(order.algorithms.map((name) => [name, createHash(name)])))
      return undefined
    }
    const hashes = lanes.get(order.lane)
    if (order.do === 'update') {
      for (const hash of hashes?.values() ?? []) hash.update(order.chunk)
      return { lane: order.lane }
    }
    lanes.delete(order.lane)
    if (order.do === 'abandon') return undefined
    const found = Object.entries(order.encodings).map(([name, coding]) => [
      name,
      hashes?.get(name)?.digest(coding),
    ])
    return { lane: order.lane, digests: Object.fromEntries(found) }
  }
}
