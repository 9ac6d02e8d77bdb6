// What the JSON that Playwright writes holds: every test, those in groups too.
export interface BrowserTest {
  title: string
  results: Result[]
}

interface Result {
  duration: number
  status?: string
  error?: { message?: string; location?: { line: number } }
}

interface Suite {
  suites?: Suite[]
  specs?: { title: string; file: string; tests: { results: Result[] }[] }[]
}

export function testsOf(report: unknown): BrowserTest[] {
  // The shape is Playwright's own.
  const { suites = [], specs = [] } = report as Suite
  const own = specs.map(({ title, file, tests }) => ({
    title: `${file}: ${title}`,
    results: tests.flatMap(({ results }) => results),
  }))
  return [...own, ...suites.flatMap(testsOf)]
}
