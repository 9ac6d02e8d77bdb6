import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readRoom } from './disk.ts'

test('the used share is the one that df tells', async () => {
  const { total, free } = await readRoom('/')
  const told = execFileSync('df', ['--output=pcent', '/'], { encoding: 'utf8' })
  const share = Number(/(\d+)%/.exec(told)?.[1])
  // Other programs write meanwhile, and df rounds up.
  expect(Math.abs(((total - free) / total) * 100 - share)).toBeLessThan(3)
})
