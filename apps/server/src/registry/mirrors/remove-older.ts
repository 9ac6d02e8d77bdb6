// A removal that another member of a federation tells.
import type { Actor } from '../../access/actor.ts'
import { removeFiles } from '../files.ts'
import { isAtOrBelow } from '../nodes.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import { Superseded } from './superseded.ts'

/** What is older than the removal goes, what was published since stays. */
export async function removeOlder(
  registry: Registry,
  actor: Actor & { changedAt: string },
  repository: Repository,
  path: string,
): Promise<void> {
  const files = registry.database.db
    .selectFrom('nodes')
    .select('path')
    .where('repository_id', '=', repository.id)
    .where(isAtOrBelow(path))
    .where('kind', '=', 'file')
  const newer = await files.where('modified_at', '>', actor.changedAt).limit(1).executeTakeFirst()
  if (!newer) return void (await removeFiles(registry, actor, repository, path))
  const older = await files.where('modified_at', '<=', actor.changedAt).execute()
  if (older.length === 0) throw new Superseded(path)
  for (const one of older) await removeFiles(registry, actor, repository, one.path)
}
