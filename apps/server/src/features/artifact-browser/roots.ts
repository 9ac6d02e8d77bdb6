import type { TreeRoot } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import { cacheOf, findRepository, listRepositories, type Repository } from '../../registry/repositories.ts'
import { goesToTrash, trashKey, trashSettings } from '../../registry/trash/repository.ts'
import type { Services } from '../feature.ts'
import { abilitiesAt, treeKindOf } from './places.ts'
import { reaches } from './reaching.ts'

export async function listRoots(services: Services, actor: Actor): Promise<TreeRoot[]> {
  const all = await listRepositories(services.registry)
  const sums = await services.database.db.selectFrom('storage_sums').selectAll().execute()
  const byId = new Map(sums.map((sum) => [sum.repository_id, sum]))
  const trash = await findRepository(services.registry, trashKey)
  const { isOn } = await services.access.live.get(trashSettings)
  // What was fetched for a remote repository is all there is of it here; the trash can is no repository for lists.
  return [...all.filter(({ key }) => key !== trashKey), ...(trash ? [trash] : [])]
    .map((repository) => (repository.kind === 'remote' ? cacheOf(repository) : repository))
    .filter((repository) => can(actor, 'read', repository) || isReachable(all, actor, repository))
    .map((repository) => ({
      key: repository.key,
      kind: treeKindOf(repository),
      format: repository.format,
      description: repository.description,
      files: byId.get(repository.id)?.files ?? null,
      bytes: byId.get(repository.id)?.bytes ?? null,
      keepsDeleted: isOn && goesToTrash(repository),
      can: abilitiesAt(actor, repository, undefined),
    }))
}

/** A virtual repository has no rights of its own: it is there for whoever may read something of what it shows. */
const isReachable = (all: readonly Repository[], actor: Actor, virtual: Repository): boolean =>
  virtual.kind === 'virtual' &&
  all.some((one) => one.kind !== 'virtual' && can(actor, 'read', one) && reaches(all, virtual, one))
