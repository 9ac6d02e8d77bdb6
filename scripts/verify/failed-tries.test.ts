import { expect, test } from 'vitest'
import { failedTries } from './failed-tries.ts'

const spec = (title: string, ...results: object[]) => ({ title, file: 'a.spec.ts', tests: [{ results }] })

test('each failed try tells its line and the beginning of its error, and those that passed say nothing', () => {
  const error = { message: '\u001B[31mExpected\u001B[39m: "ga"\n\nReceived: ""', location: { line: 78 } }
  const report = {
    suites: [{ specs: [spec('good', { duration: 1 })], suites: [{ specs: [spec('flaky', { error }, {})] }] }],
  }
  expect(failedTries(report).split('\n')).toEqual([
    '   ✗ a.spec.ts: flaky (line 78)',
    '     Expected: "ga"',
    '     Received: ""',
  ])
  expect(failedTries({ suites: [{ specs: [spec('good', { duration: 1 })] }] })).toBe('')
})
