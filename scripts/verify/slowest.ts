// The browser tests that took longest: where a run that grew can be made shorter.
import { testsOf } from './browser-report.ts'
import { seconds } from './report.ts'

const shown = 10

export function slowestTests(report: unknown): string {
  const tests = testsOf(report)
    .map(({ title, results }) => ({ title, took: results.reduce((sum, one) => sum + one.duration, 0) }))
    .toSorted((a, b) => b.took - a.took)
  const lines = tests.slice(0, shown).map(({ title, took }) => `   ${seconds(took).padStart(10)}  ${title}`)
  return ['   The slowest:', ...lines].join('\n')
}
