// The browser tests that took longest, from the JSON that Playwright writes: where a run that grew can be made shorter.
import { seconds } from './report.ts'

const shown = 10

export function slowestTests(report: unknown): string {
  // The shape is Playwright's own.
  const { suites = [] } = report as Suite
  const tests = suites.flatMap(testsOf).toSorted((a, b) => b.took - a.took)
  const lines = tests.slice(0, shown).map(({ title, took }) => `   ${seconds(took).padStart(10)}  ${title}`)
  return ['   The slowest:', ...lines].join('\n')
}

function testsOf({ suites = [], specs = [] }: Suite): { title: string; took: number }[] {
  const own = specs.map(({ title, file, tests }) => ({
    title: `${file}: ${title}`,
    took: tests
      .flatMap(({ results }) => results)
      .map(({ duration }) => duration)
      .reduce((sum, one) => sum + one, 0),
  }))
  return [...own, ...suites.flatMap(testsOf)]
}

interface Suite {
  suites?: Suite[]
  specs?: { title: string; file: string; tests: { results: { duration: number }[] }[] }[]
}
