// The scope of a token for one repository. A virtual repository has no rights of its own: those behind it are named.
import type { Actor } from '../../access/actor.ts'
import { userScope } from '../../access/tokens/token-scope.ts'
import { notFound } from '../../platform/errors.ts'
import { mayRead } from '../../registry/allowed.ts'
import type { Registry } from '../../registry/registry.ts'
import { cacheOf, findRepository } from '../../registry/repositories.ts'
import { membersOf } from '../../registry/virtual/members.ts'

interface RepositoryLimit {
  repository: string
  actions: ('read' | 'deploy')[]
}

/** What is published gets properties, too. */
const letters = { read: 'r', deploy: 'w,n' }

export async function repositoryScope(
  registry: Registry,
  actor: Actor,
  { repository: key, actions }: RepositoryLimit,
): Promise<string> {
  const repository = await findRepository(registry, key)
  if (!repository || !(await mayRead(registry, actor, repository))) throw notFound('repository', key)
  const members = await membersOf(registry, repository)
  const keys = members.flatMap((one) => (one.kind === 'remote' ? [one.key, cacheOf(one).key] : [one.key]))
  const list = [...new Set(actions)].map((action) => letters[action]).join(',')
  return [userScope, ...keys.map((one) => `artifact:${one}:${list}`)].join(' ')
}
