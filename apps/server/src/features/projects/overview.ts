// One project as its first page shows it.
import { sql } from 'kysely'
import type { ProjectActivity, ProjectOverview, ProjectPrivileges, RepositoryKind } from '@bindery/contracts'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { noProject, projectActions } from '../../access/rules/project-rights.ts'
import type { Db } from '../../platform/db/connect.ts'
import { everyProject } from './assignments.ts'
import { summarise } from './summaries.ts'

const mostActivity = 8

export async function readOverview(access: Access, actor: Actor, key: string): Promise<ProjectOverview> {
  const { db } = access.database
  const row = await db.selectFrom('projects').selectAll().where('key', '=', key).executeTakeFirst()
  const [summary] = row ? await summarise(db, [row]) : []
  if (!row || !summary) throw noProject(key)
  // Only what the program itself wrote.
  const privileges = JSON.parse(row.privileges) as ProjectPrivileges
  const can = await abilitiesOf(db, actor, key, privileges)
  return {
    ...summary,
    privileges,
    isQuotaMailed: row.is_quota_mailed === 1,
    resources: await countResources(db, key),
    sharedRepositories: await countShared(db, key),
    activity: can.manageMembers || can.manageResources ? await readActivity(db, key) : [],
    can,
  }
}

async function abilitiesOf(db: Db, actor: Actor, key: string, privileges: ProjectPrivileges) {
  const actions = actor.isAdmin ? undefined : await projectActions(db, actor, key)
  const may = (action: 'MANAGE_MEMBERS' | 'MANAGE_RESOURCES', isDelegated: boolean) =>
    actor.isAdmin || (isDelegated && actions?.has(action) === true)
  return {
    administer: actor.isAdmin,
    manageMembers: may('MANAGE_MEMBERS', privileges.manage_members),
    manageResources: may('MANAGE_RESOURCES', privileges.manage_resources),
  }
}

async function countResources(db: Db, key: string): Promise<ProjectOverview['resources']> {
  const rows = await db
    .selectFrom('repositories')
    .select(['format', 'kind', sql<number>`count(*)`.as('count')])
    .where('project_key', '=', key)
    .groupBy(['format', 'kind'])
    .orderBy('format')
    .orderBy('kind')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as RepositoryKind, count: Number(row.count) }))
}

async function countShared(db: Db, key: string): Promise<number> {
  const { count } = await db
    .selectFrom('project_shares')
    .innerJoin('repositories', 'repositories.id', 'project_shares.repository_id')
    .select(sql<number>`count(distinct repository_id)`.as('count'))
    .where('project_shares.project_key', 'in', [key, everyProject])
    .where('repositories.project_key', '<>', key)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** From `project.` up to, and without, `project/`: the character after the dot. */
async function readActivity(db: Db, key: string): Promise<ProjectActivity[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['at', 'kind', 'actor', 'detail'])
    .where('target', '=', key)
    .where('kind', '>=', 'project.')
    .where('kind', '<', 'project/')
    .orderBy('sequence', 'desc')
    .limit(mostActivity)
    .execute()
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> }))
}
