// Making the rows of a build again from its file alone.
import type { NodeRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import { describeBuild } from './describe-build.ts'
import { saveBuild } from './save-build.ts'

/** A file that is damaged, missing or no build has no rows. */
export async function rebuildBuild(registry: Registry, repository: Repository, node: NodeRow): Promise<void> {
  const opened = await registry.blobs.open(node.sha256 ?? '')
  const file = opened && { size: node.size, read: () => opened.stream }
  const info = file && (await describeBuild(registry, repository, file, node.created_at))
  opened?.stream.destroy()
  await transaction(registry.database, (db) => saveBuild(db, repository, node, info))
}
