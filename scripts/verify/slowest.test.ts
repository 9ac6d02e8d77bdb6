import { expect, test } from 'vitest'
import { slowestTests } from './slowest.ts'

const spec = (title: string, ...durations: number[]) => ({
  title,
  file: 'a.spec.ts',
  tests: [{ results: durations.map((duration) => ({ duration })) }],
})

test('the slowest come first, those in groups too, with all their tries', () => {
  const report = {
    suites: [{ specs: [spec('quick', 900)], suites: [{ specs: [spec('slow', 4000, 8000)] }] }],
  }
  expect(slowestTests(report).split('\n')).toEqual([
    '   The slowest:',
    '         12 s  a.spec.ts: slow',
    '        0.9 s  a.spec.ts: quick',
  ])
})
