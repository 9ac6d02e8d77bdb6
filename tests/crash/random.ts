// Chance that comes back with the same seed: every writer has a sequence of its own, so that the order in which
// they happen to run does not change what each of them does.
import { createCipheriv, createHash } from 'node:crypto'

export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  fork(label: string): Random
}

export function createRandom(seed: string): Random {
  const key = createHash('sha256').update(seed).digest()
  const stream = createCipheriv('aes-128-ctr', key.subarray(0, 16), key.subarray(16))
  const next = () => stream.update(Buffer.alloc(4)).readUInt32LE() / 2 ** 32
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick(list) {
      const picked = list[between(0, list.length - 1)]
      if (picked === undefined) throw new Error('Nothing to pick from')
      return picked
    },
    fork: (label) => createRandom(`${seed}/${label}`),
  }
}

/** Mostly small, some larger than what a server keeps in memory, a few up to the largest, the rarer the larger. */
export function randomSize(random: Random, most: number): number {
  const share = random.next()
  if (share < 0.8) return random.between(1_000, 32_000)
  if (share < 0.96) return random.between(32_000, 512_000)
  return Math.round(512_000 * (most / 512_000) ** random.next())
}

/** Bytes that do not compress and follow from the seed alone. */
export function randomBytes(seed: string, size: number): Buffer {
  const key = createHash('sha256').update(seed).digest()
  return createCipheriv('aes-128-ctr', key.subarray(0, 16), key.subarray(16)).update(Buffer.alloc(size))
}
