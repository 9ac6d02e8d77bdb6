// The thread that hashes. It keeps the running digests of several uploads (lanes) and answers each chunk when it is
// done with the memory. Started and stopped by digests-pool.ts.
import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { Answer, Order } from './digests-pool.ts'

const lanes = new Map<number, Map<string, Hash>>()

parentPort?.on('message', (order: Order) => {
  const answer = obey(order)
  if (answer !== undefined) parentPort?.postMessage(answer)
})

function obey(order: Order): Answer | undefined {
  if (order.do === 'open') {
    lanes.set(order.lane, new Map(order.algorithms.map((algorithm) => [algorithm, createHash(algorithm)])))
    return undefined
  }
  const hashes = lanes.get(order.lane)
  if (order.do === 'update') {
    for (const hash of hashes?.values() ?? []) hash.update(order.chunk)
    return { lane: order.lane }
  }
  lanes.delete(order.lane)
  if (order.do === 'abandon') return undefined
  const found = Object.entries(order.encodings).map(([name, encoding]) => [
    name,
    hashes?.get(name)?.digest(encoding),
  ])
  return { lane: order.lane, digests: Object.fromEntries(found) }
}
