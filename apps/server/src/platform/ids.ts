// Ids that sort by the time they were made (UUID version 7), so that new rows land at the end of an index.
import { randomFillSync } from 'node:crypto'

export function newId(now: number = Date.now()): string {
  const start = takeRandom(10)
  const time = now.toString(16).padStart(12, '0')
  const random = pool.toString('hex', start, start + 10)
  // Version 7, and the two bits that say which family of ids this is.
  const variant = '89ab'[Number.parseInt(random[3] ?? '0', 16) & 3]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(8)}`
}

/** 64 random bits as hex: names one request in the log and in the reply. */
export function newRequestId(): string {
  const start = takeRandom(8)
  return pool.toString('hex', start, start + 8)
}

// Random bytes are drawn in bulk: one call for some hundred ids costs as much as one call for one.
const pool = Buffer.alloc(4096)
let used = pool.length

function takeRandom(bytes: number): number {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return used - bytes
}
