// Which project a repository belongs to, with which it is shared, and in which environments it lies.
import type { RepositoryAssignment } from '@bindery/contracts'
import { audit, type AuditEntry, type Doer } from '../../access/audit.ts'
import type { Access } from '../../access/access.ts'
import { changeAccess } from '../../access/rules/access-version.ts'
import { noProject } from '../../access/rules/project-rights.ts'
import type { Db } from '../../platform/db/connect.ts'
import { badRequest, conflict, notFound } from '../../platform/errors.ts'
import { requestStorage } from './storage.ts'

export const everyProject = ''

export interface Assigned {
  id: string
  key: string
  project_key: string
  environments: string
}

export async function readAssignment(access: Access, repository: string): Promise<RepositoryAssignment> {
  const { db } = access.database
  const [assignment] = await toAssignments(db, [await findAssigned(db, repository)])
  if (!assignment) throw notFound('repository', repository)
  return assignment
}

/** Its own repositories and those that are shared with it. */
export async function listAssignments(access: Access, project: string): Promise<RepositoryAssignment[]> {
  const { db } = access.database
  const rows = await db
    .selectFrom('repositories')
    .select(['id', 'key', 'project_key', 'environments'])
    .where((where) =>
      where.or([
        where('project_key', '=', project),
        where(
          'id',
          'in',
          where
            .selectFrom('project_shares')
            .select('repository_id')
            .where('project_shares.project_key', 'in', [project, everyProject]),
        ),
      ]),
    )
    .orderBy('key')
    .execute()
  return toAssignments(db, rows)
}

export const attach = (access: Access, by: Doer, repository: string, project: string, isForced: boolean) =>
  change(access, by, repository, async (db, row) => {
    await requireProject(db, project)
    if (row.project_key !== '' && row.project_key !== project && !isForced)
      throw conflict(
        `${row.key} belongs to the project ${row.project_key}. Take it out of it first, or repeat with force=true.`,
      )
    await give(access, db, row, project)
    return { kind: 'project.repository-attached', target: project, detail: { repository } }
  })

export const detach = (access: Access, by: Doer, repository: string) =>
  change(access, by, repository, async (db, row) => {
    await give(access, db, row, '')
    return { kind: 'project.repository-detached', target: row.project_key, detail: { repository } }
  })

/** What another project calls an environment means nothing where the repository goes. */
async function give(access: Access, db: Db, row: Assigned, project: string): Promise<void> {
  const dropped = new Set(await foreignEnvironments(db, row, project))
  const environments = JSON.stringify(environmentsOf(row).filter((name) => !dropped.has(name)))
  await db
    .updateTable('repositories')
    .set({ project_key: project, environments })
    .where('id', '=', row.id)
    .execute()
  for (const key of new Set([row.project_key, project]))
    if (key !== '') await requestStorage(db, key, access.clock.now())
}

/** Those of a repository's environments that exist neither everywhere nor in the project that it comes to. */
export async function foreignEnvironments(
  db: Db,
  row: Pick<Assigned, 'environments'>,
  project: string,
): Promise<string[]> {
  const placed = environmentsOf(row)
  if (placed.length === 0) return []
  const known = await db
    .selectFrom('environments')
    .select('name')
    .where('project_key', 'in', ['', project])
    .where('name', 'in', placed)
    .execute()
  return placed.filter((name) => !known.some((one) => one.name === name))
}

export const share = (access: Access, by: Doer, repository: string, project: string, isReadOnly: boolean) =>
  change(access, by, repository, async (db, row) => {
    if (project !== everyProject) await requireProject(db, project)
    if (project === row.project_key && project !== everyProject)
      throw badRequest(`${row.key} belongs to the project ${project} itself.`)
    const is_read_only = isReadOnly ? 1 : 0
    await db
      .insertInto('project_shares')
      .values({ repository_id: row.id, project_key: project, is_read_only })
      .onConflict((on) => on.columns(['repository_id', 'project_key']).doUpdateSet({ is_read_only }))
      .execute()
    return { kind: 'project.repository-shared', target: row.project_key, detail: { repository, project } }
  })

export const unshare = (access: Access, by: Doer, repository: string, project: string) =>
  change(access, by, repository, async (db, row) => {
    await db
      .deleteFrom('project_shares')
      .where('repository_id', '=', row.id)
      .where('project_key', '=', project)
      .execute()
    return { kind: 'project.repository-unshared', target: row.project_key, detail: { repository, project } }
  })

export const setEnvironment = (
  access: Access,
  by: Doer,
  repository: string,
  environment: string,
  isIn: boolean,
) =>
  change(access, by, repository, async (db, row) => {
    if (isIn) await requireEnvironment(db, row, environment)
    const others = environmentsOf(row).filter((name) => name !== environment)
    const environments = JSON.stringify(isIn ? [...others, environment] : others)
    await db.updateTable('repositories').set({ environments }).where('id', '=', row.id).execute()
    const detail = { repository, environment, isIn }
    return { kind: 'project.repository-placed', target: row.project_key, detail }
  })

/** Entries of the audit log are about the project, so that its administrators find all that happened to it. */
async function change(
  access: Access,
  by: Doer,
  repository: string,
  body: (db: Db, row: Assigned) => Promise<AuditEntry>,
): Promise<void> {
  await changeAccess(access, 'people', async (db) => {
    await audit(access, db, by, await body(db, await findAssigned(db, repository)))
  })
}

export async function findAssigned(db: Db, repository: string): Promise<Assigned> {
  const row = await db
    .selectFrom('repositories')
    .select(['id', 'key', 'project_key', 'environments'])
    .where('key', '=', repository)
    .executeTakeFirst()
  if (!row) throw notFound('repository', repository)
  return row
}

async function requireProject(db: Db, key: string): Promise<void> {
  if (!(await db.selectFrom('projects').select('key').where('key', '=', key).executeTakeFirst()))
    throw noProject(key)
}

async function requireEnvironment(db: Db, row: Assigned, name: string): Promise<void> {
  const known = await db
    .selectFrom('environments')
    .select('name')
    .where('project_key', 'in', ['', row.project_key])
    .where('name', '=', name)
    .executeTakeFirst()
  if (!known) throw notFound('environment', name)
}

async function toAssignments(db: Db, rows: Assigned[]): Promise<RepositoryAssignment[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const shares = await db
    .selectFrom('project_shares')
    .selectAll()
    .where('repository_id', 'in', ids)
    .orderBy('project_key')
    .execute()
  const byRepository = Map.groupBy(shares, (one) => one.repository_id)
  return rows.map((row) => {
    const own = byRepository.get(row.id) ?? []
    return {
      resource_name: row.key,
      environments: environmentsOf(row),
      ...(row.project_key !== '' && { assigned_to: row.project_key }),
      shared_with_projects: own.map((one) => one.project_key).filter((key) => key !== everyProject),
      shared_with_all_projects: own.some((one) => one.project_key === everyProject),
      shared_read_only: own.length > 0 && own.every((one) => one.is_read_only === 1),
    }
  })
}

const environmentsOf = (row: Pick<Assigned, 'environments'>) => JSON.parse(row.environments) as string[]
