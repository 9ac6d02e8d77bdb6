// The order of test files. A long one that begins last keeps one core busy while the other has nothing left to do, and
// where nothing is remembered of an earlier run, Vitest knows no better than to go by the size of the files.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest =
  /\/(?:hostile-values|main|threats\/(?:sign-in|exhaustion|permissions)|sabotage|care|ldap|garbage|serve-file|external-users)\.test\.ts$/

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(longest.test(b.moduleId)) - Number(longest.test(a.moduleId)))
  }
}
