// Makes packages, versions and tags of a repository again from its files and their properties alone: after a restore, a
// change of a format's rules, or on request. Runs as a job; running it twice does no harm.
import { transaction } from '../platform/db/transaction.ts'
import type { NodeRow } from '../platform/db/schema.ts'
import { refreshPackage, saveDescription } from './packages.ts'
import { readProperties, setProperties } from './properties.ts'
import { formatOf, type Registry } from './registry.ts'
import { findRepository, type Repository } from './repositories.ts'

export const rebuildJob = 'rebuild-facts' as const

export async function rebuildFacts(registry: Registry, repositoryKey: string): Promise<void> {
  const repository = await findRepository(registry, repositoryKey)
  // Deleted since the job was written: nothing to do.
  if (!repository || !formatOf(registry, repository).describe) return
  for await (const node of filesOf(registry, repository)) await rebuildFile(registry, repository, node)
  await removeEmptyPackages(registry, repository)
  registry.documents.forgetAll()
}

async function* filesOf(registry: Registry, repository: Repository): AsyncIterable<NodeRow> {
  let after = ''
  for (;;) {
    const rows = await registry.database.db
      .selectFrom('nodes')
      .selectAll()
      .where('repository_id', '=', repository.id)
      .where('kind', '=', 'file')
      .where('path', '>', after)
      .orderBy('path')
      .limit(200)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.path
  }
}

async function rebuildFile(registry: Registry, repository: Repository, node: NodeRow): Promise<void> {
  const format = formatOf(registry, repository)
  const opened = await registry.blobs.open(node.sha256 ?? '')
  if (!opened) return
  const properties = await readProperties(registry.database.db, node.id)
  const description = await format.describe?.({
    path: node.path,
    size: node.size,
    properties,
    read: () => opened.stream,
  })
  if (!description) return
  const stamp = { at: node.created_at, by: node.created_by }
  await transaction(registry.database, async (db) => {
    const file = { size: node.size, before: node.version_id }
    const { versionId, tags } = await saveDescription(db, format, repository, description, file, stamp)
    await db.updateTable('nodes').set({ version_id: versionId }).where('id', '=', node.id).execute()
    if (format.tagProperty) await setProperties(db, node.id, new Map([[format.tagProperty, tags]]), false)
  })
}

async function removeEmptyPackages(registry: Registry, repository: Repository): Promise<void> {
  const format = formatOf(registry, repository)
  await transaction(registry.database, async (db) => {
    const packages = await db
      .selectFrom('packages')
      .select('id')
      .where('repository_id', '=', repository.id)
      .execute()
    for (const { id } of packages) {
      await db
        .deleteFrom('versions')
        .where('package_id', '=', id)
        .where('id', 'not in', (where) =>
          where.selectFrom('nodes').select('version_id').where('version_id', 'is not', null).$castTo<{ version_id: string }>(),
        )
        .execute()
      await refreshPackage(db, format, id, registry.clock.now().toISOString())
    }
  })
}
