// CI gives a test that failed one more try, and this says at the end which needed it and why: such a test, or what it tests, is
// broken and must be mended, but it does not keep everything else from landing.
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase } from 'vitest/node'

export default class SecondTries implements Reporter {
  readonly #lines: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const [error] = test.result().errors ?? []
    const why = stripVTControlCharacters(error?.message ?? '').split('\n')[0]
    this.#lines.push(`   ✗ ${test.module.relativeModuleId} > ${test.fullName}: ${why}`)
  }

  onTestRunEnd(): void {
    if (this.#lines.length > 0) console.log(`\n   Needed a second try:\n${this.#lines.join('\n')}`)
  }
}
