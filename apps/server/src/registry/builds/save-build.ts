// Writing what the file of a build says as rows, in the transaction that writes the file.
import type { Insertable } from 'kysely'
import { chunks } from '../../access/people/memberships.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { BuildModuleRow, NodeRow, Schema } from '../../platform/db/schema.ts'
import { newId } from '../../platform/ids.ts'
import type { Repository } from '../repositories.ts'
import type { BuildInfo } from './build-info.ts'

/** What of the file's row counts here. */
type BuildNode = Pick<
  NodeRow,
  'id' | 'repository_id' | 'sha256' | 'created_at' | 'created_by' | 'modified_at' | 'modified_by'
>

/** Replaces what was read from the file before. A file that describes no build has no rows. */
export async function saveBuild(
  db: Db,
  { projectKey }: Pick<Repository, 'projectKey'>,
  node: BuildNode,
  info: BuildInfo | undefined,
): Promise<void> {
  await db.deleteFrom('builds').where('node_id', '=', node.id).execute()
  if (!info) return
  const buildId = newId()
  await db
    .insertInto('builds')
    .values(toRow(buildId, projectKey, node, info))
    .execute()
  const modules = info.modules.map((module, position) => ({ id: newId(), position, module }))
  await insertAll(
    db,
    'build_modules',
    modules.map(({ id, position, module: { name, type, repository } }): BuildModuleRow => ({
      id,
      build_id: buildId,
      position,
      name,
      type,
      repository,
    })),
  )
  await insertAll(
    db,
    'build_artifacts',
    modules.flatMap(({ id, module }) =>
      module.artifacts.map((file, position) => ({ module_id: id, position, ...file })),
    ),
  )
  await insertAll(
    db,
    'build_dependencies',
    modules.flatMap(({ id, module }) =>
      module.dependencies.map((file, position) => ({
        module_id: id,
        position,
        ...file,
        scopes: JSON.stringify(file.scopes),
      })),
    ),
  )
  await insertAll(db, 'build_promotions', promotionRows(buildId, info))
  await insertAll(
    db,
    'build_properties',
    [...new Map(info.properties)].map(([key, value]) => ({ build_id: buildId, key, value })),
  )
}

const toRow = (id: string, project: string, node: BuildNode, info: BuildInfo) => ({
  id,
  repository_id: node.repository_id,
  node_id: node.id,
  sha256: node.sha256 ?? '',
  name: info.name,
  number: info.number,
  started: info.started,
  project_key: project,
  url: info.url,
  agent: info.agent,
  principal: info.principal,
  duration_ms: info.durationMs,
  revision: info.revision,
  branch: info.branch,
  artifact_count: info.modules.reduce((sum, module) => sum + module.artifacts.length, 0),
  dependency_count: info.modules.reduce((sum, module) => sum + module.dependencies.length, 0),
  status: info.statuses.findLast(({ status }) => status !== '')?.status ?? '',
  created_at: node.created_at,
  created_by: node.created_by,
  modified_at: node.modified_at,
  modified_by: node.modified_by,
})

const promotionRows = (buildId: string, { statuses }: BuildInfo) =>
  statuses.map(({ status, comment, repository, at, by, ciUser }, position) => ({
    build_id: buildId,
    position,
    status,
    comment,
    repository,
    created_at: at,
    created_by: by,
    ci_user: ciUser,
  }))

type BuildTable =
  | 'build_modules'
  | 'build_artifacts'
  | 'build_dependencies'
  | 'build_promotions'
  | 'build_properties'

/** A build may have tens of thousands of dependencies; a statement takes so many values only. */
async function insertAll<T extends BuildTable>(
  db: Db,
  table: T,
  rows: Insertable<Schema[T]>[],
): Promise<void> {
  for (const some of chunks(rows)) await db.insertInto(table).values(some).execute()
}
