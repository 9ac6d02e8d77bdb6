// How many tests passed, from the JSON that Vitest and Playwright write.

export interface Counts {
  tests: number
  skipped: number
}

export function vitestCounts(report: unknown): Counts {
  // The shape is Vitest's own; a report without these fields counts as no tests, which fails the step.
  const { numPassedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report as Partial<VitestReport>
  return { tests: numPassedTests, skipped: numPendingTests + numTodoTests }
}

export function playwrightCounts(report: unknown): Counts {
  // As above, with Playwright's shape.
  const { stats } = report as { stats?: { expected: number; skipped: number; flaky: number } }
  return { tests: (stats?.expected ?? 0) + (stats?.flaky ?? 0), skipped: stats?.skipped ?? 0 }
}

interface VitestReport {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
}
