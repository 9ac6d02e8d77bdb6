// Which repositories stand behind a virtual one, and before which virtual ones a repository stands: from the list of all, because
// it is asked for every event.
import { virtualConfig, type Repository } from '../../registry/repositories.ts'

/** Those that hold files; a repository that is not virtual stands for itself. */
export const behind = (repositories: readonly Repository[], repository: Repository): Repository[] =>
  [...withMembers(repositories, repository)].filter(({ kind }) => kind !== 'virtual')

export const virtualsBefore = (repositories: readonly Repository[], repository: Repository): Repository[] =>
  repositories.filter(
    (one) =>
      one.kind === 'virtual' &&
      one.id !== repository.id &&
      [...withMembers(repositories, one)].some(({ id }) => id === repository.id),
  )

function withMembers(repositories: readonly Repository[], repository: Repository): Set<Repository> {
  const byKey = new Map(repositories.map((one) => [one.key, one]))
  // A set may grow while it is walked through; whoever is in it already ends a circle.
  const found = new Set([repository])
  for (const one of found)
    if (one.kind === 'virtual')
      for (const key of virtualConfig(one).repositories) {
        const member = byKey.get(key)
        if (member) found.add(member)
      }
  return found
}
