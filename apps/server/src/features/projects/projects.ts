// Projects themselves: making, changing, deleting.
import type { Project, ProjectPrivileges } from '@bindery/contracts'
import { audit, type Doer } from '../../access/audit.ts'
import type { Access } from '../../access/access.ts'
import { changeAccess } from '../../access/rules/access-version.ts'
import type { Actor } from '../../access/actor.ts'
import { noProject, projectsOf } from '../../access/rules/project-rights.ts'
import type { ProjectRow } from '../../platform/db/schema.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { forgetLimits } from './quota.ts'
import { requestStorage } from './storage.ts'

// Words that stand where a key stands, in addresses and in the choice of a project.
const reserved = new Set(['all', 'default', 'dflt'])

export async function listProjects(access: Access, actor: Actor): Promise<Project[]> {
  const { db } = access.database
  let query = db.selectFrom('projects').selectAll().orderBy('display_name')
  if (!actor.isAdmin) {
    const own = actor.userId === null ? [] : await projectsOf(db, actor.userId)
    if (own.length === 0) return []
    query = query.where('key', 'in', own)
  }
  return (await query.execute()).map(toProject)
}

export async function readProject(access: Access, key: string): Promise<Project> {
  const row = await access.database.db
    .selectFrom('projects')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) throw noProject(key)
  return toProject(row)
}

export async function createProject(access: Access, by: Doer, project: Project): Promise<Project> {
  if (reserved.has(project.project_key))
    throw badRequest(
      `The key ${project.project_key} has a meaning of its own. Choose another.`,
      'project_key',
    )
  const now = access.clock.now()
  const created_at = now.toISOString()
  await transaction(access.database, async (db) => {
    await db
      .insertInto('projects')
      .values({ ...toRow(project), key: project.project_key, created_at })
      .execute()
    await requestStorage(db, project.project_key, now)
    await audit(access, db, by, { kind: 'project.created', target: project.project_key })
  }).catch(refuseTaken(project))
  return project
}

export async function updateProject(
  access: Access,
  by: Doer,
  key: string,
  given: Omit<Project, 'project_key'>,
): Promise<Project> {
  const project = { ...given, project_key: key }
  await transaction(access.database, async (db, after) => {
    const { numUpdatedRows } = await db
      .updateTable('projects')
      .set(toRow(project))
      .where('key', '=', key)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw noProject(key)
    after(() => forgetLimits(access.database))
    await audit(access, db, by, { kind: 'project.changed', target: key })
  }).catch(refuseTaken(project))
  return project
}

export async function removeProject(access: Access, by: Doer, key: string): Promise<void> {
  await changeAccess(access, 'people', async (db) => {
    const held = await db
      .selectFrom('repositories')
      .select('key')
      .where('project_key', '=', key)
      .orderBy('key')
      .limit(4)
      .execute()
    if (held.length > 0)
      throw badRequest(
        `The project ${key} still holds ${held.map((repository) => repository.key).join(', ')}. Move or delete its repositories first.`,
      )
    const { numDeletedRows } = await db.deleteFrom('projects').where('key', '=', key).executeTakeFirst()
    if (numDeletedRows === 0n) throw noProject(key)
    for (const table of ['roles', 'environments', 'project_shares'] as const)
      await db.deleteFrom(table).where('project_key', '=', key).execute()
    await audit(access, db, by, { kind: 'project.deleted', target: key })
  })
}

const refuseTaken = (project: Project) => (error: unknown) => {
  if (!isUniqueViolation(error)) throw error
  throw new AppError(
    'conflict',
    `There is a project with the key ${project.project_key} or the name ${project.display_name} already. Choose another.`,
  )
}

const toRow = (project: Project): Omit<ProjectRow, 'key' | 'created_at'> => ({
  display_name: project.display_name,
  description: project.description,
  privileges: JSON.stringify(project.admin_privileges),
  is_soft_limit: project.soft_limit ? 1 : 0,
  storage_quota: project.storage_quota_bytes,
  is_quota_mailed: project.storage_quota_email_notification ? 1 : 0,
})

const toProject = (row: ProjectRow): Project => ({
  project_key: row.key,
  display_name: row.display_name,
  description: row.description,
  admin_privileges: JSON.parse(row.privileges) as ProjectPrivileges,
  soft_limit: row.is_soft_limit === 1,
  storage_quota_bytes: row.storage_quota,
  storage_quota_email_notification: row.is_quota_mailed === 1,
})
