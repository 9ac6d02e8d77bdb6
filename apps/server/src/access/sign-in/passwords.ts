// Passwords as argon2id hashes in the usual PHC notation. At most two are computed at a time: each takes
// 19 MiB and a thread of the pool that also syncs files, so a flood of sign-ins must queue, not spread.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, cost, 32)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Takes the same time whether or not the account exists: pass undefined for one that does not. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = pattern.exec(hash ?? decoy) ?? []
  if (memory === undefined) return false
  const expected = Buffer.from(tag, 'base64')
  const given = await derive(
    password,
    Buffer.from(salt, 'base64'),
    { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    expected.length,
  )
  return timingSafeEqual(given, expected) && typeof hash === 'string'
}

// A well-formed hash of nothing that anybody could type.
const decoy = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const waiting: (() => void)[] = []
let running = 0

async function derive(
  password: string,
  nonce: Buffer,
  parameters: typeof cost,
  tagLength: number,
): Promise<Buffer> {
  if (running >= 2) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await new Promise((resolve, reject) =>
      argon2(
        'argon2id',
        { message: password.normalize('NFKC'), nonce, tagLength, ...parameters },
        (error, tag) => (error ? reject(error) : resolve(tag)),
      ),
    )
  } finally {
    running--
    waiting.shift()?.()
  }
}
