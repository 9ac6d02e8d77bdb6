// What the tree calls a repository, and what the reader may do at a place of it.
import type { TreeKind } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can, repositoryActions } from '../../access/rules/permissions.ts'
import { trashKey } from '../../access/rules/rules.ts'
import type { Repository } from '../../registry/repositories.ts'

export const abilitiesAt = (actor: Actor, repository: Repository, path: string | undefined) =>
  Object.fromEntries(repositoryActions.map((action) => [action, can(actor, action, repository, path)]))

export function treeKindOf(repository: Repository): TreeKind {
  if (repository.key === trashKey) return 'trash'
  return repository.isCache ? 'cache' : repository.kind
}
