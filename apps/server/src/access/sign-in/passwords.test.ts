import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a hash is argon2id in PHC notation, with the recommended cost and its own salt', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(first).not.toBe(second)
  expect(first).not.toContain('correct')
})

test('only the right password fits', async () => {
  const hash = await hashPassword('correct horse')
  expect(await verifyPassword('correct horse', hash)).toBe(true)
  for (const wrong of ['correct hors', 'correct horse ', 'Correct horse', '', hash])
    expect(await verifyPassword(wrong, hash)).toBe(false)
})

test('a hash that another program made is understood, with its own cost', async () => {
  // A test vector of the reference implementation, src/test.c of phc-winner-argon2.
  const vector = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  expect(await verifyPassword('password', vector)).toBe(true)
  expect(await verifyPassword('password', vector.replace('t=2', 't=3'))).toBe(false)
})

test('the same password typed on another keyboard fits', async () => {
  const composed = 'caf\u00e9-password'
  const decomposed = 'cafe\u0301-password'
  expect(await verifyPassword(decomposed, await hashPassword(composed))).toBe(true)
})

test('nothing fits an account that does not exist, has no password, or a hash we cannot read', async () => {
  for (const hash of [
    undefined,
    null,
    '',
    'plain',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=8,t=1,p=1$AA$AA',
  ])
    expect(await verifyPassword('password', hash)).toBe(false)
})

// Times by the clock say nothing on a busy machine: the work of the two is measured in turns and their middles compared.
test('an account that does not exist takes as long as a wrong password', async () => {
  const hash = await hashPassword('correct horse')
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 15; round++) {
    known.push(await timed(() => verifyPassword('wrong', hash)))
    unknown.push(await timed(() => verifyPassword('wrong', undefined)))
  }
  const ratio = middle(unknown) / middle(known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

async function timed(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
