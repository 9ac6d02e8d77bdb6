// Projects as cards show them: a page of rows first, then what there is to say about them, in a fixed number of queries.
import { sql } from 'kysely'
import type { Page, projectViews, ProjectSummary } from '@bindery/contracts'
import type { z } from 'zod'
import type { Access } from '../../access/access.ts'
import { projectAdmin } from '../../access/rules/roles.ts'
import type { Db } from '../../platform/db/connect.ts'
import { holds } from '../../platform/db/json-list.ts'
import type { ProjectRow } from '../../platform/db/schema.ts'
import { named } from './own-projects.ts'
import { pageByName } from './page-by-name.ts'
import { toStorage } from './storage.ts'

type Query = z.output<typeof projectViews.list.shape.query>

const mostAdmins = 3

export async function listSummaries(access: Access, query: Query): Promise<Page<ProjectSummary>> {
  const { db } = access.database
  const projects = db.selectFrom('projects')
  const page = await pageByName(query.search?.trim() ? projects.where(named(query.search)) : projects, query)
  return { ...page, items: await summarise(db, page.items) }
}

/** In the order of the rows. */
export async function summarise(db: Db, rows: readonly ProjectRow[]): Promise<ProjectSummary[]> {
  if (rows.length === 0) return []
  const keys = rows.map((row) => row.key)
  const storage = byProject(
    await db.selectFrom('project_storage').selectAll().where('project_key', 'in', keys).execute(),
  )
  const repositories = byProject(await countRepositories(db, keys))
  const members = byProject(await countMembers(db, keys))
  const admins = Map.groupBy(await findAdmins(db, keys), (row) => row.project_key)
  return rows.map((row) => {
    const own = admins.get(row.key) ?? []
    return {
      key: row.key,
      name: row.display_name,
      description: row.description,
      createdAt: row.created_at,
      quota: row.storage_quota,
      isSoftLimit: row.is_soft_limit === 1,
      storage: toStorage(storage.get(row.key)),
      repositories: Number(repositories.get(row.key)?.count ?? 0),
      users: Number(members.get(row.key)?.users ?? 0),
      groups: Number(members.get(row.key)?.groups ?? 0),
      admins: own.slice(0, mostAdmins).map((admin) => admin.name),
      adminCount: own.length,
    }
  })
}

const byProject = <T extends { project_key: string }>(rows: T[]): Map<string, T> =>
  new Map(rows.map((row) => [row.project_key, row]))

const countRepositories = (db: Db, keys: string[]) =>
  db
    .selectFrom('repositories')
    .select(['project_key', sql<number>`count(*)`.as('count')])
    .where('project_key', 'in', keys)
    .groupBy('project_key')
    .execute()

const countMembers = (db: Db, keys: string[]) =>
  db
    .selectFrom('project_members')
    .select([
      'project_key',
      sql<number>`count(user_id)`.as('users'),
      sql<number>`count(group_id)`.as('groups'),
    ])
    .where('project_key', 'in', keys)
    .groupBy('project_key')
    .execute()

const findAdmins = (db: Db, keys: string[]) =>
  db
    .selectFrom('project_members')
    .leftJoin('users', 'users.id', 'project_members.user_id')
    .leftJoin('groups', 'groups.id', 'project_members.group_id')
    .select(['project_key', sql<string>`coalesce(users.name, groups.name)`.as('name')])
    .where('project_key', 'in', keys)
    .where(holds('project_members.roles', projectAdmin))
    .orderBy('name')
    .execute()
