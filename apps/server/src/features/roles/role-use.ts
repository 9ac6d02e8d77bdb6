// Roles with how many have them, and who those are.
import { sql } from 'kysely'
import type { Page, PageQuery, RoleHolder, RoleUse } from '@bindery/contracts'
import { rolesOf } from '../../access/rules/project-rights.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/connect.ts'
import { holds } from '../../platform/db/json-list.ts'

/** Those of all projects and, with a key, those of that project; there, only its own members are counted. */
export async function readRoleUse(db: Db, project: string): Promise<RoleUse[]> {
  const lists = await db
    .selectFrom('project_members')
    .select(['roles', sql<number>`count(*)`.as('count')])
    .$if(project !== '', (query) => query.where('project_key', '=', project))
    .groupBy('roles')
    .execute()
  const counts = new Map<string, number>()
  for (const { roles, count } of lists)
    for (const name of JSON.parse(roles) as string[])
      counts.set(name, (counts.get(name) ?? 0) + Number(count))
  return (await rolesOf(db, project)).map((role) => ({ ...role, holders: counts.get(role.name) ?? 0 }))
}

/** By project, then by name; in one project only when it is given. */
export async function listHolders(
  db: Db,
  role: string,
  { after, limit }: PageQuery,
  project = '',
): Promise<Page<RoleHolder>> {
  const holders = db
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.key', 'project_members.project_key')
    .leftJoin('users', 'users.id', 'project_members.user_id')
    .leftJoin('groups', 'groups.id', 'project_members.group_id')
    .where(holds('project_members.roles', role))
    .$if(project !== '', (query) => query.where('project_members.project_key', '=', project))
  let page = holders
    .select([
      'project_members.id',
      'projects.key as project',
      'projects.display_name as projectName',
      'users.name as user',
      'groups.name as group',
    ])
    .orderBy('projects.key')
    .orderBy('project_members.id')
    .limit(limit + 1)
  if (after !== undefined) {
    const [key = '', id = ''] = decodeCursor(after, 2)
    page = page.where(sql<boolean>`(projects.key, project_members.id) > (${key}, ${id})`)
  }
  const rows = await page.execute()
  const { total } = await holders.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => ({
      kind: row.user === null ? 'group' : 'user',
      name: row.user ?? row.group ?? '',
      project: row.project,
      projectName: row.projectName,
    })),
    total: Number(total),
    hasNextPage: rows.length > limit,
    endCursor: last ? encodeCursor(last.project, last.id) : null,
  }
}
