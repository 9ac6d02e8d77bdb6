import { expect, test } from 'vitest'
import { seconds, summary } from './report.ts'
import { steps, type Outcome } from './steps.ts'

test('a green run ends with one line of counts', () => {
  const lines = summary(
    [
      finished('lint', {}),
      finished('sqlite', { tests: 180, skipped: 1 }),
      finished('crash', { note: '20 kills' }),
    ],
    3,
    372_000,
  ).split('\n')
  expect(lines.at(-1)).toBe(
    'Passed: 180 tests (unit and slices on SQLite 180, crash 20 kills), 1 skipped, in 6 min 12 s',
  )
})

test('steps without tests are not called zero tests', () => {
  expect(summary([finished('crash', { note: '20 kills' })], 1, 1000)).toContain(
    'Passed: crash 20 kills in 1.0 s',
  )
  expect(summary([finished('lint', {})], 1, 1000)).toContain('Passed: everything in 1.0 s')
})

test('a red run names the step, how to repeat it, and how much was not run', () => {
  const lines = summary([finished('lint', {}), finished('sqlite', { isGreen: false })], 9, 1000).split('\n')
  expect(lines).toContain('✗ Units, and slices on SQLite  1.0 s')
  expect(lines.at(-1)).toBe(
    'Failed: Units, and slices on SQLite (run it alone: npm test -- --only sqlite). 7 steps were not run.',
  )
})

test('times are read easily', () => {
  expect([400, 9_900, 59_400, 59_600, 61_000].map(seconds)).toEqual([
    '0.4 s',
    '9.9 s',
    '59 s',
    '1 min 0 s',
    '1 min 1 s',
  ])
})

function finished(name: string, outcome: Partial<Outcome>) {
  const step = steps.find((candidate) => candidate.name === name)
  if (!step) throw new Error(`There is no step ${name}.`)
  return { step, outcome: { isGreen: true, ...outcome }, took: 1000 }
}
