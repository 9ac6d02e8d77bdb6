// Ids that sort by the time they were made (UUID version 7), so that new rows land at the end of an index.
import { randomBytes, randomFillSync } from 'node:crypto'

export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const pool = Buffer.alloc(4096)
let used = pool.length

/** 64 random bits as hex: names one request in the log and in the reply. Drawn from a pool, as every request needs one. */
export function newRequestId(): string {
  if (used + 8 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 8
  return pool.toString('hex', used - 8, used)
}
