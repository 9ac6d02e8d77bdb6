import { expect, test } from 'vitest'
import { createDecision } from './spare-memory.ts'

const megabyte = 1024 * 1024

test('memory is given back at the first quiet moment, and again only after growth', () => {
  const decide = createDecision()
  const look = (busy: number, megabytes: number) => decide({ busy, resident: megabytes * megabyte })
  expect(look(0.9, 150)).toBe(false)
  expect(look(0.01, 150)).toBe(true)
  // It became smaller: what counts is growth from there.
  expect(look(0.01, 115)).toBe(false)
  expect(look(0.01, 125)).toBe(false)
  expect(look(0.5, 300)).toBe(false)
  expect(look(0.01, 300)).toBe(true)
  // What could not be given back is not tried again and again.
  expect(look(0.01, 300)).toBe(false)
  expect(look(0.01, 310)).toBe(false)
  expect(look(0.01, 320)).toBe(true)
})
