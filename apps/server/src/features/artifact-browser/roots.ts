import type { TreeRoot } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import { listRepositories } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { abilitiesAt, treeKindOf } from './places.ts'

export async function listRoots(services: Services, actor: Actor): Promise<TreeRoot[]> {
  const all = await listRepositories(services.registry)
  const sums = await services.database.db.selectFrom('storage_sums').selectAll().execute()
  const byId = new Map(sums.map((sum) => [sum.repository_id, sum]))
  return all
    .filter((repository) => can(actor, 'read', repository))
    .map((repository) => ({
      key: repository.key,
      kind: treeKindOf(repository),
      format: repository.format,
      description: repository.description,
      files: byId.get(repository.id)?.files ?? null,
      bytes: byId.get(repository.id)?.bytes ?? null,
      can: abilitiesAt(actor, repository, undefined),
    }))
}
