// What a rule or a policy would remove now, without removing it.
import type { RetentionResult } from '@bindery/contracts'
import type { Work } from './apply.ts'

const shown = 200

export async function simulate({
  repositories,
  find,
}: Pick<Work, 'repositories' | 'find'>): Promise<RetentionResult> {
  const result: RetentionResult = { count: 0, bytes: 0, files: [] }
  for (const repository of await repositories()) {
    for await (const files of find(repository)) {
      result.count += files.length
      result.bytes += files.reduce((sum, { size }) => sum + size, 0)
      const some = files.slice(0, shown - result.files.length)
      result.files.push(
        ...some.map(({ path, size, createdAt }) => ({ repository: repository.key, path, size, createdAt })),
      )
    }
  }
  return result
}
