// Makes packages, versions, tags and builds of a repository again from its files and their properties alone: after a restore, a
// change of a format's rules, or on request. Runs as a job; running it twice does no harm.
import { expressionBuilder, sql, type SqlBool } from 'kysely'
import { AppError } from '../platform/errors.ts'
import type { Db } from '../platform/db/connect.ts'
import { transaction } from '../platform/db/transaction.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { NodeRow, Schema } from '../platform/db/schema.ts'
import { rebuildBuild } from './builds/rebuild-build.ts'
import type { Description, Format } from './format.ts'
import { isInTree } from './nodes.ts'
import { forgetPackage, forgetPackages, lockPackage } from './packages.ts'
import { refreshPackage, saveDescription } from './save-package.ts'
import { readProperties, setProperties, type Properties } from './properties.ts'
import { formatOf, type Registry } from './registry.ts'
import { findRepository, type Repository } from './repositories.ts'
import { fillSha512 } from './sha512.ts'

export const rebuildJob = 'rebuild-facts' as const

/** In the transaction of what makes it necessary. */
export async function enqueueRebuild(db: Db, repository: string, path = ''): Promise<void> {
  await enqueue(db, rebuildJob, { kind: rebuildJob, repository, path })
}

/** Of the whole repository, or of what lies at or below a path. */
export async function rebuildFacts(registry: Registry, repositoryKey: string, path = ''): Promise<void> {
  const repository = await findRepository(registry, repositoryKey)
  // Deleted since the job was written: nothing to do.
  if (!repository || !(formatOf(registry, repository).describe || repository.section === 'build')) return
  // Before the files are looked at: what is stored again keeps its tags, and these are nobody's.
  await tidyPackages(registry, repository, path)
  for await (const node of filesOf(registry, repository, path)) await rebuildFile(registry, repository, node)
  await tidyPackages(registry, repository, path)
  forgetPackages(registry)
}

async function* filesOf(registry: Registry, repository: Repository, path: string): AsyncIterable<NodeRow> {
  let after = ''
  for (;;) {
    const rows = await registry.database.db
      .selectFrom('nodes')
      .selectAll()
      .where('repository_id', '=', repository.id)
      .where('kind', '=', 'file')
      .where(isInTree(path))
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
  if (repository.section === 'build') return rebuildBuild(registry, repository, node)
  const format = formatOf(registry, repository)
  const properties = await readProperties(registry.database.db, node.id)
  const description = await describeAgain(registry, format, node, properties)
  if (!description) return
  if (format.needsSha512) await fillSha512(registry, node.sha256 ?? '')
  const stamp = { at: node.created_at, by: node.created_by }
  await transaction(registry.database, async (db, after) => {
    after(() => forgetPackage(registry, repository.id, description.name))
    const file = { size: node.size, before: node.version_id }
    const { versionId, tags } = await saveDescription(db, format, repository, description, file, stamp)
    await db.updateTable('nodes').set({ version_id: versionId }).where('id', '=', node.id).execute()
    if (format.tagProperty) await setProperties(db, node, new Map([[format.tagProperty, tags]]), false)
  }).catch((error: unknown) => tellRefusal(registry, node, error))
}

/** Two files that claim to be one version, say: the first keeps it, and all the others go on. */
function tellRefusal(registry: Registry, { path }: NodeRow, error: unknown): void {
  if (!(error instanceof AppError)) throw error
  registry.database.log.warn('A file could not be described again', { path, error })
}

/** A file that is damaged or missing must not keep all the others from being described. */
async function describeAgain(
  registry: Registry,
  format: Format,
  node: NodeRow,
  properties: Properties,
): Promise<Description | undefined> {
  const opened = await registry.blobs.open(node.sha256 ?? '')
  if (!opened) return undefined
  try {
    return await format.describe?.({
      path: node.path,
      size: node.size,
      properties,
      read: () => opened.stream,
    })
  } catch (error) {
    tellRefusal(registry, node, error)
    return undefined
  } finally {
    opened.stream.destroy()
  }
}

/** Takes away what no file says any more, package by package, so that nobody waits long. */
async function tidyPackages(registry: Registry, repository: Repository, path: string): Promise<void> {
  const packages = await packagesIn(registry.database.db, repository.id, path)
  for (const { id } of packages)
    await transaction(registry.database, (db) =>
      tidyPackage(db, registry, formatOf(registry, repository), id),
    )
}

function packagesIn(db: Db, repositoryId: string, path: string): Promise<{ id: string }[]> {
  const all = db.selectFrom('packages').select('id').where('repository_id', '=', repositoryId)
  if (path === '') return all.execute()
  return all
    .where('id', 'in', (query) =>
      query
        .selectFrom('nodes')
        .innerJoin('versions', 'versions.id', 'nodes.version_id')
        .select('versions.package_id')
        .where('nodes.repository_id', '=', repositoryId)
        .where(sql<SqlBool>`${isInTree(path)(expressionBuilder<Schema, 'nodes'>())}`),
    )
    .execute()
}

async function tidyPackage(db: Db, registry: Registry, format: Format, id: string): Promise<void> {
  await lockPackage(db, id)
  await db
    .deleteFrom('versions')
    .where('package_id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('nodes').select('nodes.id').whereRef('nodes.version_id', '=', 'versions.id'))),
    )
    .execute()
  await dropStrayTags(db, format, id)
  await refreshPackage(db, format, id, registry.clock.now().toISOString())
  await db
    .updateTable('packages')
    .set((set) => ({
      created_at: set
        .selectFrom('versions')
        .select(({ fn }) => fn.min('versions.created_at').as('first'))
        .where('versions.package_id', '=', id)
        .$asScalar()
        .$notNull(),
    }))
    .where('id', '=', id)
    .execute()
}

/** Tags are what the properties of the files say. */
async function dropStrayTags(db: Db, format: Format, packageId: string): Promise<void> {
  const { tagProperty } = format
  if (tagProperty === undefined) return
  await db
    .deleteFrom('tags')
    .where('package_id', '=', packageId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('properties')
            .innerJoin('nodes', 'nodes.id', 'properties.node_id')
            .innerJoin('versions', 'versions.id', 'nodes.version_id')
            .select('properties.value')
            .where('properties.key', '=', tagProperty)
            .whereRef('properties.value', '=', 'tags.tag')
            .whereRef('versions.version', '=', 'tags.version')
            .where('versions.package_id', '=', packageId),
        ),
      ),
    )
    .execute()
}
